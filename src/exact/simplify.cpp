#include "exact/simplify.hpp"

#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "exact/kernels.hpp"
#include "exact/named_kernels.hpp"
#include "exact/reading_cost.hpp"
#include "exact/trigonometry.hpp"
#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

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

using Monomial = std::vector<std::uint32_t>;  // an exponent for each generator
using Writer = Expr (*)(const Field& field, const Polynomial& p);

// p as a polynomial in chosen generators: monomial → coefficient.
template <typename Choice>
std::map<Monomial, Polynomial, std::greater<>> collected(const Field& field, const Polynomial& p,
                                                         const Choice& is_chosen) {
    std::map<Monomial, Polynomial, std::greater<>> groups;
    for (std::size_t t = 0; t < p.terms(); ++t) {
        const auto term = p.term(t);
        Monomial key(field.size());
        Polynomial rest(field.ring(), term.coefficient);
        for (std::size_t i = 0; i < field.size(); ++i) {
            if (is_chosen(i))
                key[i] = term.exponents[i];
            else if (term.exponents[i] != 0)
                rest = rest * power(Polynomial::variable(field.ring(), i), term.exponents[i]);
        }
        const auto place = groups.try_emplace(key, Polynomial(field.ring())).first;
        place->second = place->second + rest;
    }
    return groups;
}

bool is_velocity(const Field& field, std::size_t i) { return field.meaning(i).order() > 0; }

bool has_velocities(const Field& field, const Polynomial& p) {
    for (std::size_t i = 0; i < field.size(); ++i)
        if (is_velocity(field, i) && p.uses(i)) return true;
    return false;
}

// Σ (monomial in symbols with primes)·(factored coefficient).
Expr collected_by_velocities(const Field& field, const Polynomial& p) {
    SumBuilder sum;
    const auto groups = collected(field, p, [&](std::size_t i) { return is_velocity(field, i); });
    for (const auto& [key, coefficient] : groups) {
        ProductBuilder monomial;
        for (std::size_t i = 0; i < key.size(); ++i) monomial.multiply(field.meaning(i), key[i]);
        monomial.multiply(factored(field, coefficient));
        sum.add(monomial.build());
    }
    return sum.build();
}

// p/divisor as Σ (one exponential)·(coefficient), where the divisor is a product of exponentials.
Expr collected_by_exponentials(const Field& field, const Polynomial& p, const Polynomial& divisor,
                               Writer write) {
    SumBuilder sum;
    const auto is_exponential = [&](std::size_t i) { return field.is_exponential_at(i); };
    for (const auto& [key, coefficient] : collected(field, p, is_exponential)) {
        Polynomial product(field.ring(), 1);
        for (std::size_t i = 0; i < key.size(); ++i)
            if (key[i] != 0)
                product = product * power(Polynomial::variable(field.ring(), i), key[i]);
        sum.add(field.expression(product, divisor) * write(field, coefficient));
    }
    return sum.build();
}

Expr expanded(const Field& field, const Polynomial& p) { return field.expression(p); }

class Candidates {
public:
    Candidates(const Expr& input, const NamedKernels& names)
        : names_(names), best_(input), cost_(reading_cost(input)) {}

    void offer(const Expr& e) {
        if (!offered_.insert(e).second) return;
        const Expr written = names_.written(with_powers(e));
        const Expr tangents = with_tangents(written);
        for (const Expr& form : {written, tangents}) {
            if (form == best_) continue;
            const double cost = reading_cost(form);
            if (cost >= cost_) continue;
            best_ = form;
            cost_ = cost;
        }
    }

    // Every way of writing one fraction. Exponentials that would overflow apart are kept together.
    void offer(const Field& field, const Fraction& f) {
        const Polynomial num = with_fewest_terms(field, f.num),
                         den = with_fewest_terms(field, f.den);
        offer(field.expression(Fraction{num, den}));
        const Polynomial common = field.common_exponential(den);
        const Expr below = factored(field, divide_exactly(den, common));
        const bool together = field.splits_exponents() || !common.is_one();
        for (const Writer write : {factored, collected_by_velocities, expanded}) {
            if (write == collected_by_velocities && !has_velocities(field, num)) continue;
            offer((together ? collected_by_exponentials(field, num, common, write)
                            : write(field, num)) /
                  below);
        }
    }

    const Expr& best() const { return best_; }

private:
    const NamedKernels& names_;
    std::unordered_set<Expr> offered_;
    Expr best_;
    double cost_;
};

bool have_same_generators(const Field& a, const Field& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a.meaning(i) != b.meaning(i)) return false;
    return true;
}

Expr simplified(const Expr& e, const SimplifyOptions& options) {
    const NamedKernels names({&e, 1}, options.limits);
    Candidates candidates(e, names);
    const auto offer_forms = [&](const Field& field, const Expr& atomic) {
        const Fraction f = field.fraction(atomic);
        candidates.offer(field, f);
        const Fraction rational = field.rationalize_regularly(f);
        if (rational.num != f.num || rational.den != f.den) candidates.offer(field, rational);
        return with_compound_angles(field, f);
    };
    const auto field_of = [&](const Expr& form, Angles angles) {
        return Field({&form, 1}, {.limits = options.limits, .angles = angles});
    };
    try {
        const Expr atomic = with_atomic_kernels(names.expressions().front(), options.limits);
        candidates.offer(atomic);
        const Field as_written = field_of(atomic, Angles::AsWritten);
        Expr compound = offer_forms(as_written, atomic);
        const Field split = field_of(atomic, Angles::Expanded);
        if (!have_same_generators(as_written, split)) compound = offer_forms(split, atomic);
        candidates.offer(compound);
        if (compound != atomic) offer_forms(field_of(compound, Angles::AsWritten), compound);
    } catch (const TooLarge&) {  // what was found within the limits is as good as it gets
    } catch (const NumericalError&) {
    }
    return candidates.best();
}

// What was simplified lately, and with which limits: every formulation of a system simplifies the
// same velocities and coefficients again. What it keeps in memory is bounded by the nodes of questions
// and answers, which may be large.
class Memory {
public:
    const Expr* find(const Expr& e, const SimplifyOptions& options) const {
        const auto found = known_.find(question(e, options));
        return found == known_.end() ? nullptr : &found->second;
    }
    void add(const Expr& e, const SimplifyOptions& options, const Expr& simple) {
        constexpr std::size_t most_nodes = 100'000;
        const std::size_t nodes = graph_size(ExprVector{e, simple});
        if (nodes_ + nodes > most_nodes) {
            known_.clear();
            nodes_ = 0;
        }
        known_.emplace(question(e, options), simple);
        nodes_ += nodes;
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
    std::size_t nodes_ = 0;
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

ExprMatrix simplify(ExprMatrix matrix, const SimplifyOptions& options) {
    for (ExprVector& row : matrix)
        for (Expr& e : row) e = simplify(e, options);
    return matrix;
}

}  // namespace rattleback
