#include "trajectory/slides.hpp"

#include <algorithm>
#include <cmath>

#include "trajectory/events_so_far.hpp"

namespace rattleback {
namespace {

// Too short to be worth saying.
bool is_short(const Slide& slide, double length_of_run) {
    return std::abs(slide.until - slide.from) < shortest_rest * length_of_run;
}

Sentence where(const Slide& slide, const SwitchedSystem& switched) {
    Sentences surfaces;
    for (const std::size_t i : slide.where) surfaces.push_back(surface_text(switched, i));
    return listed(surfaces, ", ", ", ");
}

}  // namespace

void add_slide(const std::vector<std::size_t>& where, double began, double until,
               std::vector<Slide>& slides) {
    const auto open = std::ranges::find_if(
        slides, [&](const Slide& s) { return s.where == where && s.until == began; });
    if (open != slides.end())
        open->until = until;
    else
        slides.push_back({where, began, until});
}

// One that may go on stays.
void drop_slides_at_pause(double now, PhasesSoFar& so_far) {
    constexpr std::size_t most_kept = 64;
    std::vector<Slide>& slides = so_far.slides;
    const double length = std::abs(now - so_far.began);
    std::erase_if(slides, [&](const Slide& s) { return s.until != now && is_short(s, length); });
    if (slides.size() <= most_kept) return;
    so_far.omitted += slides.size() - most_kept;
    slides.erase(slides.begin() + most_kept / 2, slides.end() - most_kept / 2);
}

void drop_slides_at_end(double now, PhasesSoFar& so_far) {
    const double length = std::abs(now - so_far.began);
    std::erase_if(so_far.slides, [&](const Slide& s) { return is_short(s, length); });
}

Sentences slide_sentences(const PhasesSoFar& so_far, const SwitchedSystem& switched) {
    constexpr std::size_t most = 8;
    const std::vector<Slide>& slides = so_far.slides;
    Sentences result;
    for (std::size_t i = 0; i < std::min(most, slides.size()); ++i)
        result.push_back(sentence("The motion is held at {} from {} to {}.",
                                  where(slides[i], switched), time_is(slides[i].from),
                                  time_is(slides[i].until)));
    if (slides.size() > most)
        result.push_back(sentence("It is held so {} times more, the last time from {} to {}.",
                                  so_far.omitted + slides.size() - most,
                                  time_is(slides.back().from), time_is(slides.back().until)));
    return result;
}

}  // namespace rattleback
