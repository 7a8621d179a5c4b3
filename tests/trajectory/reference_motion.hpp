// The reference trajectories of tests/data: 20 digits at some times, and the models they belong to.
//
// `system_of` is the model as its mechanics says it (energies, forces, constraints); `rates_of` are
// the first-order equations that the reference itself was computed from. The two share nothing, so
// that a motion computed from the one and compared with values of the other tests both.
#pragma once

#include "expr/parse.hpp"
#include "expr/print_text.hpp"
#include "expr/substitute.hpp"
#include "model/system.hpp"
#include "support/reference_values.hpp"

namespace rattleback::testing {

inline std::vector<std::string> reference_cases() {
    return {"b81_const",
            "b81_springs",
            "b831_eq_generic",
            "b831_fig8",
            "b832_A_eq_equal",
            "b832_A_neq_diff_d1",
            "b832_A_neq_diff_d5",
            "b832_B_equal",
            "b832_C_eq_equal",
            "b832_D_fig28",
            "b84_typeII_springs",
            "b84_typeI_gravity",
            "b_thm1_sleigh",
            "b_thm3_affine",
            "bs_charged_A1",
            "bs_charged_classical",
            "bs_device_wheel",
            "bs_momentum",
            "d_lanchester",
            "d_thm1_k1",
            "d_thm2_k2",
            "d_thm4",
            "t_appell_hamel",
            "t_curved_k1",
            "t_time_alpha",
            "t_voronec_linear",
            "z215_w1",
            "z216",
            "z411_k025_w2",
            "zvak_gen_lm0p5",
            "zvak_side_l1",
            "zvak_spin_l0"};
}

struct ReferenceMotion {
    Json file;
    std::vector<std::string> state;
    std::vector<double> start, times;
    std::vector<std::vector<double>> values;
    std::vector<double> sensitivity;

    explicit ReferenceMotion(const std::string& name) : file(reference(name)) {
        state = file["state"].texts();
        for (const std::string& s : state)
            start.push_back(static_cast<double>(number(file["initial"][s])));
        for (const Real t : numbers(file["times"])) times.push_back(static_cast<double>(t));
        for (const Json& row : file["values"]) {
            values.emplace_back();
            for (const Real x : numbers(row)) values.back().push_back(static_cast<double>(x));
        }
        for (const Real x : numbers(file["sensitivity"]))
            sensitivity.push_back(std::max(1.0, static_cast<double>(x)));
    }

    // Parameters and abbreviations, each in terms of those before it.
    std::vector<Replacement> definitions() const {
        std::vector<Replacement> result;
        for (const auto& [name, value] : file["parameters"].items())
            result.emplace_back(symbol(name), parse(formula(value)));
        if (!file.contains("definitions")) return result;
        for (const Json& entry : file["definitions"])
            result.emplace_back(parse(entry[0].text), substitute(parse(formula(entry[1])), result));
        return result;
    }

    // dy/dt, in the order of the state.
    ExprVector rates() const {
        ExprVector result;
        const auto known = definitions();
        for (const std::string& s : state)
            result.push_back(substitute(parse(formula(file["system"][s])), known));
        return result;
    }

    ExprVector state_symbols() const {
        ExprVector result;
        for (const std::string& s : state) result.push_back(symbol(s));
        return result;
    }

    // The values of the coordinates at time i.
    std::vector<double> coordinates(std::size_t i) const {
        std::vector<double> q;
        for (const std::string& name : file["coordinates"].texts())
            q.push_back(values[i][static_cast<std::size_t>(std::ranges::find(state, name) -
                                                           state.begin())]);
        return q;
    }
};

}  // namespace rattleback::testing
