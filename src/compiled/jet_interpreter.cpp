#include "compiled/jet_interpreter.hpp"

namespace rattleback {
namespace {

class Run {
public:
    Run(const JetProgram& program, const JetArguments& arguments)
        : program_(program), arguments_(arguments), stride_(program.series()) {}

    void operator()() {
        for (std::size_t s = 0; s < stride_; ++s) at(0, s) = arguments_.start[program_.values[s]];
        give_out(0);
        for (std::size_t k = 1; k <= arguments_.order; ++k) {
            advance_states(k);
            if (k < arguments_.order || has_other_watched())
                for (const JetRule& rule : program_.rules) apply(rule, k);
            give_out(k);
        }
    }

private:
    double& at(std::size_t k, std::size_t series) {
        return arguments_.workspace[k * stride_ + series];
    }
    bool has_other_watched() const { return program_.watched.size() > program_.size; }

    double value(const JetScale& scale) const {
        return scale.place == JetScale::nowhere ? scale.constant
                                                : scale.constant * arguments_.start[scale.place];
    }

    void advance_states(std::size_t k) {
        const double factor = arguments_.sigma / static_cast<double>(k);
        for (std::size_t s = 0; s < program_.rates.size(); ++s) {
            const JetRate& rate = program_.rates[s];
            double f = 0;
            if (k == 1)
                f = arguments_.start[rate.start];
            else if (rate.series != JetRate::none)
                f = value(rate.scale) * at(k - 1, rate.series);
            at(k, s) = factor * f;
        }
    }

    double factor(const JetFactor& factor, std::size_t j) {
        return factor.weighted ? static_cast<double>(j) * at(j, factor.series)
                               : at(j, factor.series);
    }

    double sum(const JetSum& sum, std::size_t k) {
        double total = 0;
        for (std::size_t j = 1; j < k; ++j) total += factor(sum.a, j) * factor(sum.b, k - j);
        return total;
    }

    void apply(const JetRule& rule, std::size_t k) {
        double total = 0;
        for (const JetSumTerm& term : rule.sums) {
            const double part = value(term.scale) * sum(program_.sums[term.sum], k);
            total += term.over_order ? part / static_cast<double>(k) : part;
        }
        for (const JetTerm& term : rule.terms) total += value(term.scale) * at(k, term.series);
        at(k, rule.series) = value(rule.factor) * total;
    }

    void give_out(std::size_t k) {
        double* row = arguments_.coefficients + k * program_.row();
        for (const std::uint32_t series : program_.watched) *row++ = at(k, series);
    }

    const JetProgram& program_;
    const JetArguments& arguments_;
    std::size_t stride_;
};

}  // namespace

std::size_t jet_interpreter_workspace(const JetProgram& program, std::size_t order) {
    return program.series() * (order + 1);
}

void interpret_jets(const JetProgram* program, const JetArguments* arguments) noexcept {
    Run(*program, *arguments)();
}

}  // namespace rattleback
