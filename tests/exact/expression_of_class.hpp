// Random expressions of the class of normal_form.hpp. The same seed gives the same ones in every run.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

#include "expr/functions.hpp"

namespace rattleback::testing {

class Choice {
public:
    explicit Choice(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <typename Value>
    Value of(std::initializer_list<Value> values) {
        return values.begin()[below(values.size())];
    }

private:
    std::mt19937_64 random_;
};

class ExpressionOfClass {
public:
    explicit ExpressionOfClass(std::uint64_t seed) : choice_(seed) {}

    Expr next(int depth) {
        if (depth <= 0) return choice_.one_in(3) ? kernel() : leaf();
        switch (choice_.below(6)) {
            case 0: return next(depth - 1) + next(depth - 1);
            case 1: return next(depth - 1) + coefficient() * next(depth - 2) - next(depth - 1);
            case 2: return next(depth - 1) * next(depth - 1);
            case 3: return pow(next(depth - 1), 2);
            case 4: return next(depth - 1) / denominator();
            default: return kernel();
        }
    }

    Expr leaf() {
        if (choice_.one_in(4)) return coefficient();
        return choice_.of({x_, y_, z_, symbol("a"), symbol("m"), symbol("x", 1), pi()});
    }

    Expr kernel() {
        switch (choice_.below(14)) {
            case 0:
            case 1: return sin(angle());
            case 2:
            case 3: return cos(angle());
            case 4: return tan(angle());
            case 5: return exp(exponent());
            case 6: return sinh(exponent());
            case 7: return cosh(exponent());
            case 8: return tanh(exponent());
            case 9: return sqrt(pow(x_, 2) + pow(y_, 2));
            case 10: return sqrt(choice_.of({Expr(2), Expr(3), Expr(6), ratio(5, 8), 1 + exp(z_)}));
            case 11: return abs(symbol("b"));
            case 12: return choice_.of({log(symbol("c")), atan(symbol("c")), asin(symbol("c"))});
            default: return unspecified("A", std::vector<Expr>{angle(), y_});
        }
    }

    // Not zero, and no zero divisor such as b + |b|.
    Expr denominator() {
        switch (choice_.below(6)) {
            case 0: return x_;
            case 1: return 2 + cos(angle());
            case 2: return x_ + coefficient() * y_;
            case 3: return 3 + sqrt(2);
            case 4: return x_ + sqrt(pow(x_, 2) + pow(y_, 2));
            default: return 1 + exp(exponent());
        }
    }

    Expr coefficient() {
        return choice_.of({Expr(1), Expr(-1), Expr(2), Expr(-3), ratio(1, 2), ratio(-2, 3)});
    }

    Expr angle() {
        const Expr sum = linear();
        return choice_.one_in(5) ? sum + choice_.of({1, 2, 3, 4, 6, -7, 18}) * pi() / 12 : sum;
    }

    Expr exponent() { return choice_.one_in(4) ? x_ * y_ : linear(); }

private:
    Expr linear() {
        const Expr unit = choice_.of({Expr(1), Expr(1), Expr(-1), Expr(2), ratio(1, 2)});
        const Expr first = choice_.of({x_, y_, z_});
        return choice_.one_in(2)
                   ? unit * first
                   : unit * first + choice_.of({1, -1}) * choice_.of({x_, y_, z_}) + z_;
    }

    Choice choice_;
    const Expr x_ = symbol("x"), y_ = symbol("y"), z_ = symbol("z");
};

}  // namespace rattleback::testing
