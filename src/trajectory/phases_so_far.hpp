// What a run across jumps and kinks (phases.hpp) goes on from, beside its state, in another leg.
//
// The phase in which it paused is told by its sides; the next leg goes on within it, and nothing is
// decided anew. The sizes by which surfaces and norms are told from zero only grow along a run, and are
// taken along.
#pragma once

#include <set>

#include "trajectory/norm_sizes.hpp"
#include "trajectory/switching.hpp"

namespace rattleback {

// The surfaces and norms, by their numbers, at which the motion was held.
struct Slide {
    std::vector<std::size_t> where = {};
    double from = 0, until = 0;

    template <typename Archive>
    friend void fields(Archive& archive, Slide& x) {
        archive(x.where, x.from, x.until);
    }
};

constexpr bool is_value(Side side) { return side >= Side::Below && side <= Side::Kept; }

// By the sides, what counts as zero of norms that are not, and where surfaces and norms are kept.
using PhaseKey = std::pair<std::vector<Side>, std::vector<double>>;

struct PhasesSoFar {
    double began = 0;              // the run
    std::vector<Side> sides = {};  // of the phase in which it paused; empty: the run begins
    KeptAt kept = {};
    bool ended_piece = false;  // of a table: which way it goes on is decided anew
    SwitchingSoFar switching = {};
    NormSizesSoFar norms = {};
    std::set<PhaseKey> measured = {};  // the phases whose natural sizes are known, and these:
    std::vector<double> sizes = {};
    std::vector<char> untold = {};   // 1: a size is provisional
    std::vector<double> moved = {};  // by how much the state was moved between two phases
    std::vector<Slide> slides = {};
    std::size_t omitted = 0;  // of these, from the middle

    template <typename Archive>
    friend void fields(Archive& archive, PhasesSoFar& x) {
        archive(x.began, x.sides, x.kept, x.ended_piece, x.switching, x.norms, x.measured, x.sizes,
                x.untold, x.moved, x.slides, x.omitted);
    }
};

}  // namespace rattleback
