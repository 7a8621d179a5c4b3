// Equations of motion of a model, in any classical form.
//
//     for (const FormOfMotion& form : forms_of_motion())
//         if (!form.refusal(skate)) std::cout << derive(skate, form.name).text();
//
// A form has a state, the coordinates q and its speeds: velocities, fewer variables that satisfy the
// constraints by construction, or velocities and multipliers. Two statements make a system of first
// order:
//
//     dq/dt = velocities(t, q, speeds) ,      matrix · unknowns = right
//
// where the unknowns are d(speeds)/dt, and then the multipliers of the reactions where the form has
// them.
#pragma once

#include <optional>

#include "rattleback/attention.hpp"
#include "rattleback/model.hpp"

namespace rattleback {

// A row of the table of formulations.
struct RATTLEBACK_API FormOfMotion {
    std::string name;     // "lagrange_multipliers"
    std::string title;    // as in a heading
    std::string accepts;  // one sentence
    std::string source;   // paper and equation numbers

    // Why it cannot treat the model, in a sentence; nothing where it can.
    std::optional<std::string> refusal(const Model& model) const;
};

RATTLEBACK_API std::vector<FormOfMotion> forms_of_motion();

class RATTLEBACK_API Derivation {
public:
    std::string form() const;
    FormulaVector coordinates() const, speeds() const, velocities() const, unknowns() const;
    FormulaMatrix matrix() const;
    FormulaVector right() const;
    FormulaVector accelerations() const;  // of t, q, speeds and unknowns
    FormulaVector reactions() const;      // one per coordinate, of the same
    std::vector<std::string> notes() const;

    // With `steps` the intermediate results too.
    std::string text(bool steps = false) const;     // the formula language
    std::string unicode(bool steps = false) const;  // for a terminal
    std::string latex(bool steps = false) const;
    std::string mathml(bool steps = false) const;
    std::string json() const;

private:
    friend struct Door;
    struct Held;
    explicit Derivation(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

// In the form that is named, or that in which its motion is computed: the equations of that motion, on
// the branch of its start; with letters where the model names no start or leaves a function open. Throws
// DerivationError where the form cannot treat the model, with the reason and those that can; RequestError
// where there is no such form.
RATTLEBACK_API Derivation derive(const Model& model, const std::string& form = {},
                                 const Attention& attention = {});

// Writes a program that computes the motion into a folder, in "c", "cpp", "python", "julia" or "matlab",
// with an example that runs; gives the names of the files. A file that is there is replaced only if
// Rattleback wrote it. Throws RequestError where there is no such language, or the folder cannot be made or
// holds files of another hand; std::runtime_error where writing fails.
RATTLEBACK_API std::vector<std::string> export_program(const Model& model,
                                                       const std::string& language,
                                                       const std::string& folder,
                                                       const std::string& form = {},
                                                       const Attention& attention = {});

}  // namespace rattleback
