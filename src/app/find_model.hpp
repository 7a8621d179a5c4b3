// Finding the model a user names: a file, or a name from the gallery.
//
// `skate` stands for models/skate.toml of the folder that was installed beside the program, or else
// of the source tree it was built from.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "app/arguments.hpp"

namespace rattleback {

// There is neither a file nor a gallery model of this name: a sentence, with a suggestion.
class ModelNotFound : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct GalleryModel {
    std::string name, path;
};

// In alphabetical order.
std::vector<GalleryModel> gallery();

std::string find_model(const std::string& name);  // the path of the file

// Declares MODEL, which must be given.
void add_model_argument(Arguments& arguments, std::string& model);

}  // namespace rattleback
