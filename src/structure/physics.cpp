#include "structure/physics.hpp"

#include <algorithm>
#include <cmath>

#include "exact/certify.hpp"
#include "exact/linear_algebra.hpp"
#include "expr/sentence_error.hpp"
#include "expr/substitute.hpp"
#include "geometry/branches.hpp"
#include "geometry/core_system.hpp"
#include "geometry/one_sided.hpp"
#include "geometry/special_numbers.hpp"
#include "model/dependence.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "start/consistent_start.hpp"
#include "start/initial_state.hpp"
#include "start/latent_start.hpp"
#include "structure/masses.hpp"
#include "structure/relations.hpp"
#include "structure/run_branch.hpp"
#include "structure/scope.hpp"
#include "structure/singular_states.hpp"
#include "structure/wording.hpp"

namespace rattleback {
namespace {

class Check {
public:
    Check(const System& system, const Limits& limits) : system_(system), limits_(limits) {}

    std::vector<Finding> of_relations() {
        attempt("Whether the constraints are independent", [&] { check_relations(); });
        return std::move(result_);
    }

    std::vector<Finding> run() {
        // Unspecified functions have no values: the initial state cannot be looked at.
        const bool numeric = system_.functions.empty();
        if (!has_meaning()) return std::move(result_);
        attempt("Whether each constraint can hold", [&] { check_constraints(); });
        attempt("Whether the constraints are independent", [&] { check_relations(); });
        attempt("Whether the mass matrix is regular", [&] { check_mass(); });
        attempt("Whether masses and moments of inertia are possible",
                [&] { append(mass_findings(system_)); });
        if (numeric) {
            attempt("Whether the initial state satisfies the constraints", [&] { check_start(); });
            attempt("Whether the motion is determined at the initial state",
                    [&] { check_transversality(); });
            attempt("On which branch the motion begins", [&] { check_branch(); });
        }
        return std::move(result_);
    }

private:
    void append(const std::vector<Finding>& more) {
        result_.insert(result_.end(), more.begin(), more.end());
    }

    void add(Severity severity, Sentence text) { result_.push_back({severity, std::move(text)}); }

    bool has_meaning() {
        try {
            (void)specialized(system_, all_fixed(system_));
            return true;
        } catch (const NumericalError& error) {
            add(Severity::Error,
                sentence("With the numbers of the model the equations have no meaning: {}.",
                         said_by(error)));
            return false;
        }
    }

    template <typename Step>
    void attempt(const std::string& question, const Step& step) {
        try {
            step();
        } catch (const TooLarge&) {
            add(Severity::Note,
                question + " was not decided: the exact computation grew beyond its limits.");
        } catch (const NumericalError& error) {
            add(Severity::Note, question + " was not decided: " + said_by(error) + ".");
        }
    }

    // What is found of the constraints, as it is or with numbers put in, and what that decides.
    struct OfConstraints {
        std::vector<Finding> findings = {};
        Verdicts verdicts = {};

        void add(Severity severity, Sentence text, std::string verdict) {
            findings.push_back({severity, std::move(text)});
            verdicts.push_back(std::move(verdict));
        }
        // Of what keeps any motion from being.
        void exclude(Sentence text, std::string verdict) {
            add(Severity::Error, std::move(text), std::move(verdict));
            findings.back().no_motion = true;
        }
    };

    // What holds only with the numbers of the model says so.
    template <typename Ask>
    void add_of_constraints(const Ask& ask) {
        const auto [found, scope] = asked_twice(
            system_, ask, [](const OfConstraints& f) { return f.verdicts; },
            [](const OfConstraints&) { return Sentences{}; });
        for (Finding finding : found.findings) {
            if (!scope.is_general())
                finding.sentence = with_the_numbers(scope) + ": " + finding.sentence;
            impossible_ = impossible_ || finding.no_motion;
            result_.push_back(std::move(finding));
        }
    }

    void check_constraints() {
        const auto left = specialized(system_, all_fixed(system_)).constraints;
        for (const Constraint& c : system_.constraints)
            if (std::ranges::find(left, c.name, &Constraint::name) == left.end())
                add(Severity::Warning, "With the numbers of the model the constraint " + quoted(c) +
                                           " always holds, and says nothing.");
        add_of_constraints([&](const System& system) { return possible_constraints(system); });
    }

