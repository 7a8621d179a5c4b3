#include "writing/model_toml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rattleback {
namespace {

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += fmt::format("\\{}", c);
        else if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\t')
            result += "\\t";
        else
            result += c;
    }
    return result + '"';
}

std::string list(const std::vector<Written>& texts) {
    std::string result;
    for (const Written& text : texts) result += (result.empty() ? "" : ", ") + quoted(text.text());
    return "[" + result + "]";
}

std::string lists(const std::vector<std::vector<Written>>& rows) {
    std::string result;
    for (const auto& row : rows) result += (result.empty() ? "" : ", ") + list(row);
    return "[" + result + "]";
}

std::string key(const std::string& name) {
    const bool is_bare = !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
    return is_bare ? name : quoted(name);
}

std::string by_name(const std::vector<Assignment>& entries) {
    std::string result;
    for (const auto& [name, formula] : entries)
        result += fmt::format("{}{} = {}", result.empty() ? "" : ", ", key(name.text()),
                              quoted(formula.text()));
    return "{ " + result + " }";
}

std::string numbers(const std::vector<double>& list) {
    return fmt::format("[{}]", fmt::join(list, ", "));
}

std::string input(const InputDescription& d) {
    std::string result;
    const auto add = [&](const char* name, const std::string& value) {
        result += fmt::format("{}{} = {}", result.empty() ? "" : ", ", name, value);
    };
    const auto say = [&](const char* name, const Written& text) {
        if (!text.empty()) add(name, quoted(text.text()));
    };
    say("formula", d.formula);
    say("table", d.table);
    say("time", d.time);
    say("value", d.value);
    if (d.table.empty() && !d.times.empty()) {
        add("times", numbers(d.times));
        add("values", numbers(d.values));
    }
    say("interpolation", d.interpolation);
    say("beyond", d.beyond);
    return result.empty() ? "{}" : "{ " + result + " }";
}

class File {
public:
    std::string text;

    void table(const char* name) { text += fmt::format("\n[{}]\n", name); }
    void item(const char* name) { text += fmt::format("\n[[{}]]\n", name); }

    void line(const char* name, const std::string& value) {
        text += fmt::format("{} = {}\n", name, value);
    }
    void say(const char* name, const Written& value) {
        if (!value.empty()) line(name, quoted(value.text()));
    }
    void say(const char* name, const std::vector<Written>& values) {
        if (!values.empty()) line(name, list(values));
    }
    void say(const char* name, const std::vector<Assignment>& values) {
        if (!values.empty()) line(name, by_name(values));
    }
    void say(const char* name, std::optional<double> value) {
        if (value) line(name, fmt::format("{}", *value));
    }
    void say_true(const char* name, bool value) {
        if (value) line(name, "true");
    }
    void table_of(const char* name, const std::vector<Assignment>& entries) {
        if (entries.empty()) return;
        table(name);
        for (const auto& [what, formula] : entries)
            text += fmt::format("{} = {}\n", key(what.text()), quoted(formula.text()));
    }
};

void write_names(const Description& d, File& file) {
    file.say("title", d.title);
    file.say("reference", d.reference);
    file.say("description", d.description);
    file.say("gravity", d.gravity);
    file.line("coordinates", list(d.coordinates));
    file.say("lagrangian", d.lagrangian);
    file.table_of("parameters", d.parameters);
    file.table_of("define", d.definitions);
    if (!d.functions.empty()) file.table("functions");
    for (const FunctionDescription& f : d.functions)
        file.line(key(f.name.text()).c_str(), list(f.arguments));
    if (!d.inputs.empty()) file.table("inputs");
    for (const InputDescription& each : d.inputs)
        file.line(key(each.name.text()).c_str(), input(each));
    if (d.kinetic.empty() && d.potential.empty()) return;
    file.table("energy");
    file.say("kinetic", d.kinetic);
    file.say("potential", d.potential);
}

void write_things(const Description& d, File& file) {
    for (const ParticleDescription& p : d.particles) {
        file.item("particle");
        file.say("name", p.name);
        file.say("mass", p.mass);
        file.say("position", p.position);
        file.say("force", p.force);
    }
    for (const FrameDescription& f : d.frames) {
        file.item("frame");
        file.say("name", f.name);
        file.say("parent", f.parent);
        file.say("origin", f.origin);
        if (!f.rotations.empty()) file.line("rotations", lists(f.rotations));
        file.say("quaternion", f.quaternion);
    }
    for (const BodyDescription& b : d.bodies) {
        file.item("body");
        file.say("name", b.name);
        file.say("frame", b.frame);
        file.say("mass", b.mass);
        file.say("centre", b.centre);
        file.say("inertia", b.inertia);
    }
    for (const SpringDescription& s : d.springs) {
        file.item("spring");
        file.say("name", s.name);
        file.say("between", s.between);
        file.say("stiffness", s.stiffness);
        file.say("length", s.length);
        file.say("damping", s.damping);
    }
}

