#include "geometry/connection.hpp"

#include <gtest/gtest.h>

#include "exact/is_zero.hpp"
#include "expr/functions.hpp"
#include "expr/matrices.hpp"
#include "expr/parse.hpp"
#include "geometry/orthonormal.hpp"
#include "support/curved_metric.hpp"

namespace rattleback::testing {
namespace {

// ∇_s g_ij of any connection, from its definition.
ExprTensor covariant_derivative(const Metric& metric, const ExprTensor& coefficients) {
    const std::size_t n = coefficients.size();
    ExprTensor result = ExprTensor(n, ExprMatrix(n, ExprVector(n)));
    for (std::size_t s = 0; s < n; ++s)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                SumBuilder sum;
                sum.add(derivative(metric.lower[i][j], metric.q[s]));
                for (std::size_t r = 0; r < n; ++r) {
                    sum.add(-1, coefficients[r][s][i] * metric.lower[r][j]);
                    sum.add(-1, coefficients[r][s][j] * metric.lower[i][r]);
                }
                result[s][i][j] = sum.build();
            }
    return result;
}

// C_(1) and C_(2) of the reference values.
ExprMatrix covectors(const System& system) {
    const Expr &q1 = system.q[0], &q2 = system.q[1], &q3 = system.q[2];
    return {{1, q1 / 2, 3 * cos(q3) / 10}, {cos(q3) / 3, 1, q2}};
}

// Constraints C_(ν)i aⁱ + c_(ν)ks vᵏvˢ = 0, orthonormalized.
std::vector<HomogeneousConstraint> constraints(const Metric& g, const ExprMatrix& c_i,
                                               const ExprTensor& forms) {
    ExprMatrix attached;
    for (const ExprMatrix& form : forms) attached.push_back(all_entries(form));
    const OrthogonalRows rows = orthonormalized(orthogonalized(g, c_i, attached));
    std::vector<HomogeneousConstraint> result;
    for (std::size_t nu = 0; nu < c_i.size(); ++nu) {
        ExprMatrix form;
        for (std::size_t k = 0; k < 3; ++k)
            form.push_back({rows.attached[nu][3 * k], rows.attached[nu][3 * k + 1],
                            rows.attached[nu][3 * k + 2]});
        result.push_back({rows.covectors[nu], form});
    }
    return result;
}

ExprTensor no_forms(std::size_t count) { return ExprTensor(count, ExprMatrix(3, ExprVector(3))); }

// From [i][j][s] of the files to [s][i][j].
Vector derivative_index_first(const Json& tensor) {
    Vector result;
    for (std::size_t s = 0; s < 3; ++s)
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) result.push_back(number(tensor[i][j][s]));
    return result;
}

// Γʳ_ks vᵏvˢ term by term.
ExprVector term_by_term(const ExprTensor& gamma, const ExprVector& v) {
    ExprVector result;
    for (const ExprMatrix& of_r : gamma) result.push_back(dot(v, product(of_r, v)));
    return result;
}

void expect_equal(const ExprVector& actual, const ExprVector& expected, const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        EXPECT_TRUE(are_equal(actual[i], expected[i]).proved_zero()) << what << ", entry " << i;
}

// Small enough for proofs, without a symmetry that could hide a lost term.
System small_system() {
    return build({.coordinates = {"x", "y", "z"},
                  .lagrangian = "((1 + y^2)*x'^2 + 2*y'^2 + (3 + x)*z'^2)/2 + x'*z'/2"});
}

ExprMatrix small_covectors(const System& system) {
    const Expr &x = system.q[0], &y = system.q[1], &z = system.q[2];
    return {{1, x, 0}, {y, 1, z}};
}

TEST(Orthonormal, HasTheReferenceValues) {
    const System system = build(curved_metric());
    const OrthogonalRows rows =
        orthonormalized(orthogonalized(metric(system), covectors(system), {{}, {}}));
    expect_values(system, all_entries(rows.covectors),
                  all_numbers(reference("d_pointwise")["orthonormal_covectors"]), "C_(ν)i");
}

