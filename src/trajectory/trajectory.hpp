// A trajectory: what was computed, and all that is worth knowing about how.
//
// Samples are rows: the state at times[i] is states[i], entry by entry as `columns` says. They stand
// at the times that were asked for, else at the end of every step; the state where the run stopped
// is in `stop`. Dense output is there when it was asked for: at(t) is then the state at any time
// between, with an error of the size of the tolerance.
//
// What belongs to mechanics is filled in by simulate.hpp: velocities, multipliers, reactions and contact
// forces at each sample.
// What must hold along the motion is checked by dynamics/motion_checks.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "expr/sentence.hpp"
#include "trajectory/contact_finding.hpp"
#include "trajectory/dense_output.hpp"
#include "trajectory/stop.hpp"

namespace rattleback {

// Rows of equal width, one after the other.
class Rows {
public:
    explicit Rows(std::size_t width = 0) : width_(width) {}
    Rows(std::size_t width, std::vector<double> entries)
        : width_(width), entries_(std::move(entries)) {}

    std::size_t width() const { return width_; }
    std::size_t size() const { return width_ == 0 ? 0 : entries_.size() / width_; }
    std::span<const double> operator[](std::size_t i) const {
        return std::span(entries_).subspan(i * width_, width_);
    }
    std::span<double> operator[](std::size_t i) {
        return std::span(entries_).subspan(i * width_, width_);
    }
    std::span<const double> back() const { return (*this)[size() - 1]; }
    std::vector<double> entries() && { return std::move(entries_); }
    void drop_first(std::size_t rows) {
        const std::size_t count = std::min(rows, size()) * width_;
        entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count));
    }
    void append(std::span<const double> row) {
        entries_.insert(entries_.end(), row.begin(), row.end());
    }
    void resize(std::size_t rows) { entries_.resize(rows * width_); }
    void reserve(std::size_t rows) { entries_.reserve(rows * width_); }

private:
    std::size_t width_;
    std::vector<double> entries_;
};

// An event that happened.
struct EventHit {
    std::size_t event = 0;  // which, in the order they were given
    std::string name = {};
    int direction = 0;  // +1 rising, −1 falling, 0 touching zero without a crossing
    double time = 0;
    std::vector<double> state = {};

    template <typename Archive>
    friend void fields(Archive& archive, EventHit& x) {
        archive(x.event, x.name, x.direction, x.time, x.state);
    }

    // "rising", "falling" or "touch".
    std::string_view manner() const {
        return direction > 0 ? "rising" : direction < 0 ? "falling" : "touch";
    }
};

struct Statistics {
    std::size_t steps = 0, rejected = 0;
    std::size_t evaluations = 0;     // of f
    std::size_t jacobians = 0;       // evaluated
    std::size_t factorizations = 0;  // of implicit methods
    std::size_t projections = 0;
    double smallest_step = 0, largest_step = 0;
    double seconds = 0;

    template <typename Archive>
    friend void fields(Archive& archive, Statistics& x) {
        archive(x.steps, x.rejected, x.evaluations, x.jacobians, x.factorizations, x.projections,
                x.smallest_step, x.largest_step, x.seconds);
    }
};

// The largest absolute value of something over the samples, and when.
struct Extreme {
    double value = 0;
    double time = 0;

    template <typename Archive>
    friend void fields(Archive& archive, Extreme& x) {
        archive(x.value, x.time);
    }
};

struct SmoothMotion;  // smooth_motion.hpp

// A part of a motion across jumps and kinks, within which its equations are smooth: see phases.hpp.
struct TrajectoryPhase {
    double from = 0;
    std::shared_ptr<const SmoothMotion> motion;
    std::size_t first_sample = 0;
};

// A method, and from when on it was used.
struct UsedMethod {
    std::string name;
    double from = 0;

    template <typename Archive>
    friend void fields(Archive& archive, UsedMethod& x) {
        archive(x.name, x.from);
    }
};

struct Trajectory {
    std::string form;                 // of the equations; empty where there are none
    std::string method;               // that ran; what auto chose; the last one
    std::vector<UsedMethod> methods;  // all that ran, one after the other
    std::string auto_went_on_with;    // where it changed: to this
    double rtol = 0;                  // 0 where steps were fixed
    std::vector<double> atol;         // of each column
    std::vector<std::string> columns;
    std::vector<double> times;
    Rows states;
    DenseOutput dense;
    bool is_dense_given_up = false;  // it was asked for, and took too much memory
    std::vector<EventHit> events;
    Statistics statistics;
    Stop stop;

    std::vector<std::string> velocity_names;  // where the state has other speeds; else empty
    Rows velocities;
    std::vector<std::string> multiplier_names;
    Rows multipliers;
    std::vector<std::string> reaction_names;
    Rows reactions;
    std::vector<std::string> contact_names;
    std::vector<ContactFinding> contact_findings;
    Rows contacts;  // forces there, three components along the axes of the ground for each
    std::vector<std::string> drive_names;  // of what drives of inputs exert and deliver
    Rows drives;
    Extreme projection;                   // the largest, in the kinetic-energy metric
    Extreme condition;                    // of the linear system solved: 1 is best
    Sentences notes;                      // a branch taken, a choice made: full sentences
    std::vector<TrajectoryPhase> phases;  // empty where the equations are smooth throughout
    // The part that was computed in other variables, as it was computed: see simulate.hpp.
    std::shared_ptr<const Trajectory> rest;

    bool reached_end() const { return stop.reason == StopReason::ReachedEnd; }
    // "taylor", or "taylor, and from t = 0.5 on bdf".
    Sentence methods_text() const;
    void add_method(std::string_view name, double from);
    // The first so many, with all that belongs to them.
    void drop_samples(std::size_t count);
    // The state at a time that dense output covers. Throws NumericalError when it does not.
    std::vector<double> at(double t) const;
};

}  // namespace rattleback
