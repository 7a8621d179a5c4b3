#include "model/vector_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/derivative.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"
#include "expr/tokens.hpp"
#include "model/vocabulary.hpp"
#include "rattleback/errors.hpp"
#include "rattleback/source.hpp"

namespace rattleback {
namespace {

using Arguments = std::span<const Expr>;

constexpr std::array function_names{"position", "velocity", "omega", "x_axis", "y_axis",
                                    "z_axis",   "vector",   "dot",   "cross"};

// No name of a model has brackets.
const std::array<Expr, 3>& directions() {
    static const std::array<Expr, 3> symbols{symbol("(x)"), symbol("(y)"), symbol("(z)")};
    return symbols;
}

void require(bool condition, const std::string& message) {
    if (!condition) throw NumericalError(message);
}

const Frame& frame_of(const std::string& function, Arguments args,
                      const std::vector<Frame>& frames) {
    require(!args.empty() && args[0].kind() == Kind::Symbol,
            fmt::format("the first argument of '{}' is the name of a frame", function));
    const auto found = std::ranges::find(frames, args[0].name(), &Frame::name);
    require(found != frames.end(), fmt::format("'{}' is not a frame", args[0].name()));
    return *found;
}

Vector3 point_of(const std::string& function, Arguments args) {
    require(
        args.size() == 1 || args.size() == 4,
        fmt::format("'{0}' takes a frame, or a frame and the three components of a point, as in "
                    "{0}(B, 0, 0, 1)",
                    function));
    for (const Expr& e : args.subspan(1))
        require(!is_vector(e), "the components of a point are numbers, not vectors");
    return args.size() == 1 ? Vector3{} : Vector3{args[1], args[2], args[3]};
}

}  // namespace

Expr as_expression(const Vector3& vector) {
    Expr sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += vector[i] * directions()[i];
    return sum;
}

bool is_vector(const Expr& e) {
    const std::vector<Expr> symbols = symbols_of(e);
    return std::ranges::any_of(directions(), [&](const Expr& direction) {
        return std::ranges::find(symbols, direction) != symbols.end();
    });
}

Vector3 components(const Expr& e) {
    Vector3 result;
    std::vector<Replacement> none;
    for (std::size_t i = 0; i < 3; ++i) {
        result[i] = derivative(e, directions()[i]);
        require(!is_vector(result[i]), "vectors are multiplied by dot(a, b) or cross(a, b)");
        none.emplace_back(directions()[i], 0);
    }
    require(substitute(e, none).is_zero(), "a vector and a number cannot be added");
    return result;
}

void add_vector_functions(const std::vector<Frame>& frames, Vocabulary& names) {
    names.compute("position", [&frames](Arguments args) {
        return as_expression(
            position(frame_of("position", args, frames), point_of("position", args)));
    });
    names.compute("velocity", [&frames](Arguments args) {
        return as_expression(
            velocity(frame_of("velocity", args, frames), point_of("velocity", args)));
    });
    names.compute("omega", [&frames](Arguments args) {
        require(args.size() == 1, "'omega' takes one argument, a frame");
        return as_expression(frame_of("omega", args, frames).turning);
    });
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string name = std::string(1, "xyz"[i]) + "_axis";
        names.compute(name, [&frames, name, i](Arguments args) {
            require(args.size() == 1, fmt::format("'{}' takes one argument, a frame", name));
            return as_expression(column(frame_of(name, args, frames).own.axes, i));
        });
    }
    names.compute("vector", [](Arguments args) {
        require(args.size() == 3, "'vector' takes three components");
        for (const Expr& e : args)
            require(!is_vector(e), "the components of a vector are numbers, not vectors");
        return as_expression({args[0], args[1], args[2]});
    });
    names.compute("dot", [](Arguments args) {
        require(args.size() == 2, "'dot' takes two vectors");
        return dot(components(args[0]), components(args[1]));
    });
    names.compute("cross", [](Arguments args) {
        require(args.size() == 2, "'cross' takes two vectors");
        return as_expression(cross(components(args[0]), components(args[1])));
    });
}

bool uses_vector_functions(std::string_view formula) {
    const SourceText source{.text = std::string(formula)};
    if (source.text.size() > longest_formula) return false;
    Tokens tokens(source);
    Token token = tokens.next();
    while (token.kind != TokenKind::End) {
        const Token next = tokens.next();
        const bool called = token.kind == TokenKind::Name && next.kind == TokenKind::Open;
        if (called &&
            std::ranges::find(function_names, tokens.text(token.range)) != function_names.end())
            return true;
        token = next;
    }
    return false;
}

}  // namespace rattleback
