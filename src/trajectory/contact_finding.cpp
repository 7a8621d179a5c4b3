#include "trajectory/contact_finding.hpp"

#include <cmath>

namespace rattleback {

Sentences ContactFinding::sentences() const {
    if (!is_known)
        return {
            sentence("The normal force at the contact '{}' is not determined by the model, "
                     "so it is not known what friction the motion needs there.",
                     contact)};
    Sentences result;
    if (lifts_off && *lifts_off == from)
        return {sentence("The contact '{}' would have to pull at the start, {}.", contact,
                         time_is(from, 6))};
    if (std::isinf(friction))
        result.push_back(
            sentence("No coefficient of friction is enough at the contact '{}' at {}: its normal "
                     "force vanishes there, its tangential force does not.",
                     contact, time_is(friction_time, 6)));
    else if (friction == 0)
        result.push_back(sentence("The contact '{}' needs no friction.", contact));
    else
        result.push_back(sentence(
            "The contact '{}' needs a coefficient of friction of up to {:.6g}, at {}{}.", contact,
            friction, time_is(friction_time, 6),
            limit && friction > (1 + 1e-6) * *limit ? sentence("; the model allows {:.6g}", *limit)
                                                    : Sentence()));
    if (lifts_off)
        result.push_back(
            sentence("From {} on the contact '{}' would have to pull: there its normal force falls "
                     "through zero, and the body lifts off.",
                     time_is(*lifts_off), contact));
    if (is_partial)
        result.push_back(
            sentence("The contact '{}' was looked at up to {} only.", contact, time_is(until, 6)));
    return result;
}

void join_findings(const std::vector<ContactFinding>& part, std::vector<ContactFinding>& findings,
                   double from) {
    const auto age = [&](double t) { return std::abs(t - from); };
    for (std::size_t i = 0; i < findings.size(); ++i) {
        ContactFinding& all = findings[i];
        const ContactFinding& one = part[i];
        if (!one.is_known) continue;
        if (!all.is_known) {
            all = one;
            continue;
        }
        if (one.lifts_off && (!all.lifts_off || age(*one.lifts_off) < age(*all.lifts_off)))
            all.lifts_off = one.lifts_off;
        const bool is_before = !all.lifts_off || age(one.friction_time) <= age(*all.lifts_off);
        if (is_before && one.friction > all.friction) {
            all.friction = one.friction;
            all.friction_time = one.friction_time;
        }
        if (age(one.from) < age(all.from)) all.from = one.from;
        if (age(one.until) > age(all.until)) all.until = one.until;
    }
}

}  // namespace rattleback
