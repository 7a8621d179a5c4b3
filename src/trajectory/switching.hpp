// Which way the motion goes on from a surface at which the equations switch.
//
// At a state let A be the surfaces on which it lies. Of each, `leading` is about to rise or fall at a
// rate r that depends on the sides s of all of A, affinely: r = c + R s. A surface may be left to a
// side s = ±1, if r has its sign there; or the motion is held on it, if r = 0 for an s in [−1, 1].
// What holds for all of A at once is a continuation:
//
//     rates of one sign on both sides      the motion goes through
//     both towards the surface             it slides
//     both away from it                    there are several continuations: that is said
//
// A surface of positions, crossed with some velocity, is simply crossed. Where a rate is zero as
// well, its change along the motion decides. Time may run backward: r counts along the run.
//
// What the tolerance cannot tell from lying on a surface lies on it: two blocks that stop at one instant
// are decided on together. A surface that was left keeps its side until the motion has gone farther than
// that, or meets it anew: else two that let go at one instant would hold each other's again and again.
//
// A norm (norms.hpp) that has fallen to as good as nothing is zero: there the motion is held, or leaves
// it along one direction, which is decided together with the surfaces (ball_problem.hpp). One that
// is slow is told from others (norm_sizes.hpp).
#pragma once

#include <algorithm>
#include <map>

#include "compiled/equations_of_motion.hpp"
#include "expr/sentence.hpp"
#include "trajectory/ball_problem.hpp"
#include "trajectory/norm_sizes.hpp"
#include "trajectory/smooth_motion.hpp"

namespace rattleback {

// How the run came to its state: by reaching or leaving a surface, or not at all.
struct Arrival {
    std::optional<std::size_t> at = {};  // the switch or norm that was met
    bool is_again = false;             // at once after it was met before: it is not left by moving
    std::optional<Side> left_to = {};  // a held surface is left, to this side
    std::vector<double> left_along = {};  // a norm is no longer zero, along this η
    std::optional<Side> becomes = {};     // a norm that is not zero is now slow, or no longer so
};

struct Continuation {
    std::vector<Side> sides;
    Sentence trouble = {};  // why there is none, as a sentence without its full stop
    std::map<std::size_t, std::vector<double>> leaving = {};  // η of norms that were zero
    std::vector<std::size_t> on = {};  // surfaces on which it lies, but for those that it crosses
    KeptAt kept = {};
};

// What is compiled of it, by letters: interpreted, as it is asked once per phase.
struct SwitchingCode {
    // The system must live as long.
    SwitchingCode(const SwitchedSystem& switched, const Equations& equations,
                  const std::vector<NormAtState>& norms);

    const SwitchedSystem& switched;
    std::vector<Surface> surfaces;
    EquationsOfMotion motion;
    SolvedFunction rates;
    CompiledFunction looks, continuous;
    NormValues norms;
    std::vector<std::size_t> parameter;     // the place of each side among the inputs
    std::vector<std::size_t> direction_of;  // the place of the direction of each norm
};

// What is known of the run that asks.
struct SwitchingRun {
    const System& values;    // of the parameters, those of the sides too
    const NormSizes* sizes;  // null where there are no norms; they may grow
    double rtol, length;     // the length is negative where time runs backward
};

// What is known of surfaces in a run so far: the largest that values and `leading` were, how large the
// entries of the state are, and which surfaces are decided and not far since.
struct SwitchingSoFar {
    std::vector<double> largest = {}, largest_leading = {}, sizes = {};
    std::vector<char> is_left = {};

    template <typename Archive>
    friend void fields(Archive& archive, SwitchingSoFar& x) {
        archive(x.largest, x.largest_leading, x.sizes, x.is_left);
    }
};

class Switching {
public:
    Switching(const SwitchingCode& code, const SwitchingRun& run);

    // Sides before are those of the phase that ended here; empty at the start.
    Continuation decide(double t, std::span<const double> y, const Arrival& arrival,
                        const std::vector<Side>& before);
    // Other values of the parameters, from the next look on.
    void set_values(const System& values);
    // How large the entries of the state are where nothing else tells.
    void measure(std::span<const double> sizes);
    // Between two legs of a run.
    const SwitchingSoFar& so_far() const { return known_; }
    // False where it is of other equations.
    bool go_on(const SwitchingSoFar& known);
    // Moves y onto the surfaces on which it lies, and away from where norms have no direction.
    void place(double t, std::span<double> y, const Continuation& as);

private:
    struct At {
        double value, leading, off_cut;  // u, leading, and whether a cut is not there
        double by_time;                  // ∂leading/∂t
        const double* by_state;          // ∂leading/∂y
        const double* value_by_state;
    };
    struct Group {  // surfaces with the same leading
        std::vector<std::size_t> members;
    };
    struct Open {
        std::vector<Group> undecided, left;
    };

