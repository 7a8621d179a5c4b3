// Equations of motion as a problem for the integrators.
//
//     const MotionProblem motion(system, equations, {});
//     const Trajectory trajectory = integrate(motion.problem(), state, options);
//
// The state is q and the speeds of the form. The right-hand side solves matrix · unknowns = right by
// compiled code at every call (compiled/solved_function.hpp); where the matrix is singular it has no
// value. The Jacobian is compiled when a method first asks for it. Forms in all velocities are
// projected to the constraints after each step, others satisfy them by construction.
//
// This is what one run owns: the values of the parameters, scratch, and the worst of what it has seen.
// All code is that of motion_code.hpp, which any number of runs share.
#pragma once

#include "trajectory/motion_code.hpp"

namespace rattleback {

struct MotionSettings {
    bool project = true;         // false: see the raw drift
    bool watch_singular = true;  // stop at singular states
    bool watch_contacts = true;  // what they need, and where they could not give it
    bool has_other_variables =
        false;  // to which the motion can change where those of the form fail
};

class MotionProblem {
public:
    // The code must serve these values. Throws NumericalError where it does not.
    MotionProblem(std::shared_ptr<const MotionCode> code, const System& values,
                  const MotionSettings& settings);
    // With code of its own. Throws NumericalError where the model leaves a function unspecified.
    MotionProblem(const System& system, const Equations& equations, const MotionSettings& settings);
    MotionProblem(const MotionProblem&) = delete;
    MotionProblem& operator=(const MotionProblem&) = delete;

    const OdeProblem& problem() const { return problem_; }
    const MotionCode& code() const { return *code_; }
    // What the functions of the motion take.
    const double* input(double t, const double* y) const;
    std::span<const double> numbers() const { return numbers_; }  // behind the time
    // An expression of what they take, with the values of the run put in.
    Expr in_numbers(const Expr& expression) const {
        return code_->motion().in_numbers(expression, values_);
    }
    const Regularity& regularity() const { return regularity_; }
    Extreme largest_projection() const { return projection_ ? projection_->largest() : Extreme{}; }
    // The rates at a state that is not of the run: its condition does not count.
    void probe(double t, const double* y, double* rate) const { rates_at(t, y, rate); }
    // What the run so far asked of contacts; empty where they are not watched.
    std::vector<ContactFinding> contact_findings() const;
    // The smallest reciprocal condition of the matrix, and when.
    Extreme worst_condition() const { return worst_; }

private:
    void add_events();
    void add_quantities(std::size_t count, const std::vector<const Tape*>& formulas);
    void watch_contacts(const System& values);
    double rates_at(double t, const double* y, double* rate) const;

    struct Rate {
        const MotionProblem* self;
        void operator()(double t, const double* y, double* rate) const;
    };
    struct Jacobian {
        const MotionProblem* self;
        void operator()(double t, const double* y, double* jacobian) const;
    };

    struct Discrete {
        const MotionProblem* self;
        const DiscreteMechanics& operator()() const;
    };
    struct Quantities {
        const MotionProblem* self;
        void operator()(double t, const double* y, double* values, double* scales) const;
    };
    struct ContactSteps {
        const MotionProblem* self;
        void operator()(const ObservedStep& step) const;
    };

    std::shared_ptr<const MotionCode> code_;
    std::vector<Replacement> values_;  // of the parameters
    std::vector<double> numbers_;
    std::optional<Projection> projection_;
    Regularity regularity_;
    std::vector<Tape> event_tapes_;
    mutable std::optional<NamedValues> named_;
    std::optional<RateTape> tape_;
    std::vector<double> parameters_;
    mutable std::optional<DiscreteMechanics> mechanics_;
    Rate rate_{this};
    Jacobian jacobian_{this};
    Discrete discrete_{this};
    Quantities quantities_{this};
    ContactSteps contact_steps_{this};
    OdeProblem problem_;
    mutable std::optional<ContactWatch> contacts_;
    mutable std::vector<double> in_, rates_in_, jacobian_in_;
    mutable Extreme worst_{1, 0};
};

// Column names: coordinates, then speeds.
std::vector<std::string> column_names(const Equations& equations);

}  // namespace rattleback
