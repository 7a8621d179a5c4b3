#include "study/check_model.hpp"

#include <algorithm>

#include "study/changed_model.hpp"
#include "study/parts_of_work.hpp"

namespace rattleback {
namespace {

Section motion_section_of(const Description& description, const RunRequest& request,
                          const Attention& attention) {
    if (const auto why = obstacle_to_motion(description, request)) {
        Section section{"motion", {*why}};
        if (!description.functions.empty()) return section;
        RunRequest beginning = request;  // where it begins can be asked all the same
        beginning.until = 0;
        const Run run = run_motion(description, beginning, attention);
        return undetermined_start(run) ? motion_section(run, {}) : section;
    }
    const Run run = run_motion(description, request, attention);
    return motion_section(run, checks_of(run));
}

}  // namespace

bool ModelCheck::ok() const { return std::ranges::none_of(sections, &Section::failed); }

const Section& ModelCheck::section(const std::string& name) const {
    static const Section none;
    const auto found = std::ranges::find(sections, name, &Section::name);
    return found == sections.end() ? none : *found;
}

// The shares of the work are guessed: findings, motion, forms.
ModelCheck check_model(const Description& description, const CheckRequest& request,
                       const Attention& attention) {
    const StopScope scope(attention.stop);
    ModelCheck result{title_of(description), {}};
    std::vector<Section>& sections = result.sections;
    try {
        const System system = build(description, InputsAs::ByName);
        sections =
            sections_without_motion(system, Patience::Long, keep_going(part_of(attention, 0, 0.4)));
        if (attention.is_stopped()) return result;
        if (has_no_motion(sections)) {
            sections.push_back({.name = "motion"});
            sections.push_back({.name = "agreement"});
            return result;
        }
        sections.push_back(asked("motion", [&] {
            return motion_section_of(description, request.run, part_of(attention, 0.4, 0.6));
        }));
        if (attention.is_stopped()) return result;
        sections.push_back(agreement_section(
            system, {.seed = request.seed, .keep_going = keep_going(part_of(attention, 0.6, 1))}));
    } catch (const Interrupted&) {  // what was found until then is the result
    }
    return result;
}

}  // namespace rattleback
