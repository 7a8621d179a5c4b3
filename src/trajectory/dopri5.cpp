// Source of the numbers: J. R. Dormand & P. J. Prince, J. Comp. Appl. Math. 6 (1980) 19–26; dense
// output as in Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, §II.6. Stage 6 is
// f(t₁, y₁): first same as last.

#include <array>

#include "trajectory/runge_kutta_pairs.hpp"

namespace rattleback {
namespace {

// clang-format off
constexpr std::array<double, 7> nodes{0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};

constexpr std::array<Coupling, 20> couplings{{
    {1, 0, 1. / 5},
    {2, 0, 3. / 40}, {2, 1, 9. / 40},
    {3, 0, 44. / 45}, {3, 1, -56. / 15}, {3, 2, 32. / 9},
    {4, 0, 19372. / 6561}, {4, 1, -25360. / 2187}, {4, 2, 64448. / 6561}, {4, 3, -212. / 729},
    {5, 0, 9017. / 3168}, {5, 1, -355. / 33}, {5, 2, 46732. / 5247}, {5, 3, 49. / 176},
    {5, 4, -5103. / 18656},
    {6, 0, 35. / 384}, {6, 2, 500. / 1113}, {6, 3, 125. / 192}, {6, 4, -2187. / 6784},
    {6, 5, 11. / 84},
}};

constexpr std::array<StageWeight, 5> weights{{
    {0, 35. / 384}, {2, 500. / 1113}, {3, 125. / 192}, {4, -2187. / 6784}, {5, 11. / 84},
}};

constexpr std::array<StageWeight, 6> error{{
    {0, 71. / 57600}, {2, -71. / 16695}, {3, 71. / 1920}, {4, -17253. / 339200}, {5, 22. / 525},
    {6, -1. / 40},
}};

constexpr std::array<Coupling, 6> dense{{
    {0, 0, -12715105075. / 11282082432}, {0, 2, 87487479700. / 32700410799},
    {0, 3, -10690763975. / 1880347072}, {0, 4, 701980252875. / 199316789632},
    {0, 5, -1453857185. / 822651844}, {0, 6, 69997945. / 29380423},
}};
// clang-format on

constexpr RungeKuttaPair pair{.name = "dopri5",
                              .order = 5,
                              .error_order = 5,
                              .dense_order = 4,
                              .stages = 7,
                              .next = 6,
                              .dense_rows = 1,
                              .stability = 3.3,
                              .nodes = nodes,
                              .couplings = couplings,
                              .weights = weights,
                              .error = error,
                              .coarse_error = {},
                              .dense = dense};

}  // namespace

const RungeKuttaPair& dopri5() { return pair; }

}  // namespace rattleback
