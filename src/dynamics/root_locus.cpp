#include "dynamics/root_locus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/interruption.hpp"
#include "base/suggest.hpp"
#include "dynamics/sign_changes.hpp"
#include "expr/sentence_error.hpp"
#include "expr/short_decimal.hpp"
#include "model/initial_values.hpp"
#include "trajectory/bracketed_root.hpp"

namespace rattleback {
namespace {

constexpr double relative_tolerance = 4 * std::numeric_limits<double>::epsilon();

// The eigenvalues `next` in the order that continues `before`: the nearest pairs first.
std::vector<Complex> continued(const std::vector<Complex>& before, std::vector<Complex> next) {
    struct Pair {
        double distance;
        std::size_t i, j;
    };
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < before.size(); ++i)
        for (std::size_t j = 0; j < next.size(); ++j)
            pairs.push_back({std::abs(before[i] - next[j]), i, j});
    std::ranges::stable_sort(pairs, {}, &Pair::distance);
    std::vector<bool> has(before.size()), used(next.size());
    std::vector<Complex> result(before.size());
    for (const Pair& p : pairs) {
        if (has[p.i] || used[p.j]) continue;
        has[p.i] = used[p.j] = true;
        result[p.i] = next[p.j];
    }
    return result;
}

std::vector<Complex> eigenvalues_of(const Spectrum& s) {
    std::vector<Complex> result;
    for (const Mode& m : s.modes) result.push_back(m.eigenvalue);
    return result;
}

class Search {
public:
    Search(const System& system, const std::string& parameter, const std::string& form)
        : system_(system), parameter_(symbol(parameter)), linearizer_(system, form, parameter_) {}

    Spectrum at(double value) const {
        try {
            Spectrum found =
                linearizer_.about_initial_state(with_parameter(system_, parameter_, value))
                    .spectrum;
            if (modes_ && found.modes.size() != *modes_)
                throw NumericalError(fmt::format(
                    "there are {} modes, and {} where the sweep begins. Sweep such values apart.",
                    found.modes.size(), *modes_));
            return found;
        } catch (const NumericalError& error) {
            throw SentenceError<NumericalError>(
                sentence("At {}: {}", valued(parameter_, value), said_by(error)));
        }
    }

    // The same number at every value: eigenvalues are followed one by one.
    void set_modes(std::size_t modes) { modes_ = modes; }
    // How many eigenvalues vanish at every value.
    void set_zeros(std::size_t zeros) { zeros_ = zeros; }
    void set_span(double span) { span_ = span; }

    struct End {
        double value;
        Spectrum spectrum;
    };

    // Of each kind of number that changes its sign at a critical value, as a function of the parameter.
    std::vector<std::function<double(const Spectrum&)>> margins() const {
        return {[this](const Spectrum& s) { return s.coefficient(zeros_); }, largest_growth};
    }
    double margin(const std::function<double(const Spectrum&)>& of, double p) const {
        return value_or_nan([&] { return of(at(p)); });
    }

    void between(const End& a, const End& b, std::vector<CriticalValue>& found,
                 int depth = 0) const {
        const std::size_t before = found.size();
        passes_zero(a, b, found);
        oscillation_starts(a, b, found);
        if (found.size() > before || a.spectrum.growing() == b.spectrum.growing()) return;
        const double middle = a.value + (b.value - a.value) / 2;
        if (depth == most_halvings || middle <= a.value || middle >= b.value) {
            found.push_back(collision(a, b, middle));
            return;
        }
        const End m{middle, at(middle)};
        between(a, m, found, depth + 1);
        between(m, b, found, depth + 1);
    }

private:
    static constexpr int most_halvings = 60;

    static double value_or_nan(const auto& f) {
        try {
            return f();
        } catch (const NumericalError&) {
            return std::numeric_limits<double>::quiet_NaN();
        }
    }

    // Of the modes whose eigenvalues do not vanish.
    static double largest_growth(const Spectrum& s) {
        double result = -std::numeric_limits<double>::infinity();
        for (const Mode& m : s.modes)
            if (!m.is_zero()) result = std::max(result, m.eigenvalue.real());
        return result;
    }

    // Where f changes its sign, and whether in this manner, or through infinity or by a jump. A value
    // that may be zero is zero.
    CriticalValue located(const RealFunction& f, const Bracket& on, AxisCrossing crossing) const {
        constexpr double few = 16;
        const double tolerance = relative_tolerance * std::max(std::abs(on.a), std::abs(on.b));
        const double p = bracketed_root(f, on, tolerance);
        return {.value = std::abs(p) <= few * tolerance ? 0 : p,
                .crossing = as_seen(sign_change(f, p, on.b - on.a), crossing)};
    }

