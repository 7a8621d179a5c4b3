#include "expr/substitute_if_defined.hpp"

#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {

std::optional<Expr> substitute_if_defined(const Expr& e,
                                          std::span<const Replacement> replacements) {
    try {
        return substitute(e, replacements);
    } catch (const NumericalError&) {
        return {};
    }
}

}  // namespace rattleback
