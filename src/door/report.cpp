#include "rattleback/report.hpp"

#include "base/write_file.hpp"
#include "page/html_report.hpp"

namespace rattleback {

namespace {

void write(const Model& model, const std::string& path, ReportRequest request,
           const Attention& attention) {
    request.model_name = model.description().file;
    Report report = gather_report(model.description(), request, attention);
    report.version = version();
    write_file(path, html_report(report, attention.stop));
}

}  // namespace

void write_report(const Model& model, const std::string& path, const RunRequest& run,
                  const Attention& attention) {
    write(model, path, {.run = run}, attention);
}

void write_report(const Model& model, const Model& against, const std::string& path,
                  const RunRequest& run, const Attention& attention) {
    const bool two_principles = model.system().principle != against.system().principle;
    ReportRequest request{.run = run};
    SideRequest& other = request.against.emplace();
    other.description = against.description();
    if (!two_principles) other.name = against.title();
    write(model, path, std::move(request), attention);
}

}  // namespace rattleback
