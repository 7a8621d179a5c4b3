// The motion: animation, plots, and the forces that keep the constraints.
#include <fmt/format.h>

#include <algorithm>

#include "page/html_sections.hpp"
#include "writing/html_sentence.hpp"
#include "writing/html_text.hpp"

namespace rattleback {
namespace {

std::string shown(const std::vector<PlotData>& plots, bool of_forces, Figures& figures) {
    std::string text;
    for (const PlotData& plot : plots)
        if ((plot.about == PlotData::About::Forces) == of_forces) text += figures.plot(plot);
    return text;
}

std::string number_text(double x) { return html_sentence(sentence("{:.2g}", x)); }

std::string contacts(const std::vector<ContactFinding>& findings) {
    Sentences sentences;
    for (const ContactFinding& finding : findings)
        for (Sentence& each : finding.sentences()) sentences.push_back(std::move(each));
    if (sentences.empty()) return {};
    return "<h3>What the contacts must bear</h3>\n" + html_sentences(sentences);
}

std::string events(const std::vector<EventHit>& hits) {
    constexpr std::size_t most = 20;
    if (hits.empty()) return {};
    std::vector<std::vector<std::string>> rows{{"Event", "t", "How"}};
    for (std::size_t i = 0; i < std::min(hits.size(), most); ++i)
        rows.push_back({html(hits[i].name), fmt::format("{:.8g}", hits[i].time),
                        std::string(hits[i].manner())});
    if (hits.size() > most)
        rows.push_back({fmt::format("and {} more", hits.size() - most), "", ""});
    return "<h3>Events</h3>\n" + html_table(rows);
}

}  // namespace

std::string html_motion(const Report& report, const DrawnPlots& drawn, Figures& figures) {
    std::string text = "<section id=\"motion\">\n<h2>The motion</h2>\n";
    if (!report.run) return text + html_sentences(report.motion.sentences) + "</section>\n";
    const System& system = report.run->system;
    const Trajectory& run = report.run->trajectory;
    text += fmt::format(
        "<p>Computed in the form {} by the method {}, in {} step{}, with a relative "
        "tolerance of {}. {}</p>\n",
        html(form_label(run.form)), html_sentence(run.methods_text()), run.statistics.steps,
        run.statistics.steps == 1 ? "" : "s", number_text(run.rtol),
        html_sentence(run.stop.message));
    text += html_sentences(run.notes);
    const auto scene = scene_of(system, run, report.title);
    text += scene ? figures.scene(*scene)
                  : std::string(
                        "<p>There is nothing to animate: the model does not say what its "
                        "coordinates look like. Tables <code>[[draw]]</code> do.</p>\n");
    if (!drawn.without.empty())
        text += fmt::format("<p>The plots that the model asks for are not drawn: {}.</p>\n",
                            html_sentence(drawn.without));
    return text + "<div class=\"figures\">\n" + shown(drawn.plots, false, figures) + "</div>\n" +
           contacts(run.contact_findings) + events(run.events) + "</section>\n";
}

std::string html_reactions(const Report& report, const std::vector<PlotData>& plots,
                           Figures& figures) {
    if (!report.run) return {};
    const std::string all = shown(plots, true, figures);
    const bool has_constraints = !report.run->system.constraints.empty();
    if (all.empty() && !has_constraints) return {};
    return fmt::format(
        "<section id=\"reactions\">\n<h2>Reactions</h2>\n{}</section>\n",
        all.empty() ? "<p>The constraints exert no force along this motion.</p>\n"
                    : "<p>The forces by which the constraints are kept, in components of the "
                      "coordinates, their multipliers, and the forces at contacts. What is zero at "
                      "all times is left out.</p>\n<div class=\"figures\">\n" +
                          all + "</div>\n");
}

}  // namespace rattleback
