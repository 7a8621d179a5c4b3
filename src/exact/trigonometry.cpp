#include "exact/trigonometry.hpp"

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/rebuild.hpp"

namespace rattleback {
namespace {

// sin²b → 1 − cos²b for one angle.
Polynomial in_cosines(const Field& field, const Polynomial& p, const Field::Angle& angle) {
    const Polynomial c = Polynomial::variable(field.ring(), angle.cosine);
    const Polynomial s = Polynomial::variable(field.ring(), angle.sine);
    const Polynomial sine_squared = Polynomial(field.ring(), 1) - c * c;
    Polynomial sum(field.ring());
    for (const auto& [k, coefficient] : p.by_powers(angle.sine)) {
        const Polynomial part = coefficient * power(sine_squared, k / 2);
        sum = sum + (k % 2 != 0 ? part * s : part);
    }
    return sum;
}

// Products of sines and cosines as sums over compound angles: cos a cos b + sin a sin b = cos(a − b).
class CompoundAngles {
public:
    CompoundAngles(const Field& field, const Polynomial& divisor)
        : field_(field), divisor_(divisor) {}

    Expr write(const Polynomial& p) const {
        SumBuilder sum;
        for (std::size_t t = 0; t < p.terms(); ++t) {
            field_.ring().check(static_cast<double>(p.terms()), steps_of_term);
            add_term(sum, p.term(t));
        }
        return sum.build();
    }

private:
    struct Wave {  // amplitude·sin(angle) or amplitude·cos(angle)
        Number amplitude;
        Expr angle;
        bool is_sine;
    };

    // 2 cos A cos b = cos(A−b) + cos(A+b),  2 sin A sin b = cos(A−b) − cos(A+b),
    // 2 sin A cos b = sin(A+b) + sin(A−b),  2 cos A sin b = sin(A+b) − sin(A−b).
    static std::vector<Wave> times(const std::vector<Wave>& waves, const Expr& b, bool by_sine) {
        std::vector<Wave> result;
        for (const Wave& w : waves) {
            const Number half = w.amplitude / Number(2);
            const bool is_sine = w.is_sine != by_sine;
            result.push_back({w.is_sine && by_sine ? -half : half, w.angle + b, is_sine});
            result.push_back({!w.is_sine && by_sine ? -half : half, w.angle - b, is_sine});
        }
        return result;
    }

    void add_term(SumBuilder& sum, const Polynomial::Term& term) const {
        std::vector<Wave> waves{{term.coefficient, 0, false}};
        auto rest = term.exponents;
        std::uint32_t degree = 0;
        for (const auto& angle : field_.angles()) degree += rest[angle.sine] + rest[angle.cosine];
        if (degree > largest_degree) throw TooLarge();
        for (const auto& angle : field_.angles()) {
            const Expr b = angle.base();
            for (; rest[angle.sine] > 0; --rest[angle.sine]) waves = times(waves, b, true);
            for (; rest[angle.cosine] > 0; --rest[angle.cosine]) waves = times(waves, b, false);
        }
        Polynomial factor(field_.ring(), 1);
        for (std::size_t i = 0; i < rest.size(); ++i)
            if (rest[i] != 0)
                factor = factor * power(Polynomial::variable(field_.ring(), i), rest[i]);
        const Expr amplitude = field_.expression(factor, divisor_);
        for (const Wave& w : waves)
            sum.add(w.amplitude, amplitude * (w.is_sine ? sin(w.angle) : cos(w.angle)));
    }

    static constexpr double steps_of_term = 5'000;
    static constexpr std::uint32_t largest_degree = 6;  // 2^6 waves a term; more are never shorter
    const Field& field_;
    const Polynomial& divisor_;  // a product of exponentials
};

}  // namespace

Polynomial with_fewest_terms(const Field& field, Polynomial p) {
    for (const auto& angle : field.angles()) {
        if (p.degree(angle.sine) < 2) continue;
        Polynomial other = in_cosines(field, p, angle);
        if (other.terms() < p.terms()) p = std::move(other);
    }
    return p;
}

Expr with_compound_angles(const Field& field, const Fraction& f) {
    const Polynomial one(field.ring(), 1), common = field.common_exponential(f.den);
    return CompoundAngles(field, common).write(f.num) /
           CompoundAngles(field, one).write(divide_exactly(f.den, common));
}

Expr with_tangents(const Expr& e) {
    return rebuilt(e, [](const Expr& node, std::span<const Expr> args) {
        const Expr product = with_children(node, args);
        Expr result = product;
        if (product.kind() != Kind::Product) return result;
        for (std::size_t k = 0; k < product.args().size(); ++k) {
            const Expr& cosine = product.args()[k];
            const auto below = -product.exponents()[k];
            if (below <= 0 || cosine.kind() != Kind::Call || cosine.function() != FunctionId::Cos)
                continue;
            const Expr sine = sin(cosine.args()[0]);
            for (std::size_t j = 0; j < product.args().size(); ++j)
                if (product.args()[j] == sine && product.exponents()[j] > 0) {
                    const auto n = std::min(below, product.exponents()[j]);
                    result = result * pow(cosine / sine, n) * pow(tan(cosine.args()[0]), n);
                }
        }
        return result;
    });
}

}  // namespace rattleback
