#include "trajectory/phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "equations/formulations.hpp"
#include "expr/functions.hpp"
#include "expr/print_text.hpp"
#include "trajectory/continued_roots.hpp"
#include "trajectory/events_so_far.hpp"
#include "trajectory/joined.hpp"
#include "trajectory/methods.hpp"
#include "trajectory/natural_sizes.hpp"

namespace rattleback {
namespace {

// Phases in a row that are too short for t to move.
constexpr int most_short_phases = 20;

// A norm that is so many times what counts as slow is no longer so.
constexpr double fast = 2;

}  // namespace

// One set of sides: its equations as a problem whose last events end the phase.
class Phases::Phase {
public:
    Phase(const Phases& of, std::vector<Side> sides, SmoothMotion motion)
        : sides_(std::move(sides)),
          norms_(of.norms_.size()),
          motion_(std::make_shared<const SmoothMotion>(std::move(motion))),
          inside_(of.inside(*motion_)),
          problem_(inside_, motion_->equations, settings(of, sides_)),
          with_guards_(problem_.problem()),
          own_events_(with_guards_.events.size()) {
        if (const auto u = end_of_root(problem_.motion().rates_problem())) {
            with_guards_.tape = nullptr;
            no_series_ = "A root or logarithm has no series at " + to_text(*u) + " = 0.";
        }
        guard_surfaces(of);
        guard_norms(of);
        for (const Held& held : motion_->held) guard_held(held);
        for (std::size_t i = 0; i < tapes_.size(); ++i)
            with_guards_.events[own_events_ + i].formula = tapes_[i] ? &*tapes_[i] : nullptr;
        with_guards_.event_values = values_;
        if (motion_->held.empty()) return;
        with_guards_.discrete = nullptr;
        with_guards_.no_discrete =
            "The motion is held on a surface where forces jump, and its steps cannot hold it.";
    }

    const std::vector<Side>& sides() const { return sides_; }
    const std::shared_ptr<const SmoothMotion>& motion() const { return motion_; }
    const MotionProblem& motion_problem() const { return problem_; }
    const OdeProblem& problem() const { return with_guards_; }
    std::size_t own_events() const { return own_events_; }
    // A norm is small: the equations are stiff.
    bool is_slow() const { return is_slow_; }
    // Why there are none, as a sentence, where a root ends at a surface; else empty.
    const std::string& no_series() const { return no_series_; }

    // What the event that ended the phase says of the state there.
    Arrival arrival(std::size_t event, double t, std::span<const double> y) const {
        const std::size_t guard = event - own_events_;
        if (guard < guards_.size())
            return {.at = guards_[guard].number, .becomes = guards_[guard].becomes};
        const std::size_t held = guard - guards_.size();
        std::vector<double> to = holding(held, t, y);
        to.erase(to.begin());
        const std::size_t number = motion_->held[held].numbers[0];
        if (number >= sides_.size() - norms_) return {.at = number, .left_along = std::move(to)};
        return {.at = number, .left_to = to[0] > 0 ? Side::Above : Side::Below};
    }

private:
    struct Guard {
        std::size_t number;                // of the switch or norm
        std::optional<Side> becomes = {};  // of a norm that is not zero
    };
    struct Values {
        const Phase* self;
        void operator()(double t, const double* y, double* values) const {
            self->evaluate(t, y, values);
        }
    };

    void guard_surfaces(const Phases& of) {
        for (std::size_t i = 0; i < of.surfaces_.size(); ++i) {
            if (sides_[i] == Side::Held) continue;
            const bool is_away = sides_[i] == Side::Away;
            if (!is_away) guard(of.surfaces_[i].value, static_cast<int>(sides_[i]), i);
            if (const auto& left = of.switched_.switches[i].only_left)
                guard(*left, is_away ? 1 : -1, i);
        }
    }

    void guard_norms(const Phases& of) {
        const std::size_t first = of.surfaces_.size();
        for (std::size_t i = 0; i < of.norms_.size(); ++i) {
            if (sides_[first + i] == Side::Held) continue;
            const Expr& square = of.norms_[i].square;
            const double slow = of.norm_sizes_->slow()[i], least = of.norm_sizes_->least()[i];
            if (sides_[first + i] == Side::Above) {
                guard(square - floating(slow * slow), 1, first + i);
                guards_.back().becomes = Side::Slow;
                continue;
            }
            is_slow_ = true;
            guard(square - floating(least * least), 1, first + i);
            guard(square - floating(fast * fast * slow * slow), -1, first + i);
            guards_.back().becomes = Side::Above;
        }
    }

