#include "compiled/jet_rows.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "compiled/jet_program.hpp"

namespace rattleback {
namespace {

constexpr std::uint32_t line = 8;  // doubles of a line of the cache

std::uint32_t whole(std::size_t count) {
    return static_cast<std::uint32_t>((count + line - 1) / line * line);
}

// Rules that have the same are one run.
struct Shape {
    bool is_late = false;  // it waits for the solution of equations
    int level = 0;         // how many rules wait for each other before it
    std::uint32_t divided = 0, others = 0;
    bool has_factor = false;
    auto operator<=>(const Shape&) const = default;
};

class Layout {
public:
    explicit Layout(const JetProgram& program) : program_(program) {
        rows_.values = whole(program.series());
        place_.resize(program.series());
        for (std::uint32_t s = 0; s < program.rates.size(); ++s) place_[s] = s;
    }

    JetRows made() {
        const std::vector<Shape> shapes = this->shapes();
        std::vector<std::uint32_t> order(shapes.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t rule) { return shapes[rule]; });
        const auto is_late = [&](std::uint32_t rule) { return shapes[rule].is_late; };
        const std::size_t early =
            static_cast<std::size_t>(std::ranges::find_if(order, is_late) - order.begin());
        // Values lie in the order in which they become known.
        auto next = static_cast<std::uint32_t>(program_.rates.size());
        const auto place = [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i)
                place_[program_.rules[order[i]].series] = next++;
        };
        place(0, early);
        rows_.first_unknown = next;
        if (program_.solve)
            for (const std::uint32_t series : program_.solve->unknowns) place_[series] = next++;
        place(early, order.size());
        for (std::size_t i = 0, until = 0; i < order.size(); i = until) {
            const Shape& shape = shapes[order[i]];
            while (until < order.size() && shapes[order[until]] == shape) ++until;
            add_run(std::span(order).subspan(i, until - i), shape);
            if (!shape.is_late) rows_.early = rows_.runs.size();
        }
        add_ends();
        return std::move(rows_);
    }

private:
    std::vector<Shape> shapes() const {
        std::vector<int> level(program_.series());
        std::vector<char> late(program_.series());
        if (program_.solve)
            for (const std::uint32_t series : program_.solve->unknowns) late[series] = 1;
        std::vector<Shape> result;
        for (const JetRule& rule : program_.rules) {
            Shape shape;
            for (const JetTerm& term : rule.terms) {
                shape.is_late = shape.is_late || late[term.series] != 0;
                shape.level = std::max(shape.level, level[term.series] + 1);
            }
            for (const JetSumTerm& term : rule.sums) shape.divided += term.over_order ? 1 : 0;
            shape.others =
                static_cast<std::uint32_t>(rule.sums.size() + rule.terms.size()) - shape.divided;
            shape.has_factor = !rule.factor.is_one();
            level[rule.series] = shape.level;
            late[rule.series] = shape.is_late ? 1 : 0;
            result.push_back(shape);
        }
        return result;
    }

    std::uint32_t place(const JetFactor& factor) const {
        return place_[factor.series] + (factor.weighted ? rows_.weighted() : 0);
    }

    std::uint32_t add_scale(const JetScale& scale) {
        const auto at = static_cast<std::uint32_t>(rows_.scales.size());
        rows_.scales.push_back(scale.constant);
        if (scale.place != JetScale::nowhere)
            rows_.moving.push_back({at, scale.place, scale.constant});
        return at;
    }

    void add(const JetRate& rate) {
        const bool moves = rate.series != JetRate::none;
        rows_.rates.push_back(
            {rate.start, moves ? place_[rate.series] : JetRows::none, add_scale(rate.scale)});
    }

    // In the order in which they are added.
    std::vector<std::pair<std::uint32_t, JetScale>> terms(const JetRule& rule) const {
        std::vector<std::pair<std::uint32_t, JetScale>> result;
        for (const bool divided : {true, false})
            for (const JetSumTerm& term : rule.sums)
                if (term.over_order == divided)
                    result.emplace_back(rows_.sum(term.sum), term.scale);
        for (const JetTerm& term : rule.terms) result.emplace_back(place_[term.series], term.scale);
        return result;
    }

    void add_ends() {
        for (const JetRate& rate : program_.rates) add(rate);
        for (const JetSum& sum : program_.sums) {
            rows_.factors_a.push_back(place(sum.a));
            rows_.factors_b.push_back(place(sum.b));
        }
        for (const std::uint32_t series : program_.watched) rows_.watched.push_back(place_[series]);
        if (!program_.solve) return;
        for (const std::uint32_t series : program_.solve->right)
            rows_.right.push_back(series == JetScale::nowhere ? JetRows::none : place_[series]);
    }

    void add_run(std::span<const std::uint32_t> rules, const Shape& shape) {
        const auto count = static_cast<std::uint32_t>(rules.size());
        rows_.runs.push_back({place_[program_.rules[rules[0]].series], count, shape.divided,
                              shape.others, shape.has_factor,
                              static_cast<std::uint32_t>(rows_.scales.size())});
        std::vector<std::vector<std::pair<std::uint32_t, JetScale>>> all;
        for (const std::uint32_t rule : rules) all.push_back(terms(program_.rules[rule]));
        for (std::uint32_t p = 0; p < shape.divided + shape.others; ++p)
            for (const auto& of_rule : all) {
                rows_.indices.push_back(of_rule[p].first);
                add_scale(of_rule[p].second);
            }
        if (!shape.has_factor) return;
        for (const std::uint32_t rule : rules) {
            rows_.indices.push_back(0);  // factors multiply no value
            add_scale(program_.rules[rule].factor);
        }
    }

    const JetProgram& program_;
    JetRows rows_;
    std::vector<std::uint32_t> place_;  // of each series
};

}  // namespace

JetRows jet_rows(const JetProgram& program) { return Layout(program).made(); }

}  // namespace rattleback
