#include "geometry/branches.hpp"

#include <algorithm>
#include <numeric>

#include "exact/factor.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/occurrence.hpp"
#include "expr/substitute.hpp"
#include "geometry/completed_squares.hpp"
#include "geometry/range.hpp"
#include "model/branch_wish.hpp"
#include "model/dependence.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// How a branch is come to by what is written: of a branch all but its equations.
Branch by_power(Branch way, const Number& power) {
    way.power *= power;
    return way;
}

Branch unwrapped(Branch way, const Number& power) {
    way.is_unwrapped = true;
    return by_power(std::move(way), power);
}

class Splitting {
public:
    Splitting(const System& system, const Constraint& constraint, const Limits& limits)
        : system_(system), constraint_(constraint), limits_(limits) {
        for (const Expr& x : constraint.order == 0 ? system.q : system.v)
            if (depends_on(constraint.expression, x)) variables_.push_back(x);
    }

    Branches run() {
        split(constraint_.expression, {});
        drop_inner_branches();
        return std::move(result_);
    }

    // x² y = 0 as x y = 0, one branch; those of a product that have one equation each.
    Branches without_powers(const Branches& product) {
        Expr all = 1;
        Branch way;
        for (const Branch& branch : product.branches) {
            if (branch.equations.size() != 1) return product;
            all *= branch.equations[0].expression;
            way.power = std::max(way.power, branch.power);
            way.is_unwrapped |= branch.is_unwrapped;
        }
        result_ = {};
        add_branch({all}, way);
        return std::move(result_);
    }

private:
    void split(const Expr& b, const Branch& way) {
        if (const auto plain = without_odd_power(b)) {
            result_.left_out = true;
            return split(*plain, way);
        }
        for (const auto& [factor, power] : factors_of(b).factors)
            if (power > 0) add_factor(factor, by_power(way, power));
    }

    // What is too large to be factored may still be a product by how the variables stand in it.
    Factorization factors_of(const Expr& b) const {
        try {
            return factor(b, variables_, limits_);
        } catch (const TooLarge&) {
            Factorization found = factored_by_structure(b);
            if (found.factors.size() < 2) throw;
            return found;
        }
    }

    // With a letter for each part in which there are no variables.
    Factorization factored_by_structure(const Expr& b) const {
        const Graph graph(b);
        std::vector<char> varies(graph.size());
        std::vector<Replacement> letters, back;
        for (std::size_t i = 0; i < graph.size(); ++i) {
            varies[i] = std::ranges::find(variables_, graph.node(i)) != variables_.end() ? 1 : 0;
            for (const auto child : graph.children(i)) varies[i] |= varies[child];
        }
        for (std::size_t i = 0; i < graph.size(); ++i)
            for (const auto child : graph.children(i)) {
                const Expr& part = graph.node(child);
                const bool is_known =
                    std::ranges::find(letters, part, &Replacement::first) != letters.end();
                if (varies[i] == 0 || varies[child] != 0 || part.is_number() || is_known) continue;
                // A name that no formula can have.
                const Expr letter = symbol("part " + std::to_string(letters.size() + 1));
                letters.emplace_back(part, letter);
                back.emplace_back(letter, part);
            }
        Factorization found = factor(substitute(b, letters), variables_, limits_);
        for (auto& [f, power] : found.factors) f = substitute(f, back);
        return found;
    }

    void add_factor(const Expr& f, const Branch& way) {
        // √u = 0, |u| = 0, sign u = 0 and u^r = 0 say u = 0.
        if (is_call(f, FunctionId::Abs) || is_call(f, FunctionId::Sign))
            return split(f.args()[0], unwrapped(way, 1));
        if (is_call(f, FunctionId::Sqrt))
            return split(f.args()[0], unwrapped(way, Number::ratio(1, 2)));
        if (f.kind() == Kind::Power && f.args()[1].is_number() && f.args()[1].number().sign() > 0)
            return split(f.args()[0], unwrapped(way, f.args()[1].number()));
        if (const auto squares = completed_squares(f, variables_, limits_);
            squares && !squares->squares.empty() && add_quadratic(*squares, way))
            return;
        if (range_of(f, system_.parameters).nonzero)
            result_.left_out = true;
        else if (const auto plain = without_function(f))
            result_.left_out = true, split(*plain, way);
        else if (const auto square = without_root(f))
            result_.squared = true, split(*square, way);
        else if (!add_terms(f, way))
            add_branch({f}, way);
    }

