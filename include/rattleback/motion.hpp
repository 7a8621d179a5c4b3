// The motion of a model: computed, checked, and ready to be taken away.
//
//     const Motion motion = simulate(skate, {.until = 20});
//     motion.values("x");                        // at motion.times()
//     motion.values("x'^2 + y'^2");              // of any formula of t, coordinates and velocities,
//     motion.values("R_x - m*x''");              // reactions, accelerations, forces at contacts
//     motion.at(3.5);                            // the state at any time between
//     if (!motion.holds()) std::cerr << motion.text();
//     motion.write("skate.csv");                 // .csv, .json, .npz or .h5
//     motion.plot("skate.svg");                  // .svg, .png or .pdf
//
// That a run ends before its time is no error: `ending` says why, and what was computed is there. What
// must hold along the motion, energy, constraints and the model's own expectations, is measured in
// `checks`. A request without sense throws RequestError.
#pragma once

#include "rattleback/attention.hpp"
#include "rattleback/model.hpp"

namespace rattleback {

// Why a run ended, and the sentence that says so.
struct Ending {
    std::string reason;  // "reached_end", "event", "singular_state", …
    double time = 0;
    std::string sentence;
};

struct MotionEvent {
    std::string name;
    double time = 0;
    std::string manner;  // "rising", "falling" or "touch"
};

struct CheckedQuantity {
    std::string name;
    std::string says;     // what is measured, in a phrase
    double largest = 0;   // deviation
    double time = 0;      // of the largest
    double allowed = 0;   // infinite where nothing is required
    bool decides = true;  // false: what is allowed is not small beside the quantity

    bool holds() const { return largest <= allowed; }
};

class RATTLEBACK_API Motion {
public:
    std::string form() const;
    std::string method() const;  // "taylor", or "taylor, and from t = 0.5 on bdf"
    std::vector<double> times() const;
    std::vector<std::string> columns() const;                       // what the samples have
    std::vector<double> values(const std::string& quantity) const;  // one per time

    // Coordinates and speeds, in the order of `state_names`. Throws NumericalError outside the run.
    std::vector<std::string> state_names() const;
    std::vector<double> at(double time) const;

    std::vector<MotionEvent> events() const;
    Ending ending() const;
    bool reached_end() const;
    std::vector<CheckedQuantity> checks() const;
    bool holds() const;  // every check, and the run tells the motion to its end
    std::vector<std::string> complaints() const;  // why it does not: sentences
    double seconds() const;                       // that the run took
    std::vector<std::string> notes() const;       // choices that were made: sentences

    std::string text() const;  // as `simulate` prints it below the title
    std::string json() const;
    // By the ending of the name. Throws std::runtime_error where it cannot be written.
    void write(const std::string& path) const;
    // What the model asks to see, or the given formulas over time.
    void plot(const std::string& path, const std::vector<std::string>& formulas = {}) const;
    // One formula over another, {{.x = {"x"}, .y = {"y"}}}; with a logarithmic y axis where that is asked.
    void draw(const std::string& path, const std::vector<PlotDescription>& plots,
              bool logarithmic = false) const;
    // Gauss's function along lines of accelerations through that of the motion, where the run ends: it is
    // least at the motion. Throws NumericalError where there is no such function, or no free direction.
    void draw_gauss(const std::string& path) const;

private:
    friend struct Door;
    struct Held;
    explicit Motion(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

RATTLEBACK_API Motion simulate(const Model& model, const RunRequest& request = {},
                               const Attention& attention = {});

// The motions of one model for many values: its equations are derived and compiled once. Only where values
// decide which equations they are, as whether something vanishes or on which branch the motion begins, and
// decide otherwise than before, are they derived once more.
//
//     const MotionFamily skate(read_model("skate.toml"));
//     for (const char* g : {"1", "5", "9.81"}) skate.motion({{"g", g}}).values("x");
//
// Any number of threads may ask for motions at once.
class RATTLEBACK_API MotionFamily {
public:
    // In the form that is named, or the default.
    explicit MotionFamily(const Model& model, const std::string& form = {},
                          const Attention& attention = {});

    // As simulate of model.with(values); the form of the request is that of the family.
    Motion motion(const std::vector<NewValue>& values, const RunRequest& request = {},
                  const Attention& attention = {}) const;

private:
    struct Held;
    std::shared_ptr<const Held> held_;
};

}  // namespace rattleback
