// The programs that `export` writes compute what the machine code of the same equations computes, and
// what difference quotients say. Every model of the gallery is written in C and in Python, some in C++.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "equations/formulations.hpp"
#include "programs/export_files.hpp"
#include "programs/export_names.hpp"
#include "structure/run_branch.hpp"
#include "support/model_file.hpp"
#include "trajectory/regular_form.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

struct Point {
    double t;
    std::vector<double> state, parameters;
};

// A model, its program, and what its functions must give at some points near the initial state.
struct Subject {
    std::string name;
    ExportProgram program;
    SolvedFunction rates, jacobian;
    CompiledFunction constraints;
    std::vector<Point> points;

    std::vector<double> input(const Point& point) const {
        std::vector<double> in = point.state;
        in.push_back(point.t);
        in.insert(in.end(), point.parameters.begin(), point.parameters.end());
        return in;
    }
    template <typename Function>
    std::vector<double> value(const Function& f, const Point& point) const {
        std::vector<double> out(f.outputs());
        f(input(point).data(), out.data());
        return out;
    }
};

// The first point is the start of the model with its own parameters.
std::vector<Point> points_near(const ExportProgram& program) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> draw(-0.05, 0.05);
    std::vector<double> values;
    for (const ExportParameter& p : program.parameters) values.push_back(p.value);
    std::vector<Point> points{{0, program.initial, values}};
    for (int i = 0; i < 3; ++i) {
        Point point = points.front();
        point.t = 0.3 + draw(random);
        for (double& x : point.state) x += draw(random);
        for (double& x : point.parameters) x *= 1 + draw(random);
        points.push_back(point);
    }
    return points;
}

Subject subject(const std::string& name, const std::string& form = "") {
    const System branch = run_branch(testing::model_file(name)).system;
    const auto [system, equations] =
        form.empty() ? regular_form(branch, derive(branch, default_form(branch).name)).used
                     : InVelocities{branch, derive(branch, form)};
    // Machine code of a bicycle takes longer to make than all the rest of this test.
    const Backend backend =
        testing::is_large(name) ? Backend::Interpreter : CompileOptions{}.backend;
    const EquationsOfMotion motion(system, equations, {.solve = {.compile = {.backend = backend}}});
    ExportProgram program = export_program(
        system, equations, {.name = name + form, .writer = "Rattleback", .command = "a test"});
    const auto points = points_near(program);
    return {name + form,
            std::move(program),
            motion.rates(),
            motion.jacobian(),
            compile(motion.inputs(), motion.constraint_values(), {.backend = backend}),
            points};
}

// Those that leave no function open.
const std::vector<Subject>& subjects() {
    static const std::vector<Subject> all = [] {
        std::vector<Subject> result;
        for (const std::string& name : testing::gallery())
            if (testing::model_description(name).functions.empty()) result.push_back(subject(name));
        result.push_back(subject("skate", "lagrange_multipliers"));
        result.push_back(subject("snake3", "lagrange_multipliers"));
        return result;
    }();
    return all;
}

class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "rattleback_export_XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path_); }

    const fs::path& path() const { return path_; }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name) << text;
    }
    // All but the examples, which have one name.
    void write(const Subject& s, const ExportLanguage& language) const {
        for (const TextFile& file : export_files(s.program, language))
            if (!file.name.starts_with("example.")) write(file.name, file.text);
    }
    bool shell(const std::string& command) const {
        return std::system(("cd '" + path_.string() + "' && " + command).c_str()) == 0;
    }

private:
    fs::path path_;
};

class Library {
public:
    explicit Library(const fs::path& file) : handle_(dlopen(file.c_str(), RTLD_NOW)) {}
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    ~Library() {
        if (handle_ != nullptr) dlclose(handle_);
    }

    // A struct of parameters is doubles one after the other.
    std::vector<double> call(const std::string& name, const Point& point, std::size_t size) const {
        using Function = void (*)(double, const double*, const double*, double*);
        const auto f = reinterpret_cast<Function>(dlsym(handle_, name.c_str()));
        std::vector<double> out(size, std::nan(""));
        if (f != nullptr) f(point.t, point.state.data(), point.parameters.data(), out.data());
        return out;
    }

private:
    void* handle_;
};

