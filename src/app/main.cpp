#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/commands.hpp"
#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "exact/limits.hpp"

namespace {

using namespace rattleback;

constexpr int usage_error = 2, text_error = 3, analysis_error = 1;

// CLI11 would call a misspelt verb an unexpected argument.
bool refuse_unknown_verb(int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return false;
    std::vector<std::string> names;
    for (const Command& c : commands()) names.emplace_back(c.name);
    if (std::ranges::find(names, argv[1]) != names.end()) return false;
    fmt::print(stderr,
               "rattleback: there is no command '{}'{}\nrattleback --help lists the commands.\n",
               argv[1], did_you_mean(argv[1], names));
    return true;
}

int run(int argc, char** argv) {
    if (argc == 1) return tour();
    if (refuse_unknown_verb(argc, argv)) return usage_error;

    CLI::App app(
        "Rattleback: an engine for nonholonomic mechanics.\nWithout arguments: a short tour.",
        "rattleback");
    app.set_version_flag("--version", RATTLEBACK_VERSION);
    app.require_subcommand(1);
    std::vector<std::pair<CLI::App*, Action>> actions;
    for (const Command& c : commands()) {
        CLI::App* sub = app.add_subcommand(std::string(c.name), std::string(c.summary));
        sub->footer("Example: " + std::string(c.example) +
                    "\nA formula that begins with a minus sign comes after --.");
        actions.emplace_back(sub, c.declare(*sub));
    }
    try {
        app.parse(argc, argv);
        for (const auto& [sub, action] : actions)
            if (sub->parsed()) return action();
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : usage_error;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const rattleback::ModelError& error) {
        fmt::print(stderr, "{}\n", error.what());
        return text_error;
    } catch (const std::exception& error) {
        fmt::print(stderr, "rattleback: {}\n", error.what());
        return analysis_error;
    }
}
