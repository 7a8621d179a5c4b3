#include "compiled/jet_interpreter.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "compiled/jet_workspace.hpp"
#include "compiled/numeric_solve.hpp"

// The loops are compiled for vectors of four and of eight, too.
#ifdef __x86_64__
#define RATTLEBACK_FOUR __attribute__((target("avx2,fma"), flatten))
#define RATTLEBACK_EIGHT __attribute__((target("avx512f,avx512vl,avx512dq,avx2,fma"), flatten))
#define RATTLEBACK_HAS_FOUR (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#define RATTLEBACK_HAS_EIGHT \
    (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
#endif

namespace rattleback {
namespace {

// Where each thing lies in the workspace.
struct Places {
    Places(const JetProgram& program, const JetArguments& arguments)
        : half(jet_sum_lanes(program)),
          kept(arguments.workspace),
          first(kept + jet_workspace(program, arguments.order)),
          values(first + 2 * half),
          scales(values + 2 * program.rows.values + half) {}

    double* left(std::size_t j) const { return kept + row_of_order(j) * 2 * half; }
    double* right(std::size_t j) const { return left(j) + half; }

    std::size_t half;  // lanes of sums
    double* kept;
    double* first;  // the factors of order 1
    double* values;
    double* scales;
    double* before = nullptr;  // the factors of the order before
};

// out = Σ of the terms of a rule, for all rules of a run. With how many terms they have known, there
// is one loop.
struct RunData {
    double* __restrict out;
    const double* values;
    const std::uint32_t* indices;
    const double* scales;
    std::size_t count;
    double inverse;  // of the order
};

template <std::size_t divided, std::size_t others, bool has_factor>
inline void run_of(const RunData& run) {
    const std::size_t n = run.count;
    double* __restrict const out = run.out;
    for (std::size_t i = 0; i < n; ++i) {
        double total = -0.0;
        for (std::size_t p = 0; p < divided; ++p)
            total = std::fma(run.scales[p * n + i], run.values[run.indices[p * n + i]], total);
        if (divided > 0) total *= run.inverse;
        for (std::size_t p = divided; p < divided + others; ++p)
            total = std::fma(run.scales[p * n + i], run.values[run.indices[p * n + i]], total);
        if (has_factor) total *= run.scales[(divided + others) * n + i];
        out[i] = total;
    }
}

template <std::size_t parts>
inline void run_of_any(const RunData& run, const JetRun& shape) {
    const std::size_t n = run.count, terms = shape.divided + shape.others;
    for (std::size_t i = 0; i < n; ++i) {
        const auto added = [&](std::size_t p, double total) {
            return std::fma(run.scales[p * n + i], run.values[run.indices[p * n + i]], total);
        };
        double totals[parts];
        for (double& total : totals) total = -0.0;
        for (std::size_t p = 0; p < shape.divided; ++p) totals[0] = added(p, totals[0]);
        totals[0] *= run.inverse;
        std::size_t p = shape.divided;
        for (; p + parts <= terms; p += parts)
            for (std::size_t r = 0; r < parts; ++r) totals[r] = added(p + r, totals[r]);
        for (std::size_t r = 0; p < terms; ++p, ++r) totals[r] = added(p, totals[r]);
        double total = totals[0];
        if constexpr (parts == 4) total = (totals[0] + totals[2]) + (totals[1] + totals[3]);
        if (shape.has_factor) total *= run.scales[terms * n + i];
        run.out[i] = total;
    }
}

inline void run_of_any(const RunData& run, const JetRun& shape) {
    if (parts_of_rule(shape.others) == 4)
        run_of_any<4>(run, shape);
    else
        run_of_any<1>(run, shape);
}

template <std::size_t divided, std::size_t others>
inline void run_of(const RunData& run, const JetRun& shape) {
    if (shape.has_factor)
        run_of<divided, others, true>(run);
    else
        run_of<divided, others, false>(run);
}

inline void apply(const JetRun& shape, const RunData& run) {
    constexpr std::uint32_t most = 8;
    if (shape.others >= most) return run_of_any(run, shape);
    switch (shape.divided * most + shape.others) {
        case 1: return run_of<0, 1>(run, shape);
        case 2: return run_of<0, 2>(run, shape);
        case 3: return run_of<0, 3>(run, shape);
        case 4: return run_of<0, 4>(run, shape);
        case 5: return run_of<0, 5>(run, shape);
        case most + 1: return run_of<1, 1>(run, shape);
        default: return run_of_any(run, shape);
    }
}

// Sums of products of older factors, in `partial` sums that do not wait for each other.
constexpr std::size_t block = 64;

template <std::size_t partial>
inline void older(const Places& at, std::size_t k, std::size_t from, std::size_t lanes,
                  double* __restrict out) {
    double totals[partial][block];
    for (auto& total : totals) std::fill_n(total, lanes, 0.0);
    std::size_t j = 2;
    for (; j + 5 <= k; j += 4) {
        const double *const a = at.left(j) + from, *const b = at.right(k - j) + from;
        const std::size_t row = 2 * at.half;
        for (std::size_t i = 0; i < lanes; ++i) {
            double t[partial];
            for (std::size_t r = 0; r < partial; ++r) t[r] = totals[r][i];
            for (std::size_t r = 0; r < 4; ++r)
                t[r % partial] = std::fma(a[r * row + i], *(b + i - r * row), t[r % partial]);
            for (std::size_t r = 0; r < partial; ++r) totals[r][i] = t[r];
        }
    }
    for (std::size_t r = 0; j + 2 <= k; ++j, ++r) {
        const double *const a = at.left(j) + from, *const b = at.right(k - j) + from;
        double* const total = totals[r % partial];
        for (std::size_t i = 0; i < lanes; ++i) total[i] = std::fma(a[i], b[i], total[i]);
    }
    for (std::size_t i = 0; i < lanes; ++i) {
        if constexpr (partial == 4)
            out[i] = (totals[0][i] + totals[2][i]) + (totals[1][i] + totals[3][i]);
        else if constexpr (partial == 2)
            out[i] = totals[0][i] + totals[1][i];
        else
            out[i] = totals[0][i];
    }
}

inline void sum_up(const JetProgram& program, const Places& at, std::size_t k) {
    double* const sums = at.values + program.rows.sum(0);
    const std::size_t partial = partial_sums(program);
    for (std::size_t from = 0; from < at.half; from += block) {
        const std::size_t lanes = std::min(block, at.half - from);
        double* const out = sums + from;
        if (partial == 4)
            older<4>(at, k, from, lanes, out);
        else if (partial == 2)
            older<2>(at, k, from, lanes, out);
        else
            older<1>(at, k, from, lanes, out);
        const double *const first = at.first + from, *const before = at.before + from;
        for (std::size_t i = 0; i < lanes; ++i) {
            // The only term of order 2 is there once.
            const double last = k == 2 ? 0.0 : before[i];
            const double sum = std::fma(last, first[at.half + i], out[i]);
            out[i] = std::fma(first[i], before[at.half + i], sum);
        }
    }
}

class Expansion {
public:
    Expansion(const JetProgram& program, const JetArguments& arguments, FactoredSolve solve)
        : program_(program),
          rows_(program.rows),
          arguments_(arguments),
          solve_(solve),
          at_(program, arguments) {}

    void run() {
        begin();
        const bool rules_at_last = program_.watched.size() > program_.size;
        for (std::size_t k = 1; k <= arguments_.order; ++k) {
            advance_states(k);
            if (k == arguments_.order && !rules_at_last) {
                give_out(k);
                return;
            }
            if (k > 1) sum_up(program_, at_, k);
            const double inverse = 1 / static_cast<double>(k);
            const std::span runs(rows_.runs);
            apply_runs(runs.first(rows_.early), inverse);
            if (!rows_.right.empty()) solve_equations();
            apply_runs(runs.subspan(rows_.early), inverse);
            give_out(k);
            keep(k);
        }
    }

private:
    void begin() {
        std::copy(rows_.scales.begin(), rows_.scales.end(), at_.scales);
        for (const JetRows::MovingScale& moving : rows_.moving)
            at_.scales[moving.scale] = moving.sign * arguments_.start[moving.place];
        std::fill_n(at_.values + rows_.sum(0), at_.half, 0.0);  // at order 1
        double* const row = arguments_.coefficients;
        for (std::size_t i = 0; i < program_.watched.size(); ++i)
            row[i] = arguments_.start[program_.values[program_.watched[i]]];
    }

    // yₖ = σ fₖ₋₁/k: all of them from the order before, of which some are among them.
    void advance_states(std::size_t k) {
        const double factor = arguments_.sigma / static_cast<double>(k);
        double* const next = at_.values + rows_.weighted();  // whose values have been used
        for (std::size_t s = 0; s < rows_.rates.size(); ++s) {
            const JetRows::Rate& rate = rows_.rates[s];
            if (k == 1)
                next[s] = factor * arguments_.start[rate.start];
            else if (rate.value == JetRows::none)
                next[s] = 0;
            else
                next[s] = factor * at_.scales[rate.scale] * at_.values[rate.value];
        }
        std::copy_n(next, rows_.rates.size(), at_.values);
    }

    void apply_runs(std::span<const JetRun> runs, double inverse) {
        for (const JetRun& run : runs)
            apply(run, {at_.values + run.first, at_.values, rows_.indices.data() + run.begin,
                        at_.scales + run.begin, run.count, inverse});
    }

    void solve_equations() {
        double* const column = at_.values + rows_.first_unknown;
        for (std::size_t i = 0; i < rows_.right.size(); ++i)
            column[i] = rows_.right[i] == JetRows::none ? 0 : at_.values[rows_.right[i]];
        solve_(column);
    }

    void give_out(std::size_t k) {
        double* const row = arguments_.coefficients + k * program_.row();
        for (std::size_t i = 0; i < rows_.watched.size(); ++i)
            row[i] = at_.values[rows_.watched[i]];
    }

    // The factors of all sums, in the rows of this order and of the last.
    void keep(std::size_t k) {
        const auto order = static_cast<double>(k);
        double* const weighted = at_.values + rows_.weighted();
        for (std::size_t i = 0; i < rows_.values; ++i) weighted[i] = order * at_.values[i];
        double* const now = k == 1 ? at_.first : at_.left(k);
        const std::size_t sums = rows_.factors_a.size();
        for (std::size_t i = 0; i < sums; ++i) now[i] = at_.values[rows_.factors_a[i]];
        for (std::size_t i = 0; i < sums; ++i) now[at_.half + i] = at_.values[rows_.factors_b[i]];
        at_.before = now;
    }

    const JetProgram& program_;
    const JetRows& rows_;
    const JetArguments& arguments_;
    FactoredSolve solve_;
    Places at_;
};

inline void expand(const JetProgram& program, const JetArguments& arguments, FactoredSolve solve) {
    Expansion(program, arguments, solve).run();
}

using Version = void (*)(const JetProgram&, const JetArguments&, FactoredSolve);

#ifdef __x86_64__
RATTLEBACK_FOUR void expand_by_four(const JetProgram& program, const JetArguments& arguments,
                                    FactoredSolve solve) {
    expand(program, arguments, solve);
}
RATTLEBACK_EIGHT void expand_by_eight(const JetProgram& program, const JetArguments& arguments,
                                      FactoredSolve solve) {
    expand(program, arguments, solve);
}
Version version() {
    return RATTLEBACK_HAS_EIGHT ? expand_by_eight : RATTLEBACK_HAS_FOUR ? expand_by_four : expand;
}
#else
Version version() { return expand; }
#endif

}  // namespace

std::size_t jet_interpreter_workspace(const JetProgram& program, std::size_t order) {
    const JetRows& rows = program.rows;
    return jet_workspace(program, order) + 3 * jet_sum_lanes(program) + 2 * rows.values +
           rows.scales.size();
}

void interpret_jets(const JetProgram* program, const JetArguments* arguments) noexcept {
    static const Version own = version();
    const double* const matrix = arguments->start + program->places();
    NumericSolve::factored({matrix, program->unknowns()},
                           [&](FactoredSolve solve) { own(*program, *arguments, solve); });
}

}  // namespace rattleback
