// Tapes written as C and as Python compile without warnings, and compute what the expressions say.

#include "compiled/operation_text.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "compiled/equations_of_motion.hpp"
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

struct NamedTape {
    std::string name;
    Tape tape;
};

// A function of the array `in`: what comes before its lines, before an assignment, and after one.
std::string written(const Tape& tape, Language language, const std::string& before,
                    const std::string& after) {
    const LanguageSyntax& syntax = syntax_of(language);
    TapeNames names{.stem = "v"};
    for (std::size_t i = 0; i < tape.inputs.size(); ++i)
        names.inputs.push_back(entry_text(syntax, "in_", i));
    const TapeText code = tape_text(tape, syntax, names);
    std::string text;
    for (const Line& line : code.lines)
        text += fmt::format("    {}{} = {}{}\n", before, line.name, line.value, after);
    for (std::size_t i = 0; i < tape.outputs.size(); ++i)
        text += fmt::format("    out[{}] = {}{}\n", i, code.outputs[i], after);
    return text;
}

std::string c_source(std::span<const NamedTape> functions) {
    std::string text = "#include <math.h>\n";
    for (const auto& [name, tape] : functions)
        text += fmt::format(
            "void {0}(const double *in_, double *out);\n"
            "void {0}(const double *in_, double *out) {{\n    (void)in_;\n{1}}}\n",
            name, written(tape, Language::C, "const double ", ";"));
    return text;
}

// Of one state, or of many side by side.
std::string python_source(std::span<const NamedTape> functions) {
    std::string text = "import math\nimport numpy as np\n";
    for (const auto& [name, tape] : functions)
        text += fmt::format(
            "def {}(in_):\n    out = np.empty(({},) + in_.shape[1:])\n{}    return out\n", name,
            tape.outputs.size(), written(tape, Language::Python, "", ""));
    return text;
}

class OperationText : public ::testing::Test {
protected:
    OperationText()
        : folder_(fs::temp_directory_path() /
                  ("rattleback_" + std::to_string(std::random_device{}()))) {
        fs::create_directories(folder_);
    }
    ~OperationText() override {
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
        write("unit.c", c_source(functions));
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

TEST_F(OperationText, CComputesTheExpressions) {
    const std::vector<Case> cases = random_cases();
    build_library(functions_of(cases));
    std::size_t compared = 0;
    for (const Case& c : cases) compared += expect_values(c, call_c(c.function, c.in));
    EXPECT_GT(compared, 80U);
}

TEST_F(OperationText, PythonComputesTheExpressions) {
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
TEST_F(OperationText, CAgreesWithMachineCodeOnEquationsOfMotion) {
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

TEST_F(OperationText, ReadsWell) {
    const Tape tape = record(ExprVector{parse("x"), parse("x'")},
                             ExprVector{parse("x'"), parse("2 - x*sin(x)"), parse("cos(x)/3")});
    EXPECT_EQ(written(tape, Language::C, "const double ", ";"),
              "    out[0] = in_[1];\n"
              "    out[1] = 2.0 - in_[0] * sin(in_[0]);\n"
              "    out[2] = 0.3333333333333333 * cos(in_[0]);\n");
    EXPECT_EQ(written(tape, Language::Python, "", ""),
              "    out[0] = in_[1]\n"
              "    out[1] = 2.0 - in_[0] * np.sin(in_[0])\n"
              "    out[2] = 0.3333333333333333 * np.cos(in_[0])\n");
}

}  // namespace
}  // namespace rattleback
