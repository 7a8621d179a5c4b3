#include "random/model_writer.hpp"

#include <fmt/format.h>

#include "random/formula_text.hpp"

namespace rattleback::testing {
namespace {

std::string quoted(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts)
        list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", text);
    return "[" + list + "]";
}

// { q1 = "…", q2 = "…" }
std::string by_coordinate(const ModelText& model, const std::vector<std::string>& entries) {
    std::string list;
    for (std::size_t i = 0; i < entries.size(); ++i)
        list += fmt::format("{}{} = \"{}\"", list.empty() ? "" : ", ", model.coordinates[i],
                            entries[i]);
    return "{ " + list + " }";
}

}  // namespace

std::string decimal(Real x) {
    if (x == 0) return "0";
    std::string text = fmt::format("{:.20e}", x);
    const auto e = text.find('e');
    return fmt::format("{}*10^({})", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

ModelText rewritten(ModelText model, const std::map<std::string, std::string>& by) {
    const auto rewrite = [&](std::vector<std::string>& texts) {
        for (std::string& text : texts) text = replaced(text, by);
    };
    model.lagrangian = replaced(model.lagrangian, by);
    model.tables = replaced(model.tables, by);
    for (ParticleText& p : model.particles) {
        rewrite(p.position);
        rewrite(p.force);
    }
    rewrite(model.forces);
    rewrite(model.potentials);
    for (ConstraintText& c : model.constraints) {
        c.left = replaced(c.left, by);
        c.right = replaced(c.right, by);
        rewrite(c.reaction);
    }
    for (auto& w : model.vanishes_on) rewrite(w);
    return model;
}

std::string model_file_text(const ModelText& model) {
    std::string text = fmt::format("coordinates = {}\n{}", quoted(model.coordinates), model.top);
    if (!model.lagrangian.empty()) text += fmt::format("lagrangian = \"{}\"\n", model.lagrangian);
    text += model.tables;
    for (std::size_t i = 0; i < model.particles.size(); ++i) {
        const ParticleText& p = model.particles[i];
        text += fmt::format("\n[[particle]]\nname = \"P{}\"\nmass = \"{}\"\nposition = {}\n", i + 1,
                            p.mass, quoted(p.position));
        if (!p.force.empty()) text += fmt::format("force = {}\n", quoted(p.force));
    }
    if (!model.forces.empty())
        text += fmt::format("\n[[force]]\nvalue = {}\n", by_coordinate(model, model.forces));
    for (const std::string& potential : model.potentials)
        text += fmt::format("\n[[force]]\npotential = \"{}\"\n", potential);
    for (const ConstraintText& c : model.constraints) {
        text += fmt::format("\n[[constraint]]\nequation = \"{} = {}\"\n", c.left, c.right);
        if (!c.reaction.empty())
            text += fmt::format("reaction = {}\n", by_coordinate(model, c.reaction));
    }
    if (!model.vanishes_on.empty()) {
        text += "\n[reaction]\nvanishes_on = [\n";
        for (const auto& w : model.vanishes_on)
            text += fmt::format("  {},\n", by_coordinate(model, w));
        text += "]\n";
    }
    text += "\n[initial]\n";
    for (std::size_t i = 0; i < model.q.size(); ++i)
        text += fmt::format("{0} = \"{1}\"\n\"{0}'\" = \"{2}\"\n", model.coordinates[i],
                            decimal(model.q[i]), decimal(model.v[i]));
    return text + fmt::format("\n[simulate]\nuntil = {:.17e}\n", static_cast<double>(model.until));
}

System built(const ModelText& model) {
    return build(read_model_text(model_file_text(model), "random.toml"));
}

}  // namespace rattleback::testing
