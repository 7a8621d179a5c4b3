#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "analysis/run_branch.hpp"
#include "app/chosen_form.hpp"
#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "app/find_model.hpp"
#include "app/run_options.hpp"
#include "app/settings.hpp"
#include "app/shell_word.hpp"
#include "app/usage.hpp"
#include "base/errors.hpp"
#include "expr/graph.hpp"
#include "model/model_text.hpp"
#include "report/html_report.hpp"
#include "report/write_file.hpp"
#include "trajectory/simulate.hpp"

namespace rattleback {
namespace {

// Beyond so many nodes of the Lagrangian and the constraints only the form of the motion and
// Lagrange's are written and compared: the others take minutes, and nobody reads them on a page.
// Bodies in space, and all with quaternions, are beyond; three bodies in the plane are not.
constexpr std::size_t largest_model = 70;
constexpr std::size_t curve_points = 400;

struct Given {
    RunOptions run;
    std::string file;
    bool compare = false;
};

std::string output_file(const Given& given) {
    if (!given.file.empty()) return given.file;
    return std::filesystem::path(given.run.model).stem().string() + ".html";
}

void require_page(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension().string();
    if (ending != ".html" && ending != ".htm")
        throw UsageError(fmt::format(
            "the report is an HTML page: '{}' must end in .html; 'rattleback plot' draws pictures",
            file));
    if (const auto obstacle = obstacle_to_writing(file)) throw UsageError(*obstacle);
}

std::string command_of(const Given& given) {
    const RunOptions& run = given.run;
    std::string text = "rattleback report " + shell_word(run.model);
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) text += fmt::format(" {} {}", name, shell_word(value));
    };
    add("--form", run.form);
    add("--method", run.method);
    add("--until", run.until);
    add("--rtol", run.rtol);
    add("--atol", run.atol);
    add("--step", run.step);
    for (const std::string& setting : run.settings) add("--set", setting);
    if (run.no_projection) text += " --no-projection";
    if (given.compare) text += " --compare";
    add("-o", given.file);
    return text;
}

bool is_large(const System& system) {
    ExprVector all{system.lagrangian};
    for (const Constraint& c : system.constraints) all.push_back(c.expression);
    const auto has_quaternion = [](const Frame& frame) { return frame.quaternion.has_value(); };
    return graph_size(all) > largest_model || std::ranges::any_of(system.frames, has_quaternion);
}

// Every form that applies; of a large model those that can be written in reasonable time.
void add_forms(const Given& given, const System& system, Report& report) {
    const auto rows = applicable(system);
    if (rows.empty()) {
        report.forms_left_out.emplace_back("No formulation can treat this system as it stands.");
        return;
    }
    const std::string chosen = given.run.form.empty() ? default_form(system).name : given.run.form;
    std::string left_out;
    for (const Formulation* form : rows) {
        const bool wanted = form->name == chosen || form->name == "lagrange_multipliers";
        if (is_large(system) && !wanted) {
            left_out += (left_out.empty() ? "" : ", ") + std::string(form->name);
            continue;
        }
        report.forms.push_back({form, derive(system, form->name)});
    }
    if (!left_out.empty())
        report.forms_left_out.push_back(fmt::format(
            "This is a large system, and the other forms that apply are not written here: {0}. "
            "'rattleback derive {1} --form NAME' writes one of them, and 'rattleback check {1}' "
            "compares all of them.",
            left_out, given.run.model));
}

// The other motion of a comparison, which must outlive the report.
struct OtherMotion {
    BranchChoice branch;
    Equations equations;
    Trajectory run;
};

// Vakonomic motion from the same state, over the same time and to the same accuracy.
OtherMotion other_motion(const Description& description, const ComputedRun& first, bool project,
                         LongWork& work) {
    OtherMotion other;
    other.branch = run_branch(build(with_principle(description, Principle::Vakonomic)));
    other.equations = derive(other.branch.system, default_form(other.branch.system).name);
    SimulationOptions options{.integration = first.integration, .motion = {.project = project}};
    options.integration.at = {};
    work.attend(options.integration);
    other.run = simulate(other.branch.system, other.equations, options);
    work.clear();
    return other;
}

void compare(const ComputedRun& first, const OtherMotion& other, Report& report) {
    const ComputedMotion motion{first.system, first.equations, first.trajectory};
    ComparisonOptions options;
    options.intervals = curve_points;
    options.relative_noise = 1e3 * first.trajectory.rtol;
    report.compared.emplace(ComparedMotions{motion,
                                            {other.branch.system, other.equations, other.run},
                                            compare_motions(motion, other.run, options)});
}

