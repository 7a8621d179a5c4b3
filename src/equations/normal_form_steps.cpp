#include "equations/normal_form_steps.hpp"

#include <utility>

#include "expr/occurrence.hpp"
#include "expr/quadratic_form.hpp"
#include "expr/substitute.hpp"
#include "geometry/bordered_inverse.hpp"

namespace rattleback {
namespace {

// A function of q, and a quadratic form in v.
struct Split {
    ExprVector at_rest, quadratic;
};

std::optional<Split> split(const ExprVector& entries, const ExprVector& v) {
    std::vector<Replacement> rest;
    for (const Expr& e : v) rest.emplace_back(e, 0);
    Split result{substitute(entries, rest), {}};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        result.quadratic.push_back(entries[i] - result.at_rest[i]);
        if (!quadratic_form(result.quadratic.back(), v)) return {};
    }
    return result;
}

// K⁻¹ · entries, cut into accelerations and multipliers.
std::pair<ExprMatrix, ExprMatrix> solved(const BorderedInverse& k, const ExprVector& entries) {
    const ExprVector all = product(k.inverse, entries);
    const auto middle = all.end() - static_cast<std::ptrdiff_t>(k.c.size());
    return {column({all.begin(), middle}), column({middle, all.end()})};
}

void show_split(const BorderedInverse& k, const Split& right, std::vector<Step>& steps) {
    const auto [f, h] = solved(k, right.at_rest);
    const auto [g_vv, k_vv] = solved(k, right.quadratic);
    steps.push_back({"f(q)", "accelerations at rest: a = f(q) + g(q)[v, v] (2.9)", f});
    steps.push_back({"g(q)[v,v]", "what velocities add to them", g_vv});
    steps.push_back({"h(q)", "multipliers at rest: μ = h(q) + k(q)[v, v] (2.9)", h});
    steps.push_back({"k(q)[v,v]", "what velocities add to them", k_vv});
}

}  // namespace

std::vector<Step> normal_form_steps(const CoreSystem& core, const ExprVector& v, const Expr& t) {
    const auto k = bordered_inverse(core.mass, core.a, core.n);
    if (!k) return {};
    std::vector<Step> steps{
        {"C", "A M⁻¹ Nᵀ, regular where the motion is determined", k->c},
        {"K⁻¹", "inverse (2.6), (4.5) of the bordered matrix: (a, μ) = K⁻¹ (f, β)", k->inverse}};
    ExprVector right = core.force;
    right.insert(right.end(), core.beta.begin(), core.beta.end());
    if (!is_free_of(k->inverse, v) || !is_free_of({right}, {t})) return steps;
    if (const auto parts = split(right, v)) show_split(*k, *parts, steps);
    return steps;
}

}  // namespace rattleback
