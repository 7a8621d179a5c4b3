#include "geometry/one_sided.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <utility>

#include "exact/factor.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"
#include "expr/substitute.hpp"
#include "geometry/range.hpp"
#include "model/decisions.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// |u| = s u. The arguments of later ones have the sides of earlier ones.
struct Kink {
    Expr argument, side;
};

using Sides = std::vector<int>;

// A formula with its kinks taken out.
class Unfolded {
public:
    Unfolded(const Expr& e, const ExprVector& variables) : variables_(variables) {
        const Graph graph(e);
        std::vector<Expr> now(graph.size());
        for (std::size_t i = 0; i < graph.size(); ++i) {
            std::vector<Expr> args;
            for (const auto child : graph.children(i)) args.push_back(now[child]);
            now[i] = unfolded(graph.node(i), args);
        }
        formula_ = now[graph.roots()[0]];
    }

    const std::vector<Kink>& kinks() const { return kinks_; }

    Expr with_sides(const Sides& sides) const { return put_in(formula_, sides); }
    Expr argument(std::size_t k, const Sides& sides) const {
        return put_in(kinks_[k].argument, sides);
    }

private:
    Expr put_in(const Expr& e, const Sides& sides) const {
        std::vector<Replacement> values;
        for (std::size_t k = 0; k < kinks_.size(); ++k)
            if (sides[k] != 0) values.emplace_back(kinks_[k].side, sides[k]);
        return substitute(e, values);
    }

    Expr unfolded(const Expr& node, const std::vector<Expr>& args) {
        if (args.empty()) return node;
        if (is_call(node, FunctionId::Abs)) return side_of(args[0]) * args[0];
        if (is_call(node, FunctionId::Sign)) return side_of(args[0]);
        if (is_call(node, FunctionId::Sqrt))
            if (const auto root = root_of_square(args[0])) return side_of(*root) * *root;
        return with_children(node, args);
    }

    std::optional<Expr> root_of_square(const Expr& u) const {
        if (!depends_on_any(u, variables_)) return {};
        try {
            const Factorization found = factor(u, variables_, interactive_limits);
            if (!found.unit.is_number() || found.unit.number().sign() <= 0) return {};
            Expr root = sqrt(found.unit);
            for (const auto& [f, power] : found.factors) {
                if (power % 2 != 0) return {};
                root *= pow(f, power / 2);
            }
            return root;
        } catch (const TooLarge&) {
            return {};
        }
    }

    Expr side_of(const Expr& u) {
        if (!depends_on_any(u, variables_)) return sign(u);
        for (const Kink& k : kinks_)
            if (k.argument == u) return k.side;
        // A name that no formula can have.
        kinks_.push_back({u, symbol("side " + std::to_string(kinks_.size() + 1))});
        return kinks_.back().side;
    }

    const ExprVector& variables_;
    std::vector<Kink> kinks_;
    Expr formula_;
};

// The sides that there are, region by region: along one axis after the other, to one of the pieces into
// which the kinks divide it.
class Walk {
public:
    Walk(const Unfolded& of, const ExprVector& variables) : of_(of) {
        for (const Expr& x : variables) {
            at_[x] = number_(random_);
            const auto depends = [&](const Kink& k) { return depends_on(k.argument, x); };
            if (std::ranges::any_of(of.kinks(), depends)) axes_.push_back(x);
        }
    }

    std::set<Sides> regions() {
        constexpr std::size_t rounds = 8;
        for (std::size_t round = 0; round < rounds * axes_.size(); ++round)
            go_along(axes_[round % axes_.size()]);
        return std::move(found_);
    }

private:
    void go_along(const Expr& axis) {
        const std::vector<double> ends = ends_of_pieces(axis);
        std::vector<double> pieces;  // of several with the same sides the one next to zero
        Sides before;
        for (std::size_t i = 1; i < ends.size(); ++i) {
            const double middle = ends[i - 1] + (ends[i] - ends[i - 1]) / 2;
            const Sides sides = sides_at(axis, middle);
            found_.insert(sides);
            if (pieces.empty() || sides != before)
                pieces.push_back(middle);
            else if (std::abs(middle) < std::abs(pieces.back()))
                pieces.back() = middle;
            before = sides;
        }
        if (pieces.empty()) return;
        std::uniform_int_distribution<std::size_t> any(0, pieces.size() - 1);
        at_[axis] = pieces[any(random_)];
    }

