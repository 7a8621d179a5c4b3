#include "support/curved_metric.hpp"

namespace rattleback::testing {

Description curved_metric() {
    return {.title = "Curved metric",
            .coordinates = {"q1", "q2", "q3"},
            .lagrangian =
                "(2 + cos(q2))/2*q1'^2 + 3/10*q1*q1'*q2' + (2 + q1^2)/2*q2'^2"
                " + sin(q3)/5*q2'*q3' + (3/2 + q2^2/2)/2*q3'^2"};
}

State curved_state() { return {.t = 0.25L, .q = {0.3L, -0.4L, 0.7L}, .v = {0.5L, 0.6L, -0.8L}}; }

ExprVector all_entries(const ExprTensor& tensor) {
    ExprVector result;
    for (const ExprMatrix& matrix : tensor)
        for (const Expr& e : all_entries(matrix)) result.push_back(e);
    return result;
}

Vector all_tensor_numbers(const Json& tensor) {
    Vector result;
    for (const Json& matrix : tensor)
        for (const Real x : all_numbers(matrix)) result.push_back(x);
    return result;
}

void expect_values(const System& system, const ExprVector& entries, const Vector& expected,
                   const std::string& what) {
    OracleValue<Real> value(values_of(system, curved_state()));
    Vector actual;
    for (const Expr& e : entries) actual.push_back(value(e));
    expect_near(actual, expected, what);
}

}  // namespace rattleback::testing