TEST(Orthonormal, IsOrthonormal) {
    const System system = small_system();
    const Metric g = metric(system);
    const auto [c, attached, squares] =
        orthonormalized(orthogonalized(g, small_covectors(system), {{}, {}}));
    EXPECT_EQ(squares, (ExprVector{1, 1}));
    for (std::size_t nu = 0; nu < 2; ++nu)
        for (std::size_t mu = 0; mu < 2; ++mu)
            EXPECT_TRUE(are_equal(dot(raised(g, c[nu]), c[mu]), nu == mu ? 1 : 0).proved_zero())
                << nu << mu;
}

// The rows (C_i, C) keep the accelerations that satisfy them.
TEST(Orthonormal, TransformsWhatIsAttached) {
    const System system = small_system();
    const ExprMatrix c_i = small_covectors(system);
    const ExprVector c{-dot(c_i[0], system.a), -dot(c_i[1], system.a)};
    const OrthogonalRows rows = orthogonalized(metric(system), c_i, {{c[0]}, {c[1]}});
    for (const auto& [covectors, attached, squares] : {rows, orthonormalized(rows)})
        for (std::size_t nu = 0; nu < 2; ++nu)
            EXPECT_TRUE(is_zero(dot(covectors[nu], system.a) + attached[nu][0]).proved_zero());
}

TEST(InertialConnection, HasTheReferenceValuesOf8) {
    const System system = build(curved_metric());
    const Metric g = metric(system);
    const auto one = constraints(g, {covectors(system)[0]}, no_forms(1));
    const Connection connection = inertial_connection(g, christoffel_first_kind(g), system.v, one);
    const Json expected = reference("d_pointwise");
    expect_values(system, all_entries(connection.coefficients),
                  all_tensor_numbers(expected["eq8_C=(1,q1/2,0.3cos(q3))"]), "(8)");
    const Vector nabla = derivative_index_first(expected["nabla_g_for_eq8"]);
    expect_values(system, all_entries(connection.metric_derivative), nabla, "(9)");
    expect_values(system, all_entries(covariant_derivative(g, connection.coefficients)), nabla,
                  "∇g");
}

TEST(InertialConnection, HasTheReferenceValuesOf17) {
    const System system = build(curved_metric());
    const Metric g = metric(system);
    const auto two = constraints(g, covectors(system), no_forms(2));
    const Connection connection = inertial_connection(g, christoffel_first_kind(g), system.v, two);
    const Json expected = reference("d_pointwise");
    expect_values(system, all_entries(connection.coefficients),
                  all_tensor_numbers(expected["eq17_C1_C2"]), "(17)");
    const Vector nabla = derivative_index_first(expected["nabla_g_for_eq17"]);
    expect_values(system, all_entries(connection.metric_derivative), nabla, "(18)");
    expect_values(system, all_entries(covariant_derivative(g, connection.coefficients)), nabla,
                  "∇g");
}

// (8) as the paper prints it.
TEST(InertialConnection, Is8ForOneConstraint) {
    const System system = small_system();
    const Metric g = metric(system);
    const ExprVector c = small_covectors(system)[1], upper = raised(g, c);
    const ExprTensor second = christoffel_second_kind(g, christoffel_first_kind(g));
    ExprTensor printed = second;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t s = 0; s < 3; ++s) {
            const Expr along_c =
                c[0] * second[0][k][s] + c[1] * second[1][k][s] + c[2] * second[2][k][s];
            for (std::size_t r = 0; r < 3; ++r)
                printed[r][k][s] -= upper[r] * along_c / dot(c, upper);
        }
    const HomogeneousConstraint one{c, no_forms(1)[0]};
    for (const Connection& connection :
         {inertial_connection(g, christoffel_first_kind(g), system.v, {&one, 1}),
          inertial_connection(g, christoffel_first_kind(g), system.v,
                              constraints(g, {c}, no_forms(1)))})
        expect_equal(all_entries(connection.coefficients), all_entries(printed), "(8)");
}

