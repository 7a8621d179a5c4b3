#include "exact/simplify.hpp"

#include <map>
#include <tuple>
#include <unordered_map>

#include "base/errors.hpp"
#include "exact/kernels.hpp"
#include "exact/reading_cost.hpp"
#include "exact/trigonometry.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

Expr factored(const Field& field, const Polynomial& p) {
    const auto [content, factors] = with_fewest_terms(field, p).factor();
    ProductBuilder product;
    product.multiply(content);
    for (const auto& [factor, multiplicity] : factors)
        product.multiply(field.expression(with_fewest_terms(field, field.reduce(factor))),
                         static_cast<std::int64_t>(multiplicity));
    return product.build();
}

// Σ (monomial in symbols with primes)·(factored coefficient).
Expr collected_by_velocities(const Field& field, const Polynomial& p) {
    std::map<std::vector<std::uint32_t>, std::vector<std::size_t>, std::greater<>> groups;
    std::vector<char> is_velocity(field.size());
    for (std::size_t i = 0; i < field.size(); ++i)
        is_velocity[i] = field.meaning(i).order() > 0 ? 1 : 0;
    std::vector<Polynomial::Term> terms;
    for (std::size_t t = 0; t < p.terms(); ++t) {
        terms.push_back(p.term(t));
        auto key = terms.back().exponents;
        for (std::size_t i = 0; i < key.size(); ++i) key[i] = is_velocity[i] != 0 ? key[i] : 0;
        groups[key].push_back(t);
    }
    SumBuilder sum;
    for (const auto& [key, members] : groups) {
        ProductBuilder monomial;
        for (std::size_t i = 0; i < key.size(); ++i) monomial.multiply(field.meaning(i), key[i]);
        Polynomial coefficient(field.ring());
        for (const auto t : members) {
            Polynomial term(field.ring(), terms[t].coefficient);
            for (std::size_t i = 0; i < key.size(); ++i)
                if (is_velocity[i] == 0 && terms[t].exponents[i] != 0)
                    term =
                        term * power(Polynomial::variable(field.ring(), i), terms[t].exponents[i]);
            coefficient = coefficient + term;
        }
        monomial.multiply(factored(field, coefficient));
        sum.add(monomial.build());
    }
    return sum.build();
}

class Candidates {
public:
    explicit Candidates(const Expr& input) : best_(input), cost_(reading_cost(input)) {}

    void offer(const Expr& e) {
        const Expr written = with_powers(e);
        for (const Expr& form : {written, with_tangents(written)}) {
            const double cost = reading_cost(form);
            if (cost >= cost_) continue;
            best_ = form;
            cost_ = cost;
        }
    }

    // Every way of writing one fraction.
    void offer(const Field& field, const Fraction& f) {
        const Polynomial num = with_fewest_terms(field, f.num),
                         den = with_fewest_terms(field, f.den);
        const Expr expanded = field.expression(Fraction{num, den});
        offer(expanded);
        const Expr below = factored(field, den);
        offer(factored(field, num) / below);
        offer(collected_by_velocities(field, num) / below);
        offer(field.expression(num) / below);
    }

    const Expr& best() const { return best_; }

private:
    Expr best_;
    double cost_;
};

Expr simplified(const Expr& e, const SimplifyOptions& options) {
    Candidates candidates(e);
    const auto offer_forms = [&](const Expr& atomic, Angles angles) {
        const Field field({&atomic, 1}, {.limits = options.limits, .angles = angles});
        const Fraction f = field.fraction(atomic);
        candidates.offer(field, f);
        candidates.offer(field, field.rationalize(f));
        return with_compound_angles(field, f.num) / with_compound_angles(field, f.den);
    };
    try {
        const Expr atomic = with_atomic_kernels(e, options.limits);
        candidates.offer(atomic);
        offer_forms(atomic, Angles::AsWritten);
        const Expr compound = offer_forms(atomic, Angles::Expanded);
        candidates.offer(compound);
        offer_forms(compound, Angles::AsWritten);
    } catch (const TooLarge&) {  // what was found within the limits is as good as it gets
    } catch (const NumericalError&) {
    }
    return candidates.best();
}

// What was simplified lately, and with which limits: every formulation of a system simplifies the
// same velocities and coefficients again.
class Memory {
public:
    const Expr* find(const Expr& e, const SimplifyOptions& options) const {
        const auto found = known_.find(question(e, options));
        return found == known_.end() ? nullptr : &found->second;
    }
    void add(const Expr& e, const SimplifyOptions& options, const Expr& simple) {
        constexpr std::size_t most = 4'000;
        if (known_.size() >= most) known_.clear();
        known_.emplace(question(e, options), simple);
    }

private:
    using Question = std::tuple<Expr, std::size_t, std::uint64_t>;
    struct Hash {
        std::size_t operator()(const Question& q) const {
            return std::hash<Expr>()(std::get<0>(q));
        }
    };
    // Beyond the largest graph nothing is asked.
    static Question question(const Expr& e, const SimplifyOptions& options) {
        return {e, options.limits.terms, options.limits.work};
    }
    std::unordered_map<Question, Expr, Hash> known_;
};

}  // namespace

Expr simplify(const Expr& e, const SimplifyOptions& options) {
    if (e.args().empty() || graph_size({&e, 1}) > options.largest_graph) return e;
    thread_local Memory memory;
    if (const Expr* known = memory.find(e, options)) return *known;
    Expr simple = simplified(e, options);
    memory.add(e, options, simple);
    return simple;
}

}  // namespace rattleback
