#include "trajectory/phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/input_table.hpp"
#include "rattleback/errors.hpp"
#include "trajectory/events_so_far.hpp"
#include "trajectory/joined.hpp"
#include "trajectory/methods.hpp"
#include "trajectory/natural_sizes.hpp"
#include "trajectory/phase.hpp"
#include "trajectory/slides.hpp"

namespace rattleback {
namespace {

// Phases in a row that are too short for t to move.
constexpr int most_short_phases = 20;
// So many phases, where the rest of the run would take so many times as many, lead nowhere.
constexpr int many_phases = 1000;
constexpr double too_many_times = 1e6;

// What each force that holds exerts on each coordinate.
ExprMatrix what_holds(const SmoothMotion& motion) {
    ExprMatrix rows;
    for (const Held& held : motion.held)
        for (const Expr& force : held.forces) {
            ExprVector row;
            for (const Expr& on : motion.held_force) row.push_back(derivative(on, force));
            rows.push_back(std::move(row));
        }
    return rows;
}

}  // namespace

// One run: where it is, and what it has come through.
class Phases::Run {
public:
    Run(Phases& phases, std::span<const double> state, const IntegrationOptions& options,
        PhasesSoFar& so_far)
        : phases_(phases),
          options_(options),
          switching_(phases.code_->switching(), {phases.switched_, phases.norm_sizes_.get(),
                                                 options.rtol, options.until - options.from}),
          t_(options.from),
          since_(options.from),
          y_(state.begin(), state.end()),
          events_(options.events_so_far != nullptr ? *options.events_so_far : of_this_run_),
          so_far_(so_far) {
        go_on();
        if (phases.norm_sizes_) switching_.measure(phases.norm_sizes_->of_state());
    }

    Trajectory whole() {
        while (part()) {
        }
        if (whole_.stop.reason == StopReason::Paused) {
            pause();
        } else {
            note_rests();
            note_slides();
        }
        // What the state was moved by between two phases is an error as those of steps are, as long as
        // it is no more than the tolerance.
        const std::vector<double>&moved = so_far_.moved, &known = so_far_.sizes;
        for (std::size_t i = 0; i < std::min(moved.size(), known.size()); ++i)
            whole_.atol[i] =
                std::max(whole_.atol[i], std::min(moved[i], 2 * options_.rtol * known[i]));
        return std::move(whole_);
    }

private:
    // From where a leg before has paused, if there is one; without surfaces and norms nothing tells.
    void go_on() {
        const std::size_t size = y_.size();
        const auto fits = [&](const auto& list) { return list.empty() || list.size() == size; };
        const auto is_known = [&](const Slide& slide) {
            return std::ranges::all_of(slide.where,
                                       [&](std::size_t i) { return i < sides_count(); });
        };
        is_paused_ = !so_far_.sides.empty();
        const bool is_of_other_sides = is_paused_ && (so_far_.sides.size() != sides_count() ||
                                                      !switching_.go_on(so_far_.switching));
        if (is_of_other_sides || !std::ranges::all_of(so_far_.slides, is_known) ||
            !fits(so_far_.sizes) || !fits(so_far_.untold) || !fits(so_far_.moved))
            throw NumericalError("What is known of the run does not belong to its equations.");
        if (!is_paused_) so_far_.began = options_.from;
        sides_ = so_far_.sides;
        kept_ = so_far_.kept;
    }

    void pause() {
        so_far_.sides = sides_;
        so_far_.kept = kept_;
        so_far_.ended_piece = t_ == pieces_end_;
        so_far_.switching = switching_.so_far();
        if (phases_.norm_sizes_) so_far_.norms = phases_.norm_sizes_->so_far();
        drop_slides_at_pause(t_, so_far_);
    }

    double direction() const { return options_.until < options_.from ? -1 : 1; }

