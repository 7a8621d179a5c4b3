#include "model/toml_tree.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "base/control_characters.hpp"
#include "model/toml_advice.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

Position position(const toml::source_position& p) {
    return {static_cast<int>(p.line), static_cast<int>(p.column)};
}

class Converter {
public:
    explicit Converter(const ModelText& text) : text_(text) {}

    TomlValue value(const toml::node& node) const;

private:
    SourceText words(const toml::source_region& region) const;
    SourceText first_words(const toml::source_region& region) const;
    SourceText inside_quotes(const toml::source_region& region, const std::string& content) const;
    std::vector<TomlEntry> entries(const toml::table& table) const;

    const ModelText& text_;
};

SourceText Converter::words(const toml::source_region& region) const {
    return text_.piece(text_.byte_at(position(region.begin)), text_.byte_at(position(region.end)));
}

// A list may go on for pages; a message quotes its beginning.
SourceText Converter::first_words(const toml::source_region& region) const {
    const std::size_t begin = text_.byte_at(position(region.begin));
    const std::size_t end = text_.byte_at(position(region.end));
    SourceText result = text_.piece(begin, begin);
    result.text = result.after.substr(0, end - begin);
    result.after.erase(0, result.text.size());
    return result;
}

SourceText Converter::inside_quotes(const toml::source_region& region,
                                    const std::string& content) const {
    const std::string_view text = text_.text();
    std::size_t begin = text_.byte_at(position(region.begin));
    std::size_t end = text_.byte_at(position(region.end));
    const auto opening = text.substr(begin);
    const bool quoted = opening.starts_with('"') || opening.starts_with('\'');
    const bool long_form = opening.starts_with("\"\"\"") || opening.starts_with("'''");
    const std::size_t quotes = !quoted ? 0 : long_form && end - begin >= 6 ? 3 : 1;
    begin += quotes;
    end = std::max(begin, end - std::min(end, quotes));
    if (quotes == 3) {  // a line break directly after the opening marks is not part of the string
        if (text.substr(begin).starts_with("\r\n")) ++begin;
        if (text.substr(begin).starts_with('\n')) ++begin;
    }
    SourceText result = text_.piece(begin, std::max(begin, end));
    result.text = content;
    if (const auto control = control_character(content))
        throw ModelError(fmt::format("the text has the control character U+{:04X}, which terminals "
                                     "and pages obey instead of showing it",
                                     control->code),
                         result, {0, result.text.size()});
    return result;
}

std::vector<TomlEntry> Converter::entries(const toml::table& table) const {
    std::vector<TomlEntry> result;
    for (const auto& [key, node] : table)
        result.push_back({inside_quotes(key.source(), std::string(key.str())), value(node)});
    std::ranges::stable_sort(result, {}, [](const TomlEntry& entry) {
        return std::pair(entry.key.start.line, entry.key.start.column);
    });
    return result;
}

TomlValue Converter::value(const toml::node& node) const {
    TomlValue result;
    result.source = first_words(node.source());
    if (const auto* table = node.as_table()) {
        result.kind = TomlKind::Table;
        result.entries = entries(*table);
    } else if (const auto* list = node.as_array()) {
        result.kind = TomlKind::List;
        for (const auto& item : *list) result.items.push_back(value(item));
    } else if (const auto* text = node.as_string()) {
        result.kind = TomlKind::Text;
        result.source = inside_quotes(node.source(), text->get());
    } else if (const auto* integer = node.as_integer()) {
        result.kind = TomlKind::Integer;
        result.number = static_cast<double>(integer->get());
        result.source = words(node.source());
        result.source.text = std::to_string(integer->get());
    } else if (const auto* decimal = node.as_floating_point()) {
        result.kind = TomlKind::Float;
        result.number = decimal->get();
        result.source = words(node.source());
        std::erase(result.source.text, '_');
        std::erase(result.source.text, '+');
    } else if (const auto* boolean = node.as_boolean()) {
        result.kind = TomlKind::Boolean;
        result.truth = boolean->get();
    } else {
        result.kind = TomlKind::Date;
    }
    return result;
}

}  // namespace

TomlValue read_toml(const ModelText& text) {
    check_depth_of_keys(text);
    try {
        return Converter(text).value(toml::parse(text.text()));
    } catch (const toml::parse_error& error) {
        const std::size_t byte = text.byte_at(position(error.source().begin));
        refuse_toml(text, byte, std::string(error.description()));
    }
}

}  // namespace rattleback
