// Two motions beside each other: other values, another start, another form, another model.
//
//     const ComparedMotions pair = compare(skate, skate.with({{"g", "5"}}));
//     pair.agree();                               // within the error of the two runs
//     pair.times(), pair.distances();             // in the metric of the kinetic energy
//
// The models have the same coordinates. Both motions are computed sharply, and once more coarsely: what
// that changes is their error, and a distance that is nowhere larger is none.
#pragma once

#include <array>

#include "rattleback/attention.hpp"
#include "rattleback/model.hpp"

namespace rattleback {

struct RunComparison;

class RATTLEBACK_API ComparedMotions {
public:
    ComparedMotions(std::string title, RunComparison found);

    bool agree() const, differ() const;  // neither where the error is too large to say
    double error() const;                // of both runs
    std::vector<double> times() const;
    std::vector<double> distances() const;
    std::string text() const;
    std::string json() const;

private:
    std::string title_;
    std::shared_ptr<const RunComparison> found_;
};

struct CompareRequest {
    std::array<std::string, 2> forms = {};  // empty: the default of each
    std::optional<double> until = {};       // else as the first model says
    std::size_t intervals = 10;             // between the times of the table
};

// Throws RequestError where the two have not the same coordinates.
RATTLEBACK_API ComparedMotions compare(const Model& first, const Model& second,
                                       const CompareRequest& request = {},
                                       const Attention& attention = {});

}  // namespace rattleback
