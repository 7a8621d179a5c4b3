// The C and the Python that Rattleback writes compile without warnings, and compute what the
// expressions say.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "base/errors.hpp"
#include "compiled/c_source.hpp"
#include "compiled/equations_of_motion.hpp"
#include "compiled/python_source.hpp"
#include "equations/formulations.hpp"
#include "expr/evaluate.hpp"
#include "expr/graph.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "rounding_bound.hpp"
#include "support/model_file.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

class WrittenSource : public ::testing::Test {
protected:
    WrittenSource()
        : folder_(fs::temp_directory_path() /
                  ("rattleback_" + std::to_string(std::random_device{}()))) {
        fs::create_directories(folder_);
    }
    ~WrittenSource() override {
        if (library_ != nullptr) dlclose(library_);
        fs::remove_all(folder_);
    }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }
    bool shell(const std::string& command) const {
        return std::system(("cd '" + folder_.string() + "' && " + command).c_str()) == 0;
    }

    void build_library(std::span<const NamedTape> functions) {
        const CSource text = c_source("unit", functions);
        write("unit.h", text.header);
        write("unit.c", text.source);
        ASSERT_TRUE(
            shell("cc -std=c99 -Wall -Wextra -Werror -pedantic -O1 -fPIC -shared unit.c "
                  "-o unit.so -lm"));
        library_ = dlopen((folder_ / "unit.so").c_str(), RTLD_NOW);
        ASSERT_NE(library_, nullptr);
    }
    std::vector<double> call_c(const NamedTape& function, const std::vector<double>& in) const {
        using Function = void (*)(const double*, double*);
        const auto f = reinterpret_cast<Function>(dlsym(library_, function.name.c_str()));
        std::vector<double> out(function.tape.outputs.size());
        f(in.data(), out.data());
        return out;
    }

    // One that knows NumPy, if there is one.
    std::string python() const {
        for (const char* command : {"python3", "/usr/bin/python3"})
            if (shell(std::string(command) + " -c 'import numpy' 2> /dev/null")) return command;
        return "";
    }

    // Every function at its own state.
    std::vector<std::vector<double>> call_python(std::span<const NamedTape> functions,
                                                 const std::vector<std::vector<double>>& in) const {
        write("unit.py", python_source(functions));
        std::ostringstream script;
        script.precision(17);
        script << "import numpy as np\nimport unit\nnp.seterr(all='ignore')\n";
        for (std::size_t i = 0; i < functions.size(); ++i) {
            script << "x = np.array([";
            for (const double x : in[i]) script << x << ", ";
            script << "])\ntwo = unit." << functions[i].name << "(np.stack([x, 2*x, x], 1))\n"
                   << "one = unit." << functions[i].name << "(x)\n"
                   << "assert np.array_equal(one, two[:, 2], equal_nan=True)\n"
                   << "print(*[repr(float(y)) for y in one])\n";
        }
        write("script.py", script.str());
        if (!shell(python() + " script.py > out.txt")) return {};
        std::vector<std::vector<double>> result;
        std::ifstream out(folder_ / "out.txt");
        for (std::string line; std::getline(out, line);) {
            std::istringstream words(line);
            result.emplace_back();
            for (std::string word; words >> word;)
                result.back().push_back(std::strtod(word.c_str(), nullptr));
        }
        return result;
    }

private:
    fs::path folder_;
    void* library_ = nullptr;
};

struct Case {
    NamedTape function;
    ExprVector outputs;
    std::vector<double> in;
};

std::vector<Case> random_cases() {
    testing::RandomExpression random(
        11, {.depth = 4, .names = {"x", "y", "z"}, .largest_order = 1, .unspecified = false});
    std::mt19937_64 numbers(12);
    std::uniform_real_distribution<double> draw(-2, 2);
    std::vector<Case> cases;
    for (int i = 0; i < 60; ++i) {
        Case c;
        for (int k = 0; k < 4; ++k) c.outputs.push_back(random.next());
        c.function = {"f" + std::to_string(i), record(symbols_of(c.outputs), c.outputs)};
        for (std::size_t k = 0; k < c.function.tape.inputs.size(); ++k)
            c.in.push_back(draw(numbers));
        cases.push_back(std::move(c));
    }
    return cases;
}

// Within what rounding may do, wherever that says something.
std::size_t expect_values(const Case& c, const std::vector<double>& found) {
    Values values;
    for (std::size_t i = 0; i < c.in.size(); ++i) values[c.function.tape.inputs[i]] = c.in[i];
    std::size_t compared = 0;
    for (std::size_t i = 0; i < c.outputs.size(); ++i) {
        testing::RoundingBound bound(values);
        const auto expected = bound(c.outputs[i]);
        if (!bound.all_useful()) continue;
        ++compared;
        EXPECT_TRUE(expected.admits(found.at(i))) << to_text(c.outputs[i]) << " is " << found[i];
    }
    return compared;
}