    // Of tables of inputs, those on which the motion goes on.
    void choose_pieces() {
        if (!has_tables(phases_.run_)) return;
        if (pieces_end_ && direction() * (*pieces_end_ - t_) > 0) return;
        pieces_end_ = phases_.set_pieces(t_, static_cast<int>(direction()));
        switching_.set_values(phases_.switched_);
    }

    // The step that ends a piece ends the part.
    void end_with_piece(IntegrationOptions& rest) const {
        if (!pieces_end_ || direction() * (options_.until - *pieces_end_) <= 0) return;
        if (!rest.leg.until || direction() * (*rest.leg.until - *pieces_end_) > 0)
            rest.leg.until = *pieces_end_;
    }

    // Whether the part ended so, and nobody else wants a pause.
    bool ended_with_piece(const Stop& stop) const {
        return stop.reason == StopReason::Paused && pieces_end_ && stop.time == *pieces_end_ &&
               options_.leg.until != pieces_end_;
    }

    // Where to, and how.
    Continuation next() {
        choose_pieces();
        if (std::exchange(is_paused_, false)) {
            if (!so_far_.ended_piece) return {.sides = sides_, .kept = kept_};
            begin_anew();
        }
        if (sides_count() == 0) return {.sides = {}};
        if (arrival_.becomes == Side::Slow || !arrival_.left_along.empty())
            phases_.norm_sizes_->measure(t_, y_, options_);
        return switching_.decide(t_, y_, arrival_, sides_);
    }

    // Integrates one phase; whether another follows.
    bool part() {
        const Continuation next = this->next();
        if (!next.trouble.empty()) return stop(next.trouble);
        Phase* const phase = phases_.phase(next.sides, next.kept);
        if (phase == nullptr)
            return stop(
                "The motion is held on a surface where forces jump, and the law by which "
                "it slides there is not determined");
        if (phase->sides() != sides_ || !next.leaving.empty()) place(next);
        sides_ = phase->sides();
        kept_ = next.kept;
        phases_.last_ = phase;
        IntegrationOptions rest = rest_of_run(options_, t_, whole_);
        rest.events_so_far = &events_;
        end_with_piece(rest);
        choose_method(*phase, rest);
        measure(*phase, phases_.key(next.sides, next.kept));
        rest.sizes = so_far_.sizes;
        rest.untold = so_far_.untold;
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
        if (ended_with_piece(whole_.stop)) return begin_anew();
        if (!ended_by_guard) return false;
        const auto met_before = arrival_.at;
        arrival_ = phase->arrival(guard, t_, y_);
        short_phases_ = std::abs(t_ - began) <= 1e-14 * std::abs(t_) ? short_phases_ + 1 : 0;
        arrival_.is_again = short_phases_ > 1 && arrival_.at == met_before;
        if (short_phases_ >= most_short_phases)
            return stop("The forces switch ever faster, and the motion cannot be followed");
        return !leads_nowhere() ||
               stop(
                   sentence("The forces have switched {} times shortly before {}, and would switch "
                            "a million times as often until the end of the run",
                            many_phases, time_is(t_)),
                   StopReason::StepTooSmall);
    }

    // As a run begins: forces that jump with an input may let go what held.
    bool begin_anew() {
        arrival_ = {};
        sides_.clear();
        return true;
    }

    bool leads_nowhere() {
        if (++phases_in_a_row_ < many_phases) return false;
        const double passed = std::abs(t_ - since_);
        phases_in_a_row_ = 0;
        since_ = t_;
        return std::abs(options_.until - t_) > too_many_times * passed;
    }

    // On the surfaces that hold it.
    void place(const Continuation& next) {
        events_.moved = y_;
        switching_.place(t_, y_, next);
        so_far_.moved.resize(y_.size());
        for (std::size_t i = 0; i < y_.size(); ++i) {
            events_.moved[i] = std::abs(y_[i] - events_.moved[i]);
            so_far_.moved[i] = std::max(so_far_.moved[i], events_.moved[i]);
        }
    }

