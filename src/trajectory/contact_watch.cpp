#include "trajectory/contact_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "expr/evaluate.hpp"
#include "model/initial_values.hpp"
#include "trajectory/bracketed_root.hpp"

namespace rattleback {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// So much more friction than the limit, relative to both, counts as more: rounding does not decide
// where a motion needs just what there is.
constexpr double slack = 1e-9;

// A force that is smaller than this part of what it is a sum of is rounding.
constexpr double rounding = 1e-12;

// A normal force that is zero but for the accuracy to which events are located.
constexpr double vanishing = 1e-10;

// Of a step: parts that are shorter are looked at in their middle only.
constexpr double shortest = 0x1p-12;

}  // namespace

ContactWatch::ContactWatch(const System& system, const EquationsOfMotion& motion,
                           std::size_t before)
    : size_(motion.size()), before_(before), in_(motion.size() + 1) {
    for (std::size_t i = 0; i < system.contacts.size(); ++i) {
        const Contact& contact = system.contacts[i];
        if (!contact.normal) continue;
        findings_.emplace_back().contact = contact.name;
        if (!ContactForces::tell_normal(system, contact)) continue;
        watched_.push_back({.finding = findings_.size() - 1,
                            .contact = i,
                            .name = contact.name,
                            .is_unilateral = contact.unilateral,
                            .friction = contact.mu});
    }
    if (!watched_.empty()) loads_.emplace(system, motion);
}

ContactWatch ContactWatch::with(const System& values, std::span<const double> numbers) const {
    ContactWatch result = *this;
    result.in_.insert(result.in_.end(), numbers.begin(), numbers.end());
    Values known;
    for (const auto& [symbol, value] : parameter_values(values))
        known[symbol] = evaluate(value, {});
    std::size_t finding = 0;
    for (const Contact& contact : values.contacts) {
        if (!contact.normal) continue;
        if (contact.mu) result.findings_[finding].limit = evaluate(*contact.mu, known);
        ++finding;
    }
    for (Watched& each : result.watched_)
        if (each.friction) each.mu = evaluate(*each.friction, known);
    result.make_formulas();
    return result;
}

// The inputs have names that no formula can have.
void ContactWatch::make_formulas() {
    ExprVector inputs;
    for (std::size_t i = 0; i <= size_; ++i) inputs.push_back(symbol(fmt::format("state {}", i)));
    for (std::size_t i = 0; i < before_ + quantities(); ++i)
        inputs.push_back(symbol(fmt::format("quantity {}", i)));
    const auto made = [&](const Expr& formula) { return record(inputs, {&formula, 1}); };
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        Watched& each = watched_[i];
        const Expr* const of = inputs.data() + size_ + 1 + quantity(i);
        const Expr& normal = of[0];
        const Expr friction = of[1] * of[1] + of[2] * of[2] + of[3] * of[3];
        each.lifts_off = made(normal);
        each.square = made(friction / (normal * normal));
        if (!each.mu) continue;
        // Where nothing presses there is no friction, and it may be that none is needed.
        const Expr pressing = (normal + abs(normal)) / 2;
        each.slips = made(floating(*each.mu * (1 + slack)) * pressing -
                          floating(1 - slack) * sqrt(friction));
    }
}

std::vector<EventKind> ContactWatch::events() const {
    std::vector<EventKind> result;
    for (const Watched& each : watched_) {
        result.push_back({.name = each.name + " lifts off",
                          .direction = -1,
                          .stop = each.is_unilateral,
                          .formula = &each.lifts_off,
                          .reason = StopReason::LiftsOff,
                          .happens = sentence("The contact '{}' is lost", each.name),
                          .because = "its normal force would have to pull from there on"});
        if (!each.mu) continue;
        result.push_back({.name = each.name + " slips",
                          .direction = -1,
                          .stop = true,
                          .formula = &each.slips,
                          .reason = StopReason::Slips,
                          .happens = sentence("The contact '{}' begins to slip", each.name),
                          .because = sentence("it needs more friction than {} gives from there on",
                                              valued(symbol("mu"), *each.mu, 6))});
    }
    return result;
}