    OfConstraints possible_constraints(const System& system) const {
        OfConstraints result;
        for (const Constraint& c : system.constraints) {
            if (order_of(c.expression, system) < 0) {
                result.exclude("The constraint " + quoted(c) +
                                   " has no coordinate left in it, and does not hold.",
                               c.name + " is constant");
            } else if (holds_nowhere(system, c)) {
                result.exclude(impossible(c), c.name + " is impossible");
            } else if (const auto region = region_without_restriction(system, c)) {
                result.exclude(is_inequality(c, *region), c.name + " is an inequality");
            } else if (c.order <= 1) {
                add_branches(system, c, result);
            }
        }
        return result;
    }

    void add_branches(const System& system, const Constraint& c, OfConstraints& result) const {
        const Branches found = branches_of(system, c, limits_);
        if (found.branches.empty()) result.exclude(impossible(c), c.name + " is impossible");
        if (const Branch* const branch = found.disguised())
            result.add(Severity::Note, read_as(c, *branch), c.name + " is disguised");
    }

    void check_relations() {
        add_of_constraints(
            [&](const System& system) { return related_constraints(undisguised(system).system); });
    }

    OfConstraints related_constraints(const System& system) const {
        const Relations all = relations(system, limits_);
        OfConstraints result;
        for (const Relation& r : all.found) {
            const Constraint& c = system.constraints[r.constraint];
            const bool redundant = r.kind == RelationKind::Redundant,
                       open = r.kind == RelationKind::Undecided;
            const std::string verdict =
                c.name + " is related, " + std::to_string(static_cast<int>(r.kind));
            if (redundant || open)
                result.add(open ? Severity::Note : Severity::Warning, r.sentence, verdict);
            else
                result.exclude(r.sentence, verdict);
            if (redundant && c.reaction)
                result.add(Severity::Warning,
                           "The direction of reaction given with the constraint " + quoted(c) +
                               " has no effect, because that is redundant.",
                           c.name + " has a direction");
        }
        for (const Sentence& each : all.undecided) result.add(Severity::Note, each, {});
        return result;
    }

    // That the rank is full is proved by a point; that it is not, by elimination.
    bool has_full_rank(const ExprMatrix& rows) const {
        return rank_at_prime_point(rows) == rows.size() || rank(rows, limits_) == rows.size();
    }

    // A mass matrix may be singular if the constraints hold what has no inertia.
    void check_mass() {
        const auto values = parameter_values(system_);
        ExprMatrix mass, bordered;
        for (const auto& row : free_motion(system_).mass) mass.push_back(substitute(row, values));
        const ExprMatrix without_inertia =
            has_full_rank(mass) ? ExprMatrix{} : kernel(mass, limits_);
        if (without_inertia.empty()) return;
        Sentences directions;
        for (const auto& w : without_inertia) directions.push_back(direction_text(system_, w));
        for (const auto& row : bordered_matrix(system_))
            bordered.push_back(substitute(row, values));
        const bool held = has_full_rank(bordered);
        has_no_inertia_ = !held;
        add(held ? Severity::Warning : Severity::Error,
            "The mass matrix is singular: velocities along " + listed(directions) +
                " have no inertia" +
                (held ? "; the constraints determine the motion all the same, in formulations that "
                        "do not invert it."
                      : ", and nothing determines the acceleration."));
    }

    void check_start() {
        if (impossible_) return;
        const System system = with_special_numbers(undisguised(system_).system).system;
        const CompletedSystem completed = with_completed_start(system);
        for (const Sentence& note : completed.notes) add(Severity::Note, note);
        if (completed.is_consistent) return;
        add_impossible_reaction(system);
        const ConsistentStart start = consistent_start(system);
        if (!start.keeps_given_q || !start.nearest_q)
            add_violations({"coordinates", system.q, start.nearest_q}, system, start.positions);
        if (!start.nearest_v && exclude_start(system, start.velocities)) return;
        if (!start.keeps_given_v || !start.nearest_v)
            add_violations({"velocities", system.v, start.nearest_v}, system, start.velocities);
    }

