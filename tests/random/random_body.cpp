#include "random/random_body.hpp"

#include <fmt/format.h>

#include <array>

namespace rattleback::testing {
namespace {

using Components = std::array<FormulaText, 3>;

FormulaText minus(const FormulaText& a) { return product(constant("-1"), a); }

// About axis k by an angle: the next two components turn.
Components turned(const Components& v, std::size_t k, const std::string& angle) {
    const FormulaText c = of_one("cos(@)", "-sin(@)", angle), s = of_one("sin(@)", "cos(@)", angle);
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    Components result = v;
    result[i] = sum(product(c, v[i]), minus(product(s, v[j])));
    result[j] = sum(product(s, v[i]), product(c, v[j]));
    return result;
}

struct Turn {
    std::size_t axis;
    std::string angle;
};

// What the ground sees of a vector of the body: the last turn is the first to be made.
Components in_ground(Components v, const std::vector<Turn>& turns) {
    for (std::size_t i = turns.size(); i-- > 0;) v = turned(v, turns[i].axis, turns[i].angle);
    return v;
}

Components constants(const std::array<std::string, 3>& texts) {
    return {constant(texts[0]), constant(texts[1]), constant(texts[2])};
}

std::string list(const std::array<std::string, 3>& texts) {
    return fmt::format("[\"{}\", \"{}\", \"{}\"]", texts[0], texts[1], texts[2]);
}

// The mass of one of the two on each axis, and its distance.
struct Pairs {
    std::array<std::string, 3> mass, distance;
};

void add_particles(const Pairs& pairs, const std::array<std::string, 3>& centre,
                   const Components& origin, const std::vector<Turn>& turns, RandomModel& to) {
    for (std::size_t k = 0; k < 3; ++k)
        for (const char* sign : {"", "-"}) {
            auto place = centre;
            place[k] += " + (" + (sign + pairs.distance[k]) + ")";
            const Components seen = in_ground(constants(place), turns);
            ParticleText particle{pairs.mass[k], {}, {"0", "0", "-2*(" + pairs.mass[k] + ")"}};
            for (std::size_t c = 0; c < 3; ++c)
                particle.position.push_back(sum(origin[c], seen[c]).text);
            to.body_particles.push_back(std::move(particle));
        }
}

// The point does not move along the direction.
void add_knife_edge(RandomSource& random, const Components& origin, const std::vector<Turn>& turns,
                    RandomModel& to) {
    const std::array<std::string, 3> point{random.number(), random.number(), "0"};
    const std::array<std::string, 3> direction{random.number(), "1", "0"};
    to.model.tables += fmt::format(
        "\n[[knife_edge]]\nname = \"blade\"\nframe = \"B\"\npoint = {}\ndirection = {}\n",
        list(point), list(direction));
    const Components place = in_ground(constants(point), turns);
    const Components along = in_ground(constants(direction), turns);
    std::vector<std::string> terms;
    for (std::size_t c = 0; c < 3; ++c)
        terms.push_back("(" + along[c].text + ")*(" + time_derivative(sum(origin[c], place[c])) +
                        ")");
    to.body_constraints.push_back({sum_of(terms)});
    to.kinds.insert("knife edge");
}

}  // namespace

void add_body(RandomSource& random, RandomModel& to) {
    const auto& q = to.model.coordinates;
    constexpr std::array<const char*, 3> axes{"x", "y", "z"};
    std::vector<Turn> turns{{2, q[2]}};
    if (q.size() >= 4) turns.push_back({random.below(2), q[3]});
    Components origin{variable(q[0]), variable(q[1]), constant("0")};
    if (q.size() >= 5) origin[2] = variable(q[4]);
    Pairs pairs;
    for (std::size_t k = 0; k < 3; ++k) {
        pairs.mass[k] = random.mass();
        pairs.distance[k] = fmt::format("{}/5", random.between(2, 5));
    }
    const std::array<std::string, 3> centre{random.number(), random.number(), random.number()};
    const auto moment = [&](std::size_t i, std::size_t j) {
        return fmt::format("2*({})*({})^2 + 2*({})*({})^2", pairs.mass[i], pairs.distance[i],
                           pairs.mass[j], pairs.distance[j]);
    };
    to.model.top = "gravity = [\"0\", \"0\", \"-2\"]\n";
    to.model.tables = fmt::format("\n[[frame]]\nname = \"B\"\norigin = {}\nrotations = [",
                                  list({origin[0].text, origin[1].text, origin[2].text}));
    for (const Turn& turn : turns)
        to.model.tables += fmt::format("[\"{}\", \"{}\"], ", axes[turn.axis], turn.angle);
    to.model.tables += fmt::format(
        "]\n\n[[body]]\nframe = \"B\"\nmass = \"2*({} + {} + {})\"\ncentre = {}\ninertia = {}\n",
        pairs.mass[0], pairs.mass[1], pairs.mass[2], list(centre),
        list({moment(1, 2), moment(0, 2), moment(0, 1)}));
    add_particles(pairs, centre, origin, turns, to);
    if (random.one_in(2)) add_knife_edge(random, origin, turns, to);
    to.kinds.insert("body");
}

ModelText body_as_particles(const RandomModel& of) {
    ModelText m = of.model;
    m.top = m.tables = "";
    m.particles = of.body_particles;
    m.constraints.insert(m.constraints.end(), of.body_constraints.begin(),
                         of.body_constraints.end());
    return m;
}

}  // namespace rattleback::testing
