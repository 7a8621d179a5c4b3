#include "structure/agreement.hpp"

#include <algorithm>
#include <optional>

#include "base/interruption.hpp"
#include "base/work_limit.hpp"
#include "equations/form_choice.hpp"
#include "equations/vakonomic.hpp"
#include "exact/certify.hpp"
#include "exact/random_point.hpp"
#include "expr/graph.hpp"
#include "expr/matrices.hpp"
#include "expr/sentence_error.hpp"
#include "rattleback/errors.hpp"
#include "structure/agreement_proof.hpp"

namespace rattleback {
namespace {

using Outcome = FormAgreement::Outcome;

ThroughLinearSystem outputs(const OnManifold& on) {
    return {on.matrix, on.right, on.unknowns, on.accelerations};
}

class Comparison {
public:
    Comparison(const System& system, const AgreementOptions& options)
        : system_(system), options_(options), proof_(system, options) {}

    Agreement run() {
        const std::vector<const Formulation*> rows = applicable(system_);
        if (system_.principle == Principle::Vakonomic) return with_extended_lagrangian(rows);
        const Reference reference = find_reference();
        Agreement result{
            .reference = reference.form, .branch = reference.manifold.branch, .forms = {}};
        for (const Formulation* row : rows) {
            if (row->name == reference.form) continue;
            result.was_left = !goes_on(options_.keep_going, result.forms.size(), rows.size(),
                                       std::string(row->name)) ||
                              !add(*row, reference, result);
            if (result.was_left) break;
        }
        return result;
    }

    FormAgreement of(const Equations& equations) const {
        return compare(equations, find_reference());
    }

private:
    // Whether the work came to the end of this form.
    bool add(const Formulation& form, const Reference& reference, Agreement& to) const {
        try {
            to.forms.push_back(compare_or_say_why(form, reference));
            return true;
        } catch (const Interrupted&) {
            return false;
        }
    }

    // The normal form where it applies and the constraints have a closed form, else multipliers.
    Reference find_reference() const {
        const auto closed = closed_manifold();
        const Formulation& first = closed ? plain_form(system_) : form_in_velocities();
        return refer_to(system_, first, closed ? *closed : all_velocities());
    }

    // Vakonomic equations are those of Euler and Lagrange for 𝕃 = L − λb in (q, λ):
    // d/dt ∂𝕃/∂v − ∂𝕃/∂q = F row by row, and db/dt = 0.
    Agreement with_extended_lagrangian(const std::vector<const Formulation*>& rows) const {
        const LatentVariables latent = latent_variables(system_);
        const Expr extended = system_.lagrangian - dot(latent.lambda, latent.b);
        std::vector<Replacement> by_time = system_.by_time();
        for (std::size_t i = 0; i < latent.lambda.size(); ++i)
            by_time.emplace_back(latent.lambda[i], latent.rates[i]);
        ExprVector expected =
            difference(difference(derivative_along(gradient(extended, system_.v), by_time),
                                  gradient(extended, system_.q)),
                       system_.force);
        for (const Expr& b : latent.b) expected.push_back(derivative_along(b, by_time));
        Agreement result{
            .reference = "the Euler-Lagrange equations of L - lambda*b", .branch = {}, .forms = {}};
        for (const Formulation* row : rows) {
            const Equations equations = row->derive(system_);
            const ExprVector residuals = difference(
                difference(product(equations.matrix, equations.unknowns), equations.right),
                expected);
            FormAgreement form{.form = std::string(row->name), .because = {}};
            proof_.begin_form();
            if (proof_.all_zero(residuals))
                form.outcome = Outcome::Proved;
            else if (const Certificate same = certify_zero(residuals); same.vanishes())
                certify_agreement(same, form);
            else
                form.because = "its equations could not be proved to be the same";
            result.forms.push_back(std::move(form));
        }
        return result;
    }

    std::optional<Parametrization> closed_manifold() const {
        try {
            return parametrize(system_);
        } catch (const DerivationError&) {
            return {};
        }
    }

    Parametrization all_velocities() const {
        return {.z = system_.v, .psi = system_.v, .inverse = system_.v, .branch = {}};
    }

    FormAgreement compare_or_say_why(const Formulation& form, const Reference& reference) const {
        try {
            const WorkLimit limit(work_of_question);
            Equations equations = form.derive(system_);
            equations.form = form.name;
            return compare(equations, reference);
        } catch (const Interrupted&) {
            throw;
        } catch (const std::exception& error) {
            FormAgreement undecided{.form = std::string(form.name), .because = said_by(error)};
            return undecided;
        }
    }

