#include "page/html_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/as_written.hpp"
#include "expr/sentence_error.hpp"
#include "page/html_sections.hpp"
#include "page/page_bundle.hpp"
#include "page/sha256.hpp"
#include "rattleback/api.hpp"
#include "rattleback/errors.hpp"
#include "writing/html_sentence.hpp"
#include "writing/html_text.hpp"

namespace rattleback {
namespace {

// For a page without the bundle: readable, in the light and in the dark, and on paper.
constexpr std::string_view plain_style = R"css(
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
nav a { margin-right: 1rem; }
.equation, table, pre { display: block; overflow-x: auto; }
.tabs, button.copy { display: none; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2rem 0.8rem 0.2rem 0; vertical-align: top; }
thead tr { border-bottom: 1px solid; }
figure { margin: 1rem 0; }
figure svg { max-width: 100%; height: auto; }
.bad { color: #c33; font-weight: bold; }
)css";

struct Part {
    std::string_view id, title;
    std::string content;
};

// Those that the model asks for may have no value, as multipliers that are not unique.
DrawnPlots drawn_plots(const Report& report) {
    if (!report.run) return {};
    const Equations& equations = report.run->equations;
    const Trajectory& trajectory = report.run->trajectory;
    System system = report.run->system;
    try {
        return {.plots = all_plots(system, equations, trajectory), .without = {}};
    } catch (const DerivationError& error) {
        system.plots.clear();
        return {.plots = all_plots(system, equations, trajectory), .without = said_by(error)};
    }
}

std::vector<Part> parts(const Report& report, Figures& figures, const std::stop_token& stop) {
    const DrawnPlots drawn = drawn_plots(report);
    std::vector<Part> all{
        {"model", "Model", html_model(report)},
        {"constraints", "Constraints", html_constraints(report)},
        {"equations", "Equations", html_equations(report, stop)},
        {"agreement", "Agreement", html_agreement(report)},
        {"motion", "Motion", html_motion(report, drawn, figures)},
        {"reactions", "Reactions", html_reactions(report, drawn.plots, figures)},
        {"invariants", "Invariants", html_invariants(report, figures)},
        {"comparison", "Comparison", html_comparison(report, figures)},
        {"reproduce", "Reproduce", html_reproduce(report)},
    };
    std::erase_if(all, [](const Part& part) { return part.content.empty(); });
    return all;
}

std::string verdict(const Report& report) {
    std::vector<std::string> failed;
    for (const Section& section : report.findings)
        if (section.failed) failed.push_back(section.name);
    for (const Section* section : {&report.motion, &report.agreement})
        if (section->failed) failed.push_back(section->name);
    if (failed.empty())
        return "<p class=\"verdict\"><span class=\"good\">No check of this model "
               "fails.</span></p>\n";
    std::string names;
    for (const std::string& name : failed) names += (names.empty() ? "" : ", ") + name;
    return fmt::format(
        "<p class=\"verdict\"><span class=\"bad\">Not all is well: see {}.</span></p>\n",
        html(names));
}

// The author's own words, in one paragraph.
std::string description(const System& system) {
    std::string text = system.description.description.text();
    std::ranges::replace(text, '\n', ' ');
    return html_sentence(with_marked_formulas(text));
}

std::string header(const Report& report, const std::vector<Part>& all) {
    const Description& described = report.system.description;
    std::string text = fmt::format("<header>\n<h1>{}</h1>\n", html(report.title));
    if (!described.reference.empty())
        text += fmt::format("<p class=\"reference\">{}</p>\n", html(described.reference.text()));
    if (!described.description.empty())
        text += fmt::format("<p class=\"description\">{}</p>\n", description(report.system));
    text += verdict(report) + "<nav>\n";
    for (const Part& part : all)
        text += fmt::format("<a href=\"#{}\">{}</a>\n", part.id, part.title);
    return text + "</nav>\n</header>\n";
}

// The browser runs the script of this page and no other, and fetches nothing from anywhere, whatever
// came into the page. Styles stand at elements of pictures and formulas; what they could fetch is
// forbidden too.
std::string content_policy() {
    const std::string script =
        page_script().empty() ? "'none'" : fmt::format("'{}'", sha256_source(page_script()));
    return fmt::format(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; "
        "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n",
        script);
}

}  // namespace

std::string html_report(const Report& report, const std::stop_token& stop) {
    Figures figures;
    const std::vector<Part> all = parts(report, figures, stop);
    const std::string_view style = page_style().empty() ? plain_style : page_style();
    std::string page = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{}"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"Rattleback {}\">\n<title>{}</title>\n<link "
        "rel=\"icon\" href=\"data:,\">\n"
        "<style>{}</style>\n</head>\n<body>\n{}<main>\n",
        content_policy(), html(version()), html(report.title), style, header(report, all));
    for (const Part& part : all) page += part.content;
    page += fmt::format("</main>\n<script type=\"application/json\" id=\"data\">{}</script>\n",
                        figures.json());
    if (!page_script().empty()) page += fmt::format("<script>{}</script>\n", page_script());
    return page + "</body>\n</html>\n";
}

}  // namespace rattleback
