#include "expr/sentence_error.hpp"

#include <new>
#include <stdexcept>
#include <system_error>

namespace rattleback {

Sentence said_by(const std::exception& error) {
    if (const auto* const said = dynamic_cast<const WithSentence*>(&error)) return said->sentence();
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return "The memory that may be used does not suffice for it.";
    if (const auto* const system = dynamic_cast<const std::system_error*>(&error))
        return sentence("The system refuses what is needed for it: {}.", system->code().message());
    // Ours have sentences; those of libraries are other kinds of exceptions.
    if (dynamic_cast<const std::runtime_error*>(&error) != nullptr) return error.what();
    return sentence("The program has made an error, which its authors should hear of: {}.",
                    error.what());
}

}  // namespace rattleback