std::vector<NamedTape> functions_of(const std::vector<Case>& cases) {
    std::vector<NamedTape> result;
    for (const Case& c : cases) result.push_back(c.function);
    return result;
}

TEST_F(WrittenSource, CComputesTheExpressions) {
    const std::vector<Case> cases = random_cases();
    build_library(functions_of(cases));
    std::size_t compared = 0;
    for (const Case& c : cases) compared += expect_values(c, call_c(c.function, c.in));
    EXPECT_GT(compared, 80U);
}

TEST_F(WrittenSource, PythonComputesTheExpressions) {
    if (python().empty()) GTEST_SKIP() << "there is no NumPy";
    const std::vector<Case> cases = random_cases();
    std::vector<std::vector<double>> in;
    for (const Case& c : cases) in.push_back(c.in);
    const auto found = call_python(functions_of(cases), in);
    ASSERT_EQ(found.size(), cases.size());
    std::size_t compared = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) compared += expect_values(cases[i], found[i]);
    EXPECT_GT(compared, 80U);
}

// The same tape in C and in machine code. Sums are not fused in C: few units of the largest term.
TEST_F(WrittenSource, CAgreesWithMachineCodeOnEquationsOfMotion) {
    std::vector<NamedTape> functions;
    for (const char* name : {"skate", "snake3", "parallel_points_spring", "chaplygin_sleigh"}) {
        const System system = testing::model_file(name);
        const EquationsOfMotion motion(system, derive(system, "lagrange_multipliers"));
        const auto rates = motion.rates().straight_line();
        ASSERT_TRUE(rates) << name;
        functions.push_back({name, *rates});
    }
    build_library(functions);
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> draw(0.3, 1.3);
    for (const NamedTape& function : functions)
        for (int state = 0; state < 20; ++state) {
            std::vector<double> in(function.tape.inputs.size()),
                expected(function.tape.outputs.size());
            for (double& x : in) x = draw(random);
            compile(function.tape)(in.data(), expected.data());
            const std::vector<double> found = call_c(function, in);
            double largest = 0;
            for (const double x : expected) largest = std::max(largest, std::fabs(x));
            for (std::size_t i = 0; i < found.size(); ++i)
                EXPECT_NEAR(found[i], expected[i], 1e-14 * largest) << function.name;
        }
}

TEST_F(WrittenSource, ReadsWell) {
    const Tape tape = record(ExprVector{parse("x"), parse("x'")},
                             ExprVector{parse("x'"), parse("2 - x*sin(x)"), parse("cos(x)/3")});
    const CSource text = c_source("pendulum", {{{"rates", tape}}});
    EXPECT_EQ(text.source,
              "/* Written by Rattleback. */\n"
              "#include \"pendulum.h\"\n"
              "\n"
              "#include <math.h>\n"
              "\n"
              "void rates(const double *in, double *out) {\n"
              "    out[0] = in[1];\n"
              "    out[1] = 2.0 - in[0] * sin(in[0]);\n"
              "    out[2] = 0.3333333333333333 * cos(in[0]);\n"
              "}\n");
    EXPECT_EQ(text.header,
              "/* Written by Rattleback. */\n"
              "#ifndef RATTLEBACK_PENDULUM_H\n"
              "#define RATTLEBACK_PENDULUM_H\n"
              "\n"
              "#ifdef __cplusplus\n"
              "extern \"C\" {\n"
              "#endif\n"
              "\n"
              "/* 2 numbers in, 3 out\n"
              "    in[0] is x\n"
              "    in[1] is x'\n"
              " */\n"
              "void rates(const double *in, double *out);\n"
              "\n"
              "#ifdef __cplusplus\n"
              "}\n"
              "#endif\n"
              "\n"
              "#endif\n");
    EXPECT_EQ(python_source({{{"rates", tape}}}),
              "# Written by Rattleback.\n"
              "import numpy as np\n"
              "\n"
              "\n"
              "def rates(x):\n"
              "    \"\"\"2 numbers in, 3 out\n"
              "\n"
              "    x[0] is x\n"
              "    x[1] is x'\n"
              "    \"\"\"\n"
              "    x = np.asarray(x, dtype=float)\n"
              "    out = np.empty((3,) + x.shape[1:])\n"
              "    out[0] = x[1]\n"
              "    out[1] = 2.0 - x[0] * np.sin(x[0])\n"
              "    out[2] = 0.3333333333333333 * np.cos(x[0])\n"
              "    return out\n");
}

TEST_F(WrittenSource, RefusesNamesThatAreNoIdentifiers) {
    for (const char* name : {"", "2x", "a b", "f'"})
        EXPECT_THROW(python_source({{{name, {}}}}), NumericalError);
}

}  // namespace
}  // namespace rattleback
