#include "app/program.hpp"

#include "app/command_line.hpp"
#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/numbers.hpp"
#include "app/usage.hpp"
#include "base/memory.hpp"
#include "expr/sentence_error.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr int wrong_usage = 2, wrong_text = 3;

int finished(int code) {
    finish_saying();
    return code;
}

// "rattleback derive", as far as the words name a command.
std::string called(const std::vector<std::string>& words) {
    const bool known = !words.empty() && find_command(words[0]) != nullptr;
    return "rattleback" + (known ? " " + words[0] : "");
}

int refused(const std::vector<std::string>& words, const std::string& what) {
    tell("{0}: {1}{2}\n'{0} --help' says more.\n", called(words), what,
         what.ends_with('?') || what.ends_with('.') ? "" : ".");
    return wrong_usage;
}

int out_of_memory() {
    const auto limit = memory_limit();
    if (!limit)
        tell("rattleback: The memory of this machine is used up.\n");
    else
        tell("rattleback: What the program may have of the memory, {}, is used up{}.\n",
             size_text(limit->bytes), limit->is_own ? "; --memory allows more" : "");
    return analysis_failed;
}

}  // namespace

int run_program(std::vector<std::string> words) {
    try {
        LongWork work;
        if (words.empty()) return finished(tour(work));
        const Command* const command = find_command(words[0]);
        words = prepared_words(words, command != nullptr && command->takes_formulas);
        return finished(run_command(words, work));
    } catch (const UsageError& error) {
        return refused(words, error.what());
    } catch (const RequestError& error) {
        const std::string option = error.option() == "values"        ? "set"
                                   : error.option() == "coordinates" ? "let"
                                                                     : error.option();
        return refused(words, (option.empty() ? "" : "--" + option + ": ") + error.problem());
    } catch (const Interrupted&) {
        tell("{}: Interrupted before there was a result.\n", called(words));
        return interrupted();
    } catch (const ModelNotFound& error) {
        tell("rattleback: {}\n", error.what());
        return wrong_text;
    } catch (const ModelError& error) {
        tell("{}\n", error.what());
        return wrong_text;
    } catch (const std::bad_alloc&) {
        return out_of_memory();
    } catch (const std::exception& error) {
        tell("rattleback: {}\n", to_text(said_by(error)));
        return analysis_failed;
    }
}

}  // namespace rattleback
