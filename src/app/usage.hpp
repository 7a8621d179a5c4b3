// Wrong usage, said in sentences.
//
// CLI11 finds what is wrong with a command line; its messages are for programmers ("--as: Check tex
// value in {json->2,…} FAILED"). Here each becomes a sentence that quotes the guilty word, with a
// suggestion where one is near. A UsageError is exit code 2; nothing has been printed by then.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace rattleback {

class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// What is wrong with the arguments of a command that CLI11 refuses.
UsageError usage_error(const CLI::ParseError& error, const CLI::App& app);

// The words as CLI11 reads them: `help VERB` is `VERB --help`; a formula that begins with a minus
// sign is put behind "--", where it is no option. A word is an option if it looks like one: --name,
// --name=value, -h. `with_formulas`: the verb takes formulas.
std::vector<std::string> prepared_words(std::vector<std::string> words, bool with_formulas);

// Which of the names the text is, by its place; in any case of letters. A UsageError otherwise.
std::size_t place_among(std::span<const std::string_view> names, const std::string& option,
                        const std::string& text);

// "a, b or c".
std::string alternatives(std::span<const std::string_view> names);

}  // namespace rattleback
