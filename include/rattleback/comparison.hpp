// Two motions beside each other: other values, another start, another form or method, another model.
//
//     const ComparedMotions pair = compare(skate, skate.with({{"g", "5"}}));
//     compare(skate, skate, {.runs = {{{.method = "gauss6", .step = 0.1}, {.form = "kane"}}}});
//     pair.agree();                               // within the error of the two runs
//     pair.times(), pair.distances();             // in the metric of the kinetic energy
//
// The models have the same coordinates. What a run leaves open is computed sharply, by `auto` with a
// relative tolerance of 1e-12. Both are computed once more, with tolerances ten times as coarse or steps
// twice as wide: what that changes is their error, and a distance that is nowhere larger is none.
#pragma once

#include "rattleback/attention.hpp"
#include "rattleback/model.hpp"

namespace rattleback {

class RATTLEBACK_API ComparedMotions {
public:
    bool agree() const, differ() const;  // neither where the error is too large to say
    double error() const;                // of both runs
    std::vector<double> times() const;
    std::vector<double> distances() const;
    std::vector<std::string> complaints()
        const;  // of runs that did not get to their end: sentences
    std::string text() const;
    std::string json() const;

private:
    friend struct Door;
    struct Held;
    explicit ComparedMotions(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

// Throws RequestError where the two have not the same coordinates.
RATTLEBACK_API ComparedMotions compare(const Model& first, const Model& second,
                                       const CompareRequest& request = {},
                                       const Attention& attention = {});

}  // namespace rattleback
