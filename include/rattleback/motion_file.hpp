// A motion that goes to its file as it is computed: long ones, in little memory, which can be resumed.
//
//     MotionFile run = simulate_to_file(pendulum, "run.h5", {.until = 1e6});
//     if (!run.unfinished().empty())                        // somebody ended it
//         run = resume_file(pendulum, "run.h5", {.until = 1e6});
//
// A file .csv or .h5 is that of Motion::write. Ten thousand steps at a time are kept in FILE.unfinished, and
// FILE is made of it when the run ends. What a kill or a full disk leaves there is continued by the same
// model and the same request, and the file is the same, byte for byte, as without the stop.
#pragma once

#include "rattleback/motion.hpp"

namespace rattleback {

class RATTLEBACK_API MotionFile {
public:
    std::size_t samples() const;     // in the file
    std::string unfinished() const;  // from what the run can go on; empty where it has ended

    std::vector<MotionEvent> events() const;
    Ending ending() const;
    std::vector<CheckedQuantity> checks() const;
    bool holds() const;
    std::vector<std::string> complaints() const;
    std::vector<std::string> notes() const;
    std::string text() const;  // as `simulate` prints it below the title

private:
    friend struct Door;
    struct Held;
    explicit MotionFile(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

// Throws std::runtime_error where the file cannot be written, or an unfinished run would be lost.
RATTLEBACK_API MotionFile simulate_to_file(const Model& model, const std::string& path,
                                           const RunRequest& request = {},
                                           const Attention& attention = {});
// Throws RequestError where the unfinished run is that of another model or request.
RATTLEBACK_API MotionFile resume_file(const Model& model, const std::string& path,
                                      const RunRequest& request = {},
                                      const Attention& attention = {});

}  // namespace rattleback