void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                 double tolerance, const std::string& what) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    double size = 1;
    for (const double x : expected) size = std::max(size, std::abs(x));
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_NEAR(found[i], expected[i], tolerance * size) << what << ", entry " << i;
    }
}

// Rounding is all that may differ, but some matrices are ill conditioned.
constexpr double rounding = 1e-10;

void expect_values(const Subject& s, const Point& point, const std::vector<double>& rates,
                   const std::vector<double>& jacobian, const std::vector<double>& invariants) {
    expect_near(rates, s.value(s.rates, point), rounding, s.name + " rates");
    expect_near(jacobian, s.value(s.jacobian, point), rounding, s.name + " jacobian");
    // Constraints by their own code, where the program has them all.
    const std::vector<double> residuals = s.value(s.constraints, point);
    std::vector<double> found;
    for (std::size_t i = 0; i < invariants.size(); ++i)
        if (s.program.invariants[i].find("constraint ") != std::string::npos)
            found.push_back(invariants[i]);
    if (found.size() == residuals.size())
        expect_near(found, residuals, rounding, s.name + " constraints");
}

void expect_library(const Subject& s, const Library& library) {
    const std::size_t n = s.program.state.size();
    const auto at = [&](const char* name, const Point& point, std::size_t size) {
        return library.call(s.name + "_" + name, point, size);
    };
    for (const Point& point : s.points)
        expect_values(s, point, at("rates", point, n), at("jacobian", point, n * n),
                      at("invariants", point, s.program.invariants.size()));
    // The Jacobian is that of the rates.
    const Point& point = s.points.back();
    const std::vector<double> jacobian = at("jacobian", point, n * n);
    std::vector<double> quotients(n * n);
    for (std::size_t j = 0; j < n; ++j) {
        Point before = point, after = point;
        const double h = 1e-5;
        before.state[j] -= h;
        after.state[j] += h;
        const auto a = s.value(s.rates, before), b = s.value(s.rates, after);
        for (std::size_t i = 0; i < n; ++i) quotients[i * n + j] = (b[i] - a[i]) / (2 * h);
    }
    expect_near(jacobian, quotients, 1e-5, s.name + " difference quotients");
}

bool says(const Subject& s, std::string_view text) {
    return std::ranges::any_of(s.program.notes, [&](const std::string& note) {
        return note.find(text) != std::string::npos;
    });
}

// Along the rates, from the start of the model, nothing that is kept changes.
void expect_kept(const Subject& s, const Library& library) {
    const Point& start = s.points.front();
    const std::vector<double> rate = s.value(s.rates, start);
    const double h = 1e-5;
    const auto moved = [&](double by) {
        Point point = start;
        point.t += by;
        for (std::size_t i = 0; i < rate.size(); ++i) point.state[i] += by * rate[i];
        return library.call(s.name + "_invariants", point, s.program.invariants.size());
    };
    const auto before = moved(-h), after = moved(h);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const bool is_energy = s.program.invariants[i] == "energy";
        if (is_energy && (says(s, "not conserved") || says(s, "not decided"))) continue;
        EXPECT_NEAR((after[i] - before[i]) / (2 * h), 0, 1e-5 * (1 + std::abs(after[i])))
            << s.name << ": " << s.program.invariants[i];
    }
}

TEST(Export, EveryModelInC) {
    const Folder folder;
    for (const Subject& s : subjects()) folder.write(s, export_c);
    ASSERT_TRUE(folder.shell(
        "cc -std=c99 -Wall -Wextra -Werror -pedantic -O0 -fPIC -shared *.c -o all.so -lm"));
    const Library library(folder.path() / "all.so");
    ASSERT_GT(subjects().size(), 50U);
    for (const Subject& s : subjects()) {
        expect_library(s, library);
        expect_kept(s, library);
    }
}

