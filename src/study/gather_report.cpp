#include "study/gather_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "expr/graph.hpp"
#include "expr/sentence_error.hpp"
#include "model/model_text.hpp"
#include "rattleback/errors.hpp"
#include "study/changed_model.hpp"
#include "study/check_model.hpp"
#include "study/parts_of_work.hpp"

namespace rattleback {
namespace {

// Nodes of the Lagrangian and the constraints. Bodies in space, and all with quaternions, are beyond;
// three bodies in the plane are not.
constexpr std::size_t largest_model = 70;

bool is_large(const System& system) {
    ExprVector all{system.lagrangian};
    for (const Constraint& c : system.constraints) all.push_back(c.expression);
    const auto has_quaternion = [](const Frame& frame) { return frame.quaternion.has_value(); };
    return graph_size(all) > largest_model || std::ranges::any_of(system.frames, has_quaternion);
}

constexpr std::size_t curve_points = 400;  // of the distance of two motions

// The bytes of the file that a model was read from; nothing where it was written in a program.
std::string text_of(const Description& description) {
    const bool is_read = !description.coordinates.empty() &&
                         description.coordinates[0].source.file == description.file;
    std::error_code ignored;
    return is_read && std::filesystem::is_regular_file(description.file, ignored)
               ? bytes_of_file(description.file)
               : "";
}

class Gathering {
public:
    Gathering(const Description& description, const ReportRequest& request,
              const Attention& attention)
        : description_(in_form(description, request.run.form)),
          request_(request),
          attention_(attention),
          report_{.title = title_of(description),
                  .system = build(description_, InputsAs::ByName),
                  .model_name = request.model_name,
                  .model_text = text_of(description)},
          is_large_(is_large(report_.system)) {}

    Report gather() {
        using Part = void (Gathering::*)(const Attention&);
        std::vector<std::pair<const char*, Part>> parts{
            {"Deriving the equations", &Gathering::derive_equations},
            {"Computing the motion", &Gathering::compute_motion},
            {"Looking at the model", &Gathering::look},
            {"Comparing the forms", &Gathering::compare_forms}};
        if (request_.against_principle || request_.against)
            parts.emplace_back("Comparing the motions", &Gathering::compare_motions);
        const double share = 1 / static_cast<double>(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto& [what, gather] = parts[i];
            if (attention_.is_stopped()) break;
            if (attention_.begins) attention_.begins(what);
            const double done = static_cast<double>(i) * share;
            try {
                (this->*gather)(part_of(attention_, done, done + share));
            } catch (const Interrupted&) {
                break;
            }
        }
        return std::move(report_);
    }

private:
    void derive_equations(const Attention&) {
        try {
            auto [system, notes] = system_of_equations(report_.system);
            report_.notes = std::move(notes);
            add_forms(system);
            moving_ = std::move(system);
        } catch (const NumericalError& error) {  // no motion, and no equations of it
            report_.forms_left_out.push_back(said_by(error));
        }
    }

    void add_forms(const System& system) {
        const auto rows = applicable(system);
        if (rows.empty()) {
            report_.forms_left_out.emplace_back(
                "No formulation can treat this system as it stands.");
            return;
        }
        const std::string chosen = chosen_form(system, request_.run.form).name;
        std::vector<std::string_view> left_out;
        for (const Formulation* form : rows) {
            const bool is_wanted = form->name == chosen || form == &form_in_velocities();
            if (is_large_ && !is_wanted)
                left_out.push_back(form->name);
            else
                report_.forms.push_back({form, derive(system, form->name)});
        }
        if (!left_out.empty())
            report_.forms_left_out.push_back(fmt::format(
                "This is a large system, and the other forms that apply are not written here: {}. "
                "Each can be derived by itself, and a check of the model compares all of them.",
                fmt::join(left_out, ", ")));
    }

    void compute_motion(const Attention& attention) {
        if (const auto why = obstacle_to_motion(description_, request_.run)) {
            report_.motion = {.name = "motion", .sentences = {*why}};
            return;
        }
        try {
            report_.run = run_motion(description_, request_.run, attention);
        } catch (const NumericalError& error) {
            report_.motion = {.name = "motion", .sentences = {said_by(error)}, .failed = true};
            return;
        }
        report_.motion =
            asked("motion", [&] { return motion_section(*report_.run, checks_of(*report_.run)); });
    }

    // From the first run's state on, over the same time.
    void compare_motions(const Attention& attention) {
        if (!report_.run) {
            report_.no_comparison = "There is no motion to compare.";
            return;
        }
        const System& system = report_.run->system;
        if (!request_.against &&
            (system.principle == Principle::Vakonomic || system.constraints.empty())) {
            report_.no_comparison =
                "The two principles are compared for a nonholonomic motion with constraints.";
            return;
        }
        const SideRequest other = request_.against.value_or(
            SideRequest{with_principle(description_, Principle::Vakonomic)});
        try {
            report_.compared = compare_runs(
                {.sides = {{SideRequest{.description = description_,
                                        .run = RunRequest{.form = report_.run->form.name},
                                        .name = request_.against ? model_stem() : ""},
                            other}},
                 .until = report_.run->integration.until,
                 .intervals = curve_points},
                attention);
        } catch (const Interrupted&) {
            throw;
        } catch (const std::exception& error) {
            report_.no_comparison = sentence("There is no comparison: {}", said_by(error));
        }
    }

    std::string model_stem() const {
        return std::filesystem::path(description_.file).stem().string();
    }

    void look(const Attention& attention) {
        report_.findings = sections_without_motion(
            report_.system, is_large_ ? Patience::Short : Patience::Long, keep_going(attention));
    }

    void compare_forms(const Attention& attention) {
        if (has_no_motion(report_.findings)) {
            report_.agreement = {.name = "agreement", .sentences = {"There is no motion."}};
            return;
        }
        std::vector<Equations> shown;
        for (const DerivedForm& form : report_.forms) shown.push_back(form.equations);
        report_.agreement =
            is_large_ ? agreement_section(moving_.value_or(report_.system), shown)
                      : agreement_section(report_.system, {.keep_going = keep_going(attention)});
    }

    Description description_;  // of the principle of the form
    const ReportRequest& request_;
    const Attention& attention_;
    Report report_;
    bool is_large_;
    std::optional<System> moving_;  // whose equations are derived
};

}  // namespace

bool Report::failed() const {
    return motion.failed || agreement.failed || std::ranges::any_of(findings, &Section::failed);
}

Report gather_report(const Description& description, const ReportRequest& request,
                     const Attention& attention) {
    const StopScope scope(attention.stop);
    return Gathering(description, request, attention).gather();
}

}  // namespace rattleback
