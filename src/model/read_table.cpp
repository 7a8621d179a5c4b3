#include "model/read_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "base/suggest.hpp"
#include "model/model_text.hpp"
#include "model/vocabulary.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view table_ending = ".csv";
// What a person measures in an hour, a hundred times in a second.
constexpr std::size_t most_rows = 400'000;

std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view unquoted(std::string_view field) {
    field = trimmed(field);
    const bool is_quoted = field.size() > 1 && field.front() == '"' && field.back() == '"';
    return is_quoted ? field.substr(1, field.size() - 2) : field;
}

std::vector<std::string_view> fields_of(std::string_view line, char separator) {
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0;;) {
        const std::size_t end = line.find(separator, begin);
        fields.push_back(unquoted(line.substr(begin, end - begin)));
        if (end == std::string_view::npos) return fields;
        begin = end + 1;
    }
}

std::optional<double> number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double result = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    return result;
}

// Of a file in lines, of which the first has the names of the columns.
class Table {
public:
    Table(std::string_view text, InputDescription& input) : input_(input) {
        std::size_t line_number = 0;
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            const std::string_view line = trimmed(text.substr(0, end));
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            ++line_number;
            if (line.empty() || line.front() == '#') continue;
            if (names_.empty())
                read_names(line);
            else
                read_row(line, line_number);
        }
        if (names_.empty()) refuse(input.table, fmt::format("the table '{}' is empty", file()));
    }

private:
    const std::string& file() const { return input_.table.text(); }

    void read_names(std::string_view line) {
        for (const char each : {';', '\t', ','})
            if (line.find(each) != std::string_view::npos) separator_ = each;
        for (const std::string_view name : fields_of(line, separator_)) names_.emplace_back(name);
        if (std::ranges::all_of(names_, [](const std::string& n) { return number(n).has_value(); }))
            refuse(input_.table,
                   fmt::format("the first line of '{}' has numbers; it must have the names of the "
                               "columns, as in t, {}",
                               file(), input_.name.text()));
        time_ = column(input_.time, 0, "time");
        if (input_.value.empty() && names_.size() != 2)
            refuse(input_.table,
                   fmt::format("the table '{}' has {} columns: {}; say by 'value' which is '{}'",
                               file(), names_.size(), fmt::join(names_, ", "), input_.name.text()));
        value_ = column(input_.value, 1 - std::min<std::size_t>(time_, 1), "value");
    }

    std::size_t column(const Written& name, std::size_t otherwise, std::string_view what) const {
        if (name.empty()) return otherwise;
        const auto found = std::ranges::find(names_, name.text());
        if (found == names_.end())
            refuse(name, fmt::format("the table '{}' has no column '{}' for the {}{}", file(),
                                     name.text(), what,
                                     did_you_mean_or_all(name.text(), names_, "columns")));
        return static_cast<std::size_t>(found - names_.begin());
    }

    void read_row(std::string_view line, std::size_t line_number) {
        const std::vector<std::string_view> fields = fields_of(line, separator_);
        const auto value = [&](std::size_t place) {
            const auto found = place < fields.size() ? number(fields[place]) : std::nullopt;
            if (!found)
                refuse(input_.table, fmt::format("line {} of '{}' has no number in the column '{}'",
                                                 line_number, file(), names_[place]));
            return *found;
        };
        if (input_.times.size() == most_rows)
            refuse(input_.table, fmt::format("the table '{}' has more than {} rows, which are too "
                                             "many",
                                             file(), most_rows));
        input_.times.push_back(value(time_));
        input_.values.push_back(value(value_));
    }

    InputDescription& input_;
    char separator_ = ',';
    std::vector<std::string> names_;
    std::size_t time_ = 0, value_ = 1;
};

void read(const fs::path& path, InputDescription& input) {
    input.times.clear();
    input.values.clear();
    if (path.extension() != table_ending)
        refuse(input.table, fmt::format("the table '{}' must be a file that ends in {}",
                                        input.table.text(), table_ending));
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        refuse(input.table, fmt::format("there is no file '{}'", input.table.text()));
    const std::string text = bytes_of_file(path.string());
    Table(text, input);
}

}  // namespace

void read_table(const std::string& model_file, InputDescription& input) {
    const fs::path named = input.table.text();
    std::error_code error;
    const fs::path folder =
        fs::weakly_canonical(fs::current_path() / fs::path(model_file).parent_path(), error);
    const fs::path path = fs::weakly_canonical(folder / named, error);
    const auto [end, rest] = std::ranges::mismatch(folder, path);
    if (named.is_absolute() || error || end != folder.end())
        refuse(
            input.table,
            fmt::format("the table '{}' is not in the folder of the model; a model may only name "
                        "files of its folder, and others are given with the command",
                        named.string()));
    read(path, input);
}

void read_table_anywhere(const std::string& path, InputDescription& input) {
    input.table = path;
    input.formula = {};
    read(path, input);
}

bool names_a_table(const std::string& text) { return fs::path(text).extension() == table_ending; }

}  // namespace rattleback
