#include "programs/export_names.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace rattleback {
namespace {

std::set<std::string> words_of(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::set<std::string> result;
    for (std::string word; stream >> word;) result.insert(word);
    return result;
}

// What begins with an underscore belongs to the languages: __FILE__ in C, __x to a class in Python, and
// Julia throws _ away.
std::string identifier(const Expr& symbol) {
    std::string name(symbol.name());
    if (name.starts_with('_')) name = "v" + name;
    if (symbol.order() > 0) name += "_";
    for (int i = 1; i < symbol.order(); ++i) name += "d";
    return symbol.order() > 0 ? name + "dot" : name;
}

// As M_PI, HUGE_VAL, BUFSIZ: nobody knows all that the headers of a compiler define.
bool is_macro(std::string_view name) {
    const auto is_plain = [](unsigned char c) {
        return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_';
    };
    return name.size() > 3 && std::isupper(static_cast<unsigned char>(name[0])) != 0 &&
           std::all_of(name.begin(), name.begin() + 3, is_plain) && !name.ends_with('_');
}

std::vector<std::string> unique_names(const ExprVector& symbols, const LanguageSyntax& syntax,
                                      std::set<std::string>& taken) {
    std::vector<std::string> result;
    for (const Expr& s : symbols) {
        std::string name = identifier(s);
        while (taken.contains(name) || (syntax.has_macros && is_macro(name))) name += "_";
        taken.insert(name);
        result.push_back(name);
    }
    return result;
}

}  // namespace

ExportNames export_names(const ExportProgram& program, const LanguageSyntax& syntax) {
    ExportNames names;
    std::set<std::string> fields = words_of(syntax.keywords);
    ExprVector parameters;
    for (const ExportParameter& p : program.parameters) parameters.push_back(p.symbol);
    names.parameters = unique_names(parameters, syntax, fields);
    names.taken = words_of(syntax.keywords);
    for (const char* name : {"t", "p", "state", "unknowns", "rates", "jacobian", "solve"})
        names.taken.insert(name);
    for (const ExportFunction& function : program.functions) {
        names.taken.insert(function.name);
        names.taken.insert(function.output);
    }
    names.state = unique_names(program.state, syntax, names.taken);
    names.unknowns = unique_names(program.unknowns, syntax, names.taken);
    return names;
}

std::string program_name(const std::string& text, const LanguageSyntax& syntax) {
    std::string name;
    for (const char c : text) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    std::set<std::string> taken = words_of(syntax.keywords),
                          others = words_of(syntax.other_programs);
    taken.merge(others);
    taken.insert({"example", "model", "main"});
    const bool is_free = !taken.contains(name) && !(syntax.has_macros && is_macro(name));
    const bool starts_well =
        !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
    return starts_well && is_free ? name : "model_" + name;
}

}  // namespace rattleback
