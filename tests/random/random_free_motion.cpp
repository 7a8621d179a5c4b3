#include "random/random_free_motion.hpp"

#include "random/random_body.hpp"

namespace rattleback::testing {
namespace {

using Names = std::vector<std::string>;

// With t among them, at times.
Names variables(RandomSource& random, const RandomModel& of) {
    Names names = of.model.coordinates;
    if (random.one_in(4)) names.emplace_back("t");
    return names;
}

// ½ Σ gᵢⱼ vᵢ vⱼ with a dominant diagonal.
std::string quadratic(RandomSource& random, const Names& q, const Names& names) {
    std::vector<std::string> terms;
    for (std::size_t i = 0; i < q.size(); ++i) {
        const FormulaText g = sum(constant(random.mass()), positive(random, names));
        terms.push_back("(" + g.text + ")*" + q[i] + "'^2/2");
        for (std::size_t j = 0; j < i; ++j)
            if (random.one_in(2))
                terms.push_back("(" + small(random, names).text + ")*" + q[i] + "'*" + q[j] + "'");
    }
    return sum_of(terms);
}

void add_particles(RandomSource& random, RandomModel& to) {
    const Names& q = to.model.coordinates;
    const Names names = variables(random, to);
    const std::size_t components = random.between(2, 3);
    const std::size_t count = (q.size() + components - 1) / components + random.below(2);
    std::size_t next = 0;
    for (std::size_t p = 0; p < count; ++p) {
        ParticleText particle{random.mass(), {}, {}};
        auto& positions = to.positions.emplace_back();
        for (std::size_t c = 0; c < components; ++c, ++next) {
            FormulaText r = variable(q[next % q.size()]);
            if (random.one_in(2)) r = sum(r, small(random, names));
            if (random.one_in(4)) r = sum(r, product(small(random, names), small(random, names)));
            particle.position.push_back(r.text);
            positions.push_back(std::move(r));
        }
        to.model.particles.push_back(std::move(particle));
    }
    to.kinds.insert("particles");
}

}  // namespace

void add_free_motion(RandomSource& random, RandomModel& to) {
    const Names& q = to.model.coordinates;
    const Names names = variables(random, to);
    if (names.size() > q.size()) to.kinds.insert("time in L");
    std::string& l = to.model.lagrangian;
    switch (random.below(7)) {
        case 0: return add_particles(random, to);
        case 6:
            if (q.size() >= 3) return add_body(random, to);
            [[fallthrough]];
        case 1:
            l = "-16*sqrt(1 - (" + quadratic(random, q, names) + ")/64)*4";
            to.kinds.insert("relativistic");
            return;
        case 2:
            l = quadratic(random, q, names) + " + (" + positive(random, names).text + ")*(" +
                random.of(q) + "'^2 + " + random.of(q) + "'^2)^2/12";
            to.kinds.insert("degree four");
            return;
        case 3:
            l = quadratic(random, q, names);
            for (const std::string& name : q)
                if (random.one_in(2)) l += " + (" + smooth(random, names).text + ")*" + name + "'";
            to.kinds.insert("gyroscopic");
            return;
        default: l = quadratic(random, q, names); to.kinds.insert("curved");
    }
}

void add_forces(RandomSource& random, RandomModel& to) {
    ModelText& model = to.model;
    if (random.one_in(2)) return;
    to.kinds.insert("forces");
    for (const std::string& q : model.coordinates) {
        const std::string& other = random.of(model.coordinates);
        switch (random.below(6)) {
            case 0: model.forces.push_back(random.number() + "*" + q + "'"); break;
            case 1: model.forces.push_back(random.number() + "*sin(3*t)"); break;
            case 2: model.forces.push_back(random.number() + "*" + other + "'*" + q); break;
            case 3:
                model.forces.push_back("-" + q + "'*sqrt(1 + " + q + "'^2 + " + other + "^2)/4");
                break;
            case 4: model.forces.push_back(smooth(random, model.coordinates).text); break;
            default: model.forces.emplace_back("0");
        }
    }
    for (ParticleText& p : model.particles)
        if (random.one_in(2))
            for (std::size_t c = 0; c < p.position.size(); ++c)
                p.force.push_back(random.one_in(2) ? random.number()
                                                   : smooth(random, model.coordinates).text);
}

}  // namespace rattleback::testing