    // u − r w of c (uⁿ − rⁿ wⁿ), n odd, where w may be 1: the other factor vanishes for u = w = 0 only,
    // which is seen of few powers, and of no r that is not rational.
    static std::optional<Expr> without_odd_power(const Expr& b) {
        if (b.kind() != Kind::Sum) return {};
        const std::size_t count = b.args().size() + (b.number().is_zero() ? 0 : 1);
        const int n = odd_power(b.args()[0]);
        if (count != 2 || n < 3) return {};
        const bool is_alone = b.args().size() == 1;
        if (!is_alone && odd_power(b.args()[1]) != n) return {};
        const Number r = (is_alone ? b.number() : b.coefficients()[1]) / b.coefficients()[0];
        const Expr size = pow(abs(Expr(r)), ratio(1, n));
        const Expr root = r.sign() < 0 ? -size : size;
        return base_of(b.args()[0], n) + (is_alone ? root : root * base_of(b.args()[1], n));
    }

    // The largest odd n of which this is a power, where that is a product of powers.
    static int odd_power(const Expr& e) {
        int n = 0;
        if (e.kind() == Kind::Product)
            for (const auto exponent : e.exponents()) n = std::gcd(n, static_cast<int>(exponent));
        while (n > 0 && n % 2 == 0) n /= 2;
        return n;
    }
    static Expr base_of(const Expr& e, int n) {
        Expr result = 1;
        for (std::size_t i = 0; i < e.args().size(); ++i)
            result *= pow(e.args()[i], e.exponents()[i] / n);
        return result;
    }

    // u − w of c (f(u) − f(w)) with f one-to-one on all numbers; w is 0 in exp(u) = 1.
    static std::optional<Expr> without_function(const Expr& f) {
        if (is_one_to_one(f)) return is_call(f, FunctionId::Exp) ? std::nullopt : one(f.args()[0]);
        if (f.kind() != Kind::Sum) return {};
        const bool is_exponential = is_one_to_one(f.args()[0]) &&
                                    is_call(f.args()[0], FunctionId::Exp) && f.args().size() == 1;
        if (is_exponential && f.number() == -f.coefficients()[0]) return f.args()[0].args()[0];
        if (f.args().size() != 2 || !f.number().is_zero()) return {};
        const Expr &a = f.args()[0], &b = f.args()[1];
        if (!is_one_to_one(a) || !is_one_to_one(b) || a.function() != b.function()) return {};
        const Number &k = f.coefficients()[0], &l = f.coefficients()[1];
        if (k == -l) return a.args()[0] - b.args()[0];
        const bool is_odd = !is_call(a, FunctionId::Exp);
        return k == l && is_odd ? one(a.args()[0] + b.args()[0]) : std::nullopt;
    }
    static std::optional<Expr> one(const Expr& e) { return e; }

    static bool is_one_to_one(const Expr& f) {
        if (f.kind() != Kind::Call) return false;
        const FunctionId id = f.function();
        return id == FunctionId::Atan || id == FunctionId::Erf || id == FunctionId::Exp ||
               id == FunctionId::Sinh || id == FunctionId::Tanh;
    }

    // k²r² − m² of f = k r + m, r = √u or |u|, where r = −m/k is no contradiction.
    std::optional<Expr> without_root(const Expr& f) const {
        const Graph graph(f);
        for (std::size_t i = 0; i < graph.size(); ++i) {
            const Expr& root = graph.node(i);
            const bool is_bars = is_call(root, FunctionId::Abs);
            if (!is_bars && !is_call(root, FunctionId::Sqrt)) continue;
            const Expr r = symbol("the root");  // a name that no formula can have
            const Expr in_root = substitute(f, std::vector<Replacement>{{root, r}});
            const Expr m = substitute(in_root, std::vector<Replacement>{{r, 0}});
            const Expr k = derivative(in_root, r);
            if (!derivative(k, r).is_zero()) continue;
            if (!range_of(simplify(-m / k), system_.parameters).is_nonnegative()) continue;
            const Expr& u = root.args()[0];
            const Expr square = simplify(pow(k, 2) * (is_bars ? pow(u, 2) : u) - square_of(m));
            if (completed_squares(square, variables_, limits_)) return square;
        }
        return {};
    }