    // Where norms vanish is guarded here.
    static MotionSettings settings(const Phases& of, const std::vector<Side>& sides) {
        MotionSettings result = of.settings_;
        for (std::size_t i = 0; i < of.norms_.size(); ++i)
            if (sides[of.surfaces_.size() + i] != Side::Held)
                result.guarded.push_back(sqrt(of.norms_[i].square));
        return result;
    }

    void guard(const Expr& value, int side, std::size_t of_switch) {
        guards_.push_back({of_switch});
        tapes_.emplace_back(
            record(problem_.motion().inputs(), problem_.motion().at_state({&value, 1})));
        add_event(side);
    }

    // The margin, and where it lets go to.
    void guard_held(const Held& held) {
        LinearProblem problem = problem_.motion().rates_problem();
        ExprVector wanted{held.margin};
        wanted.insert(wanted.end(), held.leaves_to.begin(), held.leaves_to.end());
        problem.outputs = problem_.motion().at_state(wanted);
        holding_.emplace_back(problem);
        tapes_.push_back(holding_.back().straight_line());
        add_event(1);
    }

    void add_event(int side) {
        with_guards_.events.push_back({.name = "switch",
                                       .direction = -side,
                                       .stop = true,
                                       .formula = nullptr,
                                       .starts_from = side});
    }

    std::vector<double> holding(std::size_t which, double t, std::span<const double> y) const {
        std::vector<double> out(holding_[which].outputs());
        holding_[which](problem_.motion().input(y, t).data(), out.data());
        return out;
    }

    // Where there is no formula.
    void evaluate(double t, const double* y, double* values) const {
        if (problem_.problem().event_values) problem_.problem().event_values(t, y, values);
        for (std::size_t i = 0; i < holding_.size(); ++i)
            values[own_events_ + guards_.size() + i] = holding(i, t, {y, with_guards_.size})[0];
    }

    std::vector<Side> sides_;
    std::size_t norms_;  // the last of them
    std::shared_ptr<const SmoothMotion> motion_;
    System inside_;  // its system as it was derived from, without roots that go on beyond their end
    MotionProblem problem_;
    OdeProblem with_guards_;
    std::size_t own_events_;
    std::string no_series_;
    bool is_slow_ = false;
    std::vector<Guard> guards_;
    std::vector<SolvedFunction> holding_;     // of each surface that holds
    std::vector<std::optional<Tape>> tapes_;  // of the guards, then of what holds
    Values values_{this};
};

// One run: where it is, and what it has come through.
class Phases::Run {
public:
    Run(Phases& phases, std::span<const double> state, const IntegrationOptions& options)
        : phases_(phases),
          options_(options),
          direction_(options.until < options.from ? -1 : 1),
          switching_(phases.switched_, phases.equations_, {phases.norms_, phases.norm_sizes_.get()},
                     options.rtol, direction_),
          t_(options.from),
          y_(state.begin(), state.end()),
          events_(options.events_so_far != nullptr ? *options.events_so_far : of_this_run_) {}

    Trajectory whole() {
        while (part()) {
        }
        note_rests();
        note_slides();
        return std::move(whole_);
    }

private:
    struct Slide {
        std::string where;
        double from, until;
    };

    // Integrates one phase; whether another follows.
    bool part() {
        if (arrival_.becomes == Side::Slow || !arrival_.left_along.empty())
            phases_.norm_sizes_->measure(t_, y_, options_);
        const Continuation next = switching_.decide(t_, y_, arrival_, sides_);
        if (!next.trouble.empty()) return stop(next.trouble);
        Phase* const phase = phases_.phase(next.sides);
        if (phase == nullptr)
            return stop(
                "The motion is held on a surface where forces jump, and the law by which "
                "it slides there is not determined");
        if (phase->sides() != sides_ || !next.leaving.empty()) place(next);
        sides_ = phase->sides();
        phases_.last_ = phase;
        IntegrationOptions rest = rest_of_run(options_, t_, whole_);
        rest.events_so_far = &events_;
        choose_method(*phase, rest);
        rest.sizes = sizes(*phase);
        Trajectory more = integrate(phase->problem(), y_, rest);
        events_.moved.clear();
        const bool ended_by_guard = more.stop.reason == StopReason::Event && !more.events.empty() &&
                                    more.events.back().event >= phase->own_events();
        const std::size_t guard = ended_by_guard ? more.events.back().event : 0;
        std::erase_if(more.events,
                      [&](const EventHit& hit) { return hit.event >= phase->own_events(); });
        const double began = t_;
        t_ = more.stop.time;
        y_ = more.stop.state;
        note_held(*phase, began);
        join(whole_, std::move(more), {began, phase->motion()}, options_);
        if (!ended_by_guard) return false;
        const auto met_before = arrival_.at;
        arrival_ = phase->arrival(guard, t_, y_);
        short_phases_ = std::abs(t_ - began) <= 1e-14 * std::abs(t_) ? short_phases_ + 1 : 0;
        arrival_.is_again = short_phases_ > 1 && arrival_.at == met_before;
        if (short_phases_ < most_short_phases) return true;
        return stop("The forces switch ever faster, and the motion cannot be followed");
    }

