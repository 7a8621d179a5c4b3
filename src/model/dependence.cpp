#include "model/dependence.hpp"

#include <algorithm>

#include "exact/certify.hpp"
#include "exact/normal_form.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/occurrence.hpp"
#include "model/build_steps.hpp"

namespace rattleback {
namespace {

using Degree = std::optional<Number>;

bool all_zero(const std::vector<Degree>& degrees) {
    return std::ranges::all_of(degrees, [](const Degree& d) { return d && d->is_zero(); });
}

bool all_equal(const std::vector<Degree>& degrees) {
    return std::ranges::all_of(degrees, [&](const Degree& d) { return d && *d == *degrees[0]; });
}

Degree zero_if(bool condition) { return condition ? Degree(0) : Degree(); }

Degree degree_of_sum(const Expr& sum, std::vector<Degree> terms) {
    if (!sum.number().is_zero()) terms.emplace_back(0);
    return all_equal(terms) ? terms[0] : Degree();
}

Degree degree_of_product(const Expr& product, const std::vector<Degree>& bases) {
    Number total;
    for (std::size_t i = 0; i < bases.size(); ++i) {
        if (!bases[i]) return {};
        total += *bases[i] * Number(product.exponents()[i]);
    }
    return total;
}

Degree degree_of_call(const Expr& call, const std::vector<Degree>& args) {
    const FunctionId id = call.function();
    if (id == FunctionId::Abs) return args[0];
    if (id == FunctionId::Sqrt && args[0]) return *args[0] * Number::ratio(1, 2);
    if (id == FunctionId::Atan2) return zero_if(all_equal(args));
    return zero_if(all_zero(args));
}

// From the degrees of its children.
Degree degree_of_node(const Expr& node, const std::vector<Degree>& args) {
    switch (node.kind()) {
        case Kind::Number:
        case Kind::Pi:
        case Kind::Symbol: return Number(0);
        case Kind::Sum: return degree_of_sum(node, args);
        case Kind::Product: return degree_of_product(node, args);
        case Kind::Call: return degree_of_call(node, args);
        case Kind::Unspecified: return zero_if(all_zero(args));
        case Kind::Power:
            if (node.args()[1].is_number() && args[0]) return *args[0] * node.args()[1].number();
            return zero_if(all_zero(args));
    }
    return {};
}

struct Look {
    bool affine = false;
    Degree degree;

    Dependence dependence() const {
        const bool homogeneous = degree.has_value();
        if (affine) return degree == Number(1) ? Dependence::Linear : Dependence::Affine;
        return homogeneous ? Dependence::Homogeneous : Dependence::Nonlinear;
    }
};

// sign(x') has the derivative zero wherever it has one, and is not constant.
bool jumps_with(const Expr& b, const ExprVector& rates) {
    const Graph graph(b);
    for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr& node = graph.node(i);
        if (node.kind() == Kind::Call && node.function() == FunctionId::Sign &&
            depends_on_any(node, rates))
            return true;
    }
    return false;
}

Look look_at(const Expr& b, const ExprVector& rates) {
    return {!depends_on_any(gradient(b, rates), rates) && !jumps_with(b, rates),
            homogeneous_degree(b, rates)};
}

std::optional<std::size_t> index_of(const ExprVector& symbols, const Expr& e) {
    const auto found = std::ranges::find(symbols, e);
    if (found == symbols.end()) return {};
    return static_cast<std::size_t>(found - symbols.begin());
}

// y' = α, with y' on either side alone.
std::optional<std::size_t> explicit_velocity(const Equation& equation, const System& system) {
    const auto left = index_of(system.v, equation.left), right = index_of(system.v, equation.right);
    if (left && !depends_on(equation.right, equation.left)) return left;
    if (right && !depends_on(equation.left, equation.right)) return right;
    return {};
}

}  // namespace

std::optional<Number> homogeneous_degree(const Expr& e, const ExprVector& rates) {
    const Graph graph(e);
    std::vector<Degree> degrees(graph.size());
    std::vector<Degree> args;
    for (std::size_t i = 0; i < graph.size(); ++i) {
        args.clear();
        for (const auto child : graph.children(i)) args.push_back(degrees[child]);
        const bool is_rate = index_of(rates, graph.node(i)).has_value();
        degrees[i] = is_rate ? Degree(1) : degree_of_node(graph.node(i), args);
    }
    return degrees[graph.roots()[0]];
}

int order_of(const Expr& e, const System& system) {
    int order = -1;
    for (const Expr& symbol : symbols_of(e)) {
        const bool coordinate =
            std::ranges::find(system.q, symbol.name(), &Expr::name) != system.q.end();
        if (coordinate) order = std::max(order, symbol.order());
    }
    return order;
}

std::optional<Expr> quick_normal_form(const Expr& e) {
    try {
        return normal_form(e, quick_proof);
    } catch (const TooLarge&) {
        return {};
    }
}

// Some rate occurs, by its value at a point of a prime field, and there is nothing else to find.
bool is_evidently_linear(const Expr& b, const System& system) {
    const int order = order_of(b, system);
    if (order < 0 || (order == 0 && depends_on(b, system.t))) return false;
    const ExprVector rates = system.derivatives(order);
    if (order > 0 && look_at(b, rates).dependence() != Dependence::Linear) return false;
    return rank_at_prime_point({gradient(b, rates)}) == 1 && rank_at_prime_point({{b}});
}

Constraint classified(const Equation& written, const std::optional<Expr>& normal,
                      const System& system) {
    Constraint result;
    result.written = written;
    result.expression = written.left - written.right;
    result.order = order_of(normal.value_or(result.expression), system);
    if (order_of(result.expression, system) != result.order) result.expression = *normal;
    if (result.order == 0) {
        const bool moves = depends_on(normal.value_or(result.expression), system.t);
        result.dependence = moves ? Dependence::Affine : Dependence::Linear;
        result.degree = moves ? 0 : 1;
        return result;
    }
    const ExprVector rates = system.derivatives(result.order);
    Look look = look_at(result.expression, rates);
    if (normal && look.dependence() != Dependence::Linear) {
        const Look deeper = look_at(*normal, rates);
        if (deeper.affine && !look.affine) result.expression = *normal;
        look = {look.affine || deeper.affine, look.degree ? look.degree : deeper.degree};
    }
    result.dependence = look.dependence();
    const bool homogeneous =
        result.dependence == Dependence::Linear || result.dependence == Dependence::Homogeneous;
    if (homogeneous) result.degree = *look.degree;
    if (result.order == 1) result.explicit_for = explicit_velocity(written, system);
    return result;
}

bool is_affine(const Constraint& c) {
    return c.dependence == Dependence::Linear || c.dependence == Dependence::Affine;
}

}  // namespace rattleback
