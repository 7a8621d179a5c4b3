#include "trajectory/events_so_far.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {
namespace {

// Of one event.
constexpr std::size_t most_sentences = 8;

Sentence of_rest(const std::string& name, const Rest& rest, double began) {
    const std::string counted = rest.is_counted ? "; it is counted once, when it comes there"
                                : rest.from == began
                                    ? "; it is not counted, since the run begins there"
                                    : "";
    return sentence("The event '{}' stays at zero, to the accuracy of the run, from {} to {}{}.",
                    name, time_is(rest.from), time_is(rest.until), counted);
}

}  // namespace

void thin_rests(EventsSoFar& known, double at) {
    constexpr std::size_t most_kept = 64;
    const double shortest = shortest_rest * std::abs(at - known.began);
    for (EventSoFar& event : known.events) {
        std::vector<Rest>& rests = event.rests;
        // The last may go on.
        const Rest* const last = rests.empty() ? nullptr : &rests.back();
        std::erase_if(rests, [&](const Rest& rest) {
            return &rest != last && !(std::abs(rest.until - rest.from) > shortest);
        });
        if (rests.size() <= most_kept) continue;
        event.omitted += rests.size() - most_kept;
        rests.erase(rests.begin() + most_kept / 2, rests.end() - most_kept / 2);
    }
}

Sentences rest_sentences(const EventsSoFar& known, std::span<const EventKind> kinds, double until) {
    Sentences result;
    const double shortest = shortest_rest * std::abs(until - known.began);
    for (std::size_t i = 0; i < std::min(kinds.size(), known.events.size()); ++i) {
        std::vector<Rest> rests = known.events[i].rests;
        // What stops the run does so before the end of the last step.
        for (Rest& rest : rests)
            if ((rest.until - until) * (until - known.began) > 0) rest.until = until;
        std::erase_if(rests, [&](const Rest& rest) {
            return !(std::abs(rest.until - rest.from) > shortest);
        });
        for (std::size_t k = 0; k < std::min(most_sentences, rests.size()); ++k)
            result.push_back(of_rest(kinds[i].name, rests[k], known.began));
        if (rests.size() > most_sentences)
            result.push_back(
                sentence("The event '{}' stays so {} times more, the last time from {} to {}.",
                         kinds[i].name, known.events[i].omitted + rests.size() - most_sentences,
                         time_is(rests.back().from), time_is(rests.back().until)));
    }
    return result;
}

}  // namespace rattleback
