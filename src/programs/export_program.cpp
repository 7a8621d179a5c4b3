#include "programs/export_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "compiled/interpreter.hpp"
#include "expr/flattened.hpp"
#include "expr/graph.hpp"
#include "expr/print_text.hpp"
#include "model/energy.hpp"
#include "programs/example_steps.hpp"
#include "programs/invariants.hpp"
#include "programs/open_inputs.hpp"
#include "start/initial_state.hpp"
#include "trajectory/integration_options.hpp"
#include "trajectory/natural_sizes.hpp"

namespace rattleback {
namespace {

// The parts are only recorded, and evaluated a few times.
constexpr SolveOptions interpreted{.compile = {.backend = Backend::Interpreter}};

// Beyond this condition neither solution has enough digits.
constexpr double least_compared = 1e-7;

// Whether straight-line code gives what elimination with pivots gives, at and around a state, near
// and far.
bool is_trusted(const EquationsOfMotion& motion, const Tape& straight,
                const std::vector<double>& state) {
    SolveOptions options = interpreted;
    options.straight_line = false;
    const SolvedFunction pivoted(motion.rates_problem(), options);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> draw(-1, 1);
    std::vector<double> workspace(straight.places()), a(pivoted.outputs()), b(pivoted.outputs());
    for (int i = 0; i < 30; ++i) {
        std::vector<double> other = state;
        if (i > 0)
            for (double& x : other) x += draw(random) * (i < 10 ? 0.1 : 10);
        const std::vector<double> in = motion.input(other, 0);
        const double condition = pivoted(in.data(), a.data());
        if (!(condition > least_compared) && i > 0) continue;  // nothing to compare with
        interpret(straight, in.data(), b.data(), workspace.data());
        double size = 1;
        for (const double x : a) size = std::max(size, std::abs(x));
        for (std::size_t k = 0; k < a.size(); ++k)
            if (!(std::abs(a[k] - b[k]) <= 1e-8 * size)) return false;
    }
    return true;
}

class Program {
public:
    Program(const System& system, const Equations& equations, const ExportHeading& heading)
        : system_(system),
          equations_(equations),
          motion_(system, equations, {.solve = interpreted}) {
        const InitialState start = initial_state(system, equations);
        result_.heading = heading;
        result_.title = system.title();
        result_.reference = system.description.reference.text();
        result_.form = equations.form;
        result_.notes = to_texts(equations.notes);
        result_.state = motion_.state();
        result_.coordinates = system.size();
        result_.initial = start.state;
        has_velocities_ =
            equations.speeds.size() >= system.size() &&
            std::ranges::equal(system.v, std::span(equations.speeds).first(system.size()));
    }

    ExportProgram write() {
        add_parameters();
        add_rates();
        add_invariants();
        if (!has_velocities_)
            result_.speeds = fmt::format(
                "Behind the coordinates stand the speeds of this form; {} shows how the velocities "
                "follow from them.",
                result_.unknowns.empty() ? "rates" : "velocities");
        const double wished = system_.description.simulate.until.value_or(10);
        const ExampleSteps example = example_steps(motion_, result_.initial, wished);
        result_.until = example.until;
        const MotionProblem problem(system_, equations_, {.watch_contacts = false});
        result_.sizes =
            natural_sizes(problem, result_.initial, {0, example.until}, IntegrationOptions{}.rtol)
                .sizes;
        result_.steps = example.count;
        if (example.until < wished)
            result_.notes.push_back(
                fmt::format("The example ends at t = {:g}: beyond it equal steps lose the motion.",
                            example.until));
        return std::move(result_);
    }

private:
    void add_parameters() {
        for (std::size_t i = 0; i < system_.parameters.size(); ++i) {
            const Parameter& p = system_.parameters[i];
            std::string remark;
            if (!p.value.is_number()) remark = to_text(p.value);
            if (!symbols_of(ExprVector{p.value}).empty()) remark += ", as a number";
            result_.parameters.push_back({p.symbol, motion_.parameters()[i], remark});
        }
    }

    void add(const ExportFunction& function, const ExprVector& inputs, const ExprVector& outputs) {
        result_.functions.push_back(function);
        result_.functions.back().tape = record(inputs, outputs);
    }

    void add_rates() {
        const std::size_t s = result_.state.size();
        ExportFunction rates{"rates", "rate", "d(state)/dt.", s, 0, {}};
        for (const Expr& x : result_.state) rates.remarks.push_back(to_text(symbol_rate(x)));
        const auto straight = motion_.rates().straight_line();
        if (!straight || !is_trusted(motion_, *straight, result_.initial)) return add_equations();
        rates.tape = *straight;
        result_.functions.push_back(rates);
        result_.functions.push_back({"jacobian", "jac",
                                     "The Jacobian of the rates: row i, column j is "
                                     "d(rate i)/d(state j).",
                                     s, s, *motion_.jacobian().straight_line()});
    }

    // What the rates and the Jacobian are solved from.
    void add_equations() {
        const LinearProblem problem = motion_.jacobian_problem();
        const std::size_t n = problem.unknowns.size(), q = system_.size(), s = result_.state.size();
        const ExprVector& in = problem.inputs;
        const ExprVector rates = motion_.rates_problem().outputs;
        const auto first = [](const ExprVector& all, std::size_t count) {
            return ExprVector(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        };
        result_.unknowns = problem.unknowns;
        ExportFunction velocities{"velocities", "velocity", "d(coordinates)/dt.", q, 0, {}};
        for (std::size_t i = 0; i < q; ++i)
            velocities.remarks.push_back(to_text(symbol_rate(result_.state[i])));
        add(velocities, in, first(rates, q));
        add({"mass_matrix", "matrix", "The matrix of mass_matrix * unknowns = forcing.", n, n, {}},
            in, flattened(problem.matrix));
        add({"forcing", "force", "The right side of mass_matrix * unknowns = forcing.", n, 0, {}},
            in, problem.right);
        add({"velocities_by_state", "jac", "The Jacobian of the velocities.", q, s, {}}, in,
            first(problem.outputs, q * s));
        add({"forcing_by_state",
             "jac",
             "The Jacobian of forcing - mass_matrix * unknowns, the unknowns held fixed.",
             n,
             s,
             {},
             true},
            joined({in, problem.unknowns}), flattened(transposed(problem.later_rights)));
    }

    // What is kept depends on what whoever calls the program gives.
    Invariants of_open_inputs() const {
        const Expr energy = energy_of(system_);
        return {{{"energy", motion_.at_state({&energy, 1})[0]}},
                {"The inputs are fields of the parameters, and the energy changes with them."}};
    }

    static Expr symbol_rate(const Expr& x) { return symbol(x.name(), x.order() + 1); }

    void add_invariants() {
        const Invariants found =
            has_open_inputs(system_) ? of_open_inputs() : invariants(system_, motion_);
        ExportFunction function{"invariants",      "value", "What the motion keeps.",
                                found.kept.size(), 0,       {}};
        ExprVector values;
        for (const Invariant& i : found.kept) {
            result_.invariants.push_back(i.name);
            values.push_back(i.value);
        }
        function.remarks = result_.invariants;
        add(function, motion_.inputs(), values);
        result_.notes.insert(result_.notes.end(), found.notes.begin(), found.notes.end());
    }

    const System& system_;
    const Equations& equations_;
    EquationsOfMotion motion_;
    ExportProgram result_;
    bool has_velocities_ = false;  // the speeds are those, or begin with them
};

}  // namespace

ExportProgram export_program(const System& system, const Equations& equations,
                             const ExportHeading& heading) {
    return Program(system, equations, heading).write();
}

}  // namespace rattleback
