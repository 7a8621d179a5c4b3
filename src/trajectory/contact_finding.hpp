// What a motion asks of a contact, and what the contact could not give.
//
// A constraint holds a body on its surface whatever it takes. A real contact only pushes, and its
// friction is limited: |T| ≤ μ N. A finding says what coefficient of friction the motion needs, and
// from when on the surface would have to pull.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/sentence.hpp"

namespace rattleback {

struct ContactFinding {
    std::string contact = {};
    bool is_known = false;  // whether the model determines the normal force
    // The largest |T|/N up to where the surface would pull, and when; infinite where N vanishes first.
    double friction = 0, friction_time = 0;
    std::optional<double> limit = {};      // μ of the model
    std::optional<double> lifts_off = {};  // when N falls through zero for the first time
    double from = 0, until = 0;            // what part of the run was looked at
    bool is_partial = false;               // and it went on

    Sentences sentences() const;

    template <typename Archive>
    friend void fields(Archive& archive, ContactFinding& x) {
        archive(x.contact, x.is_known, x.friction, x.friction_time, x.limit, x.lifts_off, x.from,
                x.until, x.is_partial);
    }
};

// Joins those of another part of a run that began at the time `from`.
void join_findings(const std::vector<ContactFinding>& part, std::vector<ContactFinding>& findings,
                   double from);

}  // namespace rattleback
