#include "writing/series_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "expr/decimal.hpp"
#include "expr/evaluate.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "writing/wrapped_line.hpp"

namespace rattleback {
namespace {

constexpr double longest_read = 40;  // parts of a formula

// A number whose formula is too long to be read.
bool is_long(const Expr& coefficient) {
    return tree_size(coefficient) > longest_read && symbols_of(coefficient).empty();
}

bool has_minus(const Expr& coefficient) {
    if (is_long(coefficient)) return evaluate(coefficient, {}) < 0;
    if (coefficient.is_number()) return coefficient.number() < Number(0);
    return coefficient.kind() == Kind::Sum && coefficient.args().size() == 1 &&
           coefficient.number() == Number(0) && coefficient.coefficients()[0] < Number(0);
}

// Without its minus.
Expr readable(const Expr& coefficient) {
    if (is_long(coefficient))
        return decimal(fmt::format("{:.12g}", std::abs(evaluate(coefficient, {}))));
    return has_minus(coefficient) ? -coefficient : coefficient;
}

LineText series_line(const Expr& variable, const ExprVector& coefficients, const Expr& t) {
    LineText line;
    line += fmt::format("{}(t) = ", to_text(variable));
    bool is_first = true;
    for (std::size_t k = 0; k < coefficients.size(); ++k) {
        if (coefficients[k].is_zero()) continue;
        const bool minus = has_minus(coefficients[k]);
        if (!is_first) line.may_break_before_term();
        line += is_first ? (minus ? "-" : "") : minus ? " - " : " + ";
        line += text_line(readable(coefficients[k]) * pow(t, static_cast<std::int64_t>(k)));
        is_first = false;
    }
    if (!is_first) line.may_break_before_term();
    line += fmt::format("{}O(t^{})", is_first ? "" : " + ", coefficients.size());
    return line;
}

}  // namespace

std::string series_text(const MotionSeries& series) {
    std::string text;
    if (!series.scope.is_general()) text += to_text(with_the_numbers(series.scope)) + ":\n";
    for (std::size_t i = 0; i < series.variables.size(); ++i)
        text +=
            wrapped_line(series_line(series.variables[i], series.coefficients[i], series.t), 6) +
            "\n";
    const bool rounded = std::ranges::any_of(series.coefficients, [](const ExprVector& row) {
        return std::ranges::any_of(row, is_long);
    });
    if (rounded) text += "Long coefficients are rounded to 12 digits; the JSON has them exactly.\n";
    for (const Sentence& note : series.notes) text += to_text(note) + "\n";
    return text;
}

std::string series_json(const MotionSeries& series) {
    nlohmann::ordered_json json;
    for (std::size_t i = 0; i < series.variables.size(); ++i) {
        nlohmann::ordered_json coefficients;
        for (const Expr& c : series.coefficients[i]) coefficients.push_back(to_text(c));
        json["series"][to_text(series.variables[i])] = std::move(coefficients);
    }
    json["holds_for"] = to_texts(series.scope.fixed);
    json["notes"] = to_texts(series.notes);
    return json.dump() + "\n";
}

}  // namespace rattleback