    static AxisCrossing as_seen(SignChange change, AxisCrossing crossing) {
        if (change == SignChange::Infinity) return AxisCrossing::Infinity;
        return change == SignChange::Jump ? AxisCrossing::Jump : crossing;
    }

    // Re λ of the growing mode vanishes there or does not; the other side is neutral.
    CriticalValue collision(const End& a, const End& b, double p) const {
        const bool grows_below = a.spectrum.growing() > b.spectrum.growing();
        const double width = std::max(std::abs(p), span_);
        const auto growth = [&](double x) {
            const double mirrored = (x < p) == grows_below ? x : 2 * p - x;
            return margin(largest_growth, mirrored);
        };
        return {.value = p,
                .crossing = as_seen(sign_change(growth, p, 1e-3 * width), AxisCrossing::Collision),
                .frequency = (grows_below ? a : b).spectrum.modes.front().frequency()};
    }

    void passes_zero(const End& a, const End& b, std::vector<CriticalValue>& found) const {
        const auto f = [&](const Spectrum& s) { return s.coefficient(zeros_); };
        const double fa = f(a.spectrum), fb = f(b.spectrum);
        if (fa * fb > 0 || fa == fb) return;
        found.push_back(located([&](double p) { return margin(f, p); }, {a.value, fa, b.value, fb},
                                AxisCrossing::Zero));
    }

    // The eigenvalue nearest to where a line from one end to the other would be.
    Complex followed(const Complex& from, const Complex& to, const End& a, const End& b,
                     double p) const {
        const double part = (p - a.value) / (b.value - a.value);
        const Complex expected = from + part * (to - from);
        const auto all = eigenvalues_of(at(p));
        return *std::ranges::min_element(all, {},
                                         [&](const Complex& x) { return std::abs(x - expected); });
    }

    void oscillation_starts(const End& a, const End& b, std::vector<CriticalValue>& found) const {
        const auto from = eigenvalues_of(a.spectrum);
        const auto to = continued(from, eigenvalues_of(b.spectrum));
        const auto mode_of = [](const Spectrum& s, const Complex& value) -> const Mode& {
            return *std::ranges::find(s.modes, value, &Mode::eigenvalue);
        };
        for (std::size_t i = 0; i < from.size(); ++i) {
            const Mode &x = mode_of(a.spectrum, from[i]), &y = mode_of(b.spectrum, to[i]);
            const bool crosses =
                x.trend != Trend::Neutral && y.trend != Trend::Neutral && x.trend != y.trend;
            if (!crosses || from[i].imag() <= x.error || to[i].imag() <= y.error) continue;
            const auto here = [&](double p) { return followed(from[i], to[i], a, b, p); };
            const auto f = [&](double p) { return value_or_nan([&] { return here(p).real(); }); };
            found.push_back(located(f, {a.value, from[i].real(), b.value, to[i].real()},
                                    AxisCrossing::Oscillation));
            CriticalValue& c = found.back();
            if (c.crossing == AxisCrossing::Oscillation)
                c.frequency = std::abs(here(c.value).imag());
        }
    }

    const System& system_;
    Expr parameter_;
    Linearizer linearizer_;
    std::size_t zeros_ = 0;
    double span_ = 0;
    std::optional<std::size_t> modes_;
};

Sentence sentence_of(const CriticalValue& c, const std::string& parameter) {
    const auto state = [](std::size_t growing) {
        return growing == 0 ? Sentence("no mode grows")
                            : sentence("{} mode{}", growing, growing == 1 ? " grows" : "s grow");
    };
    const auto what = [&]() -> Sentence {
        switch (c.crossing) {
            case AxisCrossing::Zero: return "a real eigenvalue passes zero";
            case AxisCrossing::Oscillation:
                return sentence(
                    "a pair of eigenvalues crosses the imaginary axis, frequency {:.8g}",
                    c.frequency);
            case AxisCrossing::Collision:
                return sentence("pairs of eigenvalues meet on the imaginary axis, frequency {:.8g}",
                                c.frequency);
            case AxisCrossing::Infinity: return "an eigenvalue passes infinity";
            case AxisCrossing::Jump: return "eigenvalues jump";
        }
        return {};
    };
    return sentence("{}: {}; below {}, above {}.", valued(symbol(parameter), c.value, 12), what(),
                    state(c.growing_below), state(c.growing_above));
}

// Ends without those that hit a critical value: modes are neutral there that are not on either side.
std::vector<Search::End> decided(const std::vector<Search::End>& ends) {
    const auto neutral = [&](std::size_t i) {
        return std::ranges::count(ends[i].spectrum.modes, Trend::Neutral, &Mode::trend);
    };
    std::vector<Search::End> result;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const bool inside = i > 0 && i + 1 < ends.size();
        if (!inside || neutral(i) <= std::max(neutral(i - 1), neutral(i + 1)))
            result.push_back(ends[i]);
    }
    return result;
}

