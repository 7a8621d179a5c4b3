// Which velocity a condition on velocities is solved for.
//
// Σ rⱼ vⱼ + … = 0 solved for v_p divides by r_p, and fails where r_p vanishes, or where another rⱼ
// has a pole. Best is a pivot that is proved never to do so: a number, a parameter that is not zero,
// 2 + cos z. Next come those that are large where the motion begins, then the others. Among equals
// what is short to read wins, and of these the last, as in the literature.
//
// Sizes are compared in the metric of the kinetic energy: rⱼ/√Mⱼⱼ is what vⱼ contributes to the
// condition per unit of energy, whatever the units of the coordinates. A share of the row is the
// ratio of this size to the largest in the row.
//
// What is chosen so is kept as decided by the numbers of the model (model/decisions.hpp).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "expr/evaluate.hpp"
#include "model/system.hpp"

namespace rattleback {

inline constexpr std::size_t longest_read_pivot = 60;  // nodes; beyond, nobody reads it

// How good a divisor is: first the rank, then the cost; less is better.
struct PivotMerit {
    enum Rank : std::uint8_t {
        NeverFails,      // at no state
        LargeAtStart,    // and may vanish elsewhere
        SmallButProved,  // never vanishes, but is tiny beside the rest of its row
        SmallAtStart,
        FailsAtStart,
    };
    Rank rank = FailsAtStart;
    double cost = 0;

    bool operator<=(const PivotMerit& other) const {
        return rank != other.rank ? rank < other.rank : cost <= other.cost;
    }
    friend bool operator==(const PivotMerit&, const PivotMerit&) = default;
};

// Σ entriesⱼ cⱼ + … = 0, and what each entry is worth where the motion begins: for PivotChoice, which decides
// by it.
struct ConditionRow {
    ExprVector entries;
    ExprMatrix directions = {};      // with coefficients c; none: those of the coordinates
    bool are_alike = false;          // no entry is too small
    std::vector<double> share = {};  // between 0 and 1; 0 where it is unknown
    bool some_poles = false;         // some entry has a denominator that may vanish
};

class PivotChoice {
public:
    // The system must live as long.
    explicit PivotChoice(const System& system);

    // Proved for every state, and the model's values of the parameters.
    bool never_vanishes(const Expr& e) const;
    // No denominator that could vanish.
    bool never_has_pole(const Expr& e) const;
    // A number or a function of parameters, and not zero.
    bool is_divisible_constant(const Expr& e) const;

    // At the initial state; NaN where there is no value.
    double at_start(const Expr& e) const;
    int sign_at_start(const Expr& e) const;  // 0 where it has none
    // √Mⱼⱼ there, one per coordinate.
    const std::vector<double>& weights() const;

    // With shares.
    ConditionRow row(ConditionRow of) const;
    // Whether some entry has a denominator that may vanish.
    bool has_poles(const ConditionRow& row) const;
    PivotMerit merit(const ConditionRow& row, std::size_t column) const;
    // Whether a column that the user wants may be had: it does not fail where the motion begins.
    bool allows(const ConditionRow& row, std::size_t wanted) const;
    // The column of the best entry that is certainly not identically zero; the wanted one if it may.
    std::optional<std::size_t> choose(const ConditionRow& row,
                                      std::optional<std::size_t> wanted = {}) const;

private:
    struct Asked;
    template <typename Ask>
    auto answer(const Ask& ask) const;

    bool is_constant(const Expr& e) const;
    double value(const Expr& e) const;
    double weight(const ExprVector& direction) const;
    bool is_divisor(const Expr& e) const;
    bool has_no_zero(const Expr& e) const;
    bool has_no_pole(const Expr& e) const;
    PivotMerit found_merit(const ConditionRow& row, std::size_t column) const;
    bool is_allowed(const ConditionRow& row, std::size_t wanted) const;
    std::optional<std::size_t> best(const ConditionRow& row,
                                    std::optional<std::size_t> wanted) const;

    const std::vector<Parameter>& parameters_;
    ExprVector variables_;  // t, q and v
    std::vector<Replacement> parameter_values_;
    Values start_;
    std::vector<double> weights_;
    std::shared_ptr<Asked> asked_;  // where somebody keeps it
};

}  // namespace rattleback
