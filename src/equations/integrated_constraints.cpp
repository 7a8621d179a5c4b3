#include "equations/integrated_constraints.hpp"

#include <algorithm>

#include "equations/hypotheses.hpp"
#include "equations/left_side.hpp"
#include "equations/voronec_nonlinear.hpp"
#include "exact/antiderivative.hpp"
#include "exact/simplify.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/fresh_symbols.hpp"

namespace rattleback {
namespace {

struct Integrated {
    std::vector<std::optional<Expr>> f;  // one per constraint
    std::vector<Replacement> put_in;     // q_{m+r} → f^r + c_r
    ExprVector c;                        // one per constraint
};

// f with α = df/dt, of t and the independent coordinates.
std::optional<Expr> integral(const System& system, const ExplicitSystem& e, const Expr& alpha) {
    for (const Expr& q : e.q_dep)
        if (!is_free_of(alpha, q)) return {};
    ExprVector form = gradient(alpha, e.v);
    for (const Expr& slope : form)
        for (const Expr& v : e.v)
            if (!is_free_of(slope, v)) return {};
    std::vector<Replacement> rest;
    for (const Expr& v : e.v) rest.emplace_back(v, 0);
    form.push_back(substitute(alpha, rest));
    for (Expr& entry : form) entry = simplify(substitute(entry, rest));
    ExprVector x = e.q;
    x.push_back(system.t);
    return potential(form, x);
}

// One after the other, until no more is found.
Integrated integrated(const System& system, const ExplicitSystem& e) {
    Integrated result{.f = std::vector<std::optional<Expr>>(e.k()),
                      .put_in = {},
                      .c = fresh_symbols(system, "c", e.k())};
    for (bool found = true; found;) {
        found = false;
        for (std::size_t r = 0; r < e.k(); ++r) {
            if (result.f[r]) continue;
            result.f[r] = integral(system, e, substitute(e.alpha[r], result.put_in));
            if (!result.f[r]) continue;
            result.put_in.emplace_back(e.q_dep[r], *result.f[r] + result.c[r]);
            found = true;
        }
    }
    return result;
}

// The system without the coordinates that were integrated, and without forces.
ExplicitSystem reduced(const System& system, const ExplicitSystem& e, const Integrated& found) {
    ExplicitSystem result = e;
    result.dependent.clear();
    for (ExprVector* all : {&result.q_dep, &result.alpha, &result.p_dep}) all->clear();
    for (std::size_t nu = 0; nu < e.k(); ++nu) {
        if (found.f[nu]) continue;
        result.dependent.push_back(e.dependent[nu]);
        result.q_dep.push_back(e.q_dep[nu]);
        result.alpha.push_back(substitute(e.alpha[nu], found.put_in));
        result.p_dep.push_back(substitute(e.p_dep[nu], found.put_in));
    }
    result.alpha_v = jacobian(result.alpha, e.v);
    result.drift = {{system.t, 1}};
    for (std::size_t i = 0; i < e.m(); ++i) result.drift.emplace_back(e.q[i], e.v[i]);
    for (std::size_t nu = 0; nu < result.k(); ++nu)
        result.drift.emplace_back(result.q_dep[nu], result.alpha[nu]);
    result.kinetic_on = substitute(e.kinetic_on, found.put_in);
    result.force.assign(e.force.size(), 0);
    return result;
}

}  // namespace

std::vector<Step> integrated_constraints(const System& system, const ExplicitSystem& e,
                                         const Equations& voronec, const std::string& number) {
    const Integrated found = integrated(system, e);
    if (found.put_in.empty()) return {};
    std::vector<Step> steps;
    Sentences solved;
    for (std::size_t r = 0; r < e.k(); ++r) {
        if (!found.f[r]) continue;
        const std::string number_of_it = std::to_string(r + 1);
        const Sentence& integral =
            solved.emplace_back(sentence("{} = f^{} + {}", e.q_dep[r], number_of_it, found.c[r]));
        steps.push_back({StepSymbol("f").high(number_of_it),
                         sentence("the constraint on {} is integrable: {}",
                                  symbol(e.q_dep[r].name(), 1), integral),
                         {{*found.f[r]}}});
    }
    const Sentence put_in = listed(solved, ", ", ", ");
    const ExplicitSystem rest = reduced(system, e, found);
    const bool all = rest.k() == 0;
    const StepSymbol kinetic = all ? StepSymbol("T̂") : StepSymbol("T").low("r"),
                     left = all ? StepSymbol("L̂") : StepSymbol("L").low("r");
    steps.push_back({kinetic, "T* with " + put_in, {{rest.kinetic_on}}});

    Equations equations;
    set_voronec_terms(rest, equations);
    const ExprVector of_rest = left_side(rest, equations);
    steps.push_back({left,
                     all ? "Lagrange's left side d/dt ∂T̂/∂v_i − ∂T̂/∂q_i, one entry per i"
                         : "the left side of " + number + " with T_r and the other constraints",
                     column(of_rest)});
    show_difference(difference(substitute(left_side(e, voronec), found.put_in), of_rest),
                    {number + " − " + left,
                     sentence("the left side of {} with {}, less {}", number, put_in, left.text()),
                     {}},
                    steps);
    return steps;
}

}  // namespace rattleback
