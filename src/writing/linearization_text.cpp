#include "writing/linearization_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "expr/print_text.hpp"
#include "writing/aligned_table.hpp"

namespace rattleback {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

constexpr double visible = 1e-12;      // relative to the largest entry, in balanced units
constexpr std::size_t most_rows = 21;  // of a sweep, in text

std::string number(double x, double zero_below) {
    return fmt::format("{:.6g}", std::abs(x) <= zero_below ? 0 : x);
}

std::string complex_number(const Complex& x, double zero_below) {
    const bool real = std::abs(x.imag()) <= zero_below;
    if (real) return number(x.real(), zero_below);
    if (std::abs(x.real()) <= zero_below) return fmt::format("{:.6g}i", x.imag());
    return fmt::format("{:.6g}{}{:.6g}i", x.real(), x.imag() < 0 ? "-" : "+", std::abs(x.imag()));
}

std::string listed(const ExprVector& symbols) {
    return to_text(listed(Sentences(symbols.begin(), symbols.end()), ", ", ", "));
}

std::vector<std::string> names_of(const ExprVector& symbols) {
    return to_texts(Sentences(symbols.begin(), symbols.end()));
}

std::string matrix_text(const ExprVector& variables, const RealMatrix& a) {
    const std::vector<std::string> names = names_of(variables);
    const std::vector<double> size = balancing_sizes(a);
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a.size(); ++j)
            largest = std::max(largest, std::abs(a[i][j]) * size[j] / size[i]);
    Rows rows{{""}};
    rows[0].insert(rows[0].end(), names.begin(), names.end());
    for (std::size_t i = 0; i < a.size(); ++i) {
        rows.push_back({names[i]});
        for (std::size_t j = 0; j < a.size(); ++j)
            rows.back().push_back(number(a[i][j], visible * largest * size[i] / size[j]));
    }
    return aligned_table(rows);
}

// The variables in which a mode is seen best: no less than half of the largest.
std::string most_seen(const Mode& mode, const ExprVector& variables) {
    double largest = 0;
    for (const Complex& x : mode.shape) largest = std::max(largest, std::abs(x));
    ExprVector seen;
    for (std::size_t i = 0; i < variables.size(); ++i)
        if (std::abs(mode.shape[i]) > 0.5 * largest * (1 - 1e-6)) seen.push_back(variables[i]);
    return listed(seen);
}

std::string modes_text(const Linearization& small) {
    Rows rows{{"eigenvalue", "frequency", "period", "damping", "seen in"}};
    for (const Mode& m : small.spectrum.modes) {
        if (m.oscillates() && m.eigenvalue.imag() < 0) continue;
        const double re = std::abs(m.eigenvalue.real()) <= m.error ? 0 : m.eigenvalue.real();
        const std::string value =
            m.oscillates() ? (re == 0 ? fmt::format("±{:.6g}i", m.frequency())
                                      : fmt::format("{:.6g} ± {:.6g}i", re, m.frequency()))
                           : number(re, 0);
        rows.push_back({value, "", "", "", most_seen(m, small.state)});
        if (!m.oscillates()) continue;
        rows.back()[1] = fmt::format("{:.6g}", m.frequency());
        rows.back()[2] = fmt::format("{:.6g}", 2 * std::numbers::pi / m.frequency());
        rows.back()[3] = fmt::format("{:.4g}", re == 0 ? 0 : -re / std::abs(m.eigenvalue));
    }
    return aligned_table(rows);
}

std::vector<std::string> at_rows(const RootLocus& locus, std::size_t k) {
    double largest = 0;
    for (const auto& branch : locus.branches) largest = std::max(largest, std::abs(branch[k]));
    std::vector<std::string> row{fmt::format("{:.6g}", locus.values[k])};
    for (const auto& branch : locus.branches)
        row.push_back(complex_number(branch[k], 1e-7 * largest));
    row.push_back(locus.growing[k] == 0 ? "no" : fmt::format("{}", locus.growing[k]));
    return row;
}

Json pair(const Complex& x) { return {x.real(), x.imag()}; }

Json sweep_json(const RootLocus& locus) {
    Json eigenvalues = Json::array();
    for (std::size_t k = 0; k < locus.values.size(); ++k) {
        Json row = Json::array();
        for (const auto& branch : locus.branches) row.push_back(pair(branch[k]));
        eigenvalues.push_back(row);
    }
    return {{"parameter", locus.parameter},
            {"values", locus.values},
            {"eigenvalues", eigenvalues},
            {"growing", locus.growing}};
}