    // Initial accelerations that no reaction of a constraint of higher order gives.
    void add_impossible_reaction(System system) {
        Sentences notes;
        try {
            complete_reactions(system, notes);
        } catch (const NumericalError& error) {
            add(Severity::Error, said_by(error));
        }
    }

    // Whether no real velocity satisfies one of the constraints at the initial coordinates.
    bool exclude_start(const System& system, const std::vector<Violation>& list) {
        std::vector<Replacement> there;
        for (const auto& [symbol, value] : initial_values(system))
            if (std::ranges::find(system.v, symbol) == system.v.end())
                there.emplace_back(symbol, value);
        for (const Violation& violation : list) {
            Constraint c = system.constraints[violation.constraint];
            if (c.order != 1 || is_affine(c)) continue;
            c.expression = substitute(c.expression, there);
            if (!branches_of(system, c, limits_).branches.empty()) continue;
            result_.push_back({Severity::Error,
                               "At the initial coordinates no real velocity satisfies the "
                               "constraint " +
                                   quoted(c) + ": no motion begins there.",
                               true});
            impossible_ = true;
        }
        return impossible_;
    }

    static Sentence values_text(const ExprVector& symbols, const std::vector<double>& values) {
        double size = 1;
        for (const double x : values) size = std::max(size, std::fabs(x));
        Sentences equations;
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const double x = std::fabs(values[i]) < 1e-13 * size ? 0 : values[i];
            equations.emplace_back(valued(symbols[i], x));
        }
        return listed(equations);
    }

    // What is violated at the start, and would not be at the nearest values.
    struct Initial {
        const char* what;
        const ExprVector& symbols;
        const std::optional<std::vector<double>>& nearest;
    };

    void add_violations(const Initial& initial, const System& system,
                        const std::vector<Violation>& list) {
        if (list.empty()) return;
        Sentences names;
        for (const Violation& v : list) names.push_back(violated(system, v));
        Sentence text = std::string("The initial ") + initial.what + " violate " +
                        (names.size() == 1 ? "the constraint " : "the constraints ") +
                        listed(names);
        if (initial.nearest)
            text += "; the nearest consistent ones, in the metric of the kinetic energy, are " +
                    values_text(initial.symbols, *initial.nearest);
        add(Severity::Error, text + ".");
    }

    void check_branch() {
        if (impossible_) return;
        for (const Sentence& note : branch_notes(system_)) add(Severity::Note, note);
    }

    // Exact: at an angle of pi/2 a determinant that vanishes is zero, and not small. Of the start
    // as it is completed and on its branch, as the run has it.
    void check_transversality() {
        if (impossible_ || has_no_inertia_) return;
        const System run = run_branch(system_).system;
        if (!with_completed_start(run).is_consistent) return;  // there is no such state
        const auto start = initial_values(run);
        ExprMatrix rows, matrix;
        for (const auto& row : constraint_rows(run).a) rows.push_back(substitute(row, start));
        for (const auto& row : bordered_matrix(run)) matrix.push_back(substitute(row, start));
        if (!has_full_rank(rows))
            add(Severity::Error,
                "At the initial state the constraints lose rank: it is a singular state, and the "
                "motion is not determined there.");
        else if (const bool full = has_full_rank(matrix); !full && is_generalized(system_))
            add(Severity::Error,
                "At the initial state the reaction law is not transversal to the constraints: A "
                "M^-1 N^T is singular, and the motion is not determined there.");
        else if (!full)
            add(Severity::Error, std::string("At the initial state the mass matrix is singular") +
                                     (system_.constraints.empty() ? "" : " along the constraints") +
                                     ", and the motion is not determined there.");
    }

    const System& system_;
    Limits limits_;
    bool impossible_ = false, has_no_inertia_ = false;
    std::vector<Finding> result_;
};

}  // namespace

std::vector<Finding> findings(const System& system, const Limits& limits) {
    return Check(system, limits).run();
}

std::vector<Finding> relation_findings(const System& system, const Limits& limits) {
    return Check(system, limits).of_relations();
}

bool has_errors(const std::vector<Finding>& all) {
    return std::ranges::any_of(all, [](const Finding& f) { return f.severity == Severity::Error; });
}

}  // namespace rattleback
