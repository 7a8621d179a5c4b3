#include "model/branch_wish.hpp"
#include "model/model_text.hpp"
#include "model/read_table.hpp"
#include "model/table_fields.hpp"
#include "model/toml_tree.hpp"
#include "rattleback/description.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

ParticleDescription particle(const TomlValue& table) {
    const TableFields fields(table, "particle");
    return {.name = fields.text("name"),
            .mass = fields.formula("mass"),
            .position = fields.formulas("position"),
            .force = fields.formulas("force"),
            .place = fields.place()};
}

FrameDescription frame(const TomlValue& table) {
    const TableFields fields(table, "frame");
    return {.name = fields.text("name"),
            .parent = fields.text("parent"),
            .origin = fields.formulas("origin"),
            .rotations = fields.lists("rotations"),
            .quaternion = fields.formulas("quaternion"),
            .place = fields.place()};
}

BodyDescription body(const TomlValue& table) {
    const TableFields fields(table, "body");
    return {.name = fields.text("name"),
            .frame = fields.text("frame"),
            .mass = fields.formula("mass"),
            .centre = fields.formulas("centre"),
            .inertia = fields.formulas("inertia"),
            .place = fields.place()};
}

SpringDescription spring(const TomlValue& table) {
    const TableFields fields(table, "spring");
    return {.name = fields.text("name"),
            .between = fields.formulas("between"),
            .stiffness = fields.formula("stiffness"),
            .length = fields.formula("length"),
            .damping = fields.formula("damping"),
            .place = fields.place()};
}

KnifeEdgeDescription knife_edge(const TomlValue& table) {
    const TableFields fields(table, "knife_edge");
    return {.name = fields.text("name"),
            .frame = fields.text("frame"),
            .point = fields.formulas("point"),
            .direction = fields.formulas("direction"),
            .place = fields.place()};
}

RollingDescription rolling(const TomlValue& table) {
    const TableFields fields(table, "rolling");
    return {.name = fields.text("name"),
            .frame = fields.text("frame"),
            .shape = fields.text("shape"),
            .radius = fields.formula("radius"),
            .axis = fields.text("axis"),
            .semiaxes = fields.formulas("semiaxes"),
            .centre = fields.formulas("centre"),
            .on = fields.text("on"),
            .normal = fields.text("normal"),
            .contact = fields.formulas("contact"),
            .without_spin = fields.truth("without_spin"),
            .mu = fields.formula("mu"),
            .unilateral = fields.truth("unilateral"),
            .place = fields.place()};
}

// `value` is a formula, a table of components or a vector; which of them fits is build's affair.
ForceDescription force(const TomlValue& table) {
    const TableFields fields(table, "force");
    ForceDescription result{.on = fields.text("on"),
                            .potential = fields.formula("potential"),
                            .particle = fields.text("particle"),
                            .place = fields.place()};
    if (!fields.has("value")) return result;
    if (fields.kind("value") == TomlKind::Table)
        result.components = fields.components("value");
    else if (fields.kind("value") == TomlKind::List)
        result.vector = fields.formulas("value");
    else
        result.value = fields.formula("value");
    return result;
}

ConstraintDescription constraint(const TomlValue& table) {
    const TableFields fields(table, "constraint");
    return {.name = fields.text("name"),
            .equation = fields.text("equation"),
            .force = fields.components("force"),
            .reaction = fields.components("reaction"),
            .place = fields.place()};
}

// The branches that constraints name, as initial values.
void read_branches(const TableFields& top, Description& description) {
    const std::vector<const TomlValue*> tables = top.many("constraint");
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const Written branch = TableFields(*tables[i], "constraint").formula("branch");
        if (branch.empty()) continue;
        SourceText place = branch.source;
        place.text = branch_name(name_of_constraint(description, i));
        description.initial.push_back({Written(std::move(place)), branch});
    }
}

ParametrizationDescription parametrization(const TomlValue& table) {
    const TableFields fields(table, "parametrization");
    return {.variables = fields.names("variables"),
            .velocities = fields.own_formulas(),
            .place = fields.place()};
}

SymmetryDescription symmetry(const TomlValue& table) {
    const TableFields fields(table, "symmetry");
    return {.name = fields.text("name"),
            .generator = fields.components("generator"),
            .place = fields.place()};
}

EventDescription event(const TomlValue& table) {
    const TableFields fields(table, "event");
    return {.name = fields.text("name"),
            .when = fields.text("when"),
            .direction = fields.text("direction"),
            .stop = fields.truth("stop"),
            .place = fields.place()};
}

WindowDescription window(const TomlValue& table) {
    static const TableRule rule{"plot.window", TableShape::One, {"x", "y"}};
    constexpr std::string_view interval = "from and to, as in [0, 1]";
    const TableFields fields(table, rule);
    return {.x = fields.formulas("x", interval),
            .y = fields.formulas("y", interval),
            .place = fields.place()};
}

