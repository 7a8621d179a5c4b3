#include "trajectory/contact_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "expr/evaluate.hpp"
#include "model/initial_values.hpp"
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
    for (std::size_t which = 0; which < findings_.size(); ++which)
        if (!findings_[which].lifts_off) observe(which, segment, end);
    used_ = 0;
}

void ContactWatch::observe(std::size_t which, const Segment& segment, double end) {
    ContactFinding& finding = findings_[which];
    const ContactLoad start = load_at(segment, 0, contacts_[which]);
    if (std::isnan(start.normal)) return;
    if (!finding.is_known) finding.from = segment.start.high;
    finding.is_known = true;
    finding.until = segment.time(end).high;
    const auto lost = loss(which, segment, end);
    if (!lost) return look_for_most(which, segment, end);
    finding.lifts_off = segment.time(*lost).high;
    if (*lost == 0) return;
    const ContactLoad there = load_at(segment, *lost, contacts_[which]);
    if (there.tangential > slack * there.size)
        note_friction(which, std::numeric_limits<double>::infinity(), *finding.lifts_off);
    else
        look_for_most(which, segment, *lost);
}

// Where N falls through zero first, or that it was below from the start.
std::optional<double> ContactWatch::loss(std::size_t which, const Segment& segment, double end) {
    const std::size_t contact = contacts_[which];
    if (pulls(load_at(segment, 0, contact))) return 0;
    const auto normal = [&](double theta) {
        const ContactLoad& load = load_at(segment, theta, contact);
        return load.normal + rounding * load.size;
    };
    normal_.look(normal, end, {});
    double before = 0, left = normal(0);
    for (const EventSample& sample : normal_.samples()) {
        const double value = normal(sample.theta);
        if (value < 0)
            return left > 0 ? bracketed_root(normal, {before, left, sample.theta, value}, 1e-15)
                            : before;
        before = sample.theta;
        left = value;
    }
    // The run ends where the contact is lost, as far as that is located.
    const ContactLoad& last = load_at(segment, end, contact);
    const bool is_lost = end < 1 && last.normal <= vanishing * last.size && normal(0) > 0;
    return is_lost ? std::optional(end) : std::nullopt;
}

void ContactWatch::look_for_most(std::size_t which, const Segment& segment, double end) {
    const std::size_t contact = contacts_[which];
    const double known = findings_[which].friction;
    if (std::isinf(known)) return;
    double most = known * known, place = -1;
    const auto square = [&](double theta) {
        const double x = needed(load_at(segment, theta, contact));
        if (x * x > (1 + slack) * most) most = x * x, place = theta;
        return x * x;
    };
    const auto is_less = [&](const Interval& range) { return range.high <= (1 + slack) * most; };
    friction_.resolve(square, end, {.relative = slack / 100, .settles = is_less});
    const auto take_part = [&](const PolynomialPiece& part, Course course) {
        square(course == Course::Turn ? part.turn() : part.from + part.width / 2);
        square(part.from);
        square(part.until());
    };
    for (const ResolvedFunction::Piece& piece : friction_.pieces())
        if (piece.has_values)
            for_each_course(piece.polynomial, {.settles = is_less, .is_flat = is_less}, take_part);
    if (place >= 0) note_friction(which, std::sqrt(most), segment.time(place).high);
}

void ContactWatch::note_friction(std::size_t which, double friction, double t) {
    findings_[which].friction = friction;
    findings_[which].friction_time = t;
}

}  // namespace rattleback
