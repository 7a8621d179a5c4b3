// The arguments of one verb, declared.
//
// Every value is text: the verb reads it, so that what is wrong with it is said in a sentence.
// CLI11, which parses the command line, is known to few files: to compile it takes longer than all
// else in a verb.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rattleback {

class Arguments {
public:
    explicit Arguments(CLI::App& verb) : verb_(verb) {}

    // By its place, not by a name; it must be given.
    void word(const char* name, std::string& value, const char* what);

    struct Value {
        const char* name;  // stands for it in the help
        bool is_needed = false;
        std::span<const std::string_view> choices = {};  // which a shell may offer
    };
    void option(const char* names, std::string& value, const std::string& what, const Value& shown);
    // May be repeated.
    void option(const char* name, std::vector<std::string>& values, const std::string& what,
                const Value& shown);

    void flag(const char* name, bool& value, const char* what);

    // In the help, before the example.
    void remark(const std::string& text);

private:
    CLI::App& verb_;
};

// "a b c", where the option was declared with choices.
std::string choices_of(const CLI::Option& option);

}  // namespace rattleback
