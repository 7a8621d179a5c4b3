#include "rattleback/report.hpp"

#include "base/write_file.hpp"
#include "page/html_report.hpp"

namespace rattleback {

void write_report(const Model& model, const std::string& path, const RunRequest& run,
                  const Attention& attention) {
    Report report = gather_report(model.description(),
                                  {.run = run, .model_name = model.description().file}, attention);
    report.version = version();
    write_file(path, html_report(report, attention.stop));
}

}  // namespace rattleback
