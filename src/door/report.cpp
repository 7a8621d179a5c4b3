#include "rattleback/report.hpp"

#include "base/write_file.hpp"
#include "model/principle.hpp"
#include "page/html_report.hpp"
#include "study/complaints.hpp"

namespace rattleback {

namespace {

std::vector<std::string> write(const Model& model, const std::string& path, ReportRequest request,
                               const Attention& attention) {
    request.model_name = model.description().file;
    const Report report = gather_report(model.description(), request, attention);
    write_file(path, html_report(report, attention.stop));
    return to_texts(complaints_of(report));
}

}  // namespace

std::vector<std::string> write_report(const Model& model, const std::string& path,
                                      const RunRequest& run, const Attention& attention) {
    return write(model, path, {.run = run}, attention);
}

std::vector<std::string> write_report(const Model& model, const Model& against,
                                      const std::string& path, const RunRequest& run,
                                      const Attention& attention) {
    const bool two_principles =
        principle_of(model.description()) != principle_of(against.description());
    ReportRequest request{.run = run};
    SideRequest& other = request.against.emplace();
    other.description = against.description();
    if (!two_principles) other.name = against.title();
    return write(model, path, std::move(request), attention);
}

}  // namespace rattleback
