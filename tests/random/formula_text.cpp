#include "random/formula_text.hpp"

#include <cctype>

namespace rattleback::testing {
namespace {

std::string with(std::string formula, const std::string& name) {
    for (auto at = formula.find('@'); at != std::string::npos; at = formula.find('@', at))
        formula.replace(at, 1, name);
    return formula;
}

std::string times(const std::string& a, const std::string& b) {
    if (a == "0" || b == "0") return "0";
    if (a == "1") return b;
    if (b == "1") return a;
    return "(" + a + ")*(" + b + ")";
}

std::string plus(const std::string& a, const std::string& b) {
    if (a == "0") return b;
    if (b == "0") return a;
    return a + " + " + b;
}

// Each of moderate size and slope where the variable is within a few units of 0.
FormulaText random_of_one(RandomSource& random, const std::string& name) {
    switch (random.below(7)) {
        case 0: return of_one("sin(@)", "cos(@)", name);
        case 1: return of_one("cos(@)", "-sin(@)", name);
        case 2: return of_one("tanh(@)", "1 - tanh(@)^2", name);
        case 3: return of_one("exp(-@^2/2)", "-@*exp(-@^2/2)", name);
        case 4: return of_one("@/(1 + @^2)", "(1 - @^2)/(1 + @^2)^2", name);
        case 5: return of_one("sin(2*@ + 1)/2", "cos(2*@ + 1)", name);
        default: return name == "t" ? of_one("cos(3*@)/2", "-3*sin(3*@)/2", name) : variable(name);
    }
}

}  // namespace

std::string FormulaText::partial(const std::string& name) const {
    const auto it = partials.find(name);
    return it == partials.end() ? "0" : it->second;
}

FormulaText of_one(const std::string& formula, const std::string& derivative,
                   const std::string& name) {
    return {with(formula, name), {{name, with(derivative, name)}}};
}

FormulaText variable(const std::string& name) { return {name, {{name, "1"}}}; }

FormulaText constant(const std::string& number) { return {number}; }

FormulaText sum(const FormulaText& a, const FormulaText& b) {
    FormulaText result{plus(a.text, b.text), a.partials};
    for (const auto& [name, text] : b.partials)
        result.partials[name] = plus(result.partial(name), text);
    return result;
}

FormulaText product(const FormulaText& a, const FormulaText& b) {
    FormulaText result{times(a.text, b.text)};
    for (const auto& [name, text] : a.partials) result.partials[name] = times(text, b.text);
    for (const auto& [name, text] : b.partials)
        result.partials[name] = plus(result.partial(name), times(a.text, text));
    return result;
}

std::string time_derivative(const FormulaText& f) {
    std::vector<std::string> terms;
    for (const auto& [name, text] : f.partials)
        terms.push_back(name == "t" ? text : times(text, name + "'"));
    return sum_of(terms);
}

std::string sum_of(const std::vector<std::string>& terms) {
    std::string result = "0";
    for (const std::string& term : terms) result = plus(result, term);
    return result;
}

std::string replaced(const std::string& text, const std::map<std::string, std::string>& by) {
    const auto is_part = [&](std::size_t i) {
        return i < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
    };
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        if (!is_part(i)) {
            result += text[i++];
            continue;
        }
        std::size_t end = i;
        while (is_part(end)) ++end;
        while (end < text.size() && text[end] == '\'') ++end;
        const std::string name = text.substr(i, end - i);
        const auto it = by.find(name);
        result += it == by.end() ? name : "(" + it->second + ")";
        i = end;
    }
    return result;
}

FormulaText smooth(RandomSource& random, const std::vector<std::string>& variables) {
    FormulaText result;
    for (std::size_t terms = random.between(1, 2); terms > 0; --terms) {
        FormulaText term =
            product(constant(random.number()), random_of_one(random, random.of(variables)));
        if (random.one_in(3)) term = product(term, random_of_one(random, random.of(variables)));
        result = sum(result, term);
    }
    return result;
}

FormulaText positive(RandomSource& random, const std::vector<std::string>& variables) {
    const std::string& name = random.of(variables);
    switch (random.below(4)) {
        case 0: return sum(constant("3/2"), of_one("cos(@)", "-sin(@)", name));
        case 1: return sum(constant("1"), of_one("@^2/2", "@", name));
        case 2: return sum(constant("2"), of_one("sin(@)", "cos(@)", name));
        default: return constant(random.mass());
    }
}

FormulaText small(RandomSource& random, const std::vector<std::string>& variables) {
    const std::string& name = random.of(variables);
    switch (random.below(3)) {
        case 0: return of_one("cos(@)/5", "-sin(@)/5", name);
        case 1: return of_one("sin(@)/4", "cos(@)/4", name);
        default: return of_one("tanh(@)/5", "(1 - tanh(@)^2)/5", name);
    }
}

}  // namespace rattleback::testing
