#include "random/random_constraints.hpp"

#include <algorithm>

namespace rattleback::testing {
namespace {

using Names = std::vector<std::string>;

class ConstraintSource {
public:
    ConstraintSource(RandomSource& random, RandomModel& to)
        : random_(random), to_(to), q_(to.model.coordinates), names_(q_) {
        if (random_.one_in(4)) {
            names_.emplace_back("t");
            to_.kinds.insert("time in constraints");
        }
    }

    // `d` is the coordinate whose velocity a constraint gives, where it gives one.
    void add(const std::string& d) {
        switch (random_.below(8)) {
            case 0:
            case 1: return keep("linear", linear(d));
            case 2: return keep("explicit linear", {d + "'", combination(d)});
            case 3: return keep("affine", {d + "'", combination(d) + " + " + function()});
            case 4: return keep("positional", positional(d));
            case 5: return keep("second order", second_order(d));
            default: return keep("nonlinear", nonlinear(d));
        }
    }

    void add_with_law(const Names& dependent, bool by_w) {
        to_.kinds.insert(by_w ? "reaction by W" : "reaction along a direction");
        Names free;
        for (const std::string& q : q_)
            if (std::ranges::find(dependent, q) == dependent.end()) free.push_back(q);
        for (const std::string& d : dependent) {
            std::vector<std::string> terms;
            for (const std::string& q : free)
                terms.push_back("(" + small(random_, names_).text + ")*" + q + "'");
            ConstraintText c{d + "'", sum_of(terms)};
            for (const std::string& q : q_)
                if (!by_w) c.reaction.push_back(q == d ? "1" : small(random_, names_).text);
            to_.model.constraints.push_back(std::move(c));
        }
        for (const std::string& q : free) {
            if (!by_w) break;
            auto& w = to_.model.vanishes_on.emplace_back();
            for (const std::string& other : q_) {
                const bool is_free = std::ranges::find(free, other) != free.end();
                w.push_back(other == q ? "1" : is_free ? "0" : small(random_, names_).text);
            }
        }
    }

    // One that follows from those that are there.
    void add_redundant() {
        auto& all = to_.model.constraints;
        if (all.size() < 2 || !are_of_first_order_) return;
        const auto zero = [&](std::size_t i) {
            return "((" + all[i].left + ") - (" + all[i].right + "))";
        };
        ConstraintText sum{zero(0) + "*(" + positive(random_, names_).text + ") + " + zero(1)};
        all.push_back(std::move(sum));
        to_.kinds.insert("redundant");
    }

private:
    void keep(const std::string& kind, ConstraintText c) {
        are_of_first_order_ = are_of_first_order_ && kind != "second order" && kind != "positional";
        to_.kinds.insert(kind);
        to_.model.constraints.push_back(std::move(c));
    }

    std::string function() { return smooth(random_, names_).text; }
    const std::string& other(const std::string& d) {
        for (;;)
            if (const std::string& q = random_.of(q_); q != d) return q;
    }

    // Σ a v of the other velocities.
    std::string combination(const std::string& d) {
        std::vector<std::string> terms{"(" + function() + ")*" + other(d) + "'"};
        for (const std::string& q : q_)
            if (q != d && random_.one_in(2)) terms.push_back("(" + function() + ")*" + q + "'");
        return sum_of(terms);
    }

    ConstraintText linear(const std::string& d) {
        const std::string factor =
            random_.one_in(2) ? positive(random_, names_).text : function() + " + 1";
        return {"(" + factor + ")*" + d + "' + " + combination(d)};
    }

    ConstraintText positional(const std::string& d) {
        const std::string& q = other(d);
        if (names_.size() > q_.size()) return {d, smooth(random_, {q, "t"}).text};
        if (random_.one_in(2)) return {d, smooth(random_, {q}).text};
        return {d + "^2 + " + q + "^2*" + random_.mass(), random_.mass()};
    }

    ConstraintText second_order(const std::string& d) {
        const std::string &i = other(d), &j = other(d);
        return {"(" + positive(random_, names_).text + ")*" + d + "''",
                "(" + small(random_, names_).text + ")*" + i + "'' + " + random_.number() + "*" +
                    i + "'*" + j + "' + " + function()};
    }

    ConstraintText nonlinear(const std::string& d) {
        const std::string &i = other(d), &j = other(d);
        const std::string a = "(" + function() + ")";
        switch (random_.below(6)) {
            case 0: return {d + "'", a + "*sqrt(1 + " + i + "'^2 + 2*" + j + "'^2)"};
            case 1: return {d + "'", random_.number() + "*" + i + "'*" + j + "' + " + a};
            case 2: return {d + "' + " + d + "'^3/3", a + "*" + i + "' + " + random_.number()};
            case 3: return {d + "'^2", random_.mass() + "*" + i + "'^2 + " + j + "'^2"};
            case 4:
                return {"(" + positive(random_, names_).text + ")*" + d + "'^2 + " + i + "'^2",
                        "1"};
            default: return product_of_velocities(d);
        }
    }

    // x1'·y2' = x2'·y1', where there are four.
    ConstraintText product_of_velocities(const std::string& d) {
        if (q_.size() < 4) return {d + "'*" + other(d) + "'", random_.mass() + "/4"};
        const auto at = random_.order(q_.size());
        const auto v = [&](std::size_t k) { return q_[at[k]] + "'"; };
        return {v(0) + "*" + v(1), v(2) + "*" + v(3)};
    }

    RandomSource& random_;
    RandomModel& to_;
    Names q_, names_;
    bool are_of_first_order_ = true;
};

}  // namespace

void add_constraints(RandomSource& random, RandomModel& to) {
    const Names& q = to.model.coordinates;
    const std::size_t most = q.size() - 1 - to.body_constraints.size();
    const std::size_t count =
        random.one_in(10) ? 0 : random.between(1, std::min<std::size_t>(most, 3));
    ConstraintSource source(random, to);
    const auto order = random.order(q.size());
    Names dependent;
    for (std::size_t i = 0; i < count; ++i) dependent.push_back(q[order[i]]);
    if (count > 0 && to.body_constraints.empty() && random.one_in(6))
        return source.add_with_law(dependent, random.one_in(2));
    for (const std::string& d : dependent) source.add(d);
    if (random.one_in(4)) source.add_redundant();
}

}  // namespace rattleback::testing
