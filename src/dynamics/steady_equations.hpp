// The equations f(y) = 0, c(y) = 0 of steady motions in numbers without units, and steps to solve them.
//
// A state here is y divided by the sizes that its entries have by the formulas (model_sizes.hpp); rates
// are those in the time of the model, and each constraint is divided by the usual size of its gradient.
// So all entries are near one, "small" is small beside one, and a model in other units has the same
// equations.
#pragma once

#include <optional>
#include <random>

#include "dynamics/essential_motion.hpp"
#include "dynamics/model_sizes.hpp"

namespace rattleback {

class SteadyEquations {
public:
    using State = std::vector<double>;  // q and the speeds, without units
    using Way = std::vector<double>;    // from one to another, in the essential variables

    static constexpr double converged = 1e-13;  // steps that are smaller change nothing

    // `start` in the units of the model.
    SteadyEquations(const EssentialMotion& motion, std::vector<double> parameters, ModelSizes sizes,
                    const State& start, std::uint64_t seed);

    const ModelSizes& sizes() const { return sizes_; }
    const State& start() const { return start_; }
    State random_start();
    State without_units(State state) const;
    State in_units(State state) const;
    // That of the rate of an essential variable, in the units of the model.
    double rate_size(std::size_t variable) const;

    EssentialRates at(const State& state) const;
    double residual_of(const State& state) const;

    // The solution that damped Gauss–Newton steps lead to; nothing where they do not converge.
    std::optional<State> solution_near(State state) const;
    // By steps that are not damped, which arrive at degenerate solutions too, from close by.
    std::optional<State> degenerate_solution_near(State state, double reach) const;
    // Directions along which f and c do not change to first order: orthogonal, of length one.
    std::vector<Way> kernel_at(const State& state) const;

    // From a to b, angles the shorter way.
    Way difference(const State& a, const State& b) const;
    State moved(State state, const Way& change, double part) const;
    double norm(const State& state) const;  // of its essential variables
    static double length(const Way& way);
    // The angles between half a turn back and forward.
    State unwound(State state) const;

private:
    void find_angles();
    void find_constraint_sizes();
    bool is_periodic(std::size_t i);
    bool is_angle(std::size_t i) const;
    double turn(std::size_t i) const;
    double uniform();
    Way step_at(const State& state, bool is_damped) const;

    const EssentialMotion& motion_;
    std::vector<double> parameters_;
    ModelSizes sizes_;
    State start_;
    std::mt19937_64 random_;
    std::vector<std::size_t> angles_;  // coordinates that may be turned by 2π
    std::vector<double> constraint_sizes_;
};

}  // namespace rattleback
