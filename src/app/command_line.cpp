#include "app/command_line.hpp"

#include <string>

namespace rattleback {
namespace {

bool quiet = false;

}  // namespace

bool is_quiet() { return quiet; }

CommandLine command_line() {
    CommandLine result{
        .app = std::make_unique<CLI::App>("Rattleback: an engine for nonholonomic mechanics.\n"
                                          "Without arguments: a short tour.",
                                          "rattleback"),
        .actions = {}};
    CLI::App& app = *result.app;
    app.set_version_flag("--version", RATTLEBACK_VERSION);
    app.require_subcommand(1);
    app.footer("rattleback VERB --help says more about a verb.");
    for (const Command& c : commands()) {
        CLI::App* verb = app.add_subcommand(std::string(c.name), std::string(c.summary));
        verb->footer("Example: " + std::string(c.example));
        result.actions.emplace_back(verb, c.declare(*verb));
        verb->add_flag("--quiet", quiet, "No progress and no remarks, only results and errors");
    }
    return result;
}

}  // namespace rattleback
