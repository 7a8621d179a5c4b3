// Random expressions for tests of laws: parse(to_text(e)) == e, (f·g)' = f'·g + f·g', …
//
// The same seed gives the same expressions in every run. Options say which kinds occur; a draw
// that has no value (1/0, log of a negative number) is thrown away and drawn again.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "expr/expr.hpp"
#include "expr/functions.hpp"
#include "rattleback/errors.hpp"

namespace rattleback::testing {

struct RandomOptions {
    int depth = 5;  // of operations
    std::vector<std::string> names = {"x", "y", "m1", "phi"};
    int largest_order = 2;    // primes
    bool rationals = true;    // 3/7 beside 3
    bool big_numbers = true;  // beyond 64 bits
    bool floating = false;    // float(0.1)
    bool division = true;     // negative exponents
    bool powers = true;       // x^y, x^(2/3)
    bool unspecified = true;  // A(x, y) and its partial derivatives
    std::vector<FunctionId> functions = all_functions();

    static std::vector<FunctionId> all_functions() {
        std::vector<FunctionId> ids;
        for (const auto& row : rattleback::functions()) ids.push_back(row.id);
        return ids;
    }
};

class RandomExpression {
public:
    explicit RandomExpression(std::uint64_t seed, RandomOptions options = {})
        : random_(seed), options_(std::move(options)) {}

    Expr next() { return next(options_.depth); }

    Number number() {
        if (options_.floating && chance(8))
            return Number::floating(static_cast<double>(between(-999, 999)) / 64);
        Number value = between(-12, 12);
        if (options_.big_numbers && chance(16))
            value = power(Number(between(2, 9)), between(20, 60));
        if (options_.rationals && chance(3)) value = value / Number(between(1, 12));
        return value;
    }

    Expr symbol() {
        const auto& name = options_.names[below(options_.names.size())];
        return rattleback::symbol(
            name, chance(2) ? 0 : static_cast<int>(between(0, options_.largest_order)));
    }

private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
    }
    bool chance(std::size_t one_in) { return below(one_in) == 0; }

    Expr next(int depth) {
        for (;;) {
            try {
                return draw(depth);
            } catch (const NumericalError&) {  // no value: draw again
            }
        }
    }

    Expr leaf() {
        if (chance(12)) return pi();
        return chance(3) ? Expr(number()) : symbol();
    }

    Expr draw(int depth) {
        if (depth <= 0 || chance(8)) return leaf();
        switch (below(8)) {
            case 0:
            case 1: return draw_sum(depth);
            case 2:
            case 3: return draw_product(depth);
            case 4: return pow(next(depth - 1), between(options_.division ? -3 : 0, 3));
            case 5: return options_.powers ? draw_power(depth) : draw_sum(depth);
            case 6: return options_.unspecified ? draw_unspecified(depth) : draw_product(depth);
            default: return options_.functions.empty() ? draw_product(depth) : draw_call(depth);
        }
    }

    Expr draw_sum(int depth) {
        SumBuilder sum;
        for (auto n = between(2, 4); n > 0; --n)
            sum.add(chance(2) ? Number(1) : number(), next(depth - 1));
        return sum.build();
    }

    Expr draw_product(int depth) {
        ProductBuilder product;
        for (auto n = between(2, 4); n > 0; --n)
            product.multiply(next(depth - 1), options_.division && chance(4) ? -1 : 1);
        return product.build();
    }

    Expr draw_power(int depth) {
        return pow(next(depth - 1), chance(2) ? Expr(number()) : next(depth - 1));
    }

    Expr draw_call(int depth) {
        const FunctionId id = options_.functions[below(options_.functions.size())];
        std::vector<Expr> args;
        for (int i = 0; i < function(id).arity; ++i) args.push_back(next(depth - 1));
        return call(id, args);
    }

    Expr draw_unspecified(int depth) {
        const bool two = chance(2);
        std::vector<Expr> args{next(depth - 1)};
        std::vector<std::int32_t> partials{
            static_cast<std::int32_t>(chance(2) ? 0 : between(0, 2))};
        if (two) {
            args.push_back(next(depth - 1));
            partials.push_back(static_cast<std::int32_t>(between(0, 1)));
        }
        return unspecified(two ? "A" : "f", args, partials);
    }

    std::mt19937_64 random_;
    RandomOptions options_;
};

}  // namespace rattleback::testing
