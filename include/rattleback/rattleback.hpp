// Rattleback: an engine for nonholonomic mechanics, whole.
//
//     #include <rattleback/rattleback.hpp>
//
//     const rattleback::Model skate = rattleback::read_model("skate.toml");
//     std::cout << rattleback::derive(skate).unicode();
//     rattleback::simulate(skate, {.until = 20}).plot("skate.svg");
//
// Each header stands for itself too: docs/cpp.md goes through them.
#pragma once

#include "rattleback/comparison.hpp"
#include "rattleback/derivation.hpp"
#include "rattleback/errors.hpp"
#include "rattleback/findings.hpp"
#include "rattleback/motion.hpp"
#include "rattleback/motion_file.hpp"
#include "rattleback/report.hpp"
#include "rattleback/steady.hpp"
