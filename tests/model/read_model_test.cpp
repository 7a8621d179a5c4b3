#include <gtest/gtest.h>

#include <numbers>

#include "rattleback/description.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

// "x = 1, y = 2".
std::string joined(const std::vector<Assignment>& assignments) {
    std::string result;
    for (const auto& [name, formula] : assignments)
        result += (result.empty() ? "" : ", ") + name.text() + " = " + formula.text();
    return result;
}

std::string joined(const std::vector<Written>& words) {
    std::string result;
    for (const Written& word : words) result += (result.empty() ? "" : ", ") + word.text();
    return result;
}

TEST(ReadModel, ReadsTheTopOfTheFile) {
    const Description d = read_model_text(
        "title = 'T'\nreference = 'R'\ndescription = 'D'\ncoordinates = ['x', 'y']\nlagrangian = "
        "'L'\n",
        "top.toml");
    EXPECT_EQ(d.file, "top.toml");
    EXPECT_EQ(d.title.text(), "T");
    EXPECT_EQ(d.reference.text(), "R");
    EXPECT_EQ(d.description.text(), "D");
    EXPECT_EQ(joined(d.coordinates), "x, y");
    EXPECT_EQ(d.lagrangian.text(), "L");
    EXPECT_TRUE(d.kinetic.empty());
    EXPECT_FALSE(d.parametrization);
    EXPECT_FALSE(d.simulate.until);
}

TEST(ReadModel, ReadsTablesOfNamesInTheirOrder) {
    const Description d = read_model_text(
        "[parameters]\nz = 1\na = '1/2'\nm = 0.1\n[define]\nu = 'x'\nb = 'u'\n[functions]\nA = "
        "['q2', 'q1']\n[initial]\n\"x'\" = 'z'\n[expect]\nx = 't'\n",
        "f");
    EXPECT_EQ(joined(d.parameters), "z = 1, a = 1/2, m = 0.1");
    EXPECT_EQ(joined(d.definitions), "u = x, b = u");
    ASSERT_EQ(d.functions.size(), 1U);
    EXPECT_EQ(d.functions[0].name.text(), "A");
    EXPECT_EQ(joined(d.functions[0].arguments), "q2, q1");
    EXPECT_EQ(joined(d.initial), "x' = z");
    EXPECT_EQ(joined(d.expect), "x = t");
}

TEST(ReadModel, ReadsTheFreeMotion) {
    const Description d = read_model_text(
        "[energy]\nkinetic = 'T'\npotential = 0\n"
        "[[particle]]\nname = 'P'\nmass = 2\nposition = ['x', 0]\nforce = ['1', '2']\n"
        "[[particle]]\nmass = 'm'\nposition = ['x', 'y', 'z']\n"
        "[[force]]\non = 'x'\nvalue = '-x'\n"
        "[[force]]\npotential = 'V'\n"
        "[[force]]\nvalue = { x = '-x', y = 2 }\n"
        "[[force]]\nparticle = 'P'\nvalue = [0, '-g']\n",
        "f");
    EXPECT_EQ(d.kinetic.text(), "T");
    EXPECT_EQ(d.potential.text(), "0");
    ASSERT_EQ(d.particles.size(), 2U);
    EXPECT_EQ(d.particles[0].name.text(), "P");
    EXPECT_EQ(d.particles[0].mass.text(), "2");
    EXPECT_EQ(joined(d.particles[0].position), "x, 0");
    EXPECT_EQ(joined(d.particles[0].force), "1, 2");
    EXPECT_TRUE(d.particles[1].name.empty());
    EXPECT_TRUE(d.particles[1].force.empty());
    ASSERT_EQ(d.forces.size(), 4U);
    EXPECT_EQ(d.forces[0].on.text() + ": " + d.forces[0].value.text(), "x: -x");
    EXPECT_EQ(d.forces[1].potential.text(), "V");
    EXPECT_EQ(joined(d.forces[2].components), "x = -x, y = 2");
    EXPECT_EQ(d.forces[3].particle.text(), "P");
    EXPECT_EQ(joined(d.forces[3].vector), "0, -g");
}

TEST(ReadModel, ReadsConstraintsAndLaws) {
    const Description d = read_model_text(
        "[[constraint]]\nname = 'blade'\nequation = 'a = b'\nreaction = { x = 1 }\n"
        "[[constraint]]\nequation = 'c = d'\n"
        "[reaction]\nvanishes_on = [{ x = 1, y = -1 }, { z = 'y' }]\n"
        "[parametrization]\nvariables = ['u', 'v']\n\"x'\" = 'u'\n\"y'\" = 'v'\n"
        "[dynamics]\nprinciple = 'vakonomic'\n",
        "f");
    ASSERT_EQ(d.constraints.size(), 2U);
    EXPECT_EQ(d.constraints[0].name.text(), "blade");
    EXPECT_EQ(d.constraints[0].equation.text(), "a = b");
    EXPECT_EQ(joined(d.constraints[0].reaction), "x = 1");
    EXPECT_TRUE(d.constraints[1].reaction.empty());
    ASSERT_EQ(d.reaction_vanishes_on.size(), 2U);
    EXPECT_EQ(joined(d.reaction_vanishes_on[0]), "x = 1, y = -1");
    EXPECT_EQ(joined(d.reaction_vanishes_on[1]), "z = y");
    ASSERT_TRUE(d.parametrization);
    EXPECT_EQ(joined(d.parametrization->variables), "u, v");
    EXPECT_EQ(joined(d.parametrization->velocities), "x' = u, y' = v");
    EXPECT_EQ(d.principle.text(), "vakonomic");
}

