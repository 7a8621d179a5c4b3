#include "app/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/numbers.hpp"
#include "app/usage.hpp"
#include "base/memory.hpp"
#include "base/suggest.hpp"
#include "rattleback/api.hpp"

namespace rattleback {
namespace {

bool quiet = false;
std::string memory;  // as given

// CLI11 would call a misspelt verb an unexpected argument.
void refuse_unknown_verb(const std::vector<std::string>& words) {
    if (words[0].starts_with('-') || find_command(words[0]) != nullptr) return;
    std::vector<std::string> names{"help"};
    for (const Command& c : commands()) names.emplace_back(c.name);
    throw UsageError(
        fmt::format("there is no command '{}'{}", words[0], did_you_mean(words[0], names)));
}

}  // namespace

bool is_quiet() { return quiet; }

CommandLine command_line() {
    CommandLine result{
        .app = std::make_shared<CLI::App>("Rattleback: an engine for nonholonomic mechanics.\n"
                                          "Without arguments: a short tour.",
                                          "rattleback"),
        .actions = {}};
    CLI::App& app = *result.app;
    app.set_version_flag("--version", version());
    app.require_subcommand(1);
    app.footer("rattleback VERB --help says more about a verb.");
    for (const Command& c : commands()) {
        CLI::App* verb = app.add_subcommand(std::string(c.name), std::string(c.summary));
        verb->footer("Example: " + std::string(c.example));
        Arguments arguments(*verb);
        result.actions.emplace_back(verb, c.declare(arguments));
        arguments.flag("--quiet", quiet, "No progress and no remarks, only results and errors");
        arguments.option("--memory", memory,
                         "What the program may have of the memory, as 500MB or 2GB; three quarters "
                         "of the machine's is the default",
                         {"SIZE"});
    }
    return result;
}

int run_command(const std::vector<std::string>& words, LongWork& work) {
    refuse_unknown_verb(words);
    const CommandLine line = command_line();
    CLI::App& app = *line.app;
    try {
        app.parse(
            std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes the last first
    } catch (const CLI::Success& help) {
        return app.exit(help);
    } catch (const CLI::ParseError& error) {
        throw usage_error(error, app);
    }
    if (!memory.empty()) limit_memory(read_size("--memory", memory));
    for (const auto& [verb, action] : line.actions)
        if (verb->parsed()) return action(work);
    return 0;
}

}  // namespace rattleback
