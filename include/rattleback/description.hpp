// What a user wrote: a model as text, before anything is checked.
//
// A Description is filled from a TOML file by read_model, or in C++, where it reads like the file:
//
//     const Model skate({
//         .title = "Skate on an inclined plane",
//         .coordinates = {"x", "y", "phi"},
//         .parameters = {{"g", "1"}, {"w", "1/2"}},
//         .lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + g*x",
//         .constraints = {{.name = "blade", .equation = "x'*sin(phi) - y'*cos(phi) = 0"}},
//         .initial = {{"phi'", "w"}},
//     });
//
// Every piece of text remembers where it stands, so that `build` can point at it. An empty text is
// one that was not given. `place` is the head of the table in the file, for what is missing there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rattleback/api.hpp"
#include "rattleback/source.hpp"

namespace rattleback {

// A piece of the user's text and its place.
struct Written {
    SourceText source = {};

    Written() = default;
    Written(const char* text) : source{.text = text} {}
    Written(std::string text) : source{.text = std::move(text)} {}
    Written(SourceText text) : source(std::move(text)) {}

    const std::string& text() const { return source.text; }
    bool empty() const { return source.text.empty(); }
};

// name = formula, as in tables of the file.
struct Assignment {
    Written name, formula;
};

struct ParticleDescription {
    Written name = {}, mass = {};
    std::vector<Written> position = {};  // 2 or 3 components
    std::vector<Written> force = {};     // as many, or none
    Written place = {};
};

struct FrameDescription {
    Written name = {}, parent = {};    // parent: the ground where it is not given
    std::vector<Written> origin = {};  // 3 components in the parent; zero if not given
    std::vector<std::vector<Written>> rotations = {};  // {"z", angle}, one after the other
    std::vector<Written> quaternion = {};              // or 4 entries
    Written place = {};
};

struct BodyDescription {
    Written name = {}, frame = {}, mass = {};
    std::vector<Written> centre = {};   // 3 components in the frame; zero if not given
    std::vector<Written> inertia = {};  // Ixx, Iyy, Izz and, if not zero, Ixy, Ixz, Iyz
    Written place = {};
};

// Between two points, as vector formulas.
struct SpringDescription {
    Written name = {};
    std::vector<Written> between = {};
    Written stiffness = {}, length = {}, damping = {};
    Written place = {};
};

struct KnifeEdgeDescription {
    Written name = {}, frame = {};
    std::vector<Written> point = {}, direction = {};  // in components of the frame
    Written place = {};
};

// A disc (radius, axis), a sphere (radius) or an ellipsoid (semiaxes) on a plane; or any body on any
// surface, where the point of contact is given.
struct RollingDescription {
    Written name = {}, frame = {}, shape = {};
    Written radius = {}, axis = {};
    std::vector<Written> semiaxes = {};
    std::vector<Written> centre = {};   // of the shape, in the frame
    Written on = {}, normal = {};       // the plane: a frame and an axis of it
    std::vector<Written> contact = {};  // the point of contact, in components of the frame `on`
    bool without_spin = false;
    Written mu = {};  // the coefficient of friction that there is
    bool unilateral = false;
    Written place = {};
};

// One of: a component (on, value), several (components), a potential, a vector on a particle.
struct ForceDescription {
    Written on = {}, value = {};
    std::vector<Assignment> components = {};
    Written potential = {};
    Written particle = {};
    std::vector<Written> vector = {};
    Written place = {};
};

// An equation, or the force that a constraint of second order exerts.
struct ConstraintDescription {
    Written name = {}, equation = {};
    std::vector<Assignment> force = {};
    std::vector<Assignment> reaction = {};  // direction of its reaction; empty: ideal
    Written place = {};
};

struct ParametrizationDescription {
    std::vector<Written> variables = {};
    std::vector<Assignment> velocities = {};  // x' = ψ(t, q, variables)
    Written place = {};
};

struct FunctionDescription {
    Written name;
    std::vector<Written> arguments = {};
};

// A function of time: a formula, a table, or open, which is 0 where nothing is given.
struct InputDescription {
    Written name = {}, formula = {};
    Written table = {}, time = {}, value = {};    // a file, and the columns of it
    Written interpolation = {};                   // "spline", "linear" or "step"
    Written beyond = {};                          // its ends: "error", "hold" or "periodic"
    std::vector<double> times = {}, values = {};  // of the table
};

struct SymmetryDescription {
    Written name = {};
    std::vector<Assignment> generator = {};
    Written place = {};
};

struct EventDescription {
    Written name = {}, when = {}, direction = {};
    bool stop = false;
    Written place = {};
};

// From where to where a plot shows its axes; both ends, or none and all is shown.
struct WindowDescription {
    std::vector<Written> x = {}, y = {};
    Written place = {};
};

// Curves in one picture: y over x, with one x for all y or one for each.
struct PlotDescription {
    std::vector<Written> x = {}, y = {};
    Written title = {};
    std::vector<Written> name = {};  // of the curves: one for each y, or none
    std::optional<WindowDescription> window = {};
    Written axes = {};  // "equal": a metre is as long on both; "free"; or as suits the curves
    Written place = {};
};

// A shape in the picture. Places and directions are 2 or 3 components, or one vector formula.
struct DrawDescription {
    Written shape = {}, name = {};
    std::vector<Written> at = {}, along = {}, from = {}, to = {};
    std::vector<Written> size = {};
    Written frame = {}, axis = {};
    std::optional<bool> trace = {};
    Written place = {};
};

struct SimulateDescription {
    std::optional<double> until = {}, output = {}, rtol = {}, atol = {};
    Written method = {};
};

struct Description {
    std::string file = "model";
    Written title = {}, reference = {}, description = {};
    std::vector<Written> coordinates = {};
    std::vector<Assignment> parameters = {};
    std::vector<Assignment> definitions = {};
    std::vector<FunctionDescription> functions = {};
    std::vector<InputDescription> inputs = {};
    Written lagrangian = {};
    Written kinetic = {}, potential = {};
    std::vector<ParticleDescription> particles = {};
    std::vector<FrameDescription> frames = {};
    std::vector<BodyDescription> bodies = {};
    std::vector<Written> gravity = {};  // the acceleration, in components of the ground
    std::vector<SpringDescription> springs = {};
    std::vector<ForceDescription> forces = {};
    std::vector<ConstraintDescription> constraints = {};
    std::vector<KnifeEdgeDescription> knife_edges = {};
    std::vector<RollingDescription> rollings = {};
    std::vector<std::vector<Assignment>> reaction_vanishes_on = {};  // a basis of W
    Written reaction_place = {};
    std::optional<ParametrizationDescription> parametrization = {};
    Written principle = {};
    std::vector<Assignment> initial = {};
    std::vector<Assignment> expect = {};
    std::vector<SymmetryDescription> symmetries = {};
    std::vector<EventDescription> events = {};
    std::vector<PlotDescription> plots = {};
    std::vector<DrawDescription> drawings = {};
    SimulateDescription simulate = {};
};

// Reads a TOML file. Throws ModelError for what is not TOML, an unknown key or table, or a value of
// the wrong type; the meaning of the formulas is checked by build.
RATTLEBACK_API Description read_model(const std::string& path);
RATTLEBACK_API Description read_model_text(const std::string& text, const std::string& file);

}  // namespace rattleback
