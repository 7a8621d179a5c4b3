#include "model/input_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/suggest.hpp"
#include "model/system.hpp"
#include "model/vocabulary.hpp"

namespace rattleback {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Of the largest value: what counts as the same at both ends of what repeats.
constexpr double same_value = 1e-9;
// Of the width of a piece.
constexpr double least_part = 1e-9;

template <std::size_t N>
std::size_t chosen(const Written& word, const std::array<std::string, N>& words,
                   std::string_view what) {
    const auto found = std::ranges::find(words, word.text());
    if (found == words.end())
        refuse(word, fmt::format("there is no {} '{}'{}", what, word.text(),
                                 did_you_mean_or_all(word.text(), words, what)));
    return static_cast<std::size_t>(found - words.begin());
}

// Of a tridiagonal system, the last unknown eliminated first; the sides are used up.
std::vector<double> solved(std::vector<double> below, std::vector<double> diagonal,
                           const std::vector<double>& above, std::vector<double> right) {
    const std::size_t n = diagonal.size();
    for (std::size_t i = 1; i < n; ++i) {
        const double factor = below[i] / diagonal[i - 1];
        diagonal[i] -= factor * above[i - 1];
        right[i] -= factor * right[i - 1];
    }
    for (std::size_t i = n; i-- > 0;) {
        if (i + 1 < n) right[i] -= above[i] * right[i + 1];
        right[i] /= diagonal[i];
    }
    return right;
}

struct Intervals {
    std::vector<double> widths, slopes;
};

// M with M₀ = M₁ − (h₀/h₁)(M₂ − M₁), and so at the other end.
std::vector<double> curvatures_not_a_knot(const Intervals& of) {
    const auto& [h, slope] = of;
    const std::size_t n = h.size();
    if (n == 1) return {0, 0};
    if (n == 2) return std::vector<double>(3, 2 * (slope[1] - slope[0]) / (h[0] + h[1]));
    std::vector<double> below(n - 1), diagonal(n - 1), above(n - 1), right(n - 1);
    for (std::size_t i = 1; i < n; ++i) {
        below[i - 1] = h[i - 1];
        diagonal[i - 1] = 2 * (h[i - 1] + h[i]);
        above[i - 1] = h[i];
        right[i - 1] = 6 * (slope[i] - slope[i - 1]);
    }
    const double first = h[0] / h[1], last = h[n - 1] / h[n - 2];
    diagonal.front() += h[0] * (1 + first);
    above.front() -= h[0] * first;
    diagonal.back() += h[n - 1] * (1 + last);
    below.back() -= h[n - 1] * last;
    std::vector<double> inner = solved(below, diagonal, above, right);
    std::vector<double> result{inner[0] + first * (inner[0] - inner[1])};
    result.insert(result.end(), inner.begin(), inner.end());
    result.push_back(inner[n - 2] + last * (inner[n - 2] - inner[n - 3]));
    return result;
}

// Of what repeats, by the formula of Sherman and Morrison.
std::vector<double> curvatures_periodic(const Intervals& of) {
    const auto& [h, slope] = of;
    const std::size_t n = h.size();
    std::vector<double> below(n), diagonal(n), above(n), right(n), corner(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t before = (i + n - 1) % n;
        below[i] = h[before];
        diagonal[i] = 2 * (h[before] + h[i]);
        above[i] = h[i];
        right[i] = 6 * (slope[i] - slope[before]);
    }
    const double c = h[n - 1], gamma = -diagonal[0];
    diagonal[0] -= gamma;
    diagonal[n - 1] -= c * c / gamma;
    corner[0] = gamma;
    corner[n - 1] = c;
    const std::vector<double> x = solved(below, diagonal, above, right),
                              z = solved(below, diagonal, above, corner);
    const double factor = (x[0] + c * x[n - 1] / gamma) / (1 + z[0] + c * z[n - 1] / gamma);
    std::vector<double> result;
    for (std::size_t i = 0; i < n; ++i) result.push_back(x[i] - factor * z[i]);
    result.push_back(result[0]);
    return result;
}

}  // namespace

InputTable::InputTable(const InputDescription& written) {
    static const std::array<std::string, 3> interpolations{"step", "linear", "spline"};
    static const std::array<std::string, 3> ends{"hold", "error", "periodic"};
    const Written smooth = "spline", none = "error";
    interpolation_ = static_cast<Interpolation>(
        chosen(written.interpolation.empty() ? smooth : written.interpolation, interpolations,
               "interpolation"));
    beyond_ = static_cast<Beyond>(
        chosen(written.beyond.empty() ? none : written.beyond, ends, "way to go beyond a table"));
    read(written);
    if (interpolation_ == Interpolation::Spline) make_spline();
}

