// What is written is read back to the last bit, by other means than those that wrote it.

#include "files/trajectory_files.hpp"

#include <gmock/gmock.h>
#include <hdf5.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "writing/trajectory_text.hpp"

namespace rattleback::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const double nan = std::nan("");

// Numbers that are hard to write: no run gives all of them.
Trajectory hard_run() {
    Trajectory run;
    run.form = "kane";
    run.method = "dop853";
    run.columns = {"x", "x'"};
    run.times = {0, 0.1, 1.0 / 3};
    run.states = Rows(2);
    run.states.append(std::vector{0.1 + 0.2, -0.0});
    run.states.append(std::vector{5e-324, 1.7976931348623157e308});
    run.states.append(std::vector{nan, -1e-17});
    run.multiplier_names = {"mu1"};
    run.multipliers = Rows(1);
    for (const double mu : {std::sqrt(2), 2.0, nan}) run.multipliers.append({&mu, 1});
    run.reaction_names = {"R_x"};
    run.reactions = Rows(1);
    for (const double r : {-1.0, 0.5, 3.0}) run.reactions.append({&r, 1});
    run.events = {
        {.event = 0, .name = "wall, \"left\"", .direction = -1, .time = 0.25, .state = {1, 2}}};
    run.atol = {1e-12, 1e-12};
    run.statistics.steps = 7;
    run.stop = {.reason = StopReason::Event,
                .time = 1.0 / 3,
                .state = {1, 2e-15},
                .message = "The event stopped the run."};
    run.notes = {"φ was chosen."};
    return run;
}

const std::vector<MotionCheck> found{
    {"energy", {.kind = WatchKind::Energy, .says = "E - E0"}, 1e-12, 0.1, 1e-9},
    {"drift", {.kind = WatchKind::Constraint, .says = "residual"}, 2, 0.2, 1},
    {"power",
     {.kind = WatchKind::ReactionPower, .says = "R v"},
     5,
     0.3,
     std::numeric_limits<double>::infinity()}};

std::vector<double> expected_table() {
    return {0.1 + 0.2, -0.0, std::sqrt(2), 5e-324, 1.7976931348623157e308, 2, nan, -1e-17, nan};
}

// Equal to the last bit; all NaN are one.
void expect_same(const std::vector<double>& actual, const std::vector<double>& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        if (std::isnan(expected[i]))
            EXPECT_TRUE(std::isnan(actual[i])) << i;
        else
            EXPECT_EQ(std::bit_cast<std::uint64_t>(actual[i]),
                      std::bit_cast<std::uint64_t>(expected[i]))
                << i;
    }
}

TEST(TrajectoryFiles, CsvGivesEveryDoubleBack) {
    std::istringstream file(trajectory_csv(hard_run()));
    std::string line, field;
    std::getline(file, line);
    EXPECT_EQ(line, "t,x,x',mu1,R_x");
    std::vector<double> times, table, reactions;
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        std::vector<double> row;
        while (std::getline(fields, field, ',')) row.push_back(std::strtod(field.c_str(), nullptr));
        ASSERT_EQ(row.size(), 5U);
        times.push_back(row.front());
        table.insert(table.end(), row.begin() + 1, row.end() - 1);
        reactions.push_back(row.back());
    }
    expect_same(times, hard_run().times);
    expect_same(table, expected_table());
    expect_same(reactions, {-1, 0.5, 3});
}

TEST(TrajectoryFiles, CsvQuotesNamesThatNeedIt) {
    Trajectory run;
    run.columns = {"a,b", "say \"x\""};
    EXPECT_EQ(trajectory_csv(run), "t,\"a,b\",\"say \"\"x\"\"\"\n");
}

// The speeds of a form may be velocities, which are all in the table.
TEST(TrajectoryFiles, AVelocityStandsInOneColumn) {
    Trajectory run;
    run.columns = {"x", "y", "y'", "u1"};
    run.times = {0};
    run.states = Rows(4);
    run.states.append(std::vector{1.0, 2.0, 20.0, 5.0});
    run.velocity_names = {"x'", "y'"};
    run.velocities = Rows(2);
    run.velocities.append(std::vector{10.0, 20.0});
    EXPECT_EQ(trajectory_csv(run), "t,x,y,x',y',u1\n0,1,2,10,20,5\n");
}

TEST(TrajectoryFiles, JsonHasEverything) {
    const Trajectory run = hard_run();
    const json read = json::parse(trajectory_json({run, found}));
    EXPECT_EQ(read["form"], "kane");
    EXPECT_EQ(read["method"], "dop853");
    EXPECT_EQ(read["columns"], (json{"x", "x'", "mu1"}));
    expect_same(read["t"].get<std::vector<double>>(), run.times);
    std::vector<double> table;
    for (const json& row : read["y"])
        for (const json& entry : row) table.push_back(entry.is_null() ? nan : entry.get<double>());
    expect_same(table, expected_table());
    EXPECT_EQ(read["stop"], (json{{"reason", "event"},
                                  {"t", 1.0 / 3},
                                  {"message", "The event stopped the run."},
                                  {"what", ""},
                                  {"y", {1.0, 2e-15}}}));
    EXPECT_EQ(
        read["checks"]["energy"],
        (json{{"max", 1e-12}, {"at", 0.1}, {"allowed", 1e-9}, {"holds", true}, {"decides", true}}));
    EXPECT_EQ(read["checks"]["drift"]["holds"], false);
    EXPECT_EQ(read["checks"]["power"]["allowed"], nullptr);
    EXPECT_EQ(read["statistics"]["steps"], 7);
    EXPECT_EQ(read["events"][0], (json{{"name", "wall, \"left\""},
                                       {"t", 0.25},
                                       {"direction", -1},
                                       {"manner", "falling"},
                                       {"y", {1.0, 2.0}}}));
    EXPECT_EQ(read["notes"], json{"φ was chosen."});
    EXPECT_EQ(read["reactions"]["columns"], json{"R_x"});
    EXPECT_EQ(read["reactions"]["y"], (json{{-1.0}, {0.5}, {3.0}}));
}

