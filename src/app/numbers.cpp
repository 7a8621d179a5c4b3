#include "app/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

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
    } catch (const std::exception&) {  // said in words that fit an option
        return std::nan("");
    }
}

double read(const std::string& option, const std::string& text, const NumberRange& range) {
    const double value = value_of(text);
    if (!range.has(value))
        throw UsageError(fmt::format("{} takes {}, not '{}'", option, range.text, text));
    return value;
}

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

}  // namespace rattleback
