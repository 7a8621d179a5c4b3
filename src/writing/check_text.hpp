// What `check` found of a model: sections of sentences for a terminal, and JSON for a program to read.
//
// The JSON has for each section its sentences and the data that they are made of:
//
//   {"title", "ok", SECTION: {"ok", "sentences": […], "findings" | "checks" | "forms" …}, …}
#pragma once

#include "study/check_model.hpp"

namespace rattleback {

std::string check_text(const ModelCheck& found);
std::string check_json(const ModelCheck& found);

}  // namespace rattleback