// Why there is no motion, in a sentence; nothing where one can be computed.
std::string obstacle_to_motion(const RunOptions& given, const System& system) {
    if (!system.functions.empty())
        return "It was not computed: a function of the model has no definition.";
    if (given.until.empty() && !system.description.simulate.until)
        return "It was not computed: the model does not say in [simulate] how long it runs, and "
               "--until was not given.";
    return {};
}

class Writer {
public:
    explicit Writer(const Given& given)
        : given_(given),
          description_(described_model(given.run.model, given.run.settings, given.run.form)),
          system_(build(description_)),
          report_{.title = title_of(description_),
                  .system = system_,
                  .model_name = given.run.model,
                  .model_text = bytes_of_file(description_.file),
                  .command = command_of(given),
                  .version = RATTLEBACK_VERSION} {}

    int write() {
        say("Deriving the equations");
        derive_forms();
        compute_motion();
        say("Looking at the model");
        report_.findings =
            sections_without_motion(system_, is_large(system_) ? Patience::Short : Patience::Long);
        say("Comparing the forms");
        if (has_no_motion(report_.findings))
            report_.agreement = {.name = "agreement", .sentences = {"There is no motion."}};
        else
            report_.agreement = is_large(system_) ? agreement_section(system_, shown_equations())
                                                  : agreement_section(system_);
        const std::string page = html_report(report_), file = output_file(given_);
        write_file(file, page);
        if (!is_quiet())
            fmt::print(stderr, "The report is in '{}', {:.1f} MB.\n", file,
                       static_cast<double>(page.size()) / 1e6);
        for (const MotionCheck& check : report_.motion.checks)
            if (!check.holds())
                fmt::print(stderr,
                           "rattleback report: The check '{}' fails; the report says how.\n",
                           check.name);
        return run_ ? exit_code(run_->trajectory, report_.failed()) : report_.failed() ? 1 : 0;
    }

private:
    void derive_forms() {
        try {
            const auto [system, notes] = understood(system_);
            report_.notes = notes;
            add_forms(given_, system, report_);
        } catch (const NumericalError& error) {  // no motion, and no equations of it
            report_.forms_left_out.emplace_back(error.what());
        }
    }

    std::vector<Equations> shown_equations() const {
        std::vector<Equations> result;
        for (const DerivedForm& form : report_.forms) result.push_back(form.equations);
        return result;
    }

    void say(const char* what) const {
        if (!is_quiet()) fmt::print(stderr, "{} …\n", what);
    }

    void compute_motion() {
        if (const std::string why = obstacle_to_motion(given_.run, system_); !why.empty()) {
            report_.motion = {.name = "motion", .sentences = {why}};
            if (!is_quiet()) fmt::print(stderr, "The report has no motion. {}\n", why);
            if (given_.compare) report_.no_comparison = "There is no motion to compare.";
            return;
        }
        say("Computing the motion");
        try {
            run_ = computed_run(given_.run, description_, work_);
        } catch (const NumericalError& error) {
            fmt::print(stderr, "rattleback report: {}\n", error.what());
            report_.motion = {.name = "motion", .sentences = {error.what()}, .failed = true};
            return;
        }
        report_.motion = asked("motion", [&] {
            return motion_section(run_->trajectory,
                                  check_motion(run_->system, run_->equations, run_->trajectory));
        });
        report_.computed.emplace(ComputedMotion{run_->system, run_->equations, run_->trajectory});
        if (const auto failure = failure_of(run_->trajectory))
            fmt::print(stderr, "rattleback report: {}\n", *failure);
        if (given_.compare) compare_principles();
    }

    void compare_principles() {
        if (run_->system.principle == Principle::Vakonomic || run_->system.constraints.empty()) {
            report_.no_comparison =
                "The two principles are compared for a nonholonomic motion with constraints.";
            return;
        }
        try {
            other_ = other_motion(description_, *run_, !given_.run.no_projection, work_);
            compare(*run_, *other_, report_);
        } catch (const std::exception& error) {
            report_.no_comparison = fmt::format("There is no comparison: {}", error.what());
            fmt::print(stderr, "rattleback report: {}\n", report_.no_comparison);
        }
    }

    const Given& given_;
    Description description_;
    System system_;
    std::optional<ComputedRun> run_;
    std::optional<OtherMotion> other_;
    LongWork work_;
    Report report_;
};

int run(const Given& given) {
    require_page(output_file(given));
    return Writer(given).write();
}

}  // namespace

Action declare_report(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_run_options(arguments, given->run);
    arguments.option("-o,--output", given->file,
                     "The file to write; MODEL.html in this folder is the default", {"FILE"});
    arguments.flag("--compare", given->compare,
                   "Show the nonholonomic motion beside the vakonomic one");
    return [given] { return run(*given); };
}

}  // namespace rattleback