TEST(ReadModel, ReadsRequests) {
    const Description d = read_model_text(
        "[[symmetry]]\nname = 'shift'\ngenerator = { y = 1 }\n"
        "[[event]]\nname = 'hit'\nwhen = 'y = 0'\ndirection = 'rising'\nstop = true\n"
        "[[event]]\nwhen = 'x = 0'\n"
        "[[plot]]\nx = 't'\ny = 'x'\ntitle = 'P'\n"
        "[simulate]\nuntil = 20\noutput = 0.01\nrtol = 1e-10\natol = 1e-12\nmethod = 'adams'\n",
        "f");
    ASSERT_EQ(d.symmetries.size(), 1U);
    EXPECT_EQ(d.symmetries[0].name.text(), "shift");
    EXPECT_EQ(joined(d.symmetries[0].generator), "y = 1");
    ASSERT_EQ(d.events.size(), 2U);
    EXPECT_EQ(d.events[0].name.text(), "hit");
    EXPECT_EQ(d.events[0].when.text(), "y = 0");
    EXPECT_EQ(d.events[0].direction.text(), "rising");
    EXPECT_TRUE(d.events[0].stop);
    EXPECT_FALSE(d.events[1].stop);
    ASSERT_EQ(d.plots.size(), 1U);
    EXPECT_EQ(d.plots[0].x[0].text() + d.plots[0].y[0].text() + d.plots[0].title.text(), "txP");
    EXPECT_EQ(d.simulate.until, 20);
    EXPECT_EQ(d.simulate.output, 0.01);
    EXPECT_EQ(d.simulate.rtol, 1e-10);
    EXPECT_EQ(d.simulate.atol, 1e-12);
    EXPECT_EQ(d.simulate.method.text(), "adams");
}

TEST(ReadModel, ReadsCurvesOfAPlot) {
    const Description d = read_model_text(
        "[[plot]]\nx = ['y1', 'y2']\ny = ['-x1', '-x2']\nname = ['P1', 'P2']\naxes = 'free'\n"
        "window = { x = [-1, '2*pi'] }\n",
        "f");
    ASSERT_EQ(d.plots.size(), 1U);
    const PlotDescription& plot = d.plots[0];
    EXPECT_EQ(joined(plot.x) + joined(plot.y) + joined(plot.name), "y1, y2-x1, -x2P1, P2");
    EXPECT_EQ(plot.axes.text(), "free");
    ASSERT_TRUE(plot.window);
    EXPECT_EQ(joined(plot.window->x), "-1, 2*pi");
    EXPECT_TRUE(plot.window->y.empty());
}

// As all numbers of a model: 0.2 and "2/10" say the same.
TEST(ReadModel, NumbersOfARunMayBeFormulas) {
    const Description d =
        read_model_text("[simulate]\nuntil = '2*pi'\noutput = '2/10'\nrtol = '10^-8'\n", "f");
    EXPECT_DOUBLE_EQ(*d.simulate.until, 2 * std::numbers::pi);
    EXPECT_EQ(d.simulate.output, 0.2);
    EXPECT_DOUBLE_EQ(*d.simulate.rtol, 1e-8);
}

// TOML has several ways to write one table; all of them are the same model.
TEST(ReadModel, TakesEveryWayToWriteATable) {
    const Description dotted =
        read_model_text("energy.kinetic = 'T'\nparameters.g = 1\nparameters.h = 2\n", "f");
    const Description inline_tables = read_model_text(
        "energy = { kinetic = 'T' }\nparameters = { g = 1, h = 2 }\nconstraint = [{ equation = 'a' "
        "}, { equation = 'b' }]\n",
        "f");
    for (const Description* d : {&dotted, &inline_tables}) {
        EXPECT_EQ(d->kinetic.text(), "T");
        EXPECT_EQ(joined(d->parameters), "g = 1, h = 2");
    }
    ASSERT_EQ(inline_tables.constraints.size(), 2U);
    EXPECT_EQ(inline_tables.constraints[1].equation.text(), "b");
}

TEST(ReadModel, TakesWindowsLineEndings) {
    const Description d = read_model_text(
        "coordinates = ['x']\r\nlagrangian = \"\"\"\r\nx'^2\r\n  /2\"\"\"\r\n", "f");
    EXPECT_EQ(joined(d.coordinates), "x");
    EXPECT_EQ(d.lagrangian.source.start, (Position{3, 1}));
}

TEST(ReadModel, RemembersWhereTablesBegin) {
    const Description d =
        read_model_text("\n[[force]]\non = 'x'\n\n  [[ event ]]\nwhen = 'x'\n", "f");
    EXPECT_EQ(d.forces.at(0).place.source.start, (Position{2, 1}));
    EXPECT_EQ(d.forces.at(0).place.text(), "[[force]]");
    EXPECT_EQ(d.events.at(0).place.source.start, (Position{5, 3}));
    EXPECT_EQ(d.events.at(0).place.text(), "[[ event ]]");
}

TEST(ReadModel, ReadsManyEntriesQuickly) {
    std::string text = "# ψ\n[parameters]\n";
    for (int i = 0; i < 20'000; ++i) text += "a" + std::to_string(i) + " = 1\n";
    text += "[reaction]\nvanishes_on = [";
    for (int i = 0; i < 20'000; ++i) text += "{x=\"φ\"},";
    EXPECT_EQ(read_model_text(text + "]\n", "f").reaction_vanishes_on.size(), 20'000U);
}

}  // namespace
}  // namespace rattleback
