#include "trajectory/contact_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "expr/evaluate.hpp"
#include "model/initial_values.hpp"
#include "trajectory/bracketed_minimum.hpp"
#include "trajectory/bracketed_root.hpp"

namespace rattleback {
namespace {

// So much more friction than the limit, relative to both, counts as more: rounding does not decide
// where a motion needs just what there is.
constexpr double slack = 1e-9;

// A force that is smaller than this part of what it is a sum of is rounding.
constexpr double rounding = 1e-12;

// A normal force that is zero but for the accuracy to which events are located.
constexpr double vanishing = 1e-10;

// 1 where there is no friction, 0 at the limit, −1 where there is nothing to hold.
double reserve(const ContactLoad& load, double mu) {
    if (load.tangential <= rounding * load.size) return 1;
    const double allowed = mu * load.normal;
    return (allowed - load.tangential) / (std::abs(allowed) + load.tangential) + slack;
}

double needed(const ContactLoad& load) {
    if (load.tangential <= rounding * load.size) return 0;
    return load.normal > vanishing * load.size ? load.tangential / load.normal
                                               : std::numeric_limits<double>::infinity();
}

bool pulls(const ContactLoad& load) { return load.normal < -rounding * load.size; }

}  // namespace

ContactWatch::ContactWatch(const System& system, const EquationsOfMotion& motion)
    : in_(motion.size() + 1) {
    for (std::size_t i = 0; i < system.contacts.size(); ++i) {
        const Contact& contact = system.contacts[i];
        if (!contact.normal) continue;
        contacts_.push_back(i);
        ContactFinding& finding = findings_.emplace_back();
        finding.contact = contact.name;
        if (!ContactForces::tell_normal(system, contact)) continue;
        limits_.push_back({i, {}});
        events_.push_back({.name = contact.name + " lifts off",
                           .direction = -1,
                           .stop = contact.unilateral,
                           .reason = StopReason::LiftsOff,
                           .happens = sentence("The contact '{}' is lost", contact.name),
                           .because = "its normal force would have to pull from there on"});
        if (!contact.mu) continue;
        limits_.push_back({i, contact.mu});
        events_.push_back({.name = contact.name + " slips",
                           .direction = -1,
                           .stop = true,
                           .reason = StopReason::Slips,
                           .happens = sentence("The contact '{}' begins to slip", contact.name)});
    }
    if (!limits_.empty()) loads_.emplace(system, motion);
}

ContactWatch ContactWatch::with(const System& values, std::span<const double> numbers) const {
    ContactWatch result = *this;
    result.in_.insert(result.in_.end(), numbers.begin(), numbers.end());
    Values known;
    for (const auto& [symbol, value] : parameter_values(values))
        known[symbol] = evaluate(value, {});
    for (std::size_t i = 0; i < contacts_.size(); ++i)
        if (const auto& mu = values.contacts[contacts_[i]].mu)
            result.findings_[i].limit = evaluate(*mu, known);
    for (std::size_t i = 0; i < limits_.size(); ++i) {
        if (!limits_[i].friction) continue;
        result.limits_[i].mu = evaluate(*limits_[i].friction, known);
        result.events_[i].because = sentence("it needs more friction than {} gives from there on",
                                             valued(symbol("mu"), *result.limits_[i].mu, 6));
    }
    return result;
}

void ContactWatch::values(const double* in, double* values) {
    const std::vector<ContactLoad>& loads = loads_at(in);
    for (const Limit& limit : limits_) {
        const ContactLoad& load = loads[limit.contact];
        *values++ = limit.mu ? reserve(load, *limit.mu) : load.normal + rounding * load.size;
    }
}

const std::vector<ContactLoad>& ContactWatch::loads_at(const double* in) {
    constexpr std::size_t most = 64;
    for (std::size_t i = 0; i < used_; ++i)
        if (std::equal(known_[i].in.begin(), known_[i].in.end(), in)) return known_[i].loads;
    if (used_ == most) used_ = 0;
    if (used_ == known_.size()) known_.emplace_back();
    Known& next = known_[used_++];
    next.in.assign(in, in + in_.size());
    next.loads = (*loads_)(in);
    return next.loads;
}

const ContactLoad& ContactWatch::load_at(const Segment& segment, double theta,
                                         std::size_t contact) {
    segment.evaluate(theta, in_.data());
    in_[segment.size] = segment.time(theta).high;
    return loads_at(in_.data())[contact];
}

void ContactWatch::observe(const Segment& segment, double until) {
    const double end = segment.width == 0 ? 0 : std::min(1.0, segment.theta(until));
    const std::size_t cells = std::clamp<std::size_t>(segment.rows, 4, 32);
    Grid grid{{}, end / static_cast<double>(cells), end < 1};
    for (std::size_t i = 0; i <= cells; ++i) {
        segment.evaluate(grid.width * static_cast<double>(i), in_.data());
        in_[segment.size] = segment.time(grid.width * static_cast<double>(i)).high;
        grid.loads.push_back(loads_at(in_.data()));
    }
    for (std::size_t which = 0; which < findings_.size(); ++which)
        if (!findings_[which].lifts_off) observe(which, segment, grid);
    used_ = 0;
}

void ContactWatch::observe(std::size_t which, const Segment& segment, const Grid& grid) {
    ContactFinding& finding = findings_[which];
    const auto load = [&](std::size_t i) { return grid.loads[i][contacts_[which]]; };
    const auto at = [&](std::size_t i) { return grid.width * static_cast<double>(i); };
    const std::size_t cells = grid.loads.size() - 1;
    if (std::isnan(load(0).normal)) return;
    if (!finding.is_known) finding.from = segment.start.high;
    finding.is_known = true;
    finding.until = segment.time(at(cells)).high;
    const auto is_lost = [&](std::size_t i) {
        const bool is_last = i > 0 && i == cells && grid.ends && load(i - 1).normal > 0;
        return pulls(load(i)) || (is_last && load(i).normal <= vanishing * load(i).size);
    };
    std::size_t most = 0, borne = 0;  // points
    for (; borne <= cells && !is_lost(borne); ++borne)
        if (needed(load(borne)) > (1 + slack) * needed(load(most))) most = borne;
    const double friction = borne > 0 ? needed(load(most)) : 0;
    const bool is_between = most > 0 && most + 1 < borne;
    if (is_between && std::isfinite(friction) && friction > 0.99 * finding.friction)
        look_for_most(which, segment, at(most - 1), at(most + 1));
    else if (friction > (1 + slack) * finding.friction)
        finding.friction = friction, finding.friction_time = segment.time(at(most)).high;
    if (borne <= cells) look_for_loss(which, segment, at(borne == 0 ? 0 : borne - 1), at(borne));
}

// N falls through zero between two points of a step, or was below from the start.
void ContactWatch::look_for_loss(std::size_t which, const Segment& segment, double from,
                                 double until) {
    const std::size_t contact = contacts_[which];
    const auto normal = [&](double theta) { return load_at(segment, theta, contact).normal; };
    const double left = normal(from), right = normal(until);
    const double theta = !(left > 0) ? from
                         : right < 0 ? bracketed_root(normal, {from, left, until, right}, 1e-15)
                                     : until;
    ContactFinding& finding = findings_[which];
    finding.lifts_off = segment.time(theta).high;
    const ContactLoad there = load_at(segment, theta, contact);
    if (!(left > 0) || there.tangential <= slack * there.size) return;
    finding.friction = std::numeric_limits<double>::infinity();
    finding.friction_time = *finding.lifts_off;
}

void ContactWatch::look_for_most(std::size_t which, const Segment& segment, double from,
                                 double until) {
    const auto lack = [&](double theta) {
        return -needed(load_at(segment, theta, contacts_[which]));
    };
    const Lowest most = lowest_point(lack, from, until, 1e-7 * (until - from));
    ContactFinding& finding = findings_[which];
    if (-most.value <= (1 + slack) * finding.friction) return;
    finding.friction = -most.value;
    finding.friction_time = segment.time(most.x).high;
}

}  // namespace rattleback
