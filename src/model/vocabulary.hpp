// The names of a model: each means one thing, and each formula may use some of them.
//
// All names are declared first, so that a name that is two things is found whatever the order of
// the file. A name can be used once its value is known: a parameter may use parameters named before
// it, a definition those and definitions before it. What a formula may depend on differs from place
// to place (a potential has no velocities, an initial value no coordinates); its Scope says so, and
// a formula that goes beyond it is refused at the name that does, also when a definition hides it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "expr/parse.hpp"
#include "expr/tokens.hpp"
#include "model/vectors.hpp"
#include "rattleback/description.hpp"

namespace rattleback {

enum class NameKind : std::uint8_t {
    Time,
    Coordinate,
    Parameter,
    Function,
    Input,
    Definition,
    Frame,
    Auxiliary,   // a variable of the parametrization
    Latent,      // λ of vakonomic motion
    Quantity,    // of the motion: quantities.hpp
    Integration  // the variable of an integral
};

// What a formula may depend on, besides numbers and parameters.
struct Scope {
    std::string_view what = {};  // "a potential", as the subject of a sentence
    int order = -1;  // of the highest derivative of a coordinate; −1: not even a coordinate
    bool time = false;
    bool auxiliary = false;
    bool latent = false;
    bool quantities = false;
};

class Vocabulary {
public:
    Vocabulary();

    // Throws ModelError when the name is not a name, or means something already.
    void declare(const Written& name, NameKind kind);
    // From now on the name may be used. A definition or function stands for its expression.
    void allow(const std::string& name);
    // A definition that is made of quantities of the motion, which are known when the motion is.
    void postpone(const std::string& name) { meanings_.at(name).is_late = true; }
    void define(const std::string& name, const Expr& expression);
    void define_function(const std::string& name, const Expr& applied);
    // An input stands for a function of t, and with primes for its derivatives.
    void define_input(const std::string& name, const Expr& of_time);
    void compute(const std::string& name, std::function<Expr(std::span<const Expr>)> function);

    bool knows(const std::string& name) const { return find(name) != nullptr; }
    bool is_late(const std::string& name) const { return knows(name) && find(name)->is_late; }
    std::vector<std::string> named(NameKind kind) const;
    Expr formula(const Written& text, const Scope& scope) const;
    Vector3 vector(const Written& text, const Scope& scope) const;  // a vector formula
    Equation equation(const Written& text, const Scope& scope) const;
    // One symbol by its name: a coordinate with its primes, t, z or λ, as far as the scope allows;
    // `expected` is the clause that says what may stand here.
    Expr variable(const Written& name, const Scope& scope, std::string_view expected) const;

private:
    struct Meaning {
        NameKind kind;
        bool allowed = false;
        bool is_late = false;
        std::vector<Expr> depends_on = {};  // symbols of a definition or function
    };
    const Meaning* find(const std::string& name) const;
    void check_scope(const Written& text, const Scope& scope) const;
    void check_result(const Written& text, const Scope& scope, const Expr& read) const;
    void check_token(const Written& text, const Scope& scope, const Token& token,
                     bool called) const;
    [[noreturn]] void refuse_declaration(const Written& name, NameKind kind) const;

    std::map<std::string, Meaning> meanings_;
    Names names_;
};

// "a coordinate", "the time".
std::string_view noun(NameKind kind);

// A ModelError about the whole text.
[[noreturn]] void refuse(const Written& text, const std::string& message);

}  // namespace rattleback
