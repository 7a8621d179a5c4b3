// The command line as a whole: every verb with its arguments, ready to parse or to be described.
//
// The program parses one; the manual describes another. Running a command is a function, so that the
// tour runs what its reader could have typed.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.hpp"

namespace rattleback {

struct CommandLine {
    std::shared_ptr<CLI::App> app;
    std::vector<std::pair<CLI::App*, Action>> actions;  // one for each verb
};

CommandLine command_line();

// What `rattleback WORDS` does, and its exit code. Throws UsageError for wrong words.
int run_command(const std::vector<std::string>& words, LongWork& work);

// Whether the user asked for no progress and no remarks, with --quiet.
bool is_quiet();

}  // namespace rattleback
