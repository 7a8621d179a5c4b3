#include "writing/steps_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "writing/equation_lines.hpp"
#include "writing/matrix_text.hpp"
#include "writing/written_steps.hpp"

namespace rattleback {
namespace {

TextMatrix texts(const WrittenStep& step, const TextOptions& options) {
    TextMatrix result;
    for (const auto& row : step.value) {
        auto& line = result.emplace_back();
        for (const auto& entry : row) line.push_back(written(entry, options));
    }
    return result;
}

// Γ_1 with its digits low.
std::string with_low_digits(const StepSymbol& symbol) {
    std::string text;
    for (const SymbolPart& part : symbol.parts()) {
        text += part.signs;
        for (const SymbolScript& script : part.scripts) {
            const bool is_number =
                std::ranges::all_of(script.text, [](char c) { return c >= '0' && c <= '9'; });
            text += script.is_low && is_number ? unicode_name("x" + script.text).substr(1)
                                               : (script.is_low ? '_' : '^') + script.text;
        }
    }
    return symbol.remark().empty() ? text : text + ' ' + symbol.remark();
}

// Entry by entry: Γ₁[2,3] = …
std::string entries_text(const std::string& name, const WrittenStep& step,
                         const TextOptions& options) {
    std::string text;
    const auto& entries = step.value;
    const bool is_column =
        std::ranges::all_of(entries, [](const auto& row) { return row.size() == 1; });
    for (std::size_t i = 0; i < entries.size(); ++i)
        for (std::size_t j = 0; j < entries[i].size(); ++j) {
            if (entries[i][j].is_zero()) continue;
            const std::string index = entries.size() == 1 && is_column ? ""
                                      : is_column                      ? fmt::format("[{}]", i + 1)
                                                  : fmt::format("[{},{}]", i + 1, j + 1);
            LineText line;
            line += fmt::format("    {}{}", name, index);
            line.may_break_before_equals();
            line += " = ";
            line += written_line(entries[i][j], options);
            text += wrapped_line(line, 10, options.width);
            text += '\n';
        }
    return text;
}

std::string mathematics(const WrittenStep& step, const TextOptions& options) {
    std::vector<std::string> names;
    for (const StepSymbol& symbol : step.symbols) names.push_back(with_low_digits(symbol));
    std::string text = fmt::format("  {}\n", to_text(step.meaning));
    if (step.vanishes) return text + fmt::format("    {} = 0\n", fmt::join(names, " = "));
    const TextMatrix entries = texts(step, options);
    if (entries.empty()) return text;
    const bool is_scalar = entries.size() == 1 && entries[0].size() == 1;
    const std::size_t width = 7 + names[0].size() + matrix_width(entries);
    if (is_scalar || width > options.width) return text + entries_text(names[0], step, options);
    return text + matrix_text(names[0], entries, 4);
}

std::string formulas(const WrittenStep& step, const TextOptions& options) {
    std::string symbols;
    for (const StepSymbol& symbol : step.symbols)
        symbols += (symbols.empty() ? "" : ", ") + symbol.text();
    std::string text = fmt::format("  {}: {}\n", symbols, to_text(step.meaning));
    if (step.vanishes) return text + "      0\n";
    for (const auto& row : step.value) {
        LineText line;
        line += "      ";
        line.open('[');
        line += ' ';
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (j > 0) {
                line += ',';
                line.may_break_before_term();
                line += "  ";
            }
            line += written_line(row[j], options);
        }
        line += ' ';
        line.close(']');
        text += wrapped_line(line, 8, options.width) + "\n";
    }
    return text;
}

}  // namespace

std::string steps_text(const Equations& equations, const TextOptions& options) {
    const WrittenSteps all =
        options.mathematics ? written_steps(equations)
                            : written_steps(equations, std::numeric_limits<double>::infinity());
    std::string text;
    if (!all.abbreviations.empty())
        text += "  abbreviations in the steps\n" +
                equation_lines(all.abbreviations, aligned_width({&all.abbreviations}, options),
                               options);
    for (const WrittenStep& step : all.steps)
        text += options.mathematics ? mathematics(step, options) : formulas(step, options);
    if (!all.remark.empty()) text += fmt::format("  {}\n", to_text(all.remark));
    return text;
}

}  // namespace rattleback
