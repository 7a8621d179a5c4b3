#include "exact/random_point.hpp"

#include "expr/functions.hpp"
#include "expr/rebuild.hpp"

namespace rattleback {

Number RandomPoint::number(bool positive) {
    constexpr std::int64_t denominator = 1009;
    const auto n = std::uniform_int_distribution<std::int64_t>(1, 2 * denominator - 1)(random_);
    const bool negative = !positive && std::uniform_int_distribution<int>(0, 1)(random_) != 0;
    return Number::ratio(negative ? -n : n, denominator);
}

Point RandomPoint::point(std::span<const Expr> symbols, bool positive, const Number& scale) {
    Point result;
    for (const Expr& s : symbols) result.emplace(s, scale * number(positive));
    return result;
}

Point RandomPoint::small_numbers(std::span<const Expr> symbols, bool with_zero) {
    const Number choices[] = {0, 1, 2, 3, Number::ratio(1, 2), Number::ratio(3, 2)};
    const std::size_t first = with_zero ? 0 : 1;
    Point result;
    for (const Expr& s : symbols) {
        const Number& size = choices[std::uniform_int_distribution<std::size_t>(first, 5)(random_)];
        const bool negative = std::uniform_int_distribution<int>(0, 1)(random_) != 0;
        result.emplace(s, negative ? -size : size);
    }
    return result;
}

Expr ConcreteFunctions::put_into(const Expr& e) {
    return rebuilt(e, [&](const Expr& node, std::span<const Expr> args) {
        if (node.kind() != Kind::Unspecified) return with_children(node, args);
        return used_.emplace_back(node, concrete(node, args)).second;
    });
}

Expr ConcreteFunctions::concrete(const Expr& node, std::span<const Expr> args) {
    auto& waves = waves_[std::string(node.name()) + "/" + std::to_string(args.size())];
    while (waves.size() < 3) {
        Wave wave{random_.number(false), {}};
        for (std::size_t i = 0; i < args.size(); ++i) wave.rates.push_back(random_.number(false));
        waves.push_back(std::move(wave));
    }
    SumBuilder sum;
    for (const Wave& wave : waves) {
        Number amplitude = wave.amplitude;
        SumBuilder exponent;
        for (std::size_t i = 0; i < args.size(); ++i) {
            amplitude *= power(wave.rates[i], node.partials()[i]);
            exponent.add(wave.rates[i], args[i]);
        }
        sum.add(amplitude, exp(exponent.build()));
    }
    return sum.build();
}

}  // namespace rattleback
