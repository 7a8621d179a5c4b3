// The nine steps that are shown: all of them, in the paper's order, and each what its definition
// says, computed here again from the Lagrangian alone.
#include <gtest/gtest.h>

#include "equations/benenti.hpp"
#include "exact/is_zero.hpp"
#include "expr/substitute.hpp"
#include "support/hard_systems.hpp"
#include "support/model_file.hpp"

namespace rattleback::testing {
namespace {

// The number behind "step" in each meaning.
std::vector<int> numbers_of(const Equations& equations) {
    std::vector<int> numbers;
    for (const Step& step : equations.steps) {
        EXPECT_TRUE(to_text(step.meaning).starts_with("step ")) << step.symbol;
        const int number = to_text(step.meaning)[5] - '0';
        if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
    }
    return numbers;
}

void expect_equal(const Expr& x, const Expr& y, const std::string& what) {
    EXPECT_TRUE(are_equal(x, y).proved_zero()) << what;
}

TEST(BenentiSteps, AreNineInOrder) {
    const std::vector<int> nine{1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (const char* model : {"skate", "parallel_points_spring", "chaplygin_sleigh", "snake3",
                              "charged_particles", "appell_hamel"})
        EXPECT_EQ(numbers_of(benenti(model_file(model))), nine) << model;
    EXPECT_EQ(numbers_of(benenti(not_quadratic().system)), nine);
}

TEST(BenentiSteps, ShowEveryMatrixOfTheGalleryModelsOfThePaper) {
    for (const char* model : {"skate", "parallel_points_spring"})
        for (const Step& s : benenti(model_file(model)).steps)
            EXPECT_FALSE(s.value.empty()) << model << ' ' << s.symbol;
}

// g, Γ and f of steps 2 and 3: the equations d/dt ∂L/∂q̇ − ∂L/∂q = F are g q̈ = f.
TEST(BenentiSteps, HaveLagrangesEquations) {
    for (const char* model : {"skate", "parallel_points_spring", "chaplygin_sleigh"}) {
        const System system = model_file(model);
        const Equations equations = benenti(system);
        const ExprMatrix &g = step(equations, "g"), &f = step(equations, "f"),
                         &forces = step(equations, "A_i");
        for (std::size_t i = 0; i < system.size(); ++i) {
            const Expr momentum = derivative(system.lagrangian, system.v[i]);
            const ExprVector rate = derivative_along(ExprVector{momentum}, system.by_time());
            Expr lagrange = rate[0] - derivative(system.lagrangian, system.q[i]) - system.force[i];
            Expr shown = -f[i][0], by_symbols = forces[i][0];
            for (std::size_t j = 0; j < system.size(); ++j) {
                shown += g[i][j] * system.a[j];
                for (std::size_t h = 0; h < system.size(); ++h)
                    by_symbols -= step(equations, "Γ_" + std::to_string(h + 1))[j][i] *
                                  system.v[h] * system.v[j];
            }
            expect_equal(lagrange, shown, system.title() + ": g q̈ − f");
            expect_equal(f[i][0], by_symbols, system.title() + ": f by Christoffel symbols");
        }
    }
}

// C(ψ) = 0; Z_α and G are projections on ∂ψ/∂z; G⁻¹ G = 1; Z^α solves G Z = Z_α.
TEST(BenentiSteps, HaveProjectionsOnTheConstraints) {
    for (const char* model : {"skate", "parallel_points_spring", "chaplygin_sleigh"}) {
        const System system = model_file(model);
        const Equations equations = benenti(system);
        const ExprMatrix &psi = step(equations, "ψ"), &slope = step(equations, "ψ_α"),
                         &z_bar = step(equations, "Z̄"), &low = step(equations, "Z_α"),
                         &reduced = step(equations, "G"), &inverse = step(equations, "G⁻¹"),
                         &high = step(equations, "Z^α");
        std::vector<Replacement> on_constraints;
        for (std::size_t i = 0; i < system.size(); ++i)
            on_constraints.emplace_back(system.v[i], psi[i][0]);
        for (const ExprVector& row : step(equations, "C^a"))
            expect_equal(substitute(row[0], on_constraints), 0, "C(ψ)");
        const ExprMatrix g = step(equations, "g");
        const std::size_t m = reduced.size();
        for (std::size_t a = 0; a < m; ++a) {
            Expr projected, solved = -low[a][0];
            for (std::size_t i = 0; i < system.size(); ++i) {
                expect_equal(slope[i][a], derivative(psi[i][0], equations.speeds[a]), "ψ_α");
                projected += z_bar[i][0] * slope[i][a];
            }
            expect_equal(low[a][0], projected, "Z_α");
            for (std::size_t b = 0; b < m; ++b) {
                Expr entry, unit;
                for (std::size_t i = 0; i < system.size(); ++i)
                    for (std::size_t j = 0; j < system.size(); ++j)
                        entry += substitute(g[i][j], on_constraints) * slope[i][a] * slope[j][b];
                for (std::size_t c = 0; c < m; ++c) unit += inverse[a][c] * reduced[c][b];
                expect_equal(reduced[a][b], entry, "G");
                expect_equal(unit, a == b ? 1 : 0, "G⁻¹ G");
                solved += reduced[a][b] * high[b][0];
            }
            expect_equal(solved, 0, "Z^α");
        }
    }
}

}  // namespace
}  // namespace rattleback::testing