    // A scale from the smallest units to the largest, and the kinks within it.
    std::vector<double> ends_of_pieces(const Expr& axis) {
        std::vector<double> ends{0};
        for (int power = -36; power <= 36; power += 3)
            for (const double sign : {-1.0, 1.0}) ends.push_back(sign * std::pow(10.0, power));
        std::ranges::sort(ends);
        const std::vector<double> scale = ends;
        for (std::size_t i = 1; i < scale.size(); ++i) {
            const Sides left = sides_at(axis, scale[i - 1]), right = sides_at(axis, scale[i]);
            for (std::size_t k = 0; k < left.size(); ++k)
                if (left[k] * right[k] < 0)
                    ends.push_back(kink_between(axis, k, scale[i - 1], scale[i]));
        }
        std::ranges::sort(ends);
        return ends;
    }

    double kink_between(const Expr& axis, std::size_t k, double from, double to) {
        constexpr int halvings = 60;
        const int side = sides_at(axis, from)[k];
        for (int i = 0; i < halvings; ++i) {
            const double middle = from + (to - from) / 2;
            (sides_at(axis, middle)[k] == side ? from : to) = middle;
        }
        return from;
    }

    // Zero on a kink, and where an argument has no value.
    Sides sides_at(const Expr& axis, double x) {
        at_[axis] = x;
        Sides sides;
        for (const Kink& k : of_.kinks()) {
            const double u = evaluate(k.argument, at_);
            sides.push_back(u > 0 ? 1 : u < 0 ? -1 : 0);
            at_[k.side] = sides.back();
        }
        return sides;
    }

    const Unfolded& of_;
    std::mt19937_64 random_{7};
    std::uniform_real_distribution<double> number_{-2, 2};
    ExprVector axes_;
    Values at_;
    std::set<Sides> found_;
};

// u < 0 or u > 0, with what is a number on the right.
Sentence on_side(Expr u, int side) {
    Expr right = 0;
    if (u.kind() == Kind::Sum) {
        if (u.coefficients()[0].sign() < 0) u = -u, side = -side;
        if (u.kind() == Kind::Sum) {
            right = -Expr(u.number());
            u = u + right;
        }
    }
    return SentencePart{.sides = {u, right}, .signs = {side < 0 ? "<" : ">"}};
}

// Of the sides, those on which it depends that the formula is zero.
Sentence where(const Unfolded& of, Sides sides) {
    Sentences conditions;
    for (std::size_t k = of.kinks().size(); k-- > 0;) {
        const Expr u = of.argument(k, sides);
        const int side = std::exchange(sides[k], 0);
        const bool is_open = vanishes(of.with_sides(sides)) == Answer::Yes;
        if (is_open) continue;
        sides[k] = side;
        if (!range_of(u, {}).nonzero) conditions.insert(conditions.begin(), on_side(u, side));
    }
    return conditions.empty() ? Sentence("everywhere") : "wherever " + listed(conditions);
}

// And not a place on a kink: an argument without a side is zero throughout, as |x'| − x' where x' > 0.
bool is_region(const Unfolded& of, const Sides& sides) {
    for (std::size_t k = 0; k < sides.size(); ++k)
        if (sides[k] == 0 && vanishes(of.argument(k, sides)) != Answer::Yes) return false;
    return true;
}

bool may_have_kinks(const Expr& e) {
    const Graph graph(e);
    for (std::size_t i = 0; i < graph.size(); ++i)
        for (const FunctionId f : {FunctionId::Abs, FunctionId::Sign, FunctionId::Sqrt})
            if (is_call(graph.node(i), f)) return true;
    return false;
}

std::optional<Sentence> found_region(const System& system, const Constraint& c) {
    ExprVector variables{system.t};
    for (const ExprVector* more : {&system.q, &system.v, &system.a})
        variables.insert(variables.end(), more->begin(), more->end());
    try {
        const Expr e = substitute(c.expression, parameter_values(system));
        const Unfolded unfolded(e, variables);
        if (unfolded.kinks().empty()) return {};
        for (const Sides& sides : Walk(unfolded, variables).regions())
            if (is_region(unfolded, sides) && vanishes(unfolded.with_sides(sides)) == Answer::Yes)
                return where(unfolded, sides);
    } catch (const NumericalError&) {  // a function that is left open has no numbers
    } catch (const TooLarge&) {
    }
    return {};
}

}  // namespace

std::optional<Sentence> region_without_restriction(const System& system, const Constraint& c) {
    if (!may_have_kinks(c.expression)) return {};
    return decided(system, [c](const System& s) { return found_region(s, c); });
}

}  // namespace rattleback
