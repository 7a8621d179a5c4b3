// Whether contacts can bear a steady motion: a surface pushes and does not pull.
//
// The equations of motion hold a body on its surface whatever it takes, and so have equilibria under
// the ground: a body that hangs where it should stand. Constraints do not know the difference; the
// normal force does.
#pragma once

#include <memory>
#include <span>

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

class SteadyContacts {
public:
    explicit SteadyContacts(const System& system);
    ~SteadyContacts();
    SteadyContacts(const SteadyContacts&) = delete;
    SteadyContacts& operator=(const SteadyContacts&) = delete;

    // Sentences about contacts that could not be so; `at` is the state as a linearization has it:
    // coordinates and velocities first, in the order of the system. Empty where all is well or the forces are not known.
    Sentences objections(std::span<const std::pair<Expr, double>> at) const;

private:
    class Loads;
    std::unique_ptr<Loads> loads_;
};

}  // namespace rattleback