    // Of c |u| without the bars.
    static Expr square_of(const Expr& e) {
        if (is_call(e, FunctionId::Abs)) return pow(e.args()[0], 2);
        if (e.kind() != Kind::Sum || e.args().size() != 1 || !e.number().is_zero())
            return pow(e, 2);
        return pow(Expr(e.coefficients()[0]), 2) * square_of(e.args()[0]);
    }

    // Terms of one sign vanish together. Whether each of them does so in one way that is known.
    bool add_terms(const Expr& f, const Branch& way) {
        if (f.kind() != Kind::Sum || !f.number().is_zero()) return false;
        ExprVector terms, equations;
        for (std::size_t i = 0; i < f.args().size(); ++i)
            terms.push_back(Expr(f.coefficients()[i]) * f.args()[i]);
        const auto all_are = [&](bool (Range::*sign)() const) {
            return std::ranges::all_of(
                terms, [&](const Expr& e) { return (range_of(e, system_.parameters).*sign)(); });
        };
        if (!all_are(&Range::is_nonnegative) && !all_are(&Range::is_nonpositive)) return false;
        Branch by_all = way;
        for (const Expr& term : terms) {
            const auto by_term = add_equations(term, equations, way);
            if (!by_term) return false;
            if (&term == terms.data() || by_term->power < by_all.power)
                by_all.power = by_term->power;
            by_all.is_unwrapped |= by_term->is_unwrapped;
        }
        add_branch(equations, by_all);
        return true;
    }

    // What is to be zero as well, and the way there, where there is one.
    std::optional<Branch> add_equations(const Expr& zero, ExprVector& equations,
                                        const Branch& way) const {
        const int order = order_of(zero, system_);
        if (order < 0) return {};
        Constraint alone = constraint_;
        alone.expression = zero;
        alone.order = order;
        const Branches found = Splitting(system_, alone, limits_).run();
        if (found.branches.size() != 1) return {};
        const Branch& branch = found.branches[0];
        for (const Constraint& c : branch.equations)
            if (std::ranges::find(equations, c.expression) == equations.end())
                equations.push_back(c.expression);
        Branch there = by_power(way, branch.power);
        there.is_unwrapped |= branch.is_unwrapped;
        return there;
    }

    // Whether the signs of the squares decided the matter.
    bool add_quadratic(const SquareSum& form, const Branch& way) {
        std::vector<Range> signs;
        for (const Square& s : form.squares)
            signs.push_back(range_of(s.coefficient, system_.parameters));
        const Range rest = range_of(form.constant, system_.parameters);
        const bool homogeneous = vanishes(form.constant, limits_) == Answer::Yes;
        const bool up = std::ranges::all_of(signs, &Range::is_positive);
        const bool down = std::ranges::all_of(signs, &Range::is_negative);
        if ((up && rest.is_positive()) || (down && rest.is_negative()))
            return result_.left_out = true;  // never zero
        const bool together = (up && rest.is_nonnegative()) || (down && rest.is_nonpositive());
        if ((up || down) && (homogeneous || together)) {
            ExprVector equations;
            for (const Square& s : form.squares) equations.push_back(s.form);
            Branch by_squares = by_power(way, 2);
            if (!homogeneous) {
                const auto by_rest = add_equations(form.constant, equations, way);
                if (!by_rest) return false;
                by_squares.power = std::min(by_squares.power, by_rest->power);
                by_squares.is_unwrapped |= by_rest->is_unwrapped;
            }
            add_branch(equations, by_squares);
            return true;
        }
        const bool opposite = signs.size() == 2 && homogeneous &&
                              ((signs[0].is_positive() && signs[1].is_negative()) ||
                               (signs[0].is_negative() && signs[1].is_positive()));
        if (opposite) {
            const Expr root =
                sqrt(simplify(-form.squares[1].coefficient / form.squares[0].coefficient));
            add_branch({simplify(form.squares[0].form - root * form.squares[1].form)}, way);
            add_branch({simplify(form.squares[0].form + root * form.squares[1].form)}, way);
        }
        return opposite;
    }

