// The metric of Djukić's reference values, at their point.
//
//     g = ((2 + cos q2, 0.3 q1, 0), (0.3 q1, 2 + q1², sin(q3)/5), (0, sin(q3)/5, 1.5 + q2²/2))
//     q = (0.3, −0.4, 0.7),   v = (0.5, 0.6, −0.8),   t = 0.25
//
// No symbol of Christoffel's that could show an exchanged index vanishes or equals another.
#pragma once

#include "../equations/reference_values.hpp"
#include "geometry/christoffel.hpp"

namespace rattleback::testing {

inline Description curved_metric() {
    return {.title = "Curved metric",
            .coordinates = {"q1", "q2", "q3"},
            .lagrangian =
                "(2 + cos(q2))/2*q1'^2 + 3/10*q1*q1'*q2' + (2 + q1^2)/2*q2'^2"
                " + sin(q3)/5*q2'*q3' + (3/2 + q2^2/2)/2*q3'^2"};
}

inline State curved_state() {
    return {.t = 0.25L, .q = {0.3L, -0.4L, 0.7L}, .v = {0.5L, 0.6L, -0.8L}};
}

// All entries, the first index slowest.
inline ExprVector all_entries(const ExprTensor& tensor) {
    ExprVector result;
    for (const ExprMatrix& matrix : tensor)
        for (const Expr& e : all_entries(matrix)) result.push_back(e);
    return result;
}

inline Vector all_tensor_numbers(const Json& tensor) {
    Vector result;
    for (const Json& matrix : tensor)
        for (const Real x : all_numbers(matrix)) result.push_back(x);
    return result;
}

inline void expect_values(const System& system, const ExprVector& entries, const Vector& expected,
                          const std::string& what) {
    OracleValue<Real> value(values_of(system, curved_state()));
    Vector actual;
    for (const Expr& e : entries) actual.push_back(value(e));
    expect_near(actual, expected, what);
}

}  // namespace rattleback::testing
