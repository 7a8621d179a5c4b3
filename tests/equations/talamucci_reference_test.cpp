// Reference values for Talamucci's equations, computed elsewhere in 100 digits and given here to 20:
// all quantities of (19), (20), (24)–(26) at single states, and the accelerations of four systems at
// the beginning and in the course of their motion.
#include "equations/explicit_system.hpp"
#include "equations/talamucci.hpp"
#include "equations/voronec.hpp"
#include "equations/voronec_nonlinear.hpp"
#include "explicit_systems.hpp"

namespace rattleback {
namespace {

using namespace testing;
using Tensor = std::vector<Matrix>;

struct Reference {
    HardSystem hard;
    Real kinetic_on;  // T*
    Vector momenta;   // ∂T*/∂v_i
    Vector p_dep;     // ∂T/∂v_{m+ν}
    Matrix c;         // C_i^ν
    Tensor d;         // D_i^νμ, [i][ν][μ]
    Matrix e;         // E_i^ν
    Vector g;         // G_i
    Matrix b;         // B_i^ν without accelerations, [i][ν]
    Tensor b_by_a;    // their coefficients of a_r, [i][ν][r]
};

// The same position with these independent velocities; the dependent ones are not looked at.
HardSystem with_velocities(HardSystem hard, Vector v) {
    hard.state.v = std::move(v);
    return hard;
}

// clang-format off
const std::vector<Reference>& references() {
    static const std::vector<Reference> table{
    {with_velocities(curved_k1(), {0.7L, -0.4L, 0}),
     0.60733660804642459086L,
     {0.75980869107399743570L, -1.2284441385886281831L},
     {0.52556025724062658394L},
     {{1.0345909761384972090L, 0.022663602358952208787L}, {0.022663602358952208787L, 2.9762275472555723078L}},
     {{{-0.050993442516932136699L, 0.0080664956842480018796L}, {0.0080664956842480018796L, 0.14776010333066978755L}}, {{0.028278220019351013371L, -0.15223334789870554645L}, {-0.15223334789870554645L, 0.0L}}},
     {{0.26102477173967327379L, 0.27762776572636200776L}, {-0.033787613858320949323L, 0.0L}},
     {-0.063688871344457313804L, 0.011833214441764023025L},
     {{0.20310106476299502877L}, {0.36650209463165211737L}},
     {{{0.26563277080643417697L, 0.11269269064515389326L}}, {{0.11269269064515389326L, 0.59968610379028321770L}}}},
    {with_velocities(curved_k2(), {0.6L, 0.5L, 0, 0}),
     0.87152696397772608689L,
     {2.0118082484024961960L, 1.1070022457160005537L},
     {0.35491353491562707350L, 0.29904704735978743578L},
     {{3.5311263444805434194L, 0.11998143478735249733L}, {0.11998143478735249733L, 2.1057124048819629475L}},
     {{{0.12000000000000000000L, 0.18720917115432524583L}, {0.18720917115432524583L, -0.30000000000000000000L}}, {{-0.17474248782495961537L, 0.29933333333333333333L}, {0.29933333333333333333L, 0.0L}}},
     {{0.0045307009553166732641L, 0.061706343828994877316L}, {0.049417042446247306659L, 0.0027315949987483851796L}},
     {0.099986370553415219309L, 0.0094836724996171900523L},
     {{-0.037312656197925966229L, 0.10000000000000000000L}, {0.19900083305560515322L, 0.12000000000000000000L}},
     {{{1.0000000000000000000L, 0.0L}, {0.0L, 0.15000000000000000000L}}, {{0.0L, 0.0L}, {0.15000000000000000000L, 0.0L}}}},
    {with_velocities(voronec_linear(), {0.6L, 0.5L, 0, 0}),
     0.84839154635105058606L,
     {1.8731833093611928867L, 1.1457462141707708802L},
     {0.21049379437074927674L, 0.32900578377020795145L},
     {{3.0314533800274860476L, 0.10862256268940251633L}, {0.10862256268940251633L, 2.1611453531142587407L}},
     {{{0.020000000000000000000L, 0.16996877522887295287L}, {0.16996877522887295287L, -0.30000000000000000000L}}, {{-0.16470917115432524583L, 0.28666666666666666667L}, {0.28666666666666666667L, 0.0L}}},
     {{0.044378201358182569013L, 0.0058382207673853371342L}, {0.095014863999431640441L, -0.026328661778791943453L}},
     {0.049292527256680953726L, 0.043074862128411739996L},
     {{-0.18333333333333333333L, 0.072668431628298358811L}, {0.22000000000000000000L, -0.087202117953958030573L}},
     {{{0.0L, 0.0L}, {0.0L, 0.0L}}, {{0.0L, 0.0L}, {0.0L, 0.0L}}}},
    };
    return table;
}
// clang-format on

const ExprMatrix& step(const Equations& equations, const std::string& symbol) {
    for (const Step& s : equations.steps)
        if (s.symbol == symbol) return s.value;
    throw std::logic_error("no step " + symbol);
}

ExprVector entries(const ExprMatrix& matrix) {
    ExprVector all;
    for (const ExprVector& row : matrix) all.insert(all.end(), row.begin(), row.end());
    return all;
}

Vector entries(const Matrix& matrix) {
    Vector all;
    for (const Vector& row : matrix) all.insert(all.end(), row.begin(), row.end());
    return all;
}

TEST(Reference, HasTheReducedKineticEnergyAndItsMomenta) {  // (11), (20), (26)
    for (const Reference& r : references()) {
        const auto& [system, state] = r.hard;
        const ExplicitSystem e = explicit_system(system);
        const Equations equations = voronec_nonlinear(system);
        const Evaluated value(equations, system, state);
        expect_near(value(entries(step(equations, "T*"))), {r.kinetic_on}, "T*");
        expect_near(value(gradient(e.kinetic_on, e.v)), r.momenta, "∂T*/∂v");
        expect_near(value(e.p_dep), r.p_dep, "∂T/∂v_dep");
    }
}

TEST(Reference, HasTheCoefficientsB) {  // (19)
    for (const Reference& r : references()) {
        const auto& [system, state] = r.hard;
        const Equations equations = voronec_nonlinear(system);
        const ExprMatrix& b = step(equations, "B");
        auto values = values_of(system, state);
        for (const Expr& a : equations.unknowns) values[a] = 0;
        for (std::size_t i = 0; i < b.size(); ++i)
            for (std::size_t nu = 0; nu < b[i].size(); ++nu) {
                OracleValue<Real> value(values);
                expect_near({value(b[i][nu])}, {r.b[i][nu]}, "B without accelerations");
                for (std::size_t s = 0; s < equations.unknowns.size(); ++s)
                    expect_near({value(derivative(b[i][nu], equations.unknowns[s]))},
                                {r.b_by_a[i][nu][s]}, "B by acceleration");
            }
    }
}

TEST(Reference, HasTheCoefficientsCDEG) {  // (25)
    for (const Reference& r : references()) {
        const auto& [system, state] = r.hard;
        const Equations equations = talamucci(system);
        const Evaluated value(equations, system, state);
        expect_near(value(entries(step(equations, "C"))), entries(r.c), "C");
        for (std::size_t i = 0; i < r.d.size(); ++i)
            expect_near(value(entries(step(equations, "D_" + std::to_string(i + 1)))),
                        entries(r.d[i]), "D");
        expect_near(value(entries(step(equations, "E"))), entries(r.e), "E");
        expect_near(value(entries(step(equations, "G"))), r.g, "G");
    }
}

// Accelerations of the independent coordinates at a state given by q and the independent velocities.
void expect_accelerations(const System& system, Real t, const Vector& q, const Vector& v_ind,
                          const Vector& expected) {
    State state{.t = t, .q = q, .v = v_ind};
    state.v.resize(q.size());  // the speeds are independent velocities, which stand first
    std::vector<Equations> forms{voronec_nonlinear(system), talamucci(system)};
    if (!voronec_refusal(system)) forms.push_back(voronec(system));
    for (const Equations& form : forms)
        expect_near(Evaluated(form, system, state)(form.unknowns), expected, form.form);
}

TEST(Reference, HasTheAccelerationsOfTheTrajectories) {
    expect_accelerations(curved_k1().system, 0, {0.3L, -0.5L, 0.2L}, {0.7L, -0.4L},
                         {-0.36935814998696188447L, 0.15573386830656585142L});
    expect_accelerations(
        curved_k1().system, 1,
        {0.72461318145044388213L, -0.79744406394429888999L, 0.64976105781994123327L},
        {0.12430428942247786471L, -0.17190425168335683947L},
        {-0.55713888931340376755L, 0.28318065932483903416L});
    expect_accelerations(time_alpha().system, 0, {0.3L, -0.5L, 0.2L}, {0.7L, -0.4L},
                         {-0.37863503199273031138L, 0.16015535861165703476L});
    expect_accelerations(
        time_alpha().system, 1,
        {0.72312562565709207512L, -0.79534554887623832478L, 0.62252857810378960296L},
        {0.11422930887601937560L, -0.16234536449527090839L},
        {-0.61230343100825418454L, 0.31576249967580945418L});
    expect_accelerations(voronec_linear().system, 0, {0.3L, -0.4L, 0.25L, 0.1L}, {0.6L, 0.5L},
                         {-0.13116496952149425545L, 0.29534801666545054007L});
    expect_accelerations(voronec_linear().system, 1,
                         {0.82284131040422232778L, 0.12572896927277606106L, 0.50424681106532374973L,
                          0.30494879836637442356L},
                         {0.43686326235319020211L, 0.46082216039040264805L},
                         {-0.18988436643294632692L, -0.24551835364894304735L});
}

// v(t) = v₀ − a g t/(1 + a²) along a fixed direction.
TEST(Reference, HasTheAccelerationOfAppellAndHamel) {
    const System system =
        build({.coordinates = {"q1", "q2", "q3"},
               .parameters = {{"m", "1.3"}, {"a", "0.5"}, {"g", "1"}},
               .kinetic = "m/2*(q1'^2 + q2'^2 + q3'^2)",
               .potential = "m*g*q3",
               .constraints = {{.name = "hamel", .equation = "q3' = a*sqrt(q1'^2 + q2'^2)"}}});
    expect_accelerations(system, 0, {0.1L, -0.2L, 0.3L}, {1.2L, 1.6L}, {-0.24L, -0.32L});
}

}  // namespace
}  // namespace rattleback
