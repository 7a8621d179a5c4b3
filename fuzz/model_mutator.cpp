#include "model_mutator.hpp"

#include <algorithm>
#include <vector>

#include "finding.hpp"
#include "formula_mutator.hpp"
#include "model_generator.hpp"

namespace rattleback::fuzzing {
namespace {

using Lines = std::vector<std::string>;

// The lines before the first header are the first table.
using Tables = std::vector<Lines>;

bool is_header(const std::string& line) { return line.starts_with('['); }

Tables tables_of(const std::string& text) {
    Tables tables(1);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        if (is_header(line)) tables.emplace_back();
        tables.back().push_back(line);
        at = end + 1;
    }
    return tables;
}

std::string text_of(const Tables& tables) {
    std::string text;
    for (const Lines& lines : tables)
        for (const std::string& line : lines) text += line + "\n";
    return text;
}

// Where "…" begins and ends on a line, without the quotation marks.
std::vector<std::pair<std::size_t, std::size_t>> quoted_parts(const std::string& line) {
    std::vector<std::pair<std::size_t, std::size_t>> parts;
    for (std::size_t at = line.find('"'); at != std::string::npos; at = line.find('"', at)) {
        const std::size_t end = line.find('"', at + 1);
        if (end == std::string::npos) break;
        parts.emplace_back(at + 1, end);
        at = end + 1;
    }
    return parts;
}

class Change {
public:
    Change(const std::string& text, Choice& choice)
        : tables_(tables_of(text)), names_(names_in(text)), choice_(choice) {
        if (names_.empty()) names_.emplace_back("x");
    }

    std::string made() {
        make();
        while (choice_.once_in(2)) make();
        return text_of(tables_);
    }

    std::string mixed(const std::string& other) {
        const Tables others = tables_of(other);
        do tables_.insert(place(), choice_.of(others));
        while (choice_.once_in(2));
        return text_of(tables_);
    }

private:
    void make() {
        switch (choice_.below(16)) {
            case 0: leave_out_line(); break;
            case 1: leave_out_table(); break;
            case 2: tables_.insert(place(), Lines(choice_.of(tables_))); break;
            case 3: tables_.insert(place(), {written_table(names_, choice_)}); break;
            case 4:
            case 5: add_entry(); break;
            case 6: change_number(); break;
            default: change_quoted();
        }
    }

    Lines& table() { return tables_[choice_.below(tables_.size())]; }
    // Not before the first, which has no header.
    Tables::iterator place() {
        return tables_.begin() + 1 + static_cast<std::ptrdiff_t>(choice_.below(tables_.size()));
    }

    void leave_out_line() {
        Lines& lines = table();
        if (lines.empty()) return;
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(choice_.below(lines.size())));
    }

    void leave_out_table() {
        if (tables_.size() > 1) tables_.erase(place() - 1);
        if (tables_.empty()) tables_.emplace_back();
    }

    void add_entry() {
        Lines& lines = table();
        const std::string header = lines.empty() || !is_header(lines[0]) ? "" : lines[0];
        lines.push_back(written_entry(header, names_, choice_));
    }

    void change_quoted() {
        Lines& lines = table();
        if (lines.empty()) return;
        std::string& line = lines[choice_.below(lines.size())];
        const auto parts = quoted_parts(line);
        if (parts.empty()) return;
        const auto [begin, end] = choice_.of(parts);
        const std::string old = line.substr(begin, end - begin);
        line.replace(begin, end - begin, changed_formula(old, names_, choice_));
    }

    void change_number() {
        Lines& lines = table();
        if (lines.empty()) return;
        std::string& line = lines[choice_.below(lines.size())];
        const std::size_t sign = line.find('=');
        if (sign == std::string::npos) return;
        const std::size_t digit = line.find_first_of("0123456789", sign);
        if (digit == std::string::npos) return;
        const std::size_t end =
            std::min(line.find_first_not_of("0123456789.e-+", digit), line.size());
        line.replace(digit, end - digit, written_number(choice_));
    }

    Tables tables_;
    std::vector<std::string> names_;
    Choice& choice_;
};

}  // namespace

std::size_t change_model(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    Choice choice(seed);
    const std::string text = fuzzing::text_of(data, size);
    if (choice.once_in(16)) return put(with_changed_bytes(text, most), data, most);
    if (choice.once_in(12)) return put(written_model(choice), data, most);
    return put(Change(text, choice).made(), data, most);
}

std::size_t mix_models(const std::string& text, const std::string& other,
                       std::span<std::uint8_t> into, unsigned seed) {
    Choice choice(seed);
    return put(Change(text, choice).mixed(other), into.data(), into.size());
}

}  // namespace rattleback::fuzzing
