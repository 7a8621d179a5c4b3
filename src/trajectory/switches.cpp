#include "trajectory/switches.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "exact/factor.hpp"
#include "exact/is_zero.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"
#include "expr/substitute.hpp"
#include "geometry/range.hpp"
#include "model/input_table.hpp"
#include "rattleback/errors.hpp"
#include "trajectory/written_out.hpp"

namespace rattleback {
namespace {

bool is_positive(const Expr& e) {
    return is_call(e, FunctionId::Exp) || is_call(e, FunctionId::Cosh) ||
           is_call(e, FunctionId::Sqrt) || is_call(e, FunctionId::Abs) || e.kind() == Kind::Pi;
}

// c·t as one term.
bool is_multiple(const Expr& e) {
    return e.kind() == Kind::Sum && e.args().size() == 1 && e.number().is_zero();
}

const Expr& without_number(const Expr& e) { return is_multiple(e) ? e.args()[0] : e; }

// |u|, sign u, an angle that may have kinks, or a root from which an even power may come out.
bool is_candidate(const Expr& e) {
    const auto has_factors = [&] {
        return e.args()[0].kind() == Kind::Product || is_multiple(e.args()[0]);
    };
    if (e.kind() == Kind::Power) return has_factors();
    if (e.kind() != Kind::Call) return false;
    switch (e.function()) {
        case FunctionId::Sqrt: return has_factors();
        case FunctionId::Abs:
        case FunctionId::Sign:
        case FunctionId::Acos:
        case FunctionId::Asin:
        case FunctionId::Atan2: return true;
        case FunctionId::Atan: return is_call(without_number(e.args()[0]), FunctionId::Tan);
        case FunctionId::Cos:
        case FunctionId::Cosh:
        case FunctionId::Erf:
        case FunctionId::Exp:
        case FunctionId::Log:
        case FunctionId::Sin:
        case FunctionId::Sinh:
        case FunctionId::Tan:
        case FunctionId::Tanh: return false;
    }
    return false;
}

class Rewriting {
public:
    explicit Rewriting(const System& system) : system_(system), known_(lasting_parameters(system)) {
        for (const ExprVector* symbols : {&system.q, &system.v})
            variables_.insert(variables_.end(), symbols->begin(), symbols->end());
        variables_.push_back(system.t);
    }

    std::vector<Switch>& switches() { return switches_; }

    void rewrite(Expr& e) {
        const Graph graph(e);
        bool may_switch = false;
        for (std::size_t i = 0; i < graph.size() && !may_switch; ++i)
            may_switch = is_candidate(graph.node(i));
        if (!may_switch) return;
        std::vector<Expr> now(graph.size());
        for (std::size_t i = 0; i < graph.size(); ++i) now[i] = rewritten(graph, i, now);
        e = now[graph.roots()[0]];
    }
    void rewrite(ExprVector& expressions) {
        for (Expr& e : expressions) rewrite(e);
    }

private:
    bool varies(const Expr& e) const {
        return depends_on_any(e, variables_) && !depends_on_any(e, system_.a);
    }

    Expr rewritten(const Graph& graph, std::size_t i, const std::vector<Expr>& now) {
        const Expr& node = graph.node(i);
        if (node.args().empty()) return node;
        std::vector<Expr> args;
        for (const auto child : graph.children(i)) args.push_back(now[child]);
        if (node.kind() == Kind::Call) {
            switch (node.function()) {
                case FunctionId::Abs: return without_sign(args[0]);
                case FunctionId::Sign: return sign_of(args[0]);
                case FunctionId::Atan2: return angle(args[0], args[1]);
                case FunctionId::Sqrt: return root(node, args[0], ratio(1, 2));
                case FunctionId::Log: note_root(node.args()[0], args[0]); break;
                case FunctionId::Acos:
                    if (const auto angle = arcsine(args[0])) return pi() / 2 - *angle;
                    break;
                case FunctionId::Asin:
                    if (const auto angle = arcsine(args[0])) return *angle;
                    break;
                case FunctionId::Atan:
                    if (const auto angle = arctangent(args[0])) return *angle;
                    break;
                case FunctionId::Cos:
                case FunctionId::Cosh:
                case FunctionId::Erf:
                case FunctionId::Exp:
                case FunctionId::Sin:
                case FunctionId::Sinh:
                case FunctionId::Tan:
                case FunctionId::Tanh: break;  // smooth
            }
        }
        if (node.kind() == Kind::Power) return root(node, args[0], args[1]);
        return without_squares(with_children(node, args));
    }

