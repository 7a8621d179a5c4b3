#include "base/loaded_part.hpp"
#include "pictures/pictures_part.hpp"

namespace rattleback {
namespace {

const PicturesPart& part() {
    static const PicturesPart& only = *function_of_part<PicturesEntry>("pictures")();
    return only;
}

}  // namespace

std::string rendered_png(const std::string& svg, double scale) { return part().png(svg, scale); }
std::string rendered_pdf(const std::string& svg) { return part().pdf(svg); }

}  // namespace rattleback
