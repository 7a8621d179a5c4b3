#include "pictures/axis_ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace rattleback {
namespace {

constexpr double largest = 1e300;
constexpr double rounding = 1e-12;  // a span below this part of the values is none
constexpr double slack = 1e-9;      // of a step
constexpr int most_digits = 5;      // of a number, before something is taken out
constexpr int most_decades_with_minor = 12;

std::string raised(int exponent) {
    constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "⁻" : "";
    for (const char c : std::to_string(std::abs(exponent)))
        text += digits[static_cast<std::size_t>(c - '0')];
    return text;
}

std::string with_minus_sign(const std::string& number) {
    return number.starts_with('-') ? "−" + number.substr(1) : number;
}

int decade(double x) { return static_cast<int>(std::floor(std::log10(x) + slack)); }

// As short as it can be said: 5, 1.2·10⁶.
std::string short_number(double x) {
    if (std::abs(x) < 1e5 && std::abs(x) >= 1e-3) return with_minus_sign(fmt::format("{:.12g}", x));
    const int e = decade(std::abs(x));
    return with_minus_sign(fmt::format("{:.12g}·10{}", x / std::pow(10, e), raised(e)));
}

struct Step {
    int multiple = 1, exponent = 0;
    double size() const { return multiple * std::pow(10, exponent); }
    int parts() const { return multiple == 2 ? 4 : 5; }
};

Step nice_step(double span, std::size_t most) {
    const double least = span / static_cast<double>(most);
    const int exponent = static_cast<int>(std::floor(std::log10(least)));
    for (const int multiple : {1, 2, 5})
        if (const Step step{multiple, exponent}; step.size() >= least * (1 - slack)) return step;
    return {1, exponent + 1};
}

std::vector<double> multiples(const AxisRange& range, double step) {
    std::vector<double> result;
    const double last = std::floor(range.high / step + slack);
    for (double i = std::ceil(range.low / step - slack); i <= last; ++i) result.push_back(i);
    return result;
}

// What all numbers are to be added to, or 0: the roundest number among them.
double offset_of(const AxisRange& range, const Step& step) {
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    const bool is_long = decade(size) - step.exponent + 1 > most_digits;
    if (!is_long || range.low * range.high <= 0) return 0;
    const double middle = (range.low + range.high) / 2;
    for (int k = decade(size); k > step.exponent; --k) {
        const double unit = std::pow(10, k), number = std::round(middle / unit) * unit;
        if (range.low <= number && number <= range.high) return number;
    }
    return std::round(middle / step.size()) * step.size();
}

AxisRange log_range(std::span<const double> values) {
    double low = largest, high = 0;
    for (const double x : values)
        if (std::isfinite(x) && x > 0) {
            low = std::min(low, x);
            high = std::max(high, x);
        }
    if (high == 0) return {1, 10};
    // Powers of ten at the ends of double have no neighbours, and more decades are not read.
    constexpr double least = 1e-300, greatest = 1e300, most_decades = 1e20;
    high = std::clamp(high, least, greatest);
    low = std::clamp(low, std::max(least, high / most_decades), greatest);
    const double first = std::floor(std::log10(low) + slack);
    const double last = std::ceil(std::log10(high) - slack);
    return {std::pow(10, first), std::pow(10, std::max(last, first + 1))};
}

}  // namespace

AxisRange axis_range(std::span<const double> values, bool is_log, double margin) {
    if (is_log) return log_range(values);
    double low = largest, high = -largest;
    for (const double x : values)
        if (std::isfinite(x)) {
            low = std::min(low, std::max(x, -largest));
            high = std::max(high, std::min(x, largest));
        }
    if (low > high) return {0, 1};
    const double size = std::max(std::abs(low), std::abs(high));
    if (high - low <= std::max(rounding * size, 1 / largest)) {
        const double room = size <= 1 / largest ? 1 : size / 2;
        return {low - room, high + room};
    }
    const double more = margin * (high - low);
    return {low - more, high + more};
}

AxisTicks linear_ticks(const AxisRange& range, std::size_t most) {
    AxisTicks ticks;
    const Step step = nice_step(range.span(), most);
    const double size = step.size(), offset = offset_of(range, step);
    const double skipped = std::round(offset / size);
    const std::vector<double> places = multiples(range, size);
    double longest = 0;
    for (const double i : places) longest = std::max(longest, std::abs(i - skipped) * size);
    const int e = longest == 0 ? 0 : decade(longest);
    const int power = e >= most_digits || e <= -3 ? e : 0;
    const int decimals = std::max(0, power - step.exponent);
    for (const double i : places) {
        const double shown = (i - skipped) * step.multiple * std::pow(10, step.exponent - power);
        ticks.major.push_back(
            {i * size,
             i == skipped ? "0" : with_minus_sign(fmt::format("{:.{}f}", shown, decimals))});
    }
    for (const double i : multiples(range, size / step.parts()))
        if (std::fmod(std::abs(i), step.parts()) != 0)
            ticks.minor.push_back(i * size / step.parts());
    if (power != 0) ticks.note = "×10" + raised(power);
    if (offset != 0)
        ticks.note += fmt::format("{}{} {}", ticks.note.empty() ? "" : " ", offset < 0 ? "−" : "+",
                                  short_number(std::abs(offset)));
    return ticks;
}

AxisTicks log_ticks(const AxisRange& range, std::size_t most) {
    AxisTicks ticks;
    const int first = static_cast<int>(std::lround(std::log10(range.low)));
    const int last = static_cast<int>(std::lround(std::log10(range.high)));
    const int count = static_cast<int>(std::max<std::size_t>(most, 2));
    const int stride = (last - first) / count + 1;
    for (int k = first; k <= last; ++k) {
        const double power = std::pow(10, k);
        if (k % stride == 0)
            ticks.major.push_back({power, k == 0 ? "1" : k == 1 ? "10" : "10" + raised(k)});
        else
            ticks.minor.push_back(power);
        for (int i = 2; i < 10 && k < last && last - first <= most_decades_with_minor; ++i)
            ticks.minor.push_back(i * power);
    }
    return ticks;
}

}  // namespace rattleback