std::string cpp_wrapper(const std::string& name, const std::string& function) {
    return "extern \"C\" void " + name + "_" + function +
           "(double t, const double* in, const double* numbers, double* out) {\n    " + name +
           "::State state;\n    std::memcpy(&state, in, sizeof state);\n    " + name +
           "::Parameters p;\n    static_assert(sizeof p % sizeof(double) == 0);\n"
           "    std::memcpy(static_cast<void*>(&p), numbers, sizeof p);\n    const auto result = " +
           name + "::" + function +
           "(t, state, p);\n    std::memcpy(out, &result, sizeof result);\n}\n";
}

TEST(Export, SomeModelsInCpp) {
    const Folder folder;
    std::string text = "#include <cstring>\n";
    const std::vector<Subject> some{subject("skate"), subject("skate_vakonomic"),
                                    subject("chaplygin_sphere"), subject("bicycle"),
                                    subject("snake3", "lagrange_multipliers")};
    for (const Subject& s : some) {
        folder.write(s, export_cpp);
        text += "#include \"" + s.name + ".hpp\"\n";
    }
    for (const Subject& s : some)
        for (const char* function : {"rates", "jacobian", "invariants"})
            text += cpp_wrapper(s.name, function);
    folder.write("all.cpp", text);
    ASSERT_TRUE(folder.shell(
        "c++ -std=c++17 -Wall -Wextra -Wconversion -Wshadow -Werror -pedantic -O0 -fPIC -shared "
        "all.cpp -o all.so"));
    const Library library(folder.path() / "all.so");
    for (const Subject& s : some) expect_library(s, library);
}

// One that knows NumPy, if there is one.
std::string python(const Folder& folder) {
    for (const char* command : {"python3", "/usr/bin/python3"})
        if (folder.shell(std::string(command) + " -c 'import numpy' 2> /dev/null")) return command;
    return "";
}

std::string python_list(const std::vector<double>& numbers) {
    std::ostringstream text;
    text.precision(17);
    for (const double x : numbers) text << x << ", ";
    return "[" + text.str() + "]";
}

TEST(Export, EveryModelInPython) {
    const Folder folder;
    const std::string command = python(folder);
    if (command.empty()) GTEST_SKIP() << "there is no NumPy";
    std::ostringstream script;
    script.precision(17);
    script << "import importlib\nimport numpy as np\n"
              "def show(name, t, state, numbers):\n"
              "    m = importlib.import_module(name)\n"
              "    p = m.Parameters(*numbers)\n"
              "    for f in (m.rates, m.jacobian, m.invariants):\n"
              "        print(*[repr(float(x)) for x in np.ravel(f(t, np.array(state), p))])\n";
    for (const Subject& s : subjects()) {
        folder.write(s, export_python);
        for (const Point& point : s.points)
            script << "show('" << s.name << "', " << point.t << ", " << python_list(point.state)
                   << ", " << python_list(point.parameters) << ")\n";
    }
    folder.write("script.py", script.str());
    ASSERT_TRUE(folder.shell(command + " script.py > out.txt"));
    std::ifstream out(folder.path() / "out.txt");
    const auto next = [&] {
        std::string line, word;
        std::getline(out, line);
        std::istringstream words(line);
        std::vector<double> numbers;
        while (words >> word) numbers.push_back(std::strtod(word.c_str(), nullptr));
        return numbers;
    };
    for (const Subject& s : subjects())
        for (const Point& point : s.points) {
            const auto rates = next(), jacobian = next(), invariants = next();
            expect_values(s, point, rates, jacobian, invariants);
        }
}

