#include "app/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/find_model.hpp"
#include "app/long_work.hpp"
#include "app/numbers.hpp"
#include "app/settings.hpp"
#include "model/number_range.hpp"
#include "study/derive_forms.hpp"
#include "trajectory/methods.hpp"

namespace rattleback {
namespace {

constexpr int all_is_well = 0, something_failed = 1;

std::optional<double> number(const char* option, const std::string& text,
                             double (*read)(const std::string&, const std::string&)) {
    if (text.empty()) return {};
    return read(option, text);
}

std::string list_of_methods() {
    std::size_t width = 0;
    for (const Method& m : methods()) width = std::max(width, m.name.size());
    std::string text = "Methods:\n";
    for (const Method& m : methods())
        text += fmt::format("  {:<{}}  {}\n", m.name, width, m.summary);
    return text;
}

}  // namespace

void add_run_options(Arguments& arguments, RunOptions& given) {
    add_model_argument(arguments, given.model);
    std::vector<std::string_view> method_names;
    for (const Method& m : methods()) method_names.push_back(m.name);
    add_form_option(arguments, given.form);
    arguments.option("--method", given.method, "One of the methods below; auto is the default",
                     {.name = "NAME", .choices = method_names});
    arguments.option("--until", given.until,
                     "Where the run ends; it begins at t = 0, and may go backward", {"T"});
    arguments.option("--rtol", given.rtol,
                     fmt::format("Relative tolerance, at most {:g}; {:g} is the default",
                                 relative_tolerances.at_most, IntegrationOptions().rtol),
                     {"R"});
    arguments.option(
        "--atol", given.atol,
        "Absolute tolerance; by default a hundredth of the relative one, of the size of each entry",
        {"A"});
    arguments.option("--step", given.step, "Steps of this width, with methods that can", {"H"});
    add_settings(arguments, given.settings);
    arguments.flag("--no-projection", given.no_projection,
                   "Let the state drift off the constraints, to see how far");
    arguments.remark(list_of_methods());
}

void add_form_option(Arguments& arguments, std::string& form) {
    arguments.option("--form", form,
                     "The formulation; where none is named, one is chosen and the notes say why",
                     {.name = "NAME", .choices = form_names()});
}

RunRequest request_of(const RunOptions& given) {
    RunRequest request{.form = given.form,
                       .method = given.method,
                       .until = number("--until", given.until, read_number),
                       .rtol = number("--rtol", given.rtol, read_rtol),
                       .atol = number("--atol", given.atol, read_positive),
                       .step = number("--step", given.step, read_positive),
                       .project = !given.no_projection};
    if (!given.at.empty()) request.at = read_times("--at", given.at);
    return request;
}

int exit_code(const Trajectory& trajectory, bool failed) {
    if (trajectory.stop.reason == StopReason::Interrupted) return interrupted();
    return failed ? something_failed : all_is_well;
}

}  // namespace rattleback