    // The largest that the phases so far found natural, each where it was first entered. One alone would
    // not do: where friction holds or lets go forces are balanced, and what is left of them is rounding.
    // What is provisional in one gives way to what another one tells.
    void measure(const Phase& phase, const PhaseKey& key) {
        std::vector<double>& sizes = so_far_.sizes;
        PhaseKey measured = key;
        if (pieces_end_) measured.second.push_back(*pieces_end_);
        if (!so_far_.measured.insert(measured).second) return;
        double until = options_.until;
        if (pieces_end_ && direction() * (until - *pieces_end_) > 0) until = *pieces_end_;
        const auto [known, untold] = natural_sizes(phase.motion_problem(), y_, {t_, until},
                                                   options_.rtol, what_holds(*phase.motion()));
        sizes.resize(known.size());
        so_far_.untold.resize(known.size(), 1);
        for (std::size_t i = 0; i < known.size(); ++i) {
            if (untold[i] == so_far_.untold[i])
                sizes[i] = std::max(sizes[i], known[i]);
            else if (untold[i] == 0)
                sizes[i] = known[i];
            so_far_.untold[i] = so_far_.untold[i] != 0 && untold[i] != 0 ? 1 : 0;
            if (phases_.norm_sizes_ && so_far_.untold[i] == 0)
                sizes[i] = std::max(sizes[i], phases_.norm_sizes_->of_state()[i]);
        }
        switching_.measure(sizes);
    }

    bool stop(const Sentence& why, StopReason reason = StopReason::SingularState) {
        phases_.has_no_continuation_ = true;
        add_last_events();
        if (whole_.columns.empty()) {
            // Nothing has been computed yet: the start itself is the whole run.
            Phase* const any = phases_.phase(std::vector<Side>(sides_count(), Side::Above), {});
            phases_.last_ = any;
            IntegrationOptions none = options_;
            none.until = none.from;
            none.at.clear();
            whole_ = integrate(any->problem(), y_, none);
            whole_.phases.push_back({t_, any->motion(), 0});
        }
        const Equations& equations = whole_.phases.front().motion->equations;
        whole_.stop = {
            reason,   t_, y_, why + ". The state there is " + written_state(equations, y_) + ".",
            "switch", t_, y_};
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

    const SwitchedSystem& switched() const { return phases_.code_->motion().switched; }
    std::size_t sides_count() const { return switched().size(); }

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
                           ? sentence("The motion was computed by dop853. {}", phase.no_series())
                           : sentence("While the motion was held on a surface it was "
                                      "computed by dop853: {}",
                                      *why),
                       options);
    }

    void replace_method(const char* by, const Sentence& note, IntegrationOptions& options) {
        const bool is_other = options.method != by || options.fixed;
        options.method = by;
        options.fixed = false;
        if (is_other && std::ranges::find(notes_, note) == notes_.end()) notes_.push_back(note);
    }

    void note_held(const Phase& phase, double began) {
        for (const Held& held : phase.motion()->held)
            add_slide(held.numbers, began, t_, so_far_.slides);
    }

    void note_rests() {
        if (phases_.last_ == nullptr) return;
        const auto& kinds = phases_.last_->motion_problem().problem().events;
        for (Sentence& each : rest_sentences(events_, kinds, t_)) notes_.push_back(std::move(each));
    }

    void note_slides() {
        drop_slides_at_end(t_, so_far_);
        for (Sentence& each : slide_sentences(so_far_, switched()))
            notes_.push_back(std::move(each));
        whole_.notes.insert(whole_.notes.end(), notes_.begin(), notes_.end());
    }

    Phases& phases_;
    const IntegrationOptions& options_;
    Switching switching_;
    double t_;
    double since_;  // when the phases that are counted began
    std::vector<double> y_;
    std::vector<Side> sides_;
    KeptAt kept_;
    Arrival arrival_;
    std::optional<double> pieces_end_;  // of the tables of inputs, if there are any
    int short_phases_ = 0, phases_in_a_row_ = 0;
    Trajectory whole_;
    EventsSoFar of_this_run_;
    EventsSoFar& events_;
    PhasesSoFar& so_far_;
    bool is_paused_ =
        false;  // the first part goes on in the phase in which a leg before has paused
    Sentences notes_;
};

