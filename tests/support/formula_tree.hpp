// Formulas as trees of what was written, for tests that expressions keep the value of what was
// written. Nothing here is simplified, shared or sorted; value() and exact_value() are the naive
// recursion on the tree, and only build() knows expressions.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "expr/expr.hpp"
#include "expr/functions.hpp"

namespace rattleback::testing {

enum class Operation {
    Ratio,
    Pi,
    Name,
    Plus,
    Minus,
    Times,
    Over,
    Negated,
    IntegerPower,
    RationalPower,
    Function
};

struct FormulaTree {
    Operation what = Operation::Ratio;
    std::int64_t p = 0, q = 1;  // p/q: a number or an exponent; p: which name
    FunctionId function = FunctionId::Abs;
    std::vector<FormulaTree> parts = {};
};

inline constexpr std::size_t name_count = 3;

inline Expr name(std::int64_t i) {
    static const std::array<Expr, name_count> names = {symbol("a"), symbol("b"), symbol("c", 1)};
    return names[static_cast<std::size_t>(i)];
}

inline Expr build(const FormulaTree& tree) {
    std::vector<Expr> parts;
    for (const FormulaTree& part : tree.parts) parts.push_back(build(part));
    Expr result = parts.empty() ? Expr() : parts[0];
    switch (tree.what) {
        case Operation::Ratio: return ratio(tree.p, tree.q);
        case Operation::Pi: return pi();
        case Operation::Name: return name(tree.p);
        case Operation::Plus:
            for (std::size_t i = 1; i < parts.size(); ++i) result = result + parts[i];
            return result;
        case Operation::Minus: return parts[0] - parts[1];
        case Operation::Times:
            for (std::size_t i = 1; i < parts.size(); ++i) result = result * parts[i];
            return result;
        case Operation::Over: return parts[0] / parts[1];
        case Operation::Negated: return -parts[0];
        case Operation::IntegerPower: return pow(parts[0], tree.p);
        case Operation::RationalPower: return pow(parts[0], ratio(tree.p, tree.q));
        case Operation::Function: return call(tree.function, parts);
    }
    return result;
}

// NaN unless all values on the way are zero or of moderate size, so that rounding has done no harm.
inline long double value(const FormulaTree& tree,
                         const std::array<long double, name_count>& names) {
    std::vector<long double> v;
    for (const FormulaTree& part : tree.parts) v.push_back(value(part, names));
    const auto function = [&]() -> long double {
        switch (tree.function) {
            case FunctionId::Abs: return std::fabs(v[0]);
            case FunctionId::Acos: return std::acos(v[0]);
            case FunctionId::Asin: return std::asin(v[0]);
            case FunctionId::Atan: return std::atan(v[0]);
            case FunctionId::Atan2: return v[0] == 0 && v[1] == 0 ? NAN : std::atan2(v[0], v[1]);
            case FunctionId::Cos: return std::cos(v[0]);
            case FunctionId::Cosh: return std::cosh(v[0]);
            case FunctionId::Erf: return std::erf(v[0]);
            case FunctionId::Exp: return std::exp(v[0]);
            case FunctionId::Log: return std::log(v[0]);
            case FunctionId::Sign: return v[0] > 0 ? 1 : v[0] < 0 ? -1 : v[0];
            case FunctionId::Sin: return std::sin(v[0]);
            case FunctionId::Sinh: return std::sinh(v[0]);
            case FunctionId::Sqrt: return std::sqrt(v[0]);
            case FunctionId::Tan: return std::tan(v[0]);
            case FunctionId::Tanh: return std::tanh(v[0]);
        }
        return 0;
    };
    const auto p = static_cast<long double>(tree.p), q = static_cast<long double>(tree.q);
    const auto result = [&]() -> long double {
        long double total = tree.what == Operation::Times ? 1 : 0;
        switch (tree.what) {
            case Operation::Ratio: return p / q;
            case Operation::Pi: return std::numbers::pi_v<long double>;
            case Operation::Name: return names[static_cast<std::size_t>(tree.p)];
            case Operation::Plus:
                for (const long double part : v) total += part;
                return total;
            case Operation::Minus: return v[0] - v[1];
            case Operation::Times:
                for (const long double part : v) total *= part;
                return total;
            case Operation::Over: return v[0] / v[1];
            case Operation::Negated: return -v[0];
            case Operation::IntegerPower: return std::pow(v[0], p);
            case Operation::RationalPower: return std::pow(v[0], p / q);
            case Operation::Function: return function();
        }
        return 0;
    }();
    const bool defined =
        std::none_of(v.begin(), v.end(), [](long double part) { return std::isnan(part); });
    if (defined && result == 0) return 0;  // zero has no sign: atan2 would see it
    const bool moderate = std::fabs(result) > 1e-3L && std::fabs(result) < 1e4L;
    return defined && moderate ? result : std::numeric_limits<long double>::quiet_NaN();
}

// Of a tree of arithmetic; empty where there is a division by zero.
inline std::optional<mpq_class> exact_value(const FormulaTree& tree,
                                            const std::array<mpq_class, name_count>& names) {
    std::vector<mpq_class> v;
    for (const FormulaTree& part : tree.parts) {
        const auto known = exact_value(part, names);
        if (!known) return {};
        v.push_back(*known);
    }
    mpq_class result =
        tree.what == Operation::Times || tree.what == Operation::IntegerPower ? 1 : 0;
    switch (tree.what) {
        case Operation::Ratio:
            result = mpq_class(static_cast<long>(tree.p), static_cast<unsigned long>(tree.q));
            result.canonicalize();
            return result;
        case Operation::Name: return names[static_cast<std::size_t>(tree.p)];
        case Operation::Plus:
            for (const mpq_class& part : v) result += part;
            return result;
        case Operation::Minus: return mpq_class(v[0] - v[1]);
        case Operation::Times:
            for (const mpq_class& part : v) result *= part;
            return result;
        case Operation::Over:
            return v[1] == 0 ? std::nullopt : std::optional<mpq_class>(v[0] / v[1]);
        case Operation::Negated: return mpq_class(-v[0]);
        case Operation::IntegerPower:
            if (v[0] == 0 && tree.p < 0) return {};
            for (std::int64_t i = std::abs(tree.p); i > 0; --i) result *= v[0];
            return tree.p < 0 ? mpq_class(1 / result) : result;
        case Operation::Pi:
        case Operation::RationalPower:
        case Operation::Function: break;
    }
    return {};
}

class RandomFormula {
public:
    enum class With { Arithmetic, Functions };
    RandomFormula(std::uint64_t seed, With with)
        : random_(seed), functions_(with == With::Functions) {}

