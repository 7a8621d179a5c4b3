// The way between the values of the door and those of the rooms, which only the door itself goes.
//
// A value of the door holds one of the rooms, which its header does not name: it has a private type
// Held, known to the source that makes it.
#pragma once

#include "expr/matrices.hpp"
#include "rattleback/model.hpp"

namespace rattleback {

struct Door {
    // Where Value::Held is complete.
    template <typename Value, typename... Parts>
    static Value made(Parts&&... parts) {
        using Held = typename Value::Held;
        return Value(std::shared_ptr<const Held>(new Held{std::forward<Parts>(parts)...}));
    }

    static Formula formula(const Expr& e);
    static const Expr& expression(const Formula& formula);
    static FormulaVector formulas(const ExprVector& expressions);
    static FormulaMatrix formulas(const ExprMatrix& rows);
};

}  // namespace rattleback