// With quadratic forms: the geodesics satisfy the constraints, ∇g follows from its definition.
TEST(InertialConnection, HoldsInEveryChart) {
    const System system = small_system();
    const Metric g = metric(system);
    const Expr &x = system.q[0], &y = system.q[1], &z = system.q[2];
    const ExprMatrix c_i = small_covectors(system);
    const ExprTensor forms{{{x, 1, 0}, {1, 0, y}, {0, y, 2}},
                           {{0, z, 1}, {z, x * y, 0}, {1, 0, 3}}};
    const Connection connection =
        inertial_connection(g, christoffel_first_kind(g), system.v, constraints(g, c_i, forms));
    const ExprVector contracted = term_by_term(connection.coefficients, system.v);
    expect_equal(connection.contracted, contracted, "Γvv");
    for (std::size_t nu = 0; nu < 2; ++nu)
        EXPECT_TRUE(are_equal(dot(c_i[nu], contracted), dot(system.v, product(forms[nu], system.v)))
                        .proved_zero());
    expect_equal(all_entries(connection.metric_derivative),
                 all_entries(covariant_derivative(g, connection.coefficients)), "∇g");
    EXPECT_EQ(all_entries(torsion(connection.coefficients)), ExprVector(27));
}

TEST(InertialConnection, IsMetricWithoutConstraints) {
    const System system = build(curved_metric());
    const Metric g = metric(system);
    const Connection connection = inertial_connection(g, christoffel_first_kind(g), system.v, {});
    for (const Expr& e : all_entries(covariant_derivative(g, connection.coefficients)))
        EXPECT_TRUE(is_zero(e).proved_zero());
    for (const Expr& e : all_entries(connection.metric_derivative)) EXPECT_EQ(e, 0);
}

TEST(SemiSymmetricConnection, HasTheReferenceValuesOf11) {
    const System system = build(curved_metric());
    const Metric g = metric(system);
    const Json expected = reference("d_pointwise");
    ExprVector upper;
    for (const Json& text : expected["Qbar_up_eq12"]) upper.push_back(parse(formula(text)));
    const Connection connection =
        semi_symmetric_connection(g, christoffel_first_kind(g), system.v, lowered(g, upper));
    expect_values(system, all_entries(connection.coefficients),
                  all_tensor_numbers(expected["eq11_case_d_thm2_k1"]), "(11)");
    expect_values(system, all_entries(connection.metric_derivative),
                  derivative_index_first(expected["nabla_g_for_eq11"]), "(16)");
}

// For any Q̄: the contraction, (16) from its definition, and the torsion S_[k δʳ_s], S = −Q̄/T.
TEST(SemiSymmetricConnection, IsSemiSymmetricAndSemiMetric) {
    const System system = build(
        {.coordinates = {"x", "y"}, .lagrangian = "((1 + y^2)*x'^2 + (3 + x)*y'^2)/2 + x*x'*y'/2"});
    const Metric g = metric(system);
    const ExprVector force{parse("P"), parse("R*x + y'^2")};
    const Connection connection =
        semi_symmetric_connection(g, christoffel_first_kind(g), system.v, force);
    expect_equal(connection.contracted, term_by_term(connection.coefficients, system.v), "Γvv");
    expect_equal(all_entries(connection.metric_derivative),
                 all_entries(covariant_derivative(g, connection.coefficients)), "(16)");
    const ExprTensor s = torsion(connection.coefficients);
    const Expr t = dot(system.v, lowered(g, system.v)) / 2;
    for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 2; ++j) {
                const Expr expected =
                    (-force[i] / t * Expr(r == j ? 1 : 0) + force[j] / t * Expr(r == i ? 1 : 0)) /
                    2;
                EXPECT_TRUE(are_equal(s[r][i][j], expected).proved_zero()) << r << i << j;
            }
}

}  // namespace
}  // namespace rattleback::testing
