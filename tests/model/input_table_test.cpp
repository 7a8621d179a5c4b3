// Tables of inputs: what interpolation must give is known from polynomials that it reproduces, from the
// order of its error, and from continuity.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "model/input_table.hpp"
#include "model/read_table.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

using ::testing::HasSubstr;

InputDescription sampled(double (*f)(double), const std::vector<double>& times) {
    InputDescription result{.name = "s", .times = times};
    for (const double t : times) result.values.push_back(f(t));
    return result;
}

std::vector<double> uniform(double from, double to, int count) {
    std::vector<double> times;
    for (int i = 0; i <= count; ++i) times.push_back(from + (to - from) * i / count);
    return times;
}

double value(const InputTable::Piece& piece, double t, int order = 0) {
    double sum = 0;
    for (std::size_t i = piece.coefficients.size(); i-- > static_cast<std::size_t>(order);) {
        double factor = piece.coefficients[i];
        for (int k = 0; k < order; ++k) factor *= static_cast<double>(i) - k;
        sum = sum * (t - piece.origin) + factor;
    }
    return sum;
}

double value(const InputTable& table, double t, int order = 0) {
    return value(table.piece(t), t, order);
}

double cubic(double t) { return 2 - t + t * t / 2 - t * t * t / 3; }

TEST(InputTable, SplinesReproduceCubicPolynomials) {
    for (const std::vector<double>& times :
         {std::vector<double>{-1, 0, 0.3, 2}, {0, 1, 1.5, 4, 4.25, 5}}) {
        const InputTable table(sampled(cubic, times));
        for (double t = times.front(); t < times.back(); t += 0.01) {
            EXPECT_NEAR(value(table, t), cubic(t), 1e-12 * 40);
            EXPECT_NEAR(value(table, t, 1), -1 + t - t * t, 1e-11 * 40);
            EXPECT_NEAR(value(table, t, 2), 1 - 2 * t, 1e-10 * 40);
        }
    }
}

TEST(InputTable, SplinesOfTwoAndThreeRowsAreALineAndAParabola) {
    const InputTable line(sampled([](double t) { return 2 * t - 1; }, {0, 2}));
    EXPECT_NEAR(value(line, 0.5), 0, 1e-15);
    const InputTable parabola(sampled([](double t) { return t * t; }, {0, 1, 3}));
    EXPECT_NEAR(value(parabola, 2), 4, 1e-14);
    EXPECT_NEAR(value(parabola, 0.5), 0.25, 1e-14);
}

// The error of a value falls with the fourth power of the width, that of the slope with the third.
TEST(InputTable, SplinesConvergeWithTheirOrder) {
    const auto error = [](int count, const char* beyond, int order) {
        InputDescription written =
            sampled([](double t) { return std::sin(t); }, uniform(0, 2 * std::numbers::pi, count));
        written.beyond = beyond;
        written.values.back() = 0;
        const InputTable table(written);
        double worst = 0;
        for (double t = 0; t < 6.28; t += 0.003)
            worst = std::max(
                worst, std::abs(value(table, t, order) - (order == 0 ? std::sin(t) : std::cos(t))));
        return worst;
    };
    for (const char* beyond : {"error", "periodic"}) {
        EXPECT_GT(std::log2(error(40, beyond, 0) / error(80, beyond, 0)), 3.8) << beyond;
        EXPECT_GT(std::log2(error(40, beyond, 1) / error(80, beyond, 1)), 2.8) << beyond;
    }
    EXPECT_LT(error(200, "periodic", 0), 4e-9);
}

void expect_smooth(const InputTable& table, double from, double until, int direction) {
    double t = from;
    for (int i = 0; i < 1000 && direction * (until - t) > 0; ++i) {
        const InputTable::Piece piece = table.piece(t, direction);
        const double end = direction > 0 ? piece.to : piece.from;
        ASSERT_GT(direction * (end - t), 0) << "at " << t;
        if (!std::isfinite(end)) return;
        const InputTable::Piece next = table.piece(end, direction);
        for (int order = 0; order <= table.smoothness(); ++order)
            EXPECT_NEAR(value(piece, end, order), value(next, end, order), 1e-9) << end;
        t = end;
    }
    EXPECT_GE(direction * (t - until), 0);
}

