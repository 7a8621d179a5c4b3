#include "model/entry_names.hpp"

#include <fmt/format.h>

namespace rattleback {
namespace {

// Names texts of one entry: "constraint 2", or nothing where the fields are those of the model.
class Entry {
public:
    Entry() = default;
    Entry(std::string_view kind, std::size_t index)
        : name_(fmt::format("{} {}", kind, index + 1)) {}

    void name(std::string_view field, Written& text) const {
        if (text.source.file != SourceText().file) return;
        text.source.file = name_.empty() ? std::string(field) : fmt::format("{}, {}", name_, field);
    }
    void name(std::string_view field, std::vector<Written>& texts) const {
        for (Written& text : texts) name(field, text);
    }
    void name(std::string_view field, std::vector<std::vector<Written>>& texts) const {
        for (auto& row : texts) name(field, row);
    }
    // By the key of each: "initial, x'".
    void name(std::string_view field, std::vector<Assignment>& pairs) const {
        for (Assignment& pair : pairs) {
            const std::string key = pair.name.text();
            name(field, pair.name);
            name(fmt::format("{}, {}", field, key), pair.formula);
        }
    }

private:
    std::string name_;
};

using Fields = const Entry&;

void name_fields(Fields in, ParticleDescription& p) {
    in.name("name", p.name);
    in.name("mass", p.mass);
    in.name("position", p.position);
    in.name("force", p.force);
}

void name_fields(Fields in, FrameDescription& f) {
    in.name("name", f.name);
    in.name("parent", f.parent);
    in.name("origin", f.origin);
    in.name("rotations", f.rotations);
    in.name("quaternion", f.quaternion);
}

void name_fields(Fields in, BodyDescription& b) {
    in.name("name", b.name);
    in.name("frame", b.frame);
    in.name("mass", b.mass);
    in.name("centre", b.centre);
    in.name("inertia", b.inertia);
}

void name_fields(Fields in, SpringDescription& s) {
    in.name("name", s.name);
    in.name("between", s.between);
    in.name("stiffness", s.stiffness);
    in.name("length", s.length);
    in.name("damping", s.damping);
}

void name_fields(Fields in, KnifeEdgeDescription& k) {
    in.name("name", k.name);
    in.name("frame", k.frame);
    in.name("point", k.point);
    in.name("direction", k.direction);
}

void name_fields(Fields in, RollingDescription& r) {
    in.name("name", r.name);
    in.name("frame", r.frame);
    in.name("shape", r.shape);
    in.name("radius", r.radius);
    in.name("axis", r.axis);
    in.name("semiaxes", r.semiaxes);
    in.name("centre", r.centre);
    in.name("on", r.on);
    in.name("normal", r.normal);
    in.name("contact", r.contact);
    in.name("mu", r.mu);
}

void name_fields(Fields in, ForceDescription& f) {
    in.name("on", f.on);
    in.name("value", f.value);
    in.name("components", f.components);
    in.name("potential", f.potential);
    in.name("particle", f.particle);
    in.name("vector", f.vector);
}

void name_fields(Fields in, ConstraintDescription& c) {
    in.name("name", c.name);
    in.name("equation", c.equation);
    in.name("force", c.force);
    in.name("reaction", c.reaction);
}

void name_fields(Fields in, SymmetryDescription& s) {
    in.name("name", s.name);
    in.name("generator", s.generator);
}

void name_fields(Fields in, EventDescription& e) {
    in.name("name", e.name);
    in.name("when", e.when);
    in.name("direction", e.direction);
}

void name_fields(Fields in, PlotDescription& p) {
    in.name("x", p.x);
    in.name("y", p.y);
    in.name("title", p.title);
    in.name("name", p.name);
    in.name("axes", p.axes);
    if (!p.window) return;
    in.name("window, x", p.window->x);
    in.name("window, y", p.window->y);
}

void name_fields(Fields in, DrawDescription& d) {
    in.name("shape", d.shape);
    in.name("name", d.name);
    in.name("at", d.at);
    in.name("along", d.along);
    in.name("from", d.from);
    in.name("to", d.to);
    in.name("size", d.size);
    in.name("frame", d.frame);
    in.name("axis", d.axis);
}

// What is missing is missing in the entry as a whole, which is quoted by its name.
void name_place(std::string name, const std::string& model, Written& place) {
    if (place.empty()) place.source = {.text = std::move(name), .file = model};
}

template <typename Item>
void name_entries(std::string_view kind, const std::string& model, std::vector<Item>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        name_fields(Entry(kind, i), entries[i]);
        name_place(fmt::format("{} {}", kind, i + 1), model, entries[i].place);
    }
}

void name_functions(std::vector<FunctionDescription>& functions) {
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const Entry entry("function", i);
        entry.name("name", functions[i].name);
        entry.name("arguments", functions[i].arguments);
    }
}

void name_inputs(std::vector<InputDescription>& inputs) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Entry entry("input", i);
        entry.name("name", inputs[i].name);
        entry.name("formula", inputs[i].formula);
        entry.name("table", inputs[i].table);
        entry.name("time", inputs[i].time);
        entry.name("value", inputs[i].value);
        entry.name("interpolation", inputs[i].interpolation);
        entry.name("beyond", inputs[i].beyond);
    }
}

}  // namespace

Description with_named_entries(Description d) {
    const Entry model;
    model.name("coordinates", d.coordinates);
    model.name("parameters", d.parameters);
    model.name("definitions", d.definitions);
    name_functions(d.functions);
    name_inputs(d.inputs);
    model.name("lagrangian", d.lagrangian);
    model.name("kinetic", d.kinetic);
    model.name("potential", d.potential);
    name_entries("particle", d.file, d.particles);
    name_entries("frame", d.file, d.frames);
    name_entries("body", d.file, d.bodies);
    model.name("gravity", d.gravity);
    name_entries("spring", d.file, d.springs);
    name_entries("force", d.file, d.forces);
    name_entries("constraint", d.file, d.constraints);
    name_entries("knife edge", d.file, d.knife_edges);
    name_entries("rolling", d.file, d.rollings);
    for (auto& components : d.reaction_vanishes_on) model.name("reaction_vanishes_on", components);
    name_place("reaction_vanishes_on", d.file, d.reaction_place);
    if (d.parametrization) {
        model.name("parametrization, variables", d.parametrization->variables);
        model.name("parametrization, velocities", d.parametrization->velocities);
        name_place("parametrization", d.file, d.parametrization->place);
    }
    model.name("principle", d.principle);
    model.name("initial", d.initial);
    model.name("expect", d.expect);
    name_entries("symmetry", d.file, d.symmetries);
    name_entries("event", d.file, d.events);
    name_entries("plot", d.file, d.plots);
    for (std::size_t i = 0; i < d.plots.size(); ++i)
        if (auto& window = d.plots[i].window)
            name_place(fmt::format("plot {}, window", i + 1), d.file, window->place);
    name_entries("drawing", d.file, d.drawings);
    model.name("simulate, method", d.simulate.method);
    return d;
}

}  // namespace rattleback