TEST(Export, NamesAreFreeInTheLanguage) {
    ExportProgram program;
    program.state = {symbol("x"), symbol("x", 1), symbol("x_dot"), symbol("p"), symbol("state")};
    program.parameters = {{symbol("lambda"), 1, ""}, {symbol("int"), 1, ""}, {symbol("g"), 1, ""}};
    const ExportNames in_c = export_names(program, syntax_of(Language::C));
    EXPECT_EQ(in_c.state, (std::vector<std::string>{"x", "x_dot", "x_dot_", "p_", "state_"}));
    EXPECT_EQ(in_c.parameters, (std::vector<std::string>{"lambda", "int_", "g"}));
    const ExportNames in_python = export_names(program, syntax_of(Language::Python));
    EXPECT_EQ(in_python.parameters, (std::vector<std::string>{"lambda_", "int", "g"}));
    EXPECT_EQ(program_name("my-model", syntax_of(Language::C)), "my_model");
    EXPECT_EQ(program_name("2wheels", syntax_of(Language::C)), "model_2wheels");
    EXPECT_EQ(program_name("switch", syntax_of(Language::C)), "model_switch");
    // Julia's module would have the name of the struct in it, and Python's that of one NumPy loads.
    EXPECT_EQ(program_name("parameters", syntax_of(Language::Julia)), "model_parameters");
    EXPECT_EQ(program_name("random", syntax_of(Language::Python)), "model_random");
}

// What begins with an underscore belongs to the languages: __x is another name within a class of Python.
TEST(Export, NamesThatBeginWithAnUnderscoreGetALetter) {
    ExportProgram program;
    program.state = {symbol("_"), symbol("__FILE__", 1), symbol("v_")};
    for (const ExportLanguage* language : export_languages())
        EXPECT_EQ(export_names(program, syntax_of(language->language)).state,
                  (std::vector<std::string>{"v_", "v__FILE___dot", "v__"}));
}

// What the compiler defines before the first line of the program.
std::vector<std::string> macros(const Folder& folder, const char* compiler, const char* headers) {
    folder.write("headers", headers);
    EXPECT_TRUE(folder.shell(std::string(compiler) + " -dM -E - < headers > macros"));
    std::ifstream file(folder.path() / "macros");
    std::vector<std::string> names;
    for (std::string define, name, rest; file >> define >> name && std::getline(file, rest);)
        if (name.find('(') == std::string::npos) names.push_back(name);
    return names;
}

TEST(Export, NoNameIsAMacroOfTheCompiler) {
    const Folder folder;
    const auto expect_free = [](const std::vector<std::string>& names, Language language) {
        ASSERT_GT(names.size(), 300U);
        ExportProgram program;
        for (const std::string& name : names) program.state.push_back(symbol(name));
        const std::set<std::string> all(names.begin(), names.end());
        for (const std::string& name : export_names(program, syntax_of(language)).state)
            EXPECT_FALSE(all.contains(name)) << name;
    };
    expect_free(
        macros(folder, "cc -x c", "#include <math.h>\n#include <stdio.h>\n#include <string.h>\n"),
        Language::C);
    expect_free(
        macros(folder, "c++ -x c++", "#include <array>\n#include <cmath>\n#include <cstdio>\n"),
        Language::Cpp);
}

// A namespace cannot have the name of a function that a header declares.
TEST(Export, ProgramsMayBeCalledAsFunctionsOfTheLibrary) {
    const Folder folder;
    std::string all;
    ExportProgram program = subject("skate").program;
    for (const char* name : {"index", "random", "round",  "time", "clock",  "system", "remainder",
                             "gamma", "select", "signal", "div",  "double", "std",    "swap",
                             "main",  "remove", "free",   "math", "string", "cart"}) {
        program.heading.name = name;
        for (const TextFile& file : export_files(program, export_cpp)) {
            if (file.name.ends_with(".hpp")) all += "#include \"" + file.name + "\"\n";
            folder.write(file.name, file.text);
        }
    }
    folder.write("all.cpp", all);
    EXPECT_TRUE(folder.shell("c++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only all.cpp"));
}

TEST(Export, FilesSayWhoWroteThem) {
    for (const ExportLanguage* language : export_languages())
        for (const TextFile& file : export_files(subject("skate").program, *language)) {
            const std::string first = file.text.substr(0, file.text.find('\n'));
            EXPECT_NE(first.find(export_mark), std::string::npos) << file.name;
            EXPECT_EQ(file.text.find("{{"), std::string::npos) << file.name;
            EXPECT_TRUE(file.text.ends_with("\n")) << file.name;
        }
}

}  // namespace
}  // namespace rattleback