PlotDescription plot(const TomlValue& table) {
    const TableFields fields(table, "plot");
    PlotDescription result{.x = fields.one_or_more("x"),
                           .y = fields.one_or_more("y"),
                           .title = fields.text("title"),
                           .name = fields.one_or_more("name"),
                           .axes = fields.text("axes"),
                           .place = fields.place()};
    if (const auto* inner = fields.inner("window", "intervals, as in { x = [0, 1], y = [-1, 1] }"))
        result.window = window(*inner);
    return result;
}

DrawDescription draw(const TomlValue& table) {
    const TableFields fields(table, "draw");
    DrawDescription result{.shape = fields.text("shape"),
                           .name = fields.text("name"),
                           .at = fields.one_or_more("at"),
                           .along = fields.one_or_more("along"),
                           .from = fields.one_or_more("from"),
                           .to = fields.one_or_more("to"),
                           .size = fields.one_or_more("size"),
                           .frame = fields.text("frame"),
                           .axis = fields.text("axis"),
                           .place = fields.place()};
    if (fields.has("trace")) result.trace = fields.truth("trace");
    return result;
}

SimulateDescription simulate(const TomlValue& table) {
    const TableFields fields(table, "simulate");
    return {.until = fields.number("until", positive_numbers),
            .output = fields.number("output", positive_numbers),
            .rtol = fields.number("rtol", relative_tolerances),
            .atol = fields.number("atol", positive_numbers),
            .method = fields.text("method")};
}

void read_energy(const TomlValue& table, Description& description) {
    const TableFields fields(table, "energy");
    description.kinetic = fields.formula("kinetic");
    description.potential = fields.formula("potential");
}

void read_reaction(const TomlValue& table, Description& description) {
    const TableFields fields(table, "reaction");
    description.reaction_vanishes_on = fields.list_of_components("vanishes_on");
    description.reaction_place = fields.place();
}

std::vector<Assignment> own_formulas(const TableFields& top, std::string_view name) {
    const TomlValue* table = top.one(name);
    return table != nullptr ? TableFields(*table, name).own_formulas() : std::vector<Assignment>();
}

template <typename Item>
std::vector<Item> read_many(const TableFields& top, std::string_view name,
                            Item (*read)(const TomlValue&)) {
    std::vector<Item> result;
    for (const TomlValue* table : top.many(name)) result.push_back(read(*table));
    return result;
}

}  // namespace

Description read_model_text(const std::string& text, const std::string& file) {
    const TomlValue document = read_toml(ModelText(text, file));
    const TableFields top(document, "");
    Description result;
    result.file = file;
    result.title = top.text("title");
    result.reference = top.text("reference");
    result.description = top.text("description");
    result.coordinates = top.names("coordinates");
    result.lagrangian = top.formula("lagrangian");
    result.parameters = own_formulas(top, "parameters");
    result.definitions = own_formulas(top, "define");
    if (const auto* table = top.one("functions"))
        result.functions = TableFields(*table, "functions").own_functions();
    if (const auto* table = top.one("inputs"))
        result.inputs = TableFields(*table, "inputs").own_inputs();
    for (InputDescription& each : result.inputs)
        if (!each.table.empty()) read_table(file, each);
    if (const auto* table = top.one("energy")) read_energy(*table, result);
    result.particles = read_many(top, "particle", particle);
    result.frames = read_many(top, "frame", frame);
    result.bodies = read_many(top, "body", body);
    result.gravity = top.formulas("gravity");
    result.springs = read_many(top, "spring", spring);
    result.forces = read_many(top, "force", force);
    result.constraints = read_many(top, "constraint", constraint);
    result.knife_edges = read_many(top, "knife_edge", knife_edge);
    result.rollings = read_many(top, "rolling", rolling);
    if (const auto* table = top.one("reaction")) read_reaction(*table, result);
    if (const auto* table = top.one("parametrization"))
        result.parametrization = parametrization(*table);
    if (const auto* table = top.one("dynamics"))
        result.principle = TableFields(*table, "dynamics").text("principle");
    result.initial = own_formulas(top, "initial");
    read_branches(top, result);
    result.expect = own_formulas(top, "expect");
    result.symmetries = read_many(top, "symmetry", symmetry);
    result.events = read_many(top, "event", event);
    result.plots = read_many(top, "plot", plot);
    result.drawings = read_many(top, "draw", draw);
    if (const auto* table = top.one("simulate")) result.simulate = simulate(*table);
    return result;
}

Description read_model(const std::string& path) {
    return read_model_text(bytes_of_file(path), path);
}

}  // namespace rattleback