// What is rounding of T is nothing.
void ContactWatch::look(const double* in, double* values, double* scales) {
    const std::vector<ContactLoad> loads = (*loads_)(in);
    for (const Watched& each : watched_) {
        const ContactLoad& load = loads[each.contact];
        const double least = rounding * load.size;
        const double share = load.tangential > least ? 1 - least / load.tangential : 0;
        *values++ = load.normal + least;
        for (const double component : load.friction) *values++ = share * component;
        scales = std::fill_n(scales, 4, load.size);
    }
}

std::vector<const Tape*> ContactWatch::formulas() const { return loads_->formulas(); }

void ContactWatch::observe(const ObservedStep& step) {
    std::size_t event = first_event_;
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        if (!findings_[watched_[i].finding].lifts_off) observe(i, event, step);
        event += watched_[i].mu ? 2U : 1U;
    }
}

void ContactWatch::observe(std::size_t watched, std::size_t event, const ObservedStep& step) {
    ContactFinding& finding = findings_[watched_[watched].finding];
    const Segment& segment = step.segment;
    const double normal = step.quantities.at(0)[quantity(watched)].centre;
    if (std::isnan(normal)) return;
    if (!finding.is_known) finding.from = segment.start.high;
    finding.is_known = true;
    finding.until = step.until;
    if (normal < 0) {
        finding.lifts_off = segment.start.high;
        return;
    }
    double end = segment.width == 0 ? 0 : std::min(1.0, segment.theta(step.until));
    const auto lost = std::ranges::find(step.found, event, &FoundEvent::event);
    if (lost != step.found.end()) {
        end = lost->theta;
        finding.lifts_off = segment.time(end).high;
    }
    look_for_most(watched, step, end);
}

// At the size of the forces what is rounding decides nothing.
double ContactWatch::needed(std::size_t watched, const ObservedStep& step, double theta) const {
    const std::size_t first = quantity(watched);
    const std::span<const IntervalJet> jets = step.quantities.at(theta).subspan(first, 4U);
    const double friction = std::hypot(jets[1].centre, jets[2].centre, jets[3].centre);
    const double size = step.quantities.scale(first), normal = jets[0].centre - rounding * size;
    if (friction == 0) return 0;
    return normal > vanishing * size ? friction / normal : infinity;
}

void ContactWatch::note_friction(std::size_t watched, double friction, double t) {
    ContactFinding& finding = findings_[watched_[watched].finding];
    if (!(friction > (1 + slack) * finding.friction)) return;
    finding.friction = friction;
    finding.friction_time = t;
}

// Of the parts that may need more than what is known those that rise, fall or turn once are understood.
void ContactWatch::look_for_most(std::size_t watched, const ObservedStep& step, double end) {
    const ContactFinding& finding = findings_[watched_[watched].finding];
    const auto look = [&](double theta) {
        note_friction(watched, needed(watched, step, theta), step.segment.time(theta).high);
    };
    look(0);
    look(end);
    FormulaAlongStep square(watched_[watched].square, size_, &step.quantities);
    const auto slope = [&](double theta) {
        const Interval at = square.at(theta).slope;
        return (at.low + at.high) / 2;
    };
    for (square.begin(step.segment, {}, end); end > 0 && !square.is_done();) {
        const IntervalJet jet = square.over_part();
        const FormulaAlongStep::Part part = square.part();
        const double known = finding.friction * (1 + slack);
        if (!(jet.value.high > known * known)) {
            square.next();
            continue;
        }
        if (square.refine()) continue;
        const bool is_simple = jet.slope.excludes_zero() || jet.curvature.excludes_zero();
        const bool is_short = part.width <= shortest * end || square.is_blurred();
        if (!is_simple && !is_short) {
            square.halve();
            continue;
        }
        look(part.from);
        look(part.until());
        if (is_short) look(part.from + part.width / 2);
        const double left = slope(part.from), right = slope(part.until());
        if (left > 0 && right < 0)
            look(bracketed_root(slope, {part.from, left, part.until(), right}, 1e-12));
        square.next();
    }
}

}  // namespace rattleback
