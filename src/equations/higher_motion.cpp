#include "equations/higher_motion.hpp"

#include <algorithm>

#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/matrices.hpp"
#include "expr/substitute.hpp"
#include "geometry/core_system.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

std::string names_of(const System& system) {
    std::string text;
    for (const HigherConstraint& h : system.higher)
        text += (text.empty() ? "'" : ", '") + h.constraint.name + "'";
    return text;
}

[[noreturn]] void refuse(const System& system, const std::string& why) {
    throw DerivationError("The constraints of order " +
                          std::to_string(system.higher[0].constraint.order) + ", " +
                          names_of(system) + ", " + why);
}

// (M −Nᵀ; A 0)(a, ν) = (f, −β), with the reactions of the state in f.
ExprVector accelerations(const System& system) {
    const CoreSystem core = core_system(system);
    const std::size_t n = system.size(), k = core.a.size();
    ExprMatrix matrix;
    ExprVector right = core.force;
    for (std::size_t i = 0; i < n; ++i) {
        matrix.push_back(core.mass[i]);
        for (std::size_t j = 0; j < k; ++j) matrix.back().push_back(-core.n[j][i]);
    }
    for (std::size_t j = 0; j < k; ++j) {
        matrix.push_back(core.a[j]);
        matrix.back().resize(n + k);
        right.push_back(-core.beta[j]);
    }
    try {
        if (auto solved = solve(matrix, right)) {
            solved->resize(n);
            for (Expr& e : *solved) e = simplify(e);
            return *solved;
        }
    } catch (const TooLarge&) {
        refuse(system,
               "need the accelerations as functions of the state, which are too large to be "
               "written down.");
    }
    refuse(system,
           "cannot be kept, because the mass matrix and the other constraints do not determine "
           "the accelerations.");
}

// What only the last rates are free in.
class Derivation {
public:
    explicit Derivation(const System& system)
        : system_(system), order_(system.higher[0].constraint.order) {}

    HigherMotion run() {
        name_variables();
        result_.derivatives.push_back(accelerations(system_));
        find_directions();
        for (int k = 3; k < order_; ++k) result_.derivatives.push_back(next());
        const ExprVector highest = next();
        put_in_constraints(highest);
        write_rows();
        return std::move(result_);
    }

private:
    void name_variables() {
        for (const HigherConstraint& h : system_.higher)
            for (const Expr& mu : h.latent) {
                result_.latent.push_back(mu);
                result_.rates.push_back(symbol(mu.name(), 1));
                if (mu == h.latent.back()) last_.push_back(result_.rates.back());
            }
    }

    // Along the motion: the next of the latent variables, or the rate of the last.
    void find_directions() {
        along_ = system_.by_time_without_accelerations();
        for (std::size_t i = 0; i < system_.size(); ++i)
            along_.emplace_back(system_.v[i], result_.derivatives[0][i]);
        for (const HigherConstraint& h : system_.higher)
            for (std::size_t k = 0; k < h.latent.size(); ++k)
                along_.emplace_back(h.latent[k], k + 1 < h.latent.size()
                                                     ? h.latent[k + 1]
                                                     : symbol(h.latent[k].name(), 1));
    }

    ExprVector next() const {
        ExprVector result = derivative_along(result_.derivatives.back(), along_);
        for (Expr& e : result) e = simplify(e);
        return result;
    }

    void put_in_constraints(const ExprVector& highest) {
        std::vector<Replacement> motion;
        for (int k = 2; k <= order_; ++k) {
            const ExprVector symbols = system_.derivatives(k);
            const ExprVector& values =
                k == order_ ? highest : result_.derivatives[static_cast<std::size_t>(k - 2)];
            for (std::size_t i = 0; i < symbols.size(); ++i)
                motion.emplace_back(symbols[i], values[i]);
        }
        for (const HigherConstraint& h : system_.higher)
            result_.residuals.push_back(substitute(h.constraint.expression, motion));
    }

    // μ' = the next of the state, then the constraint itself.
    void write_rows() {
        std::vector<Replacement> no_rates;
        for (const Expr& rate : last_) no_rates.emplace_back(rate, 0);
        ExprMatrix of_last;
        for (std::size_t h = 0; h < system_.higher.size(); ++h) {
            const ExprVector& latent = system_.higher[h].latent;
            for (std::size_t k = 0; k + 1 < latent.size(); ++k) {
                result_.matrix.push_back(gradient(symbol(latent[k].name(), 1), result_.rates));
                result_.right.push_back(latent[k + 1]);
            }
            ExprVector row = gradient(result_.residuals[h], result_.rates);
            for (Expr& e : row) e = simplify(e);
            of_last.push_back(gradient(dot(row, result_.rates), last_));
            result_.matrix.push_back(std::move(row));
            result_.right.push_back(simplify(-substitute(result_.residuals[h], no_rates)));
        }
        if (independent_rows(of_last).size() < of_last.size())
            refuse(system_,
                   "do not determine how their reactions go on: their highest derivatives depend "
                   "on each other, on the other constraints, or not on the reactions.");
    }

    const System& system_;
    int order_;
    std::vector<Replacement> along_;
    ExprVector last_;  // the rates that the constraints determine
    HigherMotion result_;
};

void insert(ExprVector& to, std::size_t at, const ExprVector& more) {
    to.insert(to.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
}

void write_notes(const System& system, Equations& equations) {
    for (const HigherConstraint& h : system.higher) {
        equations.notes.push_back(sentence(
            "The constraint '{}' is of order {}: its reaction, {} times its direction, is part of "
            "the state and of the forces f, and the constraint says how it goes on.",
            h.constraint.name, std::to_string(h.constraint.order), h.latent[0]));
        const std::string n = "N_" + std::to_string(&h - system.higher.data() + 1);
        equations.steps.push_back(
            {n,
             sentence("direction of the reaction {} {} of the constraint '{}'", h.latent[0],
                      symbol(n), h.constraint.name),
             column(h.direction)});
    }
    equations.notes.emplace_back(
        "Positions and velocities do not determine these reactions: at the start they follow from "
        "the accelerations that the model names, and are zero where it names none.");
}

}  // namespace

HigherMotion higher_motion(const System& system) { return Derivation(system).run(); }

Equations with_higher_constraints(const System& system, Equations equations) {
    if (system.higher.empty()) return equations;
    const HigherMotion motion = higher_motion(system);
    const std::size_t speeds = equations.speeds.size(), others = equations.unknowns.size(),
                      m = motion.latent.size();
    std::vector<Replacement> velocities;
    for (std::size_t i = 0; i < system.size(); ++i)
        velocities.emplace_back(system.v[i], equations.velocities[i]);
    for (ExprVector& row : equations.matrix) insert(row, speeds, ExprVector(m));
    for (std::size_t r = 0; r < m; ++r) {
        ExprVector row(others + m);
        std::ranges::copy(substitute(motion.matrix[r], velocities),
                          row.begin() + static_cast<std::ptrdiff_t>(speeds));
        equations.matrix.push_back(std::move(row));
        equations.right.push_back(substitute(motion.right[r], velocities));
    }
    insert(equations.unknowns, speeds, motion.rates);
    insert(equations.speeds, speeds, motion.latent);
    if (!equations.speeds_from_velocities.empty() || speeds == 0)
        insert(equations.speeds_from_velocities, speeds, motion.latent);
    const ExprVector reaction = substitute(latent_reaction(system), velocities);
    for (std::size_t i = 0; i < system.size(); ++i) equations.reactions[i] += reaction[i];
    write_notes(system, equations);
    return equations;
}

}  // namespace rattleback