TEST(InputTable, PiecesFollowEachOther) {
    for (const char* interpolation : {"linear", "spline"}) {
        InputDescription written =
            sampled([](double t) { return std::sin(t) + std::cos(3 * t) / 2; },
                    uniform(0.1, 0.1 + 2 * std::numbers::pi, 17));
        written.interpolation = interpolation;
        written.beyond = "periodic";
        written.values.back() = written.values.front();
        const InputTable table(written);
        expect_smooth(table, 0, 50, 1);
        expect_smooth(table, 3, -50, -1);
        expect_smooth(table, -70, -20, 1);
    }
}

TEST(InputTable, HoldsBeyondItsEnds) {
    InputDescription written{.name = "s", .times = {1, 2, 4}, .values = {3, 5, -1}};
    written.interpolation = "step";
    written.beyond = "hold";
    const InputTable table(written);
    EXPECT_EQ(value(table, 0), 3);
    EXPECT_EQ(value(table, 1), 3);
    EXPECT_EQ(value(table, 2), 5);
    EXPECT_EQ(value(table.piece(2, -1), 2), 3);
    EXPECT_EQ(value(table, 100), -1);
    EXPECT_EQ(table.piece(0).to, 1);
    EXPECT_TRUE(std::isinf(table.piece(4).to));
    written.beyond = "error";
    EXPECT_TRUE(std::isnan(value(InputTable(written), 4.5)));
}

class CsvFile {
public:
    explicit CsvFile(const std::string& text) {
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / "steer.csv") << text;
    }
    ~CsvFile() { std::filesystem::remove_all(folder_); }
    CsvFile(const CsvFile&) = delete;
    CsvFile& operator=(const CsvFile&) = delete;
    std::string model() const { return (folder_ / "model.toml").string(); }

private:
    std::filesystem::path folder_ = std::filesystem::path(::testing::TempDir()) / "input_table";
};

std::string refusal(const CsvFile& file, InputDescription input) {
    try {
        read_table(file.model(), input);
    } catch (const ModelError& error) {
        return error.message();
    }
    return "";
}

TEST(ReadTable, TakesTheColumnsThatAreNamed) {
    const CsvFile file("# measured\nn;\"t\";angle\r\n1;0;+0.5\r\n\r\n2; 0.1 ;-1e-3\r\n");
    InputDescription input{.name = "steer", .table = "steer.csv", .time = "t", .value = "angle"};
    read_table(file.model(), input);
    EXPECT_EQ(input.times, (std::vector<double>{0, 0.1}));
    EXPECT_EQ(input.values, (std::vector<double>{0.5, -1e-3}));
    input.value = "angel";
    EXPECT_EQ(refusal(file, input),
              "the table 'steer.csv' has no column 'angel' for the value; did you mean 'angle'?");
    input.value = {};
    EXPECT_THAT(refusal(file, input),
                HasSubstr("has 3 columns: n, t, angle; say by 'value' which"));
}

TEST(ReadTable, RefusesWhatIsNoTable) {
    const InputDescription input{.name = "steer", .table = "steer.csv"};
    EXPECT_EQ(refusal(CsvFile("t, angle\n0, 1\n1, x\n"), input),
              "line 3 of 'steer.csv' has no number in the column 'angle'");
    EXPECT_EQ(
        refusal(CsvFile("0, 1\n1, 2\n"), input),
        "the first line of 'steer.csv' has numbers; it must have the names of the columns, as "
        "in t, steer");
    EXPECT_EQ(refusal(CsvFile(""), input), "the table 'steer.csv' is empty");
    const CsvFile file("t, angle\n0, 1\n");
    EXPECT_THAT(refusal(file, {.name = "steer", .table = "other.csv"}),
                HasSubstr("there is no file"));
    EXPECT_THAT(refusal(file, {.name = "steer", .table = "steer.txt"}), HasSubstr(".csv"));
}

// Models of strangers are data.
TEST(ReadTable, LooksInNoOtherFolder) {
    const CsvFile file("t, angle\n0, 1\n");
    for (const char* path : {"/etc/passwd", "../steer.csv", "x/../../steer.csv", "/tmp/steer.csv"})
        EXPECT_THAT(refusal(file, {.name = "steer", .table = path}),
                    HasSubstr("is not in the folder of the model"))
            << path;
}

}  // namespace
}  // namespace rattleback
