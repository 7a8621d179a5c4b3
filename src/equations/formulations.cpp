#include "equations/formulations.hpp"

#include <algorithm>
#include <array>

#include "base/suggest.hpp"
#include "equations/benenti.hpp"
#include "equations/boltzmann_hamel.hpp"
#include "equations/chaplygin.hpp"
#include "equations/gauss.hpp"
#include "equations/gibbs_appell.hpp"
#include "equations/higher_motion.hpp"
#include "equations/kane.hpp"
#include "equations/lagrange_multipliers.hpp"
#include "equations/maggi.hpp"
#include "equations/second_order.hpp"
#include "equations/talamucci.hpp"
#include "equations/udwadia_kalaba.hpp"
#include "equations/vakonomic.hpp"
#include "equations/voronec.hpp"
#include "equations/voronec_nonlinear.hpp"
#include "expr/sentence_error.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

using enum FormKind;

// clang-format off
constexpr std::array<Formulation, 14> table{{
    {"lagrange_multipliers", "Lagrange multipliers", "Lagrange's equations with multipliers",
     "Any constraints, ideal or generalized.",
     "Zampieri (2.8), (4.6); Balseiro & Solomin Prop. 1",
     lagrange_multipliers_refusal, lagrange_multipliers, Bordered},
    {"maggi", "Maggi", "Maggi's equations",
     "Any constraints, ideal or generalized.",
     "Talamucci (15)",
     maggi_refusal, maggi, Reduced},
    {"benenti", "Benenti", "Normal form in auxiliary variables",
     "Constraints on velocities, linear or not, ideal or generalized.",
     "Benenti, Theorem 1, with the term that (17) lost",
     benenti_refusal, benenti, Reduced},
    {"gibbs_appell", "Gibbs–Appell", "Gibbs–Appell equations",
     "Constraints on velocities that can be parametrized in closed form.",
     "Benenti §6–7",
     gibbs_appell_refusal, gibbs_appell, Reduced},
    {"gauss", "Gauss", "Gauss's principle of least constraint",
     "Any constraints, ideal or generalized.",
     "Benenti §5; Balseiro & Solomin §4, (39)–(45)",
     gauss_refusal, gauss, Bordered},
    {"voronec", "Voronec", "Voronec's equations",
     "Ideal constraints linear and homogeneous in the velocities, without time.",
     "Talamucci (12)–(13)",
     voronec_refusal, voronec, Reduced},
    {"chaplygin", "Chaplygin", "Chaplygin's equations",
     "As voronec_nonlinear, where the dependent coordinates occur in no energy, force or constraint.",
     "Talamucci (14), with the hypothesis corrected",
     chaplygin_refusal, chaplygin, Reduced},
    {"voronec_nonlinear", "Voronec nonlinear", "Voronec's equations for nonlinear constraints",
     "Ideal constraints on velocities that have an explicit form, also with time.",
     "Talamucci (18)–(19)",
     voronec_nonlinear_refusal, voronec_nonlinear, Reduced},
    {"talamucci", "Talamucci", "Voronec's equations in coefficients",
     "Ideal constraints on velocities that have an explicit form, also with time.",
     "Talamucci (25), with the sums corrected",
     talamucci_refusal, talamucci, Reduced},
    {"boltzmann_hamel", "Boltzmann–Hamel", "Boltzmann–Hamel equations in quasi-velocities",
     "Ideal constraints linear or affine in the velocities.",
     "Boltzmann 1902, Hamel 1904",
     boltzmann_hamel_refusal, boltzmann_hamel, Reduced},
    {"kane", "Kane", "Kane's equations",
     "Ideal constraints on velocities that can be parametrized in closed form.",
     "Kane & Levinson 1985",
     kane_refusal, kane, Reduced},
    {"udwadia_kalaba", "Udwadia–Kalaba", "Udwadia–Kalaba equations",
     "Ideal constraints of any order, redundant ones included.",
     "Udwadia & Kalaba 1992",
     udwadia_kalaba_refusal, udwadia_kalaba, Bordered},
    {"second_order", "Second order", "Geodesics of Djukić's connection",
     "Constraints linear in the accelerations.",
     "Djukić (5)–(19)",
     second_order_refusal, second_order, Reduced},
    {"vakonomic", "Vakonomic", "Vakonomic motion",
     "Constraints on velocities, taken into the variational principle.",
     "Zampieri (3.3)–(3.6)",
     vakonomic_refusal, vakonomic, Vakonomic},
}};
// clang-format on

std::string listed(const std::vector<const Formulation*>& rows) {
    std::string text;
    for (const Formulation* row : rows) text += (text.empty() ? "" : ", ") + std::string(row->name);
    return text;
}

std::string advice(const System& system) {
    if (const auto rows = applicable(system); !rows.empty())
        return " These can: " + listed(rows) + ".";
    System other = system;
    const bool is_vakonomic = system.principle == Principle::Vakonomic;
    other.principle = is_vakonomic ? Principle::Nonholonomic : Principle::Vakonomic;
    const auto rows = applicable(other);
    if (rows.empty()) return {};
    return std::string(" These can, for ") + (is_vakonomic ? "nonholonomic" : "vakonomic") +
           " motion: " + listed(rows) + ".";
}

}  // namespace

std::span<const Formulation> formulations() { return table; }

const Formulation& formulation(std::string_view name) {
    const auto row = std::ranges::find(table, name, &Formulation::name);
    if (row != table.end()) return *row;
    std::vector<std::string> names;
    for (const Formulation& f : table) names.emplace_back(f.name);
    throw DerivationError("there is no formulation '" + std::string(name) + "'" +
                          did_you_mean_or_all(name, names, "formulations"));
}

FormKind kind_of(const Equations& equations) {
    const auto row = std::ranges::find(table, equations.form, &Formulation::name);
    return row == table.end() ? Reduced : row->kind;
}

const Formulation& form_in_speeds() { return formulation("benenti"); }
const Formulation& form_in_velocities() { return formulation("lagrange_multipliers"); }
const Formulation& vakonomic_form() { return formulation("vakonomic"); }

std::vector<const Formulation*> applicable(const System& system) {
    std::vector<const Formulation*> rows;
    for (const Formulation& f : table)
        if (f.principle() == system.principle && !f.refusal(system)) rows.push_back(&f);
    return rows;
}

Equations derive(const System& system, std::string_view form) {
    const Formulation& row = formulation(form);
    if (const auto why = row.refusal(system))
        throw SentenceError<DerivationError>(
            sentence("'{}' cannot treat this system: {}.{}", form, *why, advice(system)));
    Equations equations = with_higher_constraints(system, row.derive(system));
    equations.form = form;
    return equations;
}

}  // namespace rattleback
