#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/against.hpp"
#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "app/long_work.hpp"
#include "app/message.hpp"
#include "app/run_options.hpp"
#include "app/settings.hpp"
#include "app/shell_word.hpp"
#include "app/usage.hpp"
#include "base/write_file.hpp"
#include "page/html_report.hpp"
#include "study/complaints.hpp"

namespace rattleback {
namespace {

struct Given {
    RunOptions run;
    std::string file;
    std::vector<std::string> against;
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
    std::string text = "rattleback report " + shell_file(run.model);
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) text += fmt::format(" {} {}", name, shell_word(value));
    };
    add("--form", run.form);
    add("--method", run.method);
    add("--until", run.until);
    add("--rtol", run.rtol);
    add("--atol", run.atol);
    add("--step", run.step);
    for (const auto& [option, value] : options_of(run.settings)) add(option.c_str(), value);
    if (run.no_projection) text += " --no-projection";
    if (given.compare) text += " --compare";
    for (const std::string& other : given.against) add("--against", other);
    if (!given.file.empty()) text += " -o " + shell_file(given.file);
    return text;
}

ReportRequest request_of(const Given& given) {
    ReportRequest request{.run = request_of(given.run),
                          .model_name = given.run.model,
                          .against_principle = given.compare};
    if (!given.against.empty())
        request.against = other_side(given.run.model, given.run.settings, given.against);
    return request;
}

void complain(const Report& report) {
    for (const Sentence& each : complaints_of(report))
        tell("rattleback report: {}\n", to_text(each));
    if (!report.run && !report.motion.failed && !is_quiet())
        tell("The report has no motion. {}\n", to_text(listed(report.motion.sentences, " ", " ")));
}

int run(const Given& given, LongWork& work) {
    const std::string file = output_file(given);
    require_page(file);
    if (given.compare && !given.against.empty())
        throw UsageError("--compare and --against are two comparisons; the page has one");
    const Description description = described_model(given.run.model, given.run.settings);
    const ReportRequest request = request_of(given);
    Attention attention = work.attention();
    if (!is_quiet()) attention.begins = [](const std::string& what) { tell("{} …\n", what); };
    Report report = gather_report(description, request, attention);
    report.command = command_of(given);
    work.clear();
    const std::string page = html_report(report, attention.stop);
    write_file(file, page);
    if (!is_quiet())
        tell("The report is in '{}', {:.1f} MB.\n", file, static_cast<double>(page.size()) / 1e6);
    complain(report);
    if (work.is_interrupted()) return interrupted();
    return report.run        ? exit_code(report.run->trajectory, report.failed())
           : report.failed() ? 1
                             : 0;
}

}  // namespace

Action declare_report(Arguments& arguments) {
    auto given = std::make_shared<Given>();
    add_run_options(arguments, given->run);
    arguments.option("-o,--output", given->file,
                     "The file to write; MODEL.html in this folder is the default", {"FILE"});
    arguments.flag("--compare", given->compare,
                   "Show the nonholonomic motion beside the vakonomic one");
    add_against_option(arguments, given->against);
    return [given](LongWork& work) { return run(*given, work); };
}

}  // namespace rattleback