Phases::Phases(std::shared_ptr<const PhasesCode> code, const System& run,
               const MotionSettings& settings)
    : code_(std::move(code)), run_(run), switched_(code_->values(run)), settings_(settings) {
    if (const auto without = code_->without_friction(run))
        norm_sizes_ =
            std::make_unique<NormSizes>(without->code, without->norms, switched_, settings);
}

Phases::~Phases() = default;

PhaseKey Phases::key(const std::vector<Side>& sides, const KeptAt& kept) const {
    const std::size_t norms = code_->motion().norms.size(), surfaces = sides.size() - norms;
    std::vector<double> least;
    for (std::size_t i = 0; i < norms; ++i)
        least.push_back(stays(sides[surfaces + i]) ? 0 : norm_sizes_->least()[i]);
    for (const auto& [number, at] : kept) least.insert(least.end(), at.begin(), at.end());
    return {sides, least};
}

Phases::Phase* Phases::phase(const std::vector<Side>& sides, const KeptAt& kept) {
    const PhaseKey place = key(sides, kept);
    auto& known = phases_[place];
    if (!known)
        if (auto code = code_->phase(sides, kept, run_)) {
            auto& motion = motions_[place];
            known = std::make_unique<Phase>(*this, std::move(code), motion);
            motion = known->motion();
        }
    return known.get();
}

// The phases have the values of the pieces before: that in which the run is may still be asked for.
double Phases::set_pieces(double t, int direction) {
    const double end = rattleback::set_pieces(t, direction, run_);
    keep_extremes();
    std::unique_ptr<Phase> last;
    for (auto& [key, phase] : phases_)
        if (phase && phase.get() == last_) last = std::move(phase);
    if (last) before_ = std::move(last);
    phases_.clear();
    switched_ = code_->values(run_);
    if (const auto without = code_->without_friction(run_))
        norm_sizes_->change(without->code, without->norms, switched_, end);
    return end;
}

void Phases::keep_extremes() {
    projection_ = largest_projection();
    condition_ = worst_condition();
    findings_ = contact_findings(began_);
}

const MotionProblem& Phases::problem_of(const SmoothMotion& motion) const {
    const auto found = std::ranges::find_if(phases_, [&](const auto& entry) {
        return entry.second && entry.second->motion().get() == &motion;
    });
    return found->second->motion_problem();
}

Trajectory Phases::run(std::span<const double> state, const IntegrationOptions& options,
                       PhasesSoFar& so_far) {
    if (norm_sizes_ && has_tables(run_))
        set_pieces(options.from, options.until < options.from ? -1 : 1);
    if (norm_sizes_) norm_sizes_->start(state, options);
    if (norm_sizes_ && !so_far.sides.empty()) norm_sizes_->go_on(so_far.norms);
    has_no_continuation_ = false;
    began_ = options.from;
    return Run(*this, state, options, so_far).whole();
}

const MotionProblem& Phases::last() const { return last_->motion_problem(); }

Extreme Phases::largest_projection() const {
    Extreme result = projection_;
    for (const auto& [key, phase] : phases_) {
        if (!phase) continue;
        const Extreme one = phase->motion_problem().largest_projection();
        if (one.value > result.value) result = one;
    }
    return result;
}

std::vector<ContactFinding> Phases::contact_findings(double from) const {
    std::vector<ContactFinding> result = findings_;
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
    Extreme result = condition_;
    for (const auto& [key, phase] : phases_) {
        if (!phase) continue;
        const Extreme one = phase->motion_problem().worst_condition();
        if (one.value < result.value) result = one;
    }
    return result;
}

}  // namespace rattleback
