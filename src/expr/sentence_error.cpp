#include "expr/sentence_error.hpp"

#include <new>

namespace rattleback {

Sentence said_by(const std::exception& error) {
    if (const auto* const said = dynamic_cast<const WithSentence*>(&error)) return said->sentence();
    if (dynamic_cast<const std::bad_alloc*>(&error) == nullptr) return error.what();
    return "The memory that may be used does not suffice for it.";
}

}  // namespace rattleback
