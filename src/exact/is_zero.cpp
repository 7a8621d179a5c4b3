#include "exact/is_zero.hpp"

#include <algorithm>

#include "exact/certify.hpp"
#include "exact/domain.hpp"
#include "exact/field.hpp"
#include "exact/kernels.hpp"
#include "exact/random_point.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/sentence_error.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr int points_before_proof = 3,
              points_after = 50;  // a proof of zero is tried after the first few
constexpr int first_bits = 128, last_bits = 1024;

// A few attempts near the origin, then some farther out and nearer, for √(x − 9) and asin(100·x).
Number scale_of_attempt(int k) {
    const Number scales[] = {1, 16, Number::ratio(1, 16), 256, Number::ratio(1, 256)};
    return scales[k / 6 % 5];
}

// Values of one expression at exact points, with concrete functions in place of unspecified ones.
class Search {
public:
    Search(const Expr& e, const ZeroTestOptions& options)
        : functions_(options.seed), concrete_(functions_.put_into(e)) {
        ExprVector all{concrete_};
        for (const Expr& part : options.parts) {
            parts_.push_back(functions_.put_into(part));
            all.push_back(parts_.back());
        }
        symbols_ = symbols_of(all);
    }

    const ExprVector& symbols() const { return symbols_; }

    // Whether the value at the point is certainly not zero; if so, the test says it.
    bool is_witness(const Point& point, ZeroTest& test) {
        Ball value = evaluate_ball(concrete_, point, first_bits);
        for (int bits = 4 * first_bits; bits <= last_bits && value.contains_zero; bits *= 4) {
            if (!value.finite && bits > 4 * first_bits) break;
            value = evaluate_ball(concrete_, point, bits);
        }
        if (!value.finite || !have_values(parts_, point)) return false;
        if (value.contains_zero) {
            ++test.points;
            test.largest = std::max(test.largest, std::abs(value.midpoint) + value.radius);
            return false;
        }
        test = {.verdict = Verdict::NonZero,
                .witness = point,
                .witness_functions = functions_.used(),
                .value = value,
                .reason = {}};
        return true;
    }

private:
    static bool have_values(const ExprVector& parts, const Point& point) {
        return std::ranges::all_of(parts, [&](const Expr& part) {
            return evaluate_ball(part, point, first_bits).finite ||
                   evaluate_ball(part, point, last_bits).finite;
        });
    }

    ConcreteFunctions functions_;
    Expr concrete_;
    ExprVector parts_;
    ExprVector symbols_;
};

// Looks for a point at which the value is certainly not zero, until it was computed at `wanted`.
void look_for_witness(const Expr& e, const ZeroTestOptions& options, int wanted, ZeroTest& test) {
    Search search(e, options);
    RandomPoint random(options.seed);
    for (int k = 0; k < 10 * wanted && test.points < wanted; ++k)
        if (search.is_witness(random.point(search.symbols(), k % 2 != 0, scale_of_attempt(k)),
                              test))
            return;
}

// What random points never meet: powers of negative bases have values at whole exponents only,
// (x^p)^q and x^(p·q) differ at x = −1, p = 2, q = 1/2; and (sign x)² is 1 but at x = 0.
void look_at_small_numbers(const Expr& e, const ZeroTestOptions& options, ZeroTest& test) {
    constexpr int attempts = 500;
    const Graph graph(e);
    bool has_powers = false, has_signs = false;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        has_powers |= is_general_power(node);
        has_signs |= is_call(node, FunctionId::Sign);
    }
    Search search(e, options);
    RandomPoint random(options.seed);
    for (int k = 0; (has_powers || has_signs) && k < attempts; ++k)
        if (search.is_witness(random.small_numbers(search.symbols(), has_signs), test)) return;
}

bool has_floating_constants(const Expr& e) {
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        const bool has_number = node.is_number() || node.kind() == Kind::Sum;
        if (has_number && !node.number().is_exact()) return true;
        if (!std::ranges::all_of(node.coefficients(), &Number::is_exact)) return true;
    }
    return false;
}

// What no proof decided; the reason for that stays when there is no certificate either.
void look_in_prime_fields(const Expr& e, std::uint64_t seed, ZeroTest& test) {
    const Certificate found = certify_zero({&e, 1}, seed);
    if (!found.vanishes()) return;
    test.verdict = Verdict::Certified;
    test.log_probability = found.log_probability;
    test.reason = {};
}

}  // namespace

ZeroTest is_zero(const Expr& e, const ZeroTestOptions& options) {
    ZeroTest test;
    if (e.is_zero()) {
        test.verdict = Verdict::Zero;
        return test;
    }
    try {
        look_for_witness(e, options, points_before_proof, test);
        if (test.proved_nonzero()) return test;
        const Expr atomic =
            with_atomic_kernels(where_parts_have_values(e, options.parts), options.limits);
        const Field field({&atomic, 1}, {.limits = options.limits});
        if (field.fraction(atomic).is_zero()) {
            // Products of floating constants were rounded on the way; then values must agree too.
            if (test.points > 0 || !has_floating_constants(e))
                test.verdict = Verdict::Zero;
            else
                test.reason =
                    "it has floating constants, and no point was found where it has a value";
            return test;
        }
        test.reason =
            "it is not zero by the rules of algebra used here, yet no point was found where it "
            "differs "
            "from zero";
        ZeroTestOptions further = options;
        ++further.seed;
        look_for_witness(e, further, points_before_proof + points_after, test);
        if (!test.proved_nonzero()) look_at_small_numbers(e, options, test);
        if (test.verdict == Verdict::Unknown && test.points == 0)
            test.reason = "no point was found where it has a value";
    } catch (const TooLarge& error) {
        test.reason = said_by(error);
    } catch (const NumericalError& error) {
        test.reason = "it has no value: " + said_by(error);
    }
    if (options.certify && test.verdict == Verdict::Unknown && test.points > 0)
        look_in_prime_fields(e, options.seed, test);
    return test;
}

ZeroTest are_equal(const Expr& a, const Expr& b, const ZeroTestOptions& options) {
    return is_zero(a - b, options);
}

}  // namespace rattleback