    Continuation decide(double t, std::span<const double> y, const Arrival& arrival,
                        const std::vector<Side>& before, const std::vector<std::size_t>& on);
    // Whether what held it was distributed: then what has come to its bound may be held all the same.
    static void keep(Continuation& next, std::size_t number, std::vector<double> at) {
        next.sides[number] = Side::Kept;
        next.kept.emplace_back(number, std::move(at));
    }
    static bool are_shared(const std::vector<Side>& before) {
        return std::ranges::find(before, Side::Kept) != before.end();
    }
    bool is_crossed(std::size_t i, const Arrival& arrival, const std::vector<Side>& before) const;
    Side side_away(std::size_t i, const std::vector<Side>& before) const;
    // With the sides of a phase; where there are none, with those on which the state lies.
    void look(double t, std::span<const double> y, const std::vector<Side>& sides);
    void see();
    At at(std::size_t i) const;
    bool is_near(std::size_t i) const;
    bool is_met(std::size_t i, const Arrival& arrival) const;
    bool has_ended(std::size_t i, const Arrival& arrival) const;
    bool is_on(std::size_t i, const Arrival& arrival);
    void set(std::size_t i, Side side);
    void set_direction(std::size_t norm, std::span<const double> e);
    const std::vector<double>& rates_with(const std::vector<Side>& sides);
    // Of something with these derivatives, with the rates just computed; then of leading i.
    double rate(double by_time, std::span<const double> by_state) const;
    double rate(std::size_t i) const;
    // Of the terms of that sum.
    double rate_size(double by_time, std::span<const double> by_state) const;
    double rate_size(std::size_t i) const;
    std::pair<std::vector<double>, std::vector<double>> differences(std::size_t i);
    Sentence jump(double t, const std::vector<std::size_t>& on, const std::vector<Side>& sides);
    std::vector<Group> groups(const std::vector<std::size_t>& undecided) const;
    SideRates rates_of(const std::vector<Group>& groups, const std::vector<Side>& sides);
    Continuation choose(double t, std::span<const double> y, const Open& open,
                        const std::vector<Side>& sides);
    // The same where norms are zero.
    Continuation choose(double t, std::span<const double> y, const std::vector<std::size_t>& norms,
                        const std::vector<Group>& groups, Continuation so_far);
    void rest(const std::vector<std::size_t>& norms, const Continuation& so_far);
    SideRates rates_ahead(double t, std::span<const double> y,
                          const std::vector<std::size_t>& norms, const std::vector<Group>& groups,
                          const Continuation& so_far, const std::vector<double>& directions);
    SideRates rates_of(const std::vector<std::size_t>& norms, const std::vector<Group>& groups,
                       const Continuation& so_far);
    std::vector<std::size_t> norms_at_rest(const Arrival& arrival, const std::vector<Side>& before,
                                           Continuation& so_far) const;
    // What is zero as well where the norms that are zero are put to rest.
    void add_what_rests_too(double t, std::span<const double> y, const Continuation& so_far,
                            std::vector<std::size_t>& norms, std::vector<std::size_t>& undecided);
    static std::vector<Side> with_states(std::vector<Side> sides, const std::vector<Group>& groups,
                                         const std::vector<int>& states);
    double change_of_rate(double t, std::span<const double> y, const std::vector<Side>& sides,
                          std::size_t i);
    // How the rates of groups with these sides change along the motion.
    std::vector<double> changes_of_rates(double t, std::span<const double> y,
                                         const std::vector<Side>& others,
                                         const std::vector<Group>& groups,
                                         const std::vector<double>& sides);
    // A time in which the state hardly changes with the rates just computed, and where they lead then.
    double short_time(std::span<const double> y) const;
    std::vector<double> moved(std::span<const double> y, double time) const;
    Sentence where(double t, const std::vector<std::size_t>& numbers) const;
    static std::vector<std::size_t> members(const std::vector<Group>& groups);

    const SwitchingCode& code_;
    const SwitchedSystem& switched_;
    const std::vector<Surface>& surfaces_;
    double rtol_, length_, direction_;
    const std::vector<std::size_t>& parameter_;
    NormValues norms_;
    const NormSizes* norm_sizes_;
    const std::vector<std::size_t>& direction_of_;
    std::vector<double> numbers_;  // behind the time
    std::vector<double> in_, seen_, f_;
    SwitchingSoFar known_;
};

}  // namespace rattleback
