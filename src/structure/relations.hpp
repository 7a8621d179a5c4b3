// Constraints that say the same, and constraints that contradict each other.
//
// Written as A v + c = 0 (for constraints on accelerations A a + β = 0), a row that depends on the
// rows before it gives a relation y with yA = 0, and then y·c must vanish:
//
//   y·c = 0 identically     the constraint follows from the others: redundant. The motion is still
//                           unique, the multipliers are not.
//   y·c never zero          no velocity satisfies all of them: inconsistent
//   otherwise               they agree only where y·c = 0: a positional constraint that nobody wrote
//
// A nonlinear constraint is put on the manifold of those before it: what is left of it is zero, or
// never zero, or a new condition. Ranks are those at a generic state.
#pragma once

#include "expr/sentence.hpp"
#include "structure/constraint_manifold.hpp"

namespace rattleback {

enum class RelationKind : std::uint8_t { Redundant, Inconsistent, Hidden, Undecided };

struct Relation {
    RelationKind kind = RelationKind::Redundant;
    std::size_t constraint = 0;       // the one that follows, or contradicts
    std::vector<std::size_t> others;  // those that it follows from, where they are known
    Expr remainder;                   // y·c, zero when redundant
    Sentence sentence;
};

struct Relations {
    std::vector<Relation> found;
    Sentences undecided;  // sentences

    bool has(RelationKind kind) const;
    std::vector<std::size_t> redundant() const;
};

Relations relations(const System& system, const Limits& limits = interactive_limits);

}  // namespace rattleback
