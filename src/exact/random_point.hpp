// Random exact points, and concrete functions in place of unspecified ones.
//
// What holds at one exact point with rigorous bounds (a value that is not zero, a rank) is a proof
// about the generic case. The same seed gives the same points in every run.
#pragma once

#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exact/ball.hpp"

namespace rattleback {

class RandomPoint {
public:
    explicit RandomPoint(std::uint64_t seed) : random_(seed) {}

    // Numbers between −2 and 2, or positive ones for the domains of roots and logarithms.
    Number number(bool positive);
    Point point(std::span<const Expr> symbols, bool positive, const Number& scale = 1);
    // Whole numbers and halves of either sign, none above 3; zero where it is asked for.
    Point small_numbers(std::span<const Expr> symbols, bool with_zero);

private:
    std::mt19937_64 random_;
};

// In place of A(u, v): Σⱼ cⱼ·exp(Σᵢ aᵢⱼ·uᵢ), whose derivatives are as independent of each other as
// those of a function about which nothing is known.
class ConcreteFunctions {
public:
    explicit ConcreteFunctions(std::uint64_t seed) : random_(seed) {}

    Expr put_into(const Expr& e);
    const std::vector<std::pair<Expr, Expr>>& used() const {
        return used_;
    }  // application → concrete

private:
    struct Wave {
        Number amplitude;
        std::vector<Number> rates;
    };
    Expr concrete(const Expr& node, std::span<const Expr> args);

    RandomPoint random_;
    std::unordered_map<std::string, std::vector<Wave>> waves_;
    std::vector<std::pair<Expr, Expr>> used_;
};

}  // namespace rattleback
