// Names and titles of a model are inert in a program: whatever they are, it has the words that it has
// with harmless ones, but for names that are exchanged one for one. Each line of the input is a name.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "expr/parse.hpp"
#include "expr/tokens.hpp"
#include "finding.hpp"
#include "program_words.hpp"
#include "programs/export_files.hpp"
#include "programs/export_motion.hpp"
#include "programs/export_names.hpp"

namespace {

using namespace rattleback;
using fuzzing::finding;

// Its equations are solved by the program; with parameters, an invariant and a constraint.
constexpr const char* model = R"toml(
title = "A title"
reference = "A reference"
coordinates = ["q1", "q2", "q3"]
lagrangian = "(m*q1'^2 + (1 + cos(q3)^2)*q2'^2 + q3'^2 + q2'*q3'*sin(q1))/2 - k*q1^2"
[parameters]
m = 2
k = "sqrt(m)"
[[constraint]]
name = "blade"
equation = "q1'*sin(q3) - q2'*cos(q3) = 0"
[initial]
"q3'" = 1
)toml";

using Renaming = std::map<std::string, std::string>;  // of the names of the model

// The lines of the input, each taken once; behind the last, and for an empty one, what is harmless.
class Lines {
public:
    explicit Lines(const std::string& text) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            lines_.push_back(text.substr(at, end - at));
            at = end + 1;
        }
    }

    std::string next(const std::string& harmless) {
        const std::string line = next_ < lines_.size() ? lines_[next_++] : "";
        return line.empty() ? harmless : line;
    }

private:
    std::vector<std::string> lines_;
    std::size_t next_ = 0;
};

const std::array<ExportProgram, 2>& plain_programs() {
    const auto made = [](const char* form) {
        return export_motion(read_model_text(model, "model.toml"), form, "a command").program;
    };
    static const std::array programs{made("benenti"), made("lagrange_multipliers")};
    return programs;
}

ExportProgram with_texts(ExportProgram program, Lines& lines) {
    const auto change = [&](std::string& text) { text = lines.next(text); };
    change(program.heading.name);
    change(program.title);
    for (std::string& name : program.invariants) change(name);
    for (ExportParameter& p : program.parameters) change(p.remark);
    for (ExportFunction& function : program.functions)
        for (std::string& remark : function.remarks) change(remark);
    change(program.reference);
    change(program.heading.command);
    for (std::string& note : program.notes) change(note);
    return program;
}

ExportProgram with_names(ExportProgram program, const Renaming& by) {
    const auto change = [&](Expr& e) {
        const auto found = by.find(std::string(e.name()));
        if (found != by.end()) e = symbol(found->second, e.order());
    };
    for (Expr& e : program.state) change(e);
    for (Expr& e : program.unknowns) change(e);
    for (ExportParameter& p : program.parameters) change(p.symbol);
    return program;
}

// Names that a model may have. Those of intermediate results are left to the program: one that is taken
// makes others longer, and lines are broken elsewhere.
bool may_be(const std::string& name) {
    static const auto beginnings = {"sin_", "cos_", "tan_", "exp_"};
    const bool is_result =
        std::ranges::any_of(beginnings, [&](const char* b) { return name.starts_with(b); }) ||
        (name[0] == 's' && name.find_first_not_of("0123456789", 1) == name.npos);
    return is_name(name) && !is_reserved_name(name) && name != "t" && !is_result;
}

Renaming names_of(const ExportProgram& program, Lines& lines) {
    std::set<std::string> old, taken;
    for (const Expr& e : program.state) old.emplace(e.name());
    for (const Expr& e : program.unknowns) taken.emplace(e.name());
    for (const ExportParameter& p : program.parameters) old.emplace(p.symbol.name());
    Renaming result;
    for (const std::string& name : old) {
        const std::string line = lines.next(name);
        const bool is_free = !taken.contains(line) && (line == name || !old.contains(line));
        if (may_be(line) && is_free) result[name] = line;
        taken.insert(line);
    }
    return result;
}

// As long as those that the program has: where a line is broken depends on that. Nothing where it has
// made one of them longer, and not another that comes from the same.
std::optional<Renaming> harmless_names(const ExportProgram& plain, const Renaming& names,
                                       const LanguageSyntax& syntax) {
    Renaming result;
    const ExportNames before = export_names(plain, syntax),
                      after = export_names(with_names(plain, names), syntax);
    const auto add = [&](const Expr& e, const std::string& was, const std::string& is) {
        const std::string old(e.name());
        const std::size_t length = is.size() - (was.size() - old.size());
        std::string& harmless = result[old];
        if (!harmless.empty()) return harmless.size() == length;
        harmless = std::string(1, "abcuvwxyz"[result.size() % 9]) + std::string(length - 1, 'q');
        return true;
    };
    bool fit = true;
    for (std::size_t i = 0; i < plain.state.size(); ++i)
        fit = add(plain.state[i], before.state[i], after.state[i]) && fit;
    for (std::size_t i = 0; i < plain.parameters.size(); ++i)
        fit = add(plain.parameters[i].symbol, before.parameters[i], after.parameters[i]) && fit;
    return fit ? std::optional(result) : std::nullopt;
}

std::vector<std::vector<std::string>> words_of(const ExportProgram& program,
                                               const ExportLanguage& language) {
    std::vector<std::vector<std::string>> words;
    for (const TextFile& file : export_files(program, language))
        words.push_back(fuzzing::words_of(file.text, language.language));
    return words;
}

void check(const std::string& text, const ExportProgram& plain, const ExportLanguage& language) {
    const LanguageSyntax& syntax = syntax_of(language.language);
    Lines lines(text);
    const ExportProgram texts = with_texts(plain, lines);
    const Renaming names = names_of(plain, lines);
    const auto harmless = harmless_names(plain, names, syntax);
    if (!harmless) return;
    const auto expected = words_of(with_names(plain, *harmless), language);
    try {
        const auto words = words_of(with_names(texts, names), language);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string found = fuzzing::difference(expected[i], words[i]);
            if (!found.empty())
                finding(
                    fmt::format("in {}, file {}, harmless and given: {}", syntax.name, i, found));
        }
    } catch (const std::runtime_error& error) {
        finding(fmt::format("in {}: {}", syntax.name, error.what()));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzzing::text_of(data, size);
    for (const ExportProgram& program : plain_programs())
        for (const ExportLanguage* language : export_languages()) check(text, program, *language);
    return 0;
}