    // On the surfaces that hold it.
    void place(const Continuation& next) {
        events_.moved = y_;
        switching_.place(t_, y_, next);
        for (std::size_t i = 0; i < y_.size(); ++i)
            events_.moved[i] = std::abs(y_[i] - events_.moved[i]);
    }

    // What a phase finds natural where it is first entered.
    const std::vector<double>& sizes(const Phase& phase) {
        auto& known = sizes_[&phase];
        if (!known.empty()) return known;
        known = natural_sizes(phase.motion()->system, phase.motion()->equations,
                              phase.motion_problem(), y_, {t_, options_.until});
        // Where friction holds or lets go forces are balanced, and tell little.
        if (!phases_.norm_sizes_) return known;
        for (std::size_t i = 0; i < known.size(); ++i)
            known[i] = std::max(known[i], phases_.norm_sizes_->of_state()[i]);
        return known;
    }

    bool stop(const std::string& why) {
        add_last_events();
        if (whole_.columns.empty()) {
            // Nothing has been computed yet: the start itself is the whole run.
            Phase* const any = phases_.phase(std::vector<Side>(sides_count(), Side::Above));
            phases_.last_ = any;
            IntegrationOptions none = options_;
            none.until = none.from;
            none.at.clear();
            whole_ = integrate(any->problem(), y_, none);
            whole_.phases.push_back({t_, any->motion(), 0});
        }
        whole_.stop = {
            StopReason::SingularState, t_, y_, why + ". The state there is " + written(y_) + ".",
            no_continuation,           t_, y_};
        return false;
    }

    // What came to happen where the motion ends.
    void add_last_events() {
        if (phases_.last_ == nullptr) return;
        const std::vector<EventKind>& kinds = phases_.last_->motion_problem().problem().events;
        for (std::size_t i = 0; i < std::min(kinds.size(), events_.events.size()); ++i) {
            const auto happening = events_.events[i].side.end_at_joint();
            if (happening && kinds[i].wants(happening->direction))
                whole_.events.push_back({i, kinds[i].name, happening->direction, t_, y_});
        }
    }

    std::size_t sides_count() const { return phases_.switched_.size(); }

    std::string written(std::span<const double> y) const {
        std::string text;
        for (std::size_t i = 0; i < y.size(); ++i)
            text += fmt::format("{}{} = {:.6g}", i == 0 ? "" : ", ", whole_.columns[i], y[i]);
        return text;
    }

    // A phase may lack what the method needs: where it is held, or a root ends.
    void choose_method(const Phase& phase, IntegrationOptions& options) {
        options.is_stiff = phase.is_slow();
        if (phase.is_slow())
            return replace_method("gauss6",
                                  "Where it slides slowly, near to rest, the motion was computed "
                                  "by gauss6: the equations are stiff there.",
                                  options);
        const bool ends_root = !phase.no_series().empty();
        if (phase.motion()->held.empty() && !ends_root) return;
        const auto why = method(options.method).refusal(phase.problem());
        if (!why) return;
        replace_method("dop853",
                       ends_root
                           ? fmt::format("The motion was computed by dop853. {}", phase.no_series())
                           : fmt::format("While the motion was held on a surface it was "
                                         "computed by dop853: {}",
                                         *why),
                       options);
    }

    void replace_method(const char* by, const std::string& note, IntegrationOptions& options) {
        const bool is_other = options.method != by || options.fixed;
        options.method = by;
        options.fixed = false;
        if (is_other && std::ranges::find(notes_, note) == notes_.end()) notes_.push_back(note);
    }

    void note_held(const Phase& phase, double began) {
        for (const Held& held : phase.motion()->held) {
            std::string where;
            for (const std::size_t i : held.numbers)
                where += (where.empty() ? "" : ", ") + surface_text(phases_.switched_, i);
            const auto open = std::ranges::find_if(
                slides_, [&](const Slide& s) { return s.where == where && s.until == began; });
            if (open != slides_.end())
                open->until = t_;
            else
                slides_.push_back({where, began, t_});
        }
    }

    void note_rests() {
        if (phases_.last_ == nullptr) return;
        const auto& kinds = phases_.last_->motion_problem().problem().events;
        for (std::string& each : rest_sentences(events_, kinds, t_))
            notes_.push_back(std::move(each));
    }