void write_forces(const Description& d, File& file) {
    for (const ForceDescription& f : d.forces) {
        file.item("force");
        file.say("on", f.on);
        file.say("particle", f.particle);
        file.say("potential", f.potential);
        file.say("value", f.value);
        file.say("value", f.components);
        file.say("value", f.vector);
    }
}

void write_contacts(const Description& d, File& file) {
    for (const KnifeEdgeDescription& k : d.knife_edges) {
        file.item("knife_edge");
        file.say("name", k.name);
        file.say("frame", k.frame);
        file.say("point", k.point);
        file.say("direction", k.direction);
    }
    for (const RollingDescription& r : d.rollings) {
        file.item("rolling");
        file.say("name", r.name);
        file.say("frame", r.frame);
        file.say("shape", r.shape);
        file.say("radius", r.radius);
        file.say("axis", r.axis);
        file.say("semiaxes", r.semiaxes);
        file.say("centre", r.centre);
        file.say("on", r.on);
        file.say("normal", r.normal);
        file.say("contact", r.contact);
        file.say_true("without_spin", r.without_spin);
        file.say("mu", r.mu);
        file.say_true("unilateral", r.unilateral);
    }
}

void write_constraints(const Description& d, File& file) {
    for (const ConstraintDescription& c : d.constraints) {
        file.item("constraint");
        file.say("name", c.name);
        file.say("equation", c.equation);
        file.say("force", c.force);
        file.say("reaction", c.reaction);
    }
    if (!d.reaction_vanishes_on.empty()) {
        file.table("reaction");
        std::string basis;
        for (const auto& w : d.reaction_vanishes_on)
            basis += (basis.empty() ? "" : ", ") + by_name(w);
        file.line("vanishes_on", "[" + basis + "]");
    }
    if (d.parametrization) {
        file.table("parametrization");
        file.say("variables", d.parametrization->variables);
        for (const auto& [velocity, formula] : d.parametrization->velocities)
            file.line(key(velocity.text()).c_str(), quoted(formula.text()));
    }
    if (d.principle.empty()) return;
    file.table("dynamics");
    file.say("principle", d.principle);
}

void say_curves(const char* name, const std::vector<Written>& formulas, File& file) {
    if (formulas.size() == 1)
        file.say(name, formulas[0]);
    else
        file.say(name, formulas);
}

std::string window(const WindowDescription& w) {
    if (w.x.empty()) return fmt::format("{{ y = {} }}", list(w.y));
    if (w.y.empty()) return fmt::format("{{ x = {} }}", list(w.x));
    return fmt::format("{{ x = {}, y = {} }}", list(w.x), list(w.y));
}

void write_requests(const Description& d, File& file) {
    file.table_of("initial", d.initial);
    for (const SymmetryDescription& s : d.symmetries) {
        file.item("symmetry");
        file.say("name", s.name);
        file.say("generator", s.generator);
    }
    for (const EventDescription& e : d.events) {
        file.item("event");
        file.say("name", e.name);
        file.say("when", e.when);
        file.say("direction", e.direction);
        file.say_true("stop", e.stop);
    }
    const SimulateDescription& s = d.simulate;
    if (s.until || s.output || s.rtol || s.atol || !s.method.empty()) file.table("simulate");
    file.say("until", s.until);
    file.say("output", s.output);
    file.say("rtol", s.rtol);
    file.say("atol", s.atol);
    file.say("method", s.method);
    file.table_of("expect", d.expect);
    for (const PlotDescription& p : d.plots) {
        file.item("plot");
        say_curves("x", p.x, file);
        say_curves("y", p.y, file);
        say_curves("name", p.name, file);
        file.say("title", p.title);
        file.say("axes", p.axes);
        if (p.window) file.line("window", window(*p.window));
    }
}

void write_drawings(const Description& d, File& file) {
    for (const DrawDescription& p : d.drawings) {
        file.item("draw");
        file.say("shape", p.shape);
        file.say("name", p.name);
        file.say("at", p.at);
        file.say("along", p.along);
        file.say("from", p.from);
        file.say("to", p.to);
        file.say("size", p.size);
        file.say("frame", p.frame);
        file.say("axis", p.axis);
        if (p.trace) file.line("trace", *p.trace ? "true" : "false");
    }
}

}  // namespace

std::string model_toml(const Description& description, std::span<const std::string> comments) {
    File file;
    for (std::string comment : comments) {
        std::ranges::replace(comment, '\n',
                             ' ');  // names may have lines, which would be no comments
        std::ranges::replace(comment, '\r', ' ');
        file.text += "# " + comment + "\n";
    }
    write_names(description, file);
    write_things(description, file);
    write_forces(description, file);
    write_contacts(description, file);
    write_constraints(description, file);
    write_requests(description, file);
    write_drawings(description, file);
    return file.text;
}

}  // namespace rattleback
