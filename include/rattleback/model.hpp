// A mechanical system, as somebody wrote it: from a file, from text, or in C++.
//
//     const Model skate = read_model("models/skate.toml");
//     const Model faster = skate.with({{"g", "9.81"}, {"phi'", "2"}});
//
//     const Model pendulum({.title = "Pendulum",
//                           .coordinates = {"theta"},
//                           .parameters = {{"l", "1"}, {"g", "9.81"}},
//                           .lagrangian = "l^2*theta'^2/2 + g*l*cos(theta)",
//                           .initial = {{"theta", "1"}}});
//
// A Model is complete and valid, or never there: what is wrong throws ModelError, which names the place
// and quotes it. It does not change; a copy costs a pointer, and threads may share one.
#pragma once

#include "rattleback/description.hpp"
#include "rattleback/formula.hpp"
#include "rattleback/requests.hpp"

namespace rattleback {

struct ModelInCoordinates;

class RATTLEBACK_API Model {
public:
    Model(const Description& description);

    // Throws RequestError for a name that nothing in the model has.
    [[nodiscard]] Model with(const std::vector<NewValue>& values) const;

    // With other inputs: {{"torque", "2*sin(t)"}, {"steer", "measured.csv"}}, a formula or the name of a file.
    // Throws RequestError for a name that no input of the model has.
    [[nodiscard]] Model with_inputs(const std::vector<NewValue>& inputs) const;

    // "nonholonomic" or "vakonomic": the same model by that principle. Throws ModelError for another.
    [[nodiscard]] Model with_principle(const std::string& principle) const;

    // Old coordinates as formulas of new ones: skate.in_coordinates({{"x", "r*cos(a)"}, {"y", "r*sin(a)"}}).
    // Throws RequestError for what are no coordinates, NumericalError where they have no values at the start.
    [[nodiscard]] ModelInCoordinates in_coordinates(const std::vector<NewValue>& old,
                                                    const Attention& attention = {}) const;

    // A model file; the remarks are comments at its top.
    std::string text(const std::vector<std::string>& remarks = {}) const;

    std::string title() const;
    std::vector<std::string> coordinates() const;
    std::vector<std::string> parameters() const;
    std::vector<std::string> inputs() const;
    std::vector<std::string> constraints() const;  // as equations
    Formula lagrangian() const;

    Description description() const;

private:
    friend struct Door;
    struct Held;
    std::shared_ptr<const Held> held_;
};

struct ModelInCoordinates {
    Model model;
    std::vector<std::string> left_out;  // what the new model does not say: sentences
};

// The forces of a free system as reactions of constraints of second order [Djukić, Theorem IV]: the model
// with the constraints in the place of the forces has the same motion.
class RATTLEBACK_API ConstrainedForces {
public:
    Model model() const;
    std::vector<std::string> constraints() const;  // as equations
    std::vector<std::string> sentences()
        const;  // where they say nothing, and what other ways there are
    std::string text() const;
    std::string json() const;

private:
    friend struct Door;
    struct Held;
    explicit ConstrainedForces(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

// "whole": one constraint; "forces": one for each of the model's forces; "coordinates": one for each
// component. Throws DerivationError where the model has constraints already or no such force.
RATTLEBACK_API ConstrainedForces constrain(const Model& model, const std::string& split = "whole",
                                           const Attention& attention = {});

}  // namespace rattleback