    void note_slides() {
        constexpr std::size_t most = 8;
        const double shortest = shortest_rest * std::abs(t_ - options_.from);
        std::erase_if(slides_,
                      [&](const Slide& s) { return std::abs(s.until - s.from) < shortest; });
        for (std::size_t i = 0; i < std::min(most, slides_.size()); ++i)
            notes_.push_back(
                fmt::format("The motion is held at {} from t = {:.10g} to t = {:.10g}.",
                            slides_[i].where, slides_[i].from, slides_[i].until));
        if (slides_.size() > most)
            notes_.push_back(
                fmt::format("It is held so {} times more, the last time from t = "
                            "{:.10g} to t = {:.10g}.",
                            slides_.size() - most, slides_.back().from, slides_.back().until));
        whole_.notes.insert(whole_.notes.end(), notes_.begin(), notes_.end());
    }

    Phases& phases_;
    const IntegrationOptions& options_;
    double direction_;
    Switching switching_;
    double t_;
    std::vector<double> y_;
    std::vector<Side> sides_;
    Arrival arrival_;
    int short_phases_ = 0;
    Trajectory whole_;
    EventsSoFar of_this_run_;
    EventsSoFar& events_;
    std::map<const Phase*, std::vector<double>> sizes_;
    std::vector<Slide> slides_;
    std::vector<std::string> notes_;
};

std::unique_ptr<Phases> Phases::of(const System& system, const Equations& equations,
                                   const MotionSettings& settings) {
    for (const bool take_norms : {kind_of(equations) != FormKind::Vakonomic, false}) {
        const auto switched = with_sides(system, take_norms);
        if (!switched) continue;
        const Equations sided = derive(switched->system, equations.form);
        if (sided.q != equations.q || sided.speeds != equations.speeds) continue;
        if (!norms_at_state(switched->system, switched->norms, sided)) continue;
        return std::unique_ptr<Phases>(new Phases(*switched, sided, settings));
    }
    return nullptr;
}

Phases::Phases(const SwitchedSystem& switched, const Equations& equations,
               const MotionSettings& settings)
    : derived_from_(switched.system),
      switched_(with_continued_roots(switched)),
      equations_(with_continued_roots(equations, switched)),
      surfaces_(surfaces(switched_, equations_)),
      norms_(*norms_at_state(derived_from_, switched_.norms, equations)),
      settings_(settings) {
    if (!norms_.empty())
        norm_sizes_ = std::make_unique<NormSizes>(derived_from_, equations_, norms_, settings);
}

System Phases::inside(const SmoothMotion& motion) const {
    System result = derived_from_;
    result.parameters = motion.system.parameters;
    if (norms_.empty()) return result;
    result.force = motion.system.force;
    result.particles = motion.system.particles;
    return result;
}

Phases::~Phases() = default;

Phases::Phase* Phases::phase(const std::vector<Side>& sides) {
    std::vector<double> least;
    for (std::size_t i = 0; i < norms_.size(); ++i)
        least.push_back(sides[surfaces_.size() + i] == Side::Held ? 0 : norm_sizes_->least()[i]);
    auto& known = phases_[{sides, least}];
    if (!known)
        if (auto motion = smooth_motion(switched_, equations_, norms_, sides))
            known = std::make_unique<Phase>(*this, sides, std::move(*motion));
    return known.get();
}

Trajectory Phases::run(std::span<const double> state, const IntegrationOptions& options) {
    if (norm_sizes_) norm_sizes_->start(state, options);
    return Run(*this, state, options).whole();
}

const MotionProblem& Phases::last() const { return last_->motion_problem(); }

Extreme Phases::largest_projection() const {
    Extreme result;
    for (const auto& [key, phase] : phases_) {
        if (!phase) continue;
        const Extreme one = phase->motion_problem().largest_projection();
        if (one.value > result.value) result = one;
    }
    return result;
}

std::vector<ContactFinding> Phases::contact_findings(double from) const {
    std::vector<ContactFinding> result;
    for (const auto& [key, phase] : phases_) {
        if (!phase) continue;
        const std::vector<ContactFinding> one = phase->motion_problem().contact_findings();
        if (result.empty())
            result = one;
        else
            join_findings(one, result, from);
    }
    return result;
}

Extreme Phases::worst_condition() const {
    Extreme result{1, 0};
    for (const auto& [key, phase] : phases_) {
        if (!phase) continue;
        const Extreme one = phase->motion_problem().worst_condition();
        if (one.value < result.value) result = one;
    }
    return result;
}

}  // namespace rattleback
