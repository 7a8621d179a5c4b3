// The metric of Djukić's reference values, at their point.
//
//     g = ((2 + cos q2, 0.3 q1, 0), (0.3 q1, 2 + q1², sin(q3)/5), (0, sin(q3)/5, 1.5 + q2²/2))
//     q = (0.3, −0.4, 0.7),   v = (0.5, 0.6, −0.8),   t = 0.25
//
// No symbol of Christoffel's that could show an exchanged index vanishes or equals another.
#pragma once

#include "geometry/christoffel.hpp"
#include "support/reference_values.hpp"

namespace rattleback::testing {

Description curved_metric();

State curved_state();

// All entries, the first index slowest.
ExprVector all_entries(const ExprTensor& tensor);

Vector all_tensor_numbers(const Json& tensor);

void expect_values(const System& system, const ExprVector& entries, const Vector& expected,
                   const std::string& what);

}  // namespace rattleback::testing
