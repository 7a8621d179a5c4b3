#include "app/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "app/usage.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "model/number_range.hpp"
#include "study/run_motion.hpp"

namespace rattleback {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::vector<double> read_range(const std::string& option, const std::string& text) {
    const auto parts = split(text, ':');
    if (parts.size() != 3)
        throw UsageError(fmt::format(
            "{} takes times such as 1,2,5 or a range from:to:step, not '{}'", option, text));
    const double from = read_number(option, parts[0]), until = read_number(option, parts[1]);
    const double step = read_number(option, parts[2]);
    if (!(step * (until - from) > 0))
        throw UsageError(fmt::format("{}: the step of '{}' does not lead from {} to {}", option,
                                     text, parts[0], parts[1]));
    return times_between(from, until, std::abs(step));
}

// NaN where the text is no number.
double value_of(const std::string& text) {
    try {
        return evaluate(parse(text, {.any = false}), {});
    } catch (const std::runtime_error&) {  // not Interrupted; said in words that fit an option
        return std::nan("");
    }
}

double read(const std::string& option, const std::string& text, const NumberRange& range) {
    const double value = value_of(text);
    if (!range.has(value))
        throw UsageError(fmt::format("{} takes {}, not '{}'", option, range.text, text));
    return value;
}

struct Unit {
    std::string_view name;
    double bytes;
};
constexpr std::array<Unit, 7> units{{{"kB", 1e3},
                                     {"MB", 1e6},
                                     {"GB", 1e9},
                                     {"TB", 1e12},
                                     {"MiB", 1048576.0},
                                     {"GiB", 1073741824.0},
                                     {"TiB", 1099511627776.0}}};
// With less of it nothing can be computed.
constexpr std::uint64_t least_memory = 50'000'000, most_memory = std::uint64_t{1} << 60U;

}  // namespace

double read_number(const std::string& option, const std::string& text) {
    const double value = value_of(text);
    if (!std::isfinite(value))
        throw UsageError(fmt::format("{} takes a number, not '{}'", option, text));
    return value;
}

double read_positive(const std::string& option, const std::string& text) {
    return read(option, text, positive_numbers);
}

double read_rtol(const std::string& option, const std::string& text) {
    return read(option, text, relative_tolerances);
}

std::vector<double> read_times(const std::string& option, const std::string& text) {
    std::vector<double> times;
    for (const std::string& part : split(text, ',')) {
        if (part.find(':') == std::string::npos) {
            times.push_back(read_number(option, part));
            continue;
        }
        const auto range = read_range(option, part);
        times.insert(times.end(), range.begin(), range.end());
    }
    return times;
}

std::pair<double, double> read_interval(const std::string& option, const std::string& text) {
    const auto parts = split(text, ':');
    if (parts.size() != 2)
        throw UsageError(fmt::format("{} takes an interval from:to, not '{}'", option, text));
    const double from = read_number(option, parts[0]), until = read_number(option, parts[1]);
    if (!(from < until))
        throw UsageError(fmt::format("{}: the interval '{}' is empty", option, text));
    return {from, until};
}

std::size_t read_count(const std::string& option, const std::string& text) {
    constexpr double largest_count = 1e6;
    const double value = read_number(option, text);
    if (value < 0 || value != std::floor(value) || value > largest_count)
        throw UsageError(fmt::format("{} takes a whole number from 0 to {}, not '{}'", option,
                                     largest_count, text));
    return static_cast<std::size_t>(value);
}

std::uint64_t read_size(const std::string& option, const std::string& text) {
    const auto end = text.find_last_of("0123456789.") + 1;  // 0 where there is none
    const auto begin = text.find_first_not_of(' ', end);
    const std::string unit = text.substr(std::min(begin, text.size()));
    const auto* const row = std::ranges::find(units, unit, &Unit::name);
    const double size = row == units.end() ? 0 : value_of(text.substr(0, end)) * row->bytes;
    if (!(size >= static_cast<double>(least_memory) && size <= static_cast<double>(most_memory)))
        throw UsageError(fmt::format("{} takes a size such as 500MB or 2GB, from {} on, not '{}'",
                                     option, size_text(least_memory), text));
    return static_cast<std::uint64_t>(size);
}

std::string size_text(std::uint64_t bytes) {
    const auto size = static_cast<double>(bytes);
    return size < units[2].bytes ? fmt::format("{:.0f} MB", std::floor(size / units[1].bytes))
                                 : fmt::format("{:.3g} GB", size / units[2].bytes);
}

}  // namespace rattleback