    FormAgreement compare(const Equations& equations, const Reference& reference) const {
        FormAgreement result{.form = equations.form, .because = {}};
        proof_.begin_form();
        const OnManifold on(system_, reference.manifold, equations);
        if (!describes(reference.manifold, on)) return compare_on_own_branch(equations, result);
        const Certificate same = certify_same_outputs(outputs(on), outputs(reference.on));
        if (same.differs()) {
            tell_difference(result);
        } else if (!same.vanishes() && !proof_.determines_unknowns(on)) {
            result.because = "its equations do not determine the motion";
        } else if (proof_.by_combination(equations, on, reference) ||
                   proof_.by_virtual_displacements(equations, on, reference) ||
                   proof_.by_solution(equations, on, reference)) {
            result.outcome = Outcome::Proved;
        } else if (same.vanishes()) {
            certify_agreement(same, result);
        } else {
            enclose_difference(on, reference.on, result);
        }
        return result;
    }

    void certify_agreement(const Certificate& same, FormAgreement& result) const {
        proof_.end_in_vain();
        result.outcome = Outcome::Certified;
        result.log_probability = same.log_probability;
    }

    static void tell_difference(FormAgreement& result) {
        result.outcome = Outcome::Differs;
        result.because = "its accelerations differ from those of the reference at a state";
    }

    // The two must describe the same velocities.
    bool describes(const Parametrization& manifold, const OnManifold& on) const {
        const ExprVector apart = difference(on.velocities, manifold.psi);
        return proof_.all_zero(apart) || certify_zero(apart).vanishes();
    }

    // A form that solves a nonlinear constraint on one branch is compared there, with the multipliers.
    FormAgreement compare_on_own_branch(const Equations& equations, FormAgreement result) const {
        const Parametrization branch{.z = equations.speeds,
                                     .psi = equations.velocities,
                                     .inverse = equations.speeds,
                                     .branch = {}};
        const Reference there = refer_to(system_, form_in_velocities(), branch);
        const OnManifold on(system_, branch, equations);
        const Certificate same = certify_same_outputs(outputs(on), outputs(there.on));
        if (same.differs())
            tell_difference(result);
        else if (proof_.by_solution(equations, on, there))
            result.outcome = Outcome::Proved;
        else if (same.vanishes())
            certify_agreement(same, result);
        else
            enclose_difference(on, there.on, result);
        return result;
    }

    // Both systems solved in ball arithmetic at random exact states.
    void enclose_difference(const OnManifold& on, const OnManifold& other,
                            FormAgreement& result) const {
        ThroughLinearSystem x = outputs(on), y = outputs(other);
        ConcreteFunctions functions(options_.seed);
        ExprVector all;
        for (auto* system : {&x, &y}) {
            for (auto& row : system->matrix)
                for (Expr& e : row) all.push_back(e = functions.put_into(e));
            for (auto* entries : {&system->right, &system->outputs})
                for (Expr& e : *entries) all.push_back(e = functions.put_into(e));
        }
        RandomPoint random(options_.seed);
        const auto symbols = symbols_of(all);
        for (int k = 0; k < 10 * options_.states && result.states < options_.states; ++k) {
            const auto balls = difference_at(x, y, random.point(symbols, k % 2 == 0));
            if (!std::ranges::all_of(balls, &Ball::finite)) continue;
            ++result.states;
            for (const Ball& ball : balls) {
                result.bound = std::max(result.bound, std::abs(ball.midpoint) + ball.radius);
                if (!ball.contains_zero) {
                    tell_difference(result);
                    return;
                }
            }
        }
        if (result.states > 0)
            result.outcome = Outcome::Bounded;
        else
            result.because = "no state was found at which both could be evaluated";
    }

    const System& system_;
    AgreementOptions options_;
    AgreementProof proof_;
};

}  // namespace

bool Agreement::all_agree() const {
    return std::ranges::all_of(forms, [](const FormAgreement& f) {
        return f.outcome == Outcome::Proved || f.outcome == Outcome::Certified ||
               f.outcome == Outcome::Bounded;
    });
}

bool Agreement::all_proved() const {
    return std::ranges::all_of(forms,
                               [](const FormAgreement& f) { return f.outcome == Outcome::Proved; });
}

Agreement agreement(const System& system, const AgreementOptions& options) {
    return Comparison(system, options).run();
}

FormAgreement agreement_of(const System& system, const Equations& equations,
                           const AgreementOptions& options) {
    return Comparison(system, options).of(equations);
}

}  // namespace rattleback