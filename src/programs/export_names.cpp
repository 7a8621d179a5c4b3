#include "programs/export_names.hpp"

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

std::string identifier(const Expr& symbol) {
    std::string name(symbol.name());
    if (symbol.order() > 0) name += "_";
    for (int i = 1; i < symbol.order(); ++i) name += "d";
    return symbol.order() > 0 ? name + "dot" : name;
}

std::vector<std::string> unique_names(const ExprVector& symbols, std::set<std::string>& taken) {
    std::vector<std::string> result;
    for (const Expr& s : symbols) {
        std::string name = identifier(s);
        while (taken.contains(name)) name += "_";
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
    names.parameters = unique_names(parameters, fields);
    names.taken = words_of(syntax.keywords);
    for (const char* name : {"t", "p", "state", "unknowns", "rates", "jacobian", "solve"})
        names.taken.insert(name);
    for (const ExportFunction& function : program.functions) {
        names.taken.insert(function.name);
        names.taken.insert(function.output);
    }
    names.state = unique_names(program.state, names.taken);
    names.unknowns = unique_names(program.unknowns, names.taken);
    return names;
}

std::string program_name(const std::string& text, const LanguageSyntax& syntax) {
    std::string name;
    for (const char c : text) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    std::set<std::string> taken = words_of(syntax.keywords);
    taken.insert({"example", "numpy", "dataclasses", "model", "base", "main", "printf"});
    // Modules that NumPy imports: a file of the same name would come before them.
    taken.insert({"abc",     "ast",       "collections", "copy",      "ctypes",   "datetime",
                  "enum",    "functools", "io",          "itertools", "json",     "math",
                  "numbers", "operator",  "os",          "pickle",    "platform", "random",
                  "re",      "string",    "struct",      "sys",       "tempfile", "time",
                  "types",   "typing",    "warnings"});
    const bool starts_well =
        !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
    return starts_well && !taken.contains(name) ? name : "model_" + name;
}

}  // namespace rattleback
