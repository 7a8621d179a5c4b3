// The value of an expression in a number type of the test's choice, by plain recursion.
//
// This is a second evaluator that shares nothing with src/expr/evaluate or the table of functions.
// With T = long double it has digits to spare; with T = std::complex<long double> it gives
// derivatives that owe nothing to any table of derivatives (complex step: f(x + ih) = f + ih·f').
// What is not real is NaN. An unspecified function is given a meaning, so that its partial
// derivatives have values too: A(u, v) = sin(u + α)·sin(3v/2 + α), α from the name.
#pragma once

#include <complex>
#include <unordered_map>

#include "expr/expr.hpp"

namespace rattleback::testing {

// T is long double or std::complex<long double>.
template <typename T>
class OracleValue {
public:
    explicit OracleValue(std::unordered_map<Expr, T> values) : known_(std::move(values)) {}

    T operator()(const Expr& e);

    // Whether all values met had a moderate size or were zero: then rounding cannot have done harm.
    bool moderate(long double factor) const {
        return smallest_ * factor >= 1 && largest_ <= factor;
    }

private:
    T compute(const Expr& e);
    T unspecified_value(const Expr& e);

    std::unordered_map<Expr, T> known_;
    long double smallest_ = 1, largest_ = 1;
};

}  // namespace rattleback::testing
