// Compiled equations of motion against the equations they were made from, for every model of the
// gallery in every formulation that applies to it.
//
// The oracle evaluates the expressions of Equations one by one (src/expr/evaluate) and puts the
// solution into them; Jacobians are compared with difference quotients.
#include "compiled/equations_of_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "equations/formulations.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "model/energy.hpp"
#include "rattleback/errors.hpp"
#include "rounding_bound.hpp"
#include "support/model_file.hpp"
#include "support/sanitized.hpp"

namespace rattleback {
namespace {

// It has a function that is known by name only.
constexpr const char* general = "charged_particles";

System model(const std::string& name) { return testing::model_file(name); }

// Those with numbers for everything.
std::vector<std::string> gallery() {
    std::vector<std::string> names = testing::gallery();
    std::erase_if(names, [](const std::string& name) {
        return !model(name).functions.empty() || (testing::sanitized && testing::is_large(name));
    });
    return names;
}

struct Point {
    std::vector<double> in;
    Values values;
};

Point random_state(const EquationsOfMotion& motion, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> draw(0.3, 1.3);
    std::vector<double> state(motion.size());
    for (double& x : state) x = draw(random);
    Point point{motion.input(state, 0.7), {}};
    for (std::size_t i = 0; i < point.in.size(); ++i)
        point.values[motion.inputs()[i]] = point.in[i];
    return point;
}

// The input of a function, with what it computes once per run.
std::vector<double> with_constants(const SolvedFunction& f, const EquationsOfMotion& motion,
                                   std::vector<double> in) {
    const auto more = f.constants(std::span<const double>(in).subspan(motion.size() + 1));
    in.insert(in.end(), more.begin(), more.end());
    return in;
}

// How far x is from solving the equations, beside what rounding their entries may do, relative to
// the largest terms.
long double residual(const Equations& equations, const Values& values, std::span<const double> x) {
    testing::RoundingBound bound(values);
    long double worst = 0, largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto right = bound(equations.right[i]);
        long double sum = -right.value, error = right.error;
        for (std::size_t j = 0; j < x.size(); ++j) {
            const auto entry = bound(equations.matrix[i][j]);
            sum += entry.value * x[j];
            error += entry.error * std::fabs(x[j]);
            largest = std::max(largest, std::fabs(entry.value * x[j]));
        }
        largest = std::max(largest, std::fabs(right.value));
        worst = std::max(worst, std::fabs(sum) - error);
    }
    return largest == 0 ? 0 : worst / largest;
}

class Gallery : public ::testing::TestWithParam<std::string> {};

TEST_P(Gallery, AccelerationsReactionsAndRatesSolveTheEquations) {
    const System system = model(GetParam());
    for (const Formulation* form : applicable(system)) {
        if (!testing::is_tried(GetParam(), form->name)) continue;
        const Equations equations = derive(system, form->name);
        SCOPED_TRACE(std::string(form->name));
        for (const auto& [straight, parameters] :
             {std::pair{true, ParametersAs::Inputs}, std::pair{false, ParametersAs::Inputs},
              std::pair{true, ParametersAs::Constants}}) {
            const EquationsOfMotion motion(
                system, equations,
                {.solve = {.compile = {.backend = Backend::Interpreter}, .straight_line = straight},
                 .parameters = parameters});
            const SolvedFunction forces = motion.forces(), rates = motion.rates();
            if (straight && !rates.straight_line()) continue;
            Point point = random_state(motion, 5);
            std::vector<double> found(forces.outputs()), change(rates.outputs());
            ASSERT_GT(forces(with_constants(forces, motion, point.in).data(), found.data()), 1e-10);
            ASSERT_GT(rates(with_constants(rates, motion, point.in).data(), change.data()), 1e-10);

            const std::size_t n = system.size(), unknowns = equations.unknowns.size();
            const std::span x(found.data() + n + equations.reactions.size(), unknowns);
            EXPECT_LT(residual(equations, point.values, x), 1e-14L) << straight;
            for (std::size_t i = 0; i < unknowns; ++i) point.values[equations.unknowns[i]] = x[i];
            const auto a = evaluate(equations.accelerations, point.values),
                       r = evaluate(equations.reactions, point.values),
                       v = evaluate(equations.velocities, point.values);
            for (std::size_t i = 0; i < n; ++i) {
                EXPECT_NEAR(found[i], a[i], 1e-13 * (1 + std::fabs(a[i])));
                EXPECT_NEAR(change[i], v[i], 1e-13 * (1 + std::fabs(v[i])));
            }
            for (std::size_t i = 0; i < r.size(); ++i)
                EXPECT_NEAR(found[n + i], r[i], 1e-13 * (1 + std::fabs(r[i])));
            for (std::size_t i = 0; i < equations.speeds.size(); ++i)
                EXPECT_NEAR(change[n + i], x[i], 1e-13 * (1 + std::fabs(x[i])));
        }
    }
}

// One formulation of each kind in machine code, with its Jacobian by difference quotients.
TEST_P(Gallery, JacobianIsTheDerivativeOfTheRates) {
    const System system = model(GetParam());
    const Formulation* form = applicable(system).front();
    for (const Formulation* other : applicable(system))
        if (other->name == "benenti") form = other;
    const EquationsOfMotion motion(system, derive(system, form->name));
    const SolvedFunction rates = motion.rates(), jacobian = motion.jacobian();
    const std::size_t n = motion.size();
    const Point point = random_state(motion, 6);
    std::vector<double> found(jacobian.outputs());
    ASSERT_EQ(found.size(), n * n);
    jacobian(point.in.data(), found.data());
    const auto at = [&](std::size_t j, double step) {
        std::vector<double> in = point.in, out(n);
        in[j] += step;
        rates(in.data(), out.data());
        return out;
    };
    for (std::size_t j = 0; j < n; ++j) {
        // Of order four; the step balances its error with that of rounding.
        const double h = 1e-4;
        const auto a = at(j, h), b = at(j, -h), c = at(j, 2 * h), d = at(j, -2 * h);
        for (std::size_t i = 0; i < n; ++i) {
            const double expected = (8 * (a[i] - b[i]) - (c[i] - d[i])) / (12 * h);
            EXPECT_NEAR(found[i * n + j], expected, 1e-7 * (1 + std::fabs(expected)))
                << form->name << ": entry " << i << ", " << j;
        }
    }
}

TEST_P(Gallery, ConstraintsAndEnergyAreThoseOfTheModel) {
    const System system = model(GetParam());
    const Equations equations = applicable(system).front()->derive(system);
    const EquationsOfMotion motion(system, equations,
                                   {.solve = {.compile = {.backend = Backend::Interpreter}}});
    Point point = random_state(motion, 7);
    const auto v = evaluate(equations.velocities, point.values);
    for (std::size_t i = 0; i < v.size(); ++i) point.values[system.v[i]] = v[i];

    double found = 0;
    const Expr energy = energy_of(system.lagrangian, system.v);
    motion.observed({&energy, 1})(point.in.data(), &found);
    double expected = -evaluate(system.lagrangian, point.values);
    for (std::size_t i = 0; i < v.size(); ++i)
        expected += v[i] * evaluate(derivative(system.lagrangian, system.v[i]), point.values);
    EXPECT_NEAR(found, expected, 1e-13 * (1 + std::fabs(expected)));

    const CompiledFunction constraints = compile(motion.inputs(), motion.constraint_values());
    std::vector<double> values(constraints.outputs());
    constraints(point.in.data(), values.data());
    std::size_t next = 0;
    for (const Constraint& constraint : system.constraints) {
        if (constraint.order > 1) continue;
        EXPECT_NEAR(values[next], evaluate(constraint.expression, point.values), 1e-13);
        next += constraint.order == 0 ? 2 : 1;
    }
    EXPECT_EQ(next, values.size());
}

INSTANTIATE_TEST_SUITE_P(Models, Gallery, ::testing::ValuesIn(gallery()),
                         [](const auto& name) { return name.param; });

TEST(EquationsOfMotion, NamesAFunctionThatHasNoValue) {
    const System system = model(general);
    const EquationsOfMotion motion(system, derive(system, "lagrange_multipliers"));
    try {
        motion.rates();
        FAIL();
    } catch (const NumericalError& error) {
        EXPECT_STREQ(error.what(), "'A(q1, q2)' has no value: it is no input of the code");
    }
}

TEST(EquationsOfMotion, FixedParametersGiveTheSameRates) {
    const System system = model("parallel_points_spring");
    const Equations equations = derive(system, "benenti");
    const EquationsOfMotion open(system, equations),
        fixed(system, equations, {.solve = {}, .parameters = ParametersAs::Numbers});
    EXPECT_EQ(open.inputs().size(), fixed.inputs().size() + 3);
    EXPECT_EQ(open.parameters(), (std::vector<double>{1, 2, 1}));
    const std::vector<double> state{0.1, 0.2, 1.1, 0.4, 1, -2, 1.2};
    std::vector<double> a(7), b(7);
    open.rates()(open.input(state, 0).data(), a.data());
    fixed.rates()(fixed.input(state, 0).data(), b.data());
    for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(a[i], b[i], 1e-15);

    // The closed form of Benenti's example 8.3.2.
    const double c = std::cos(1.2), s = std::sin(1.2), rx = 1.0, ry = 0.2;
    const double along = rx * c + ry * s, across = ry * c - rx * s;
    const double expected[] = {c, s, -2 * c, -2 * s, along, -along / 2, 3 * across / (1 + 2 * 4)};
    for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(a[i], expected[i], 2e-15);
    ASSERT_TRUE(open.rates().straight_line());
}

// As a person would write them: no cos² + sin², and one division.
TEST(EquationsOfMotion, AreShortened) {
    const System system = model("parallel_points_spring");
    const Equations equations = derive(system, "benenti");
    const auto operations = [&](bool shorten) {
        const EquationsOfMotion motion(
            system, equations,
            {.solve = {}, .parameters = ParametersAs::Numbers, .shorten = shorten});
        return motion.rates().straight_line()->operations();
    };
    EXPECT_LE(operations(true), 21U);
    EXPECT_GT(operations(false), 28U);
    const System skate = model("skate");
    const EquationsOfMotion motion(skate, derive(skate, "lagrange_multipliers"));
    EXPECT_TRUE(motion.rates().straight_line()) << "the matrix is still symmetric";
}

// Symmetric, but written differently on both sides of the diagonal.
TEST(EquationsOfMotion, SeeThatAMatrixIsSymmetric) {
    for (const char* name : {"talamucci_curved", "talamucci_time", "voronec_linear"}) {
        const System system = model(name);
        for (const char* form : {"benenti", "kane"})
            EXPECT_TRUE(EquationsOfMotion(system, derive(system, form)).rates().straight_line())
                << name << ", " << form;
    }
    const System skate = model("skate");
    EXPECT_FALSE(EquationsOfMotion(skate, derive(skate, "udwadia_kalaba")).rates().straight_line());
}

// [M −Aᵀ; A 0] is eliminated without pivots where M is positive definite, and with them where not.
TEST(EquationsOfMotion, SaysHowWellTheMotionIsDetermined) {
    const System system = model("skate");
    const EquationsOfMotion motion(system, derive(system, "lagrange_multipliers"));
    const SolvedFunction rates = motion.rates();
    ASSERT_TRUE(rates.straight_line());
    std::vector<double> out(6);
    EXPECT_GT(rates(motion.input(std::vector<double>{0, 0, 1, 1, 1, 1}, 0).data(), out.data()),
              0.1);

    const System points = model("parallel_points_spring");
    const EquationsOfMotion singular(points, derive(points, "lagrange_multipliers"));
    std::vector<double> rates_there(8);
    EXPECT_LT(
        singular.rates()(singular.input(std::vector<double>(8, 0.0), 0).data(), rates_there.data()),
        1e-8)
        << "at rest the constraint has no gradient";
}

TEST(SolvedFunction, TurnsToPivotsWhereItMust) {
    const Expr a = parse("a"), b = parse("b"), x = parse("x"), y = parse("y");
    const LinearProblem problem{.inputs = {a, b},
                                .matrix = {{a, 1}, {1, b}},
                                .right = {1, 2},
                                .unknowns = {x, y},
                                .outputs = {x, y}};
    const SolvedFunction f(problem);
    ASSERT_TRUE(f.straight_line());
    double out[2];
    // a·x + y = 1, x + b·y = 2: determinant ab − 1.
    for (const auto& [p, q] : {std::pair{3.0, 2.0}, {0.0, 1.0}, {1e-20, 1.0}, {-1.0, 4.0}}) {
        const double in[] = {p, q}, det = p * q - 1;
        EXPECT_GT(f(in, out), 1e-3);
        EXPECT_NEAR(out[0], (q - 2) / det, 1e-14);
        EXPECT_NEAR(out[1], (2 * p - 1) / det, 1e-14);
    }
    const double singular[] = {2, 0.5};
    EXPECT_LT(f(singular, out), 1e-15);
}

TEST(SolvedFunction, RefusesMatricesThatAreNotSquare) {
    const LinearProblem problem{.inputs = {parse("a")},
                                .matrix = {{parse("a"), 1}},
                                .right = {1},
                                .unknowns = {parse("x"), parse("y")},
                                .outputs = {}};
    EXPECT_THROW(SolvedFunction{problem}, DerivationError);
}

}  // namespace
}  // namespace rattleback
