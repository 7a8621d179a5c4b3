#include "compiled/jet_lateness.hpp"

#include <algorithm>
#include <numeric>

namespace rattleback {
namespace {

// From a factor to a sum: to put it into its vector, to multiply, and to take the sum out.
constexpr int of_sum = 3;
constexpr int orders = 8;

}  // namespace

std::vector<int> jet_lateness(const JetProgram& program) {
    std::vector<int> before(program.series(), 0), now = before;
    for (int order = 0; order < orders; ++order) {
        for (std::size_t s = 0; s < program.rates.size(); ++s)
            if (const std::uint32_t rate = program.rates[s].series; rate != JetRate::none)
                now[s] = before[rate] + 1;
        for (const JetRule& rule : program.rules) {
            std::vector<int> known;
            for (const JetTerm& term : rule.terms) known.push_back(now[term.series]);
            for (const JetSumTerm& term : rule.sums) {
                const JetSum& sum = program.sums[term.sum];
                known.push_back(std::max(before[sum.a.series], before[sum.b.series]) + of_sum);
            }
            std::ranges::sort(known);
            int total = known.front();
            for (const int next : known) total = std::max(total, next) + 1;
            now[rule.series] = total + (rule.factor.is_one() ? 0 : 1);
        }
        before = now;
    }
    return now;
}

JetProgram arranged(JetProgram program) {
    const std::vector<int> late = jet_lateness(program);
    for (JetSum& sum : program.sums)
        if (late[sum.a.series] > late[sum.b.series]) std::swap(sum.a, sum.b);
    std::vector<std::uint32_t> order(program.sums.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {},
                             [&](std::uint32_t i) { return late[program.sums[i].b.series]; });
    std::vector<JetSum> sums;
    std::vector<std::uint32_t> place(order.size());
    for (const std::uint32_t i : order) {
        place[i] = static_cast<std::uint32_t>(sums.size());
        sums.push_back(program.sums[i]);
    }
    program.sums = std::move(sums);
    for (JetRule& rule : program.rules) {
        for (JetSumTerm& term : rule.sums) term.sum = place[term.sum];
        std::ranges::stable_sort(rule.terms, {},
                                 [&](const JetTerm& term) { return late[term.series]; });
    }
    return program;
}

}  // namespace rattleback