// Reads an HDF5 file from memory with the library's own calls.
class Hdf5File {
public:
    explicit Hdf5File(std::string bytes) : bytes_(std::move(bytes)) {
        const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
        H5Pset_fapl_core(access, 1 << 16, 0);
        H5Pset_file_image(access, bytes_.data(), bytes_.size());
        file_ = H5Fopen("read", H5F_ACC_RDONLY, access);
        H5Pclose(access);
    }
    Hdf5File(const Hdf5File&) = delete;
    Hdf5File& operator=(const Hdf5File&) = delete;
    ~Hdf5File() { H5Fclose(file_); }

    std::vector<hsize_t> shape(const char* name) const {
        const hid_t set = H5Dopen2(file_, name, H5P_DEFAULT), space = H5Dget_space(set);
        std::vector<hsize_t> result(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
        H5Sget_simple_extent_dims(space, result.data(), nullptr);
        H5Sclose(space);
        H5Dclose(set);
        return result;
    }
    std::vector<double> numbers(const char* name) const {
        std::size_t count = 1;
        for (const hsize_t n : shape(name)) count *= n;
        std::vector<double> result(count);
        const hid_t set = H5Dopen2(file_, name, H5P_DEFAULT);
        EXPECT_GE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, result.data()), 0);
        H5Dclose(set);
        return result;
    }
    std::vector<std::string> texts(const char* name) const {
        std::size_t count = 1;
        for (const hsize_t n : shape(name)) count *= n;
        std::vector<char*> raw(count);
        const hid_t set = H5Dopen2(file_, name, H5P_DEFAULT), type = H5Dget_type(set);
        EXPECT_GE(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw.data()), 0);
        std::vector<std::string> result(raw.begin(), raw.end());
        const hid_t space = H5Dget_space(set);
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, raw.data());
        H5Sclose(space);
        H5Tclose(type);
        H5Dclose(set);
        return result;
    }

private:
    std::string bytes_;
    hid_t file_;
};

TEST(TrajectoryFiles, Hdf5HasEverything) {
    const Trajectory run = hard_run();
    const Hdf5File file(trajectory_hdf5({run, found}));
    EXPECT_THAT(file.shape("t"), ElementsAre(3));
    EXPECT_THAT(file.shape("y"), ElementsAre(3, 3));
    expect_same(file.numbers("t"), run.times);
    expect_same(file.numbers("y"), expected_table());
    expect_same(file.numbers("reactions"), {-1, 0.5, 3});
    EXPECT_THAT(file.texts("columns"), ElementsAre("x", "x'", "mu1"));
    EXPECT_THAT(file.texts("reaction_names"), ElementsAre("R_x"));
    const json about = json::parse(file.texts("about").front());
    EXPECT_EQ(about["stop"]["reason"], "event");
    EXPECT_EQ(about["notes"], json{"φ was chosen."});
    EXPECT_EQ(about["events"].size(), 1U);
    EXPECT_FALSE(about.contains("y"));
}

TEST(TrajectoryFiles, ARunWithoutSamplesCanBeWritten) {
    Trajectory run = hard_run();
    run.times.clear();
    run.states = Rows(2);
    run.multipliers = Rows(1);
    run.reactions = Rows(1);
    EXPECT_EQ(trajectory_csv(run), "t,x,x',mu1,R_x\n");
    EXPECT_EQ(json::parse(trajectory_json({run, {}}))["y"], json::array());
    const Hdf5File file(trajectory_hdf5({run, {}}));
    EXPECT_THAT(file.shape("y"), ElementsAre(0, 3));
    EXPECT_FALSE(trajectory_npz({run, {}}).empty());
}

TEST(TrajectoryFiles, AnEndingThatSaysNothingIsRefused) {
    EXPECT_EQ(obstacle_to_trajectory_file("run.txt"),
              "The name 'run.txt' does not say how the run is to be written: it must end in .csv, "
              ".json, .npz or .h5.");
    EXPECT_TRUE(obstacle_to_trajectory_file("run"));
    EXPECT_FALSE(obstacle_to_trajectory_file("run.hdf5"));
}

TEST(TrajectoryText, SaysHowItEndedAndWhatFails) {
    const Trajectory run = hard_run();
    IntegrationOptions options;
    const std::string text = trajectory_text({run, found}, options);
    EXPECT_THAT(text, HasSubstr("form    kane\nmethod  dop853, rtol 1e-10\n"
                                "time    0 to 0.3333333333 in 7 steps\n\n"
                                "The event stopped the run.\n\n"
                                "final state\n  x   1\n  x'  0\n"));
    EXPECT_THAT(text, HasSubstr("events\n  t = 0.25         wall, \"left\" (falling)\n"));
    EXPECT_THAT(text, HasSubstr("notes\n  φ was chosen.\n"));
    EXPECT_THAT(text, HasSubstr("checks\n"
                                "          largest  at t  allowed\n"
                                "  energy  1.0e-12   0.1  1.0e-09\n"
                                "  drift   2.0e+00   0.2  1.0e+00  FAILS\n"
                                "  power   5.0e+00   0.3      any\n"));
}

}  // namespace
}  // namespace rattleback::testing
