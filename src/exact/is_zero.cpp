#include "exact/is_zero.hpp"

#include <algorithm>
#include <random>

#include "base/errors.hpp"
#include "exact/field.hpp"
#include "exact/kernels.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

constexpr int points_before_proof = 3, points_after = 50;  // a proof of zero is tried after the first few
constexpr int first_bits = 128, last_bits = 1024;

class RandomPoint {
public:
    explicit RandomPoint(std::uint64_t seed) : random_(seed) {}

    // Numbers between −2 and 2, or positive ones for the domains of roots and logarithms.
    Number number(bool positive) {
        const auto n = std::uniform_int_distribution<std::int64_t>(1, 2 * denominator - 1)(random_);
        const bool negative = !positive && std::uniform_int_distribution<int>(0, 1)(random_) != 0;
        return Number::ratio(negative ? -n : n, denominator);
    }

    Point point(std::span<const Expr> symbols, bool positive) {
        Point result;
        for (const Expr& s : symbols) result.emplace(s, number(positive));
        return result;
    }

private:
    static constexpr std::int64_t denominator = 1009;
    std::mt19937_64 random_;
};

// A concrete function in place of an unspecified one: Σⱼ cⱼ·exp(Σᵢ aᵢⱼ·uᵢ), whose derivatives are
// as independent of each other as those of a function about which nothing is known.
class ConcreteFunctions {
public:
    explicit ConcreteFunctions(std::uint64_t seed) : random_(seed) {}

    Expr put_into(const Expr& e) {
        const Graph graph(e);
        ExprVector result(graph.size()), args;
        for (std::size_t i = 0; i < graph.size(); ++i) {
            args.clear();
            for (const auto child : graph.children(i)) args.push_back(result[child]);
            const Expr& node = graph.node(i);
            result[i] = node.kind() == Kind::Unspecified ? concrete(node, args) : with_children(node, args);
            if (node.kind() == Kind::Unspecified) used_.emplace_back(node, result[i]);
        }
        return result.back();
    }

    std::vector<std::pair<Expr, Expr>> used() const { return used_; }

private:
    struct Wave {
        Number amplitude;
        std::vector<Number> rates;
    };

    Expr concrete(const Expr& node, std::span<const Expr> args) {
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

    RandomPoint random_;
    std::unordered_map<std::string, std::vector<Wave>> waves_;
    std::vector<std::pair<Expr, Expr>> used_;
};

// Looks for a point at which the value is certainly not zero, until it was computed at `wanted`.
void look_for_witness(const Expr& e, std::uint64_t seed, int wanted, ZeroTest& test) {
    ConcreteFunctions functions(seed);
    const Expr concrete = functions.put_into(e);
    const auto symbols = symbols_of(concrete);
    RandomPoint random(seed);
    for (int k = 0; k < 10 * wanted && test.points < wanted; ++k) {
        const Point point = random.point(symbols, k % 2 != 0);
        Ball value = evaluate_ball(concrete, point, first_bits);
        for (int bits = 4 * first_bits; bits <= last_bits && value.contains_zero; bits *= 4) {
            if (!value.finite && bits > 4 * first_bits) break;
            value = evaluate_ball(concrete, point, bits);
        }
        if (!value.finite) continue;
        if (!value.contains_zero) {
            test = {.verdict = Verdict::NonZero,
                    .witness = point,
                    .witness_functions = functions.used(),
                    .value = value,
                    .reason = {}};
            return;
        }
        ++test.points;
        test.largest = std::max(test.largest, std::abs(value.midpoint) + value.radius);
    }
}

}  // namespace

ZeroTest is_zero(const Expr& e, const ZeroTestOptions& options) {
    ZeroTest test;
    if (e.is_zero()) {
        test.verdict = Verdict::Zero;
        return test;
    }
    try {
        look_for_witness(e, options.seed, points_before_proof, test);
        if (test.proved_nonzero()) return test;
        const Expr atomic = with_atomic_kernels(e, options.limits);
        const Field field({&atomic, 1}, {.limits = options.limits});
        if (field.fraction(atomic).is_zero()) {
            test.verdict = Verdict::Zero;
            return test;
        }
        test.reason = "it is not zero by the rules of algebra used here, yet no point was found where it differs "
                      "from zero";
        look_for_witness(e, options.seed + 1, points_before_proof + points_after, test);
    } catch (const TooLarge& error) {
        test.reason = error.what();
    } catch (const NumericalError& error) {
        test.reason = std::string("it has no value: ") + error.what();
    }
    return test;
}

ZeroTest are_equal(const Expr& a, const Expr& b, const ZeroTestOptions& options) { return is_zero(a - b, options); }

}  // namespace rattleback
