// Numbers on the command line, exact as in a model: 20, 1e-10, 2*pi.
//
// Times are a list, 1,2,5, or a range from:to:step, 0:20:0.5, which has both ends where the step
// leads there. Lists and ranges may be mixed: 0:1:0.1,2,5.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rattleback {

// Each throws UsageError naming the option.
double read_number(const std::string& option, const std::string& text);
double read_positive(const std::string& option, const std::string& text);
double read_rtol(const std::string& option, const std::string& text);
std::vector<double> read_times(const std::string& option, const std::string& text);

// from:to, of which the first is less.
std::pair<double, double> read_interval(const std::string& option, const std::string& text);

// A whole number, at least 0.
std::size_t read_count(const std::string& option, const std::string& text);

// 500MB, 2GB, 1.5GiB, in bytes; and such a text for a number of bytes.
std::uint64_t read_size(const std::string& option, const std::string& text);
std::string size_text(std::uint64_t bytes);

}  // namespace rattleback