    // asin w = atan2(w, √(1 − w²)) has kinks where 1 − w² is zero and goes on, as a square does: of
    // asin(sin u) where cos u is zero. Nothing where it has none that are known.
    std::optional<Expr> arcsine(const Expr& w) {
        if (!varies(w)) return {};
        if (is_call(w, FunctionId::Sin)) return atan2(w, without_sign(cos(w.args()[0])));
        if (is_call(w, FunctionId::Cos)) return atan2(w, without_sign(sin(w.args()[0])));
        try {
            constexpr Limits quick{.terms = 1'000, .work = 10};
            const Factorization rest = factor(1 - pow(w, 2), variables_, quick);
            const bool has_square = std::ranges::any_of(rest.factors, [&](const auto& f) {
                return f.second > 0 && f.second % 2 == 0 && !range_of(f.first, known_).nonzero;
            });
            if (!has_square) return {};
            const Expr square = rest.product();
            return atan2(w, root(sqrt(square), square, ratio(1, 2)));
        } catch (const TooLarge&) {
        } catch (const NumericalError&) {
        }
        return {};
    }

    // atan(k tan u), which jumps where cos u is zero.
    std::optional<Expr> arctangent(const Expr& w) {
        const Expr& tangent = without_number(w);
        if (!varies(w) || !is_call(tangent, FunctionId::Tan)) return {};
        const Number k = is_multiple(w) ? w.coefficients()[0] : Number(1);
        const Expr& u = tangent.args()[0];
        const Expr side = sign_of(cos(u));
        return atan2(Expr(k) * side * sin(u), side * cos(u));
    }

    // |u|
    Expr without_sign(const Expr& u) { return sign_of(u) * u; }

    // s² = 1 in a product.
    Expr without_squares(const Expr& e) const {
        if (e.kind() != Kind::Product) return e;
        ProductBuilder product;
        for (std::size_t j = 0; j < e.args().size(); ++j) {
            const Expr& base = e.args()[j];
            const bool is_side =
                std::ranges::find(switches_, base, &Switch::side) != switches_.end();
            const std::int32_t exponent = e.exponents()[j];
            product.multiply(pow(base, is_side ? std::abs(exponent % 2) : exponent));
        }
        return product.build();
    }

    // base^e, of which even powers within the base come out as |u|: (c·u²·w)^e = c^e·|u|^(2e)·w^e.
    Expr root(const Expr& node, const Expr& base, const Expr& exponent) {
        const bool has_factor = is_multiple(base) && base.coefficients()[0].sign() > 0;
        const Expr& under = has_factor ? base.args()[0] : base;
        note_root(node.args()[0], base);
        if (under.kind() != Kind::Product || !exponent.is_number()) return pow(base, exponent);
        Expr outside = 1, inside = 1;
        for (std::size_t j = 0; j < under.args().size(); ++j) {
            const Expr& u = under.args()[j];
            const std::int32_t e = under.exponents()[j];
            if (e % 2 == 0 && varies(u))
                outside *= pow(sign_of(u) * u, Expr(e) * exponent);
            else
                inside *= pow(u, e);
        }
        if (outside.is_one()) return pow(base, exponent);
        note_root(node.args()[0], outside);
        if (has_factor) outside *= pow(base.coefficients()[0], exponent);
        return outside * pow(inside, exponent);
    }

    // Where |u| under a root has become s·u, and may vanish, the root ends at the surface.
    void note_root(const Expr& was, const Expr& base) {
        const auto symbols = symbols_of(base);
        for (Switch& s : switches_)
            if (!s.only_left && !s.ends_root && std::ranges::find(symbols, s.side) != symbols.end())
                s.ends_root = !range_of(was, known_).nonzero;
    }

    // The sign of u as a product of sides.
    Expr sign_of(const Expr& u) {
        if (!varies(u)) return sign(u);
        if (is_positive(u)) return 1;
        if (is_multiple(u)) return Expr(u.coefficients()[0].sign()) * sign_of(u.args()[0]);
        if (u.kind() == Kind::Product) {
            Expr result = 1;
            for (std::size_t j = 0; j < u.args().size(); ++j)
                if (u.exponents()[j] % 2 != 0) result *= sign_of(u.args()[j]);
            return result;
        }
        if (u.kind() != Kind::Sum) return side_of(u);
        if (const auto parted = without_a_side(u)) return *parted;
        const Number first = u.coefficients()[0];
        return Expr(first.sign()) * side_of(divided(u, first));
    }

    // u = (1 ± s) w is zero wherever s has one of its signs, as max(0, x) is where x < 0: not a surface
    // there, and sign u = (1 ± s)/2 sign(2 w).
    std::optional<Expr> without_a_side(const Expr& u) {
        const auto symbols = symbols_of(u);
        for (const Switch& s : std::vector(switches_)) {
            if (s.only_left || std::ranges::find(symbols, s.side) == symbols.end()) continue;
            for (const int zero_at : {-1, 1}) {
                const auto at = [&](int value) {
                    return substitute(u, std::array{Replacement{s.side, value}});
                };
                if (!is_zero(at(zero_at)).holds()) continue;
                return (1 - zero_at * s.side) / 2 * sign_of(at(-zero_at));
            }
        }
        return {};
    }

    // A sum by a number, term by term.
    static Expr divided(const Expr& u, const Number& by) {
        SumBuilder sum;
        sum.add(u.number() / by, 1);
        for (std::size_t j = 0; j < u.args().size(); ++j)
            sum.add(u.coefficients()[j] / by, u.args()[j]);
        return sum.build();
    }

    Expr side_of(const Expr& u) {
        for (const Switch& s : switches_)
            if (s.argument == u && !s.only_left) return s.side;
        switches_.push_back({.argument = u, .side = fresh("side"), .only_left = {}});
        return switches_.back().side;
    }

    Expr angle(const Expr& y, const Expr& x) {
        if (y.is_zero() && varies(x)) return (1 - sign_of(x)) * pi() / 2;
        if (!varies(y) || range_of(y, known_).nonzero || range_of(x, known_).is_positive())
            return atan2(y, x);  // it comes to no cut
        for (const Switch& s : switches_)
            if (s.only_left && s.argument == y && *s.only_left == x) return angle(s);
        switches_.push_back(
            {.argument = y, .side = fresh("side"), .only_left = x, .turned = fresh("turned")});
        return angle(switches_.back());
    }
    static Expr angle(const Switch& s) {
        return s.side * pi() + atan2(s.turned * s.argument, s.turned * *s.only_left);
    }

    // A name that no formula can have.
    Expr fresh(const std::string& stem) const {
        return symbol(stem + " " + std::to_string(switches_.size() + 1));
    }

    const System& system_;
    std::vector<Parameter> known_;
    ExprVector variables_;
    std::vector<Switch> switches_;
};

void write_out(System& system) {
    for (Expr& e : system.force) e = written_out(e, system.v);
    for (Particle& p : system.particles)
        for (Expr& e : p.force) e = written_out(e, system.v);
}

}  // namespace

std::optional<SwitchedSystem> with_sides(const System& system, bool take_norms) {
    Rewriting rewriting(system);
    SwitchedSystem result{system, {}, {}};
    System& to = result.system;
    write_out(to);
    const ExprVector force = to.force;
    if (take_norms) result.norms = take_directions(to);
    rewriting.rewrite(to.lagrangian);
    rewriting.rewrite(to.force);
    for (Constraint& c : to.constraints) {
        rewriting.rewrite(c.expression);
        if (c.reaction) rewriting.rewrite(*c.reaction);
    }
    for (ExprVector& row : to.reaction_vanishes_on) rewriting.rewrite(row);
    if (to.parametrization) rewriting.rewrite(to.parametrization->velocities);
    for (Drive& drive : to.drives) {
        for (Expr* part : {&drive.rate, &drive.momentum, &drive.whole}) rewriting.rewrite(*part);
        if (drive.force) rewriting.rewrite(*drive.force);
    }
    for (Particle& p : to.particles) {
        rewriting.rewrite(p.position);
        rewriting.rewrite(p.force);
    }
    result.switches = std::move(rewriting.switches());
    if (result.size() == 0 && to.force == force) return {};
    for (const Switch& s : result.switches) {
        to.parameters.push_back({s.side, 1});
        if (s.only_left) to.parameters.push_back({s.turned, 1});
    }
    return result;
}

namespace {

// u = 0, with what is constant on the right.
Equation zero_of(const System& system, const Expr& u) {
    ExprVector variables = system.q;
    variables.insert(variables.end(), system.v.begin(), system.v.end());
    variables.push_back(system.t);
    SumBuilder left, right;
    if (u.kind() == Kind::Sum) {
        right.add(-u.number(), 1);
        for (std::size_t i = 0; i < u.args().size(); ++i)
            if (depends_on_any(u.args()[i], variables))
                left.add(u.coefficients()[i], u.args()[i]);
            else
                right.add(-u.coefficients()[i], u.args()[i]);
    } else {
        left.add(u);
    }
    Expr l = left.build(), r = right.build();
    if (l.kind() == Kind::Sum && l.coefficients()[0].sign() < 0) {
        l = -l;
        r = -r;
    }
    return {l, r};
}

}  // namespace

Expr off_cut(const Switch& cut, int n) {
    const Expr& x = *cut.only_left;
    return n * x + sqrt(pow(x, 2) + pow(cut.argument, 2));
}

std::vector<Replacement> meanings_of_sides(const SwitchedSystem& of) {
    std::vector<Replacement> meanings;  // the arguments of later ones have earlier sides
    for (const Switch& each : of.switches)
        if (!each.only_left)
            meanings.emplace_back(each.side, sign(substitute(each.argument, meanings)));
    return meanings;
}

Sentence surface_text(const SwitchedSystem& of, std::size_t which) {
    if (which >= of.switches.size()) {
        Sentences zeros;
        for (const Expr& w : of.norms[which - of.switches.size()].parts)
            zeros.emplace_back(zero_of(of.system, w));
        return listed(zeros, ", ", ", ");
    }
    const Switch& at = of.switches[which];
    const std::vector<Replacement> meanings = meanings_of_sides(of);
    std::vector<Replacement> as_written;  // what is left of angles
    for (const Switch& each : of.switches)
        if (each.only_left) as_written.insert(as_written.end(), {{each.side, 0}, {each.turned, 1}});
    const auto in_words = [&](const Expr& e) {
        return substitute(substitute(e, meanings), as_written);
    };
    const Equation zero = zero_of(of.system, in_words(at.argument));
    if (!at.only_left) return zero;
    const Expr left = in_words(*at.only_left);
    return sentence("{}, {}", zero, SentencePart{.sides = {left, 0}, .signs = {"<"}});
}

}  // namespace rattleback
