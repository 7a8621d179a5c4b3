// The errors are part of what a program sees: rattleback/errors.hpp.
//
// This name is the one by which the rooms know them.
#pragma once

#include "rattleback/errors.hpp"