Json critical_json(const RootLocus& locus) {
    Json list = Json::array();
    for (const CriticalValue& c : locus.critical) {
        list.push_back({{"value", c.value},
                        {"crossing", name_of(c.crossing)},
                        {"frequency", c.frequency},
                        {"growing_below", c.growing_below},
                        {"growing_above", c.growing_above},
                        {"sentence", to_text(c.sentence)}});
    }
    return list;
}

}  // namespace

std::string linearization_text(const Linearization& small) {
    std::string text = "about\n";
    Rows rows;
    for (const auto& [symbol, value] : small.at)
        rows.push_back({to_text(symbol), number(value, 0)});
    text += aligned_table(rows);
    if (!small.cyclic.empty())
        text +=
            fmt::format("\nleft out, because nothing depends on them: {}\n", listed(small.cyclic));
    if (!small.dependent.empty())
        text += fmt::format("\nfollow by the constraints: {}\n", listed(small.dependent));
    text += fmt::format("\nsmall motions δẏ = A δy, by {}\n{}", small.form,
                        matrix_text(small.state, small.a));
    for (std::size_t i = 0; i < small.speeds.size(); ++i)
        text += fmt::format("  {} {} = {}\n", i == 0 ? "where" : "     ",
                            to_text(small.speeds[i].first), to_text(small.speeds[i].second));
    text += fmt::format("\nmodes\n{}\n{}\n", modes_text(small), to_text(small.verdict));
    for (const Sentence& note : small.notes) text += to_text(note) + "\n";
    return text;
}

std::string root_locus_text(const RootLocus& locus) {
    const std::size_t n = locus.values.size();
    if (n == 0) return fmt::format("\nsweep of {}: no value was looked at\n", locus.parameter);
    const std::size_t every = (n + most_rows - 2) / (most_rows - 1);
    Rows rows{{locus.parameter, "eigenvalues"}};
    rows[0].resize(locus.branches.size() + 1);
    rows[0].emplace_back("growing");
    for (std::size_t k = 0; k < n; ++k)
        if (k % every == 0 || k + 1 == n) rows.push_back(at_rows(locus, k));
    std::string text =
        fmt::format("\nsweep of {}{}\n{}\n", locus.parameter,
                    every == 1 ? "" : fmt::format(", every {} values", every), aligned_table(rows));
    if (locus.was_left)
        return text + "Critical values were not looked for: the sweep was left before its end.\n";
    if (locus.critical.empty())
        return text +
               fmt::format(
                   "No critical value of {} was found from {:.6g} to {:.6g}. One is seen where "
                   "neighbouring values of the sweep show it.\n",
                   locus.parameter, locus.values.front(), locus.values.back());
    text += "critical values\n";
    for (const CriticalValue& c : locus.critical)
        text += fmt::format("  {}\n", to_text(c.sentence));
    return text;
}

std::string linearization_json(const std::string& title, const Linearization& small,
                               const RootLocus* locus) {
    Json json{{"state", names_of(small.state)}, {"A", small.a}};
    Json eigenvalues = Json::array(), eigenvectors = Json::array(), errors = Json::array();
    for (const Mode& m : small.spectrum.modes) {
        eigenvalues.push_back(pair(m.eigenvalue));
        Json vector = Json::array();
        for (const Complex& x : m.shape) vector.push_back(pair(x));
        eigenvectors.push_back(vector);
        errors.push_back(m.error);
    }
    json["eigenvalues"] = eigenvalues;
    json["eigenvectors"] = eigenvectors;
    json["at"] = Json::object();
    for (const auto& [symbol, value] : small.at) json["at"][to_text(symbol)] = value;
    json["title"] = title;
    json["stability"] = name_of(small.spectrum.stability());
    json["verdict"] = to_text(small.verdict);
    json["eigenvalue_errors"] = errors;
    json["form"] = small.form;
    json["cyclic"] = names_of(small.cyclic);
    json["dependent"] = names_of(small.dependent);
    json["speeds"] = Json::object();
    for (const auto& [speed, meaning] : small.speeds)
        json["speeds"][to_text(speed)] = to_text(meaning);
    json["mass"] = small.mass;
    json["residual"] = small.residual;
    json["notes"] = to_texts(small.notes);
    if (locus != nullptr) {
        json["sweep"] = sweep_json(*locus);
        json["critical"] = locus->was_left ? Json() : critical_json(*locus);
    }
    return json.dump() + "\n";
}

}  // namespace rattleback