    void add_branch(const ExprVector& equations, const Branch& way) {
        Branch branch = way;
        for (const Expr& e : equations) {
            const Expr simple = simplify(e);
            Constraint c = classified({simple, 0}, quick_normal_form(simple), system_);
            c.name = constraint_.name;
            c.reaction = constraint_.reaction;
            branch.equations.push_back(std::move(c));
        }
        result_.branches.push_back(std::move(branch));
    }

    // v₁ = v₂ = 0 lies in v₁ = v₂: affine equations that follow from those of another branch.
    void drop_inner_branches() {
        auto& all = result_.branches;
        for (std::size_t i = 0; i < all.size();) {
            const auto same = std::ranges::find_if(
                all, [&](const Branch& other) { return have_the_same(all[i], other); });
            const bool is_again = same != all.begin() + static_cast<std::ptrdiff_t>(i);
            if (is_again) {  // x'·|x'| = 0 is x'² = 0
                same->power += all[i].power;
                same->is_unwrapped |= all[i].is_unwrapped;
            }
            const bool inner = std::ranges::any_of(all, [&](const Branch& other) {
                return &other != &all[i] && lies_in(all[i], other);
            });
            if (inner || is_again) {
                all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
                result_.left_out |= inner && !is_again;
            } else {
                ++i;
            }
        }
    }

    static bool have_the_same(const Branch& a, const Branch& b) {
        return std::ranges::equal(a.equations, b.equations, {}, &Constraint::expression,
                                  &Constraint::expression);
    }

    bool lies_in(const Branch& inner, const Branch& outer) const {
        if (!inner.is_affine() || !outer.is_affine()) return false;
        if (inner.equations.size() <= outer.equations.size()) return false;
        ExprMatrix rows;
        for (const Branch* branch : {&inner, &outer})
            for (const Constraint& c : branch->equations) {
                rows.push_back(affine_row(c.expression));
                if (constraint_.order == 0 && depends_on_any(rows.back(), system_.q)) return false;
            }
        return independent_rows(rows, limits_).size() == inner.equations.size();
    }

    // (A, c) of A v + c.
    ExprVector affine_row(const Expr& b) const {
        const ExprVector& x = constraint_.order == 0 ? system_.q : system_.v;
        ExprVector row = gradient(b, x);
        row.push_back(simplify(b - dot(row, x)));
        return row;
    }

    const System& system_;
    const Constraint& constraint_;
    ExprVector variables_;
    Limits limits_;
    Branches result_;
};

}  // namespace

bool Branch::is_affine() const {
    return std::ranges::all_of(equations,
                               [](const Constraint& c) { return rattleback::is_affine(c); });
}

const Branch* Branches::disguised() const {
    if (branches.size() != 1) return nullptr;
    const bool is_simpler = left_out && branches[0].is_affine();
    return is_simpler || branches[0].is_disguised() ? branches.data() : nullptr;
}

Branches branches_of(const System& system, const Constraint& constraint, const Limits& limits) {
    const Branches itself{.branches = {{.equations = {constraint}}}};
    if (constraint.order == 1)
        return is_affine(constraint) ? itself : Splitting(system, constraint, limits).run();
    if (order_of(constraint.expression, system) < 0) return itself;  // 0 = 0
    try {
        Splitting splitting(system, constraint, limits);
        Branches found = splitting.run();
        if (found.is_product()) found = splitting.without_powers(found);
        return found.branches.empty() || found.disguised() != nullptr ? found : itself;
    } catch (const TooLarge&) {
        return itself;
    } catch (const NumericalError&) {
        return itself;
    }
}

System on_branch(const System& system, std::size_t i, const Branch& branch) {
    System result = system;
    remove_branch_wish(result, system.constraints[i].name);
    auto& all = result.constraints;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), branch.equations.begin(),
               branch.equations.end());
    for (Contact& contact : result.contacts)
        for (Contact::Part& part : contact.parts)
            if (part.constraint > i) part.constraint += branch.equations.size() - 1;
    return result;
}

}  // namespace rattleback
