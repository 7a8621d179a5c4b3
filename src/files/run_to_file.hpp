// A motion into a file, however long it is: a file .csv or .h5 has all samples, the memory those of a leg.
//
//     const RunInFile done = run_to_file({.file = "run.csv"}, description, request, attention);
//
// A run of one leg is written as others are. A longer one is kept leg by leg in FILE.unfinished, and
// becomes FILE, whole or not at all, where it ends; then what was unfinished is gone. Where somebody
// ended it, FILE has what was computed until then and the other stays, as it does alone where the process
// was killed, the machine went down or the disk was full. Gone on with from there the run is the same,
// byte for byte, as one that was never ended: it begins anew at the end of each leg, whether or not
// somebody stops there (trajectory/run_so_far.hpp).
#pragma once

#include "study/run_in_legs.hpp"

namespace rattleback {

struct FileRequest {
    std::string file = {};
    bool is_resumed = false;     // goes on with FILE.unfinished
    bool keeps_samples = false;  // in memory too: the run is in one leg
};

struct RunInFile {
    RunWithChecks motion;
    std::size_t samples = 0;
    std::string not_written = {};  // why the file is not there, in a sentence
    std::string unfinished = {};   // the file from which the run can go on, where there is one
};

// Why it cannot be begun, in a sentence: besides those of trajectory_files.hpp, an unfinished run that is
// there and would be lost.
std::optional<std::string> obstacle_to_run_in_file(const FileRequest& request);

// Throws what run_motion throws; RequestError where the unfinished run is another one; and
// std::runtime_error where it cannot be kept any further.
RunInFile run_to_file(const FileRequest& file, const Description& description,
                      const RunRequest& request, const Attention& attention = {});

}  // namespace rattleback