void InputTable::read(const InputDescription& written) {
    times_ = written.times;
    values_ = written.values;
    const Written& name = written.name;
    const bool repeats = beyond_ == Beyond::Periodic;
    const std::size_t least = repeats && interpolation_ == Interpolation::Spline ? 4 : 2;
    if (times_.size() != values_.size())
        refuse(name, fmt::format("the table of '{}' has {} times and {} values", name.text(),
                                 times_.size(), values_.size()));
    if (times_.size() < least)
        refuse(name, fmt::format("the table of '{}' has {} rows; it needs {}", name.text(),
                                 times_.size(), least));
    for (std::size_t i = 0; i < times_.size(); ++i) {
        if (!std::isfinite(times_[i]) || !std::isfinite(values_[i]))
            refuse(name, fmt::format("row {} of the table of '{}' has no finite numbers", i + 1,
                                     name.text()));
        if (i > 0 && times_[i] <= times_[i - 1])
            refuse(name, fmt::format("the times of the table of '{}' must grow, and row {} has {} "
                                     "behind {}",
                                     name.text(), i + 1, times_[i], times_[i - 1]));
    }
    if (!repeats || interpolation_ == Interpolation::Step) return;
    double largest = 0;
    for (const double v : values_) largest = std::max(largest, std::abs(v));
    if (std::abs(values_.back() - values_.front()) > same_value * largest)
        refuse(name, fmt::format("the table of '{}' is to repeat, but it ends with {} and begins "
                                 "with {}",
                                 name.text(), values_.back(), values_.front()));
    values_.back() = values_.front();
}

void InputTable::make_spline() {
    Intervals all;
    for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
        all.widths.push_back(times_[i + 1] - times_[i]);
        all.slopes.push_back((values_[i + 1] - values_[i]) / all.widths.back());
    }
    curvatures_ =
        beyond_ == Beyond::Periodic ? curvatures_periodic(all) : curvatures_not_a_knot(all);
}

std::size_t InputTable::coefficients() const {
    switch (interpolation_) {
        case Interpolation::Step: return 1;
        case Interpolation::Linear: return 2;
        case Interpolation::Spline: return 4;
    }
    return 0;
}

int InputTable::smoothness() const {
    switch (interpolation_) {
        case Interpolation::Step: return -1;
        case Interpolation::Linear: return 0;
        case Interpolation::Spline: return 2;
    }
    return 0;
}

InputTable::Piece InputTable::piece(double t, int direction) const {
    const Piece result = at(t, direction);
    const double width = result.to - result.from, end = direction > 0 ? result.to : result.from;
    // What is left of a piece by rounding is none; at its ends a table has the values there.
    const bool is_end = beyond_ == Beyond::Error && end == (direction > 0 ? last() : first());
    if (!is_end && std::isfinite(width) && std::abs(end - t) <= least_part * width)
        return at(end + direction * least_part * width, direction);
    return result;
}

// At an end itself time goes on beyond it, where there is a value.
bool InputTable::is_beyond(double t, double end, int direction) const {
    return t > end || (t == end && direction > 0 && beyond_ == Beyond::Hold);
}

InputTable::Piece InputTable::at(double t, int direction) const {
    double shift = 0;
    const double period = last() - first();
    if (beyond_ == Beyond::Periodic) {
        shift = std::floor((t - first()) / period) * period;
        if (t - shift >= last()) shift += period;
        if (direction < 0 && t - shift <= first()) shift -= period;
    } else if (is_beyond(t, last(), direction) || is_beyond(-t, -first(), -direction)) {
        const bool is_after = t >= last();
        const double value = beyond_ == Beyond::Error ? std::nan("")
                             : is_after               ? values_.back()
                                                      : values_.front();
        std::vector<double> held(coefficients(), 0);
        held[0] = value;
        return is_after ? Piece{last(), infinity, last(), held}
                        : Piece{-infinity, first(), first(), held};
    }
    const auto next = direction > 0 ? std::ranges::upper_bound(times_, t - shift)
                                    : std::ranges::lower_bound(times_, t - shift);
    const auto k = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(next - times_.begin(), 1, std::ssize(times_) - 1) - 1);
    const double h = times_[k + 1] - times_[k], slope = (values_[k + 1] - values_[k]) / h;
    Piece result{times_[k] + shift, times_[k + 1] + shift, times_[k] + shift, {values_[k]}};
    if (interpolation_ == Interpolation::Linear) result.coefficients.push_back(slope);
    if (interpolation_ != Interpolation::Spline) return result;
    const double a = curvatures_[k], b = curvatures_[k + 1];
    result.coefficients.push_back(slope - h * (2 * a + b) / 6);
    result.coefficients.push_back(a / 2);
    result.coefficients.push_back((b - a) / (6 * h));
    return result;
}

bool InputTable::bends_at_ends() const {
    return beyond_ == Beyond::Hold && interpolation_ != Interpolation::Step;
}

std::vector<double> values_of_letters(const InputTable::Piece& piece) {
    std::vector<double> result = piece.coefficients;
    result.push_back(piece.origin);
    return result;
}

bool has_tables(const System& system) {
    return std::ranges::any_of(system.inputs,
                               [](const Input& each) { return each.table != nullptr; });
}

std::vector<Parameter> lasting_parameters(const System& system) {
    std::vector<Parameter> result = system.parameters;
    for (const Input& each : system.inputs)
        std::erase_if(result, [&](const Parameter& p) {
            return std::ranges::find(each.letters, p.symbol) != each.letters.end();
        });
    return result;
}

double set_pieces(double t, int direction, System& system) {
    double end = direction * infinity;
    for (const Input& each : system.inputs) {
        if (!each.table) continue;
        const InputTable::Piece piece = each.table->piece(t, direction);
        end = direction > 0 ? std::min(end, piece.to) : std::max(end, piece.from);
        const std::vector<double> values = values_of_letters(piece);
        const auto first =
            std::ranges::find(system.parameters, each.letters[0], &Parameter::symbol);
        if (first == system.parameters.end()) continue;
        for (std::size_t i = 0; i < values.size(); ++i)
            (first + static_cast<std::ptrdiff_t>(i))->value = floating(values[i]);
    }
    return end;
}

}  // namespace rattleback