// With values between them where a number changes its sign that has the same at both neighbours, and is
// nearer to zero there than around.
std::vector<Search::End> refined(const Search& search, const std::vector<Search::End>& ends) {
    std::vector<Search::End> result = ends;
    for (const auto& of : search.margins()) {
        const auto size = [&](std::size_t i) { return std::abs(of(ends[i].spectrum)); };
        for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
            const bool falls = k == 0 || size(k) < size(k - 1);
            const bool rises = k + 2 == ends.size() || size(k + 1) < size(k + 2);
            const bool same = of(ends[k].spectrum) * of(ends[k + 1].spectrum) > 0;
            if (!falls || !rises || !same) continue;
            const auto f = [&](double p) { return search.margin(of, p); };
            if (const auto p = sign_between(f, ends[k].value, ends[k + 1].value))
                result.push_back({*p, search.at(*p)});
        }
    }
    std::ranges::sort(result, {}, &Search::End::value);
    return result;
}

// A root at a value of the sweep is found from both sides.
void merge_equal(std::vector<CriticalValue>& sorted) {
    for (std::size_t i = 1; i < sorted.size();) {
        CriticalValue &a = sorted[i - 1], &b = sorted[i];
        const double apart = b.value - a.value,
                     size = std::max(std::abs(a.value), std::abs(b.value));
        if (a.crossing != b.crossing || apart > 1e-12 * size) {
            ++i;
            continue;
        }
        a.growing_above = b.growing_above;
        sorted.erase(sorted.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void require_parameter(const System& system, const std::string& parameter) {
    std::vector<std::string> names;
    for (const Parameter& p : system.parameters) names.emplace_back(p.symbol.name());
    if (std::ranges::find(names, parameter) == names.end())
        throw DerivationError(fmt::format("the model has no parameter '{}'{}", parameter,
                                          did_you_mean(parameter, names)));
}

}  // namespace

System with_parameter(System system, const Expr& parameter, double value) {
    const auto values = parameter_values(system, {parameter, decimal_number(value)});
    for (std::size_t i = 0; i < values.size(); ++i) system.parameters[i].value = values[i].second;
    return system;
}

std::string_view name_of(AxisCrossing crossing) {
    switch (crossing) {
        case AxisCrossing::Zero: return "zero";
        case AxisCrossing::Oscillation: return "oscillation";
        case AxisCrossing::Collision: return "collision";
        case AxisCrossing::Infinity: return "infinity";
        case AxisCrossing::Jump: return "jump";
    }
    return {};
}

RootLocus root_locus(const System& system, const std::string& parameter,
                     const std::vector<double>& values, const std::string& form,
                     const KeepGoing& keep_going) {
    require_parameter(system, parameter);
    Search search(system, parameter, form);
    RootLocus result{.parameter = parameter, .values = {}};
    std::vector<Search::End> ends;
    std::size_t zeros = std::numeric_limits<std::size_t>::max();
    std::vector<Complex> now;
    for (const double value : values) {
        if (!goes_on(keep_going, result.values.size(), values.size(),
                     fmt::format("{} = {:.6g}", parameter, value)))
            break;
        try {
            ends.push_back({value, search.at(value)});
        } catch (const Interrupted&) {
            break;
        }
        result.values.push_back(value);
        const Spectrum& s = ends.back().spectrum;
        search.set_modes(s.modes.size());
        zeros = std::min(zeros, s.zeros());
        now = now.empty() ? eigenvalues_of(s) : continued(now, eigenvalues_of(s));
        result.branches.resize(now.size());
        for (std::size_t i = 0; i < now.size(); ++i) result.branches[i].push_back(now[i]);
        result.growing.push_back(s.growing());
    }
    result.was_left = result.values.size() < values.size();
    if (result.was_left) return result;
    search.set_zeros(zeros);
    if (!ends.empty()) search.set_span(ends.back().value - ends.front().value);
    const auto kept = refined(search, decided(ends));
    for (std::size_t k = 0; k + 1 < kept.size(); ++k) {
        const std::size_t before = result.critical.size();
        const Search::End &a = kept[k], &b = kept[k + 1];
        search.between(a, b, result.critical);
        for (std::size_t i = before; i < result.critical.size(); ++i) {
            result.critical[i].growing_below = a.spectrum.growing();
            result.critical[i].growing_above = b.spectrum.growing();
        }
    }
    std::ranges::sort(result.critical, {}, &CriticalValue::value);
    merge_equal(result.critical);
    for (CriticalValue& c : result.critical) c.sentence = sentence_of(c, parameter);
    return result;
}

}  // namespace rattleback