    FormulaTree next(int depth) {
        if (depth == 0 || below(8) == 0) return leaf();
        const auto number_of_parts = static_cast<int>(2 + below(3));
        switch (below(functions_ ? 13 : 8)) {
            case 0:
            case 1: return of(Operation::Plus, number_of_parts, depth);
            case 2: return of(Operation::Minus, 2, depth);
            case 3:
            case 4: return of(Operation::Times, number_of_parts, depth);
            case 5: return of(Operation::Over, 2, depth);
            case 6: return of(Operation::Negated, 1, depth);
            case 7: return of(Operation::IntegerPower, 1, depth, between(-3, 4));
            case 8: return of(Operation::RationalPower, 1, depth, between(-5, 5), between(1, 4));
            default: break;
        }
        FormulaTree tree = of(Operation::Function, 0, depth);
        tree.function = static_cast<FunctionId>(below(rattleback::functions().size()));
        for (int i = 0; i < rattleback::function(tree.function).arity; ++i)
            tree.parts.push_back(next(depth - 1));
        return tree;
    }

    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
    }

private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

    FormulaTree of(Operation what, int count, int depth, std::int64_t p = 0, std::int64_t q = 1) {
        FormulaTree tree{.what = what, .p = p, .q = q};
        for (int i = 0; i < count; ++i) tree.parts.push_back(next(depth - 1));
        return tree;
    }

    FormulaTree leaf() {
        if (functions_ && below(10) == 0) return {.what = Operation::Pi};
        if (below(2) == 0) return {.what = Operation::Name, .p = between(0, name_count - 1)};
        return {.what = Operation::Ratio, .p = between(-6, 6), .q = between(1, 4)};
    }

    std::mt19937_64 random_;
    bool functions_;
};

}  // namespace rattleback::testing
