// Where norms are zero: what Switching decides there.

#include <algorithm>
#include <cmath>

#include "trajectory/switching.hpp"

namespace rattleback {

// Those that are zero and stay so or not; one that was let go leaves.
std::vector<std::size_t> Switching::norms_at_rest(const Arrival& arrival,
                                                  const std::vector<Side>& before,
                                                  Continuation& so_far) const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < norms_.size(); ++i) {
        const std::size_t number = surfaces_.size() + i;
        const double size = norms_.size_of(i);
        const bool is_met = arrival.at == number,
                   was_held = !before.empty() && stays(before[number]);
        if (before.empty() || was_held)
            so_far.sides.push_back(size <= norm_sizes_->slow()[i] ? Side::Slow : Side::Above);
        else
            so_far.sides.push_back(is_met && arrival.becomes ? *arrival.becomes : before[number]);
        if (is_met && arrival.becomes) continue;
        if (is_met && !arrival.left_along.empty() && !are_shared(before))
            so_far.leaving[i] = norms_.unit(i, arrival.left_along);
        else if (was_held || is_met || size <= norm_sizes_->least()[i])
            result.push_back(i);
    }
    return result;
}

// Two norms of one velocity do not become small enough at the same instant.
void Switching::add_what_rests_too(double t, std::span<const double> y, const Continuation& so_far,
                                   std::vector<std::size_t>& norms,
                                   std::vector<std::size_t>& undecided) {
    if (norms_.size() + surfaces_.size() == norms.size()) return;
    Continuation rest = so_far;
    for (const std::size_t i : norms) rest.sides[surfaces_.size() + i] = Side::Held;
    std::vector<double> placed(y.begin(), y.end());
    place(t, placed, rest);
    look(t, placed, so_far.sides);
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        const bool is_known = std::ranges::find(so_far.on, i) != so_far.on.end();
        if (!is_known && !surfaces_[i].of_position && at(i).off_cut <= 0 && is_near(i))
            undecided.push_back(i);
    }
    for (std::size_t i = 0; i < norms_.size(); ++i) {
        const bool is_known =
            std::ranges::find(norms, i) != norms.end() || so_far.leaving.contains(i);
        if (!is_known && norms_.size_of(i) <= norm_sizes_->least()[i]) norms.push_back(i);
    }
    look(t, y, so_far.sides);
}

// Rates of the parts of norms and then of the leadings of groups, by all directions and sides.
SideRates Switching::rates_of(const std::vector<std::size_t>& norms,
                              const std::vector<Group>& groups, const Continuation& so_far) {
    std::vector<std::size_t> first;
    std::vector<double> full;  // each entry where it alone fills its ball
    for (const std::size_t i : norms) {
        first.push_back(full.size());
        for (const double weight : norms_.weights(i)) full.push_back(1 / std::sqrt(weight));
    }
    const std::size_t count = full.size();
    full.resize(count + groups.size(), 1);
    SideRates result{{}, {}, std::vector<double>(count + groups.size())};
    const auto rates_at = [&](std::size_t moved) {
        std::vector<double> u(count + groups.size()), r;
        if (moved < u.size()) u[moved] = full[moved];
        for (std::size_t n = 0; n < norms.size(); ++n)
            set_direction(norms[n], norms_.direction(norms[n], std::span(u).subspan(first[n])));
        const std::vector<int> states(u.begin() + static_cast<std::ptrdiff_t>(count), u.end());
        rates_with(with_states(so_far.sides, groups, states));
        const auto add = [&](double by_time, std::span<const double> by_state) {
            double& size = result.size[r.size()];
            size = std::max(size, rate_size(by_time, by_state));
            r.push_back(rate(by_time, by_state));
        };
        for (const std::size_t i : norms)
            for (std::size_t a = 0; a < norms_.parts(i); ++a)
                add(norms_.part_by_time(i, a), norms_.part_by_state(i, a));
        for (const Group& g : groups)
            add(at(g.members[0]).by_time, {at(g.members[0]).by_state, f_.size()});
        return r;
    };
    result.constant = rates_at(result.size.size());
    for (std::size_t j = 0; j < result.size.size(); ++j) {
        result.slopes.push_back(rates_at(j));
        for (std::size_t i = 0; i < result.size.size(); ++i)
            result.slopes.back()[i] = (result.slopes.back()[i] - result.constant[i]) / full[j];
    }
    return result;
}

// With these directions, a short time later.
SideRates Switching::rates_ahead(double t, std::span<const double> y,
                                 const std::vector<std::size_t>& norms,
                                 const std::vector<Group>& groups, const Continuation& so_far,
                                 const std::vector<double>& directions) {
    std::size_t next = 0;
    for (const std::size_t i : norms) {
        set_direction(i, norms_.direction(i, std::span(directions).subspan(next)));
        next += norms_.parts(i);
    }
    for (const Group& g : groups) {
        for (const std::size_t i : g.members) in_[parameter_[i]] = directions[next];
        ++next;
    }
    code_.rates(in_.data(), f_.data());
    const double time = short_time(y);
    look(t + time, moved(y, time), so_far.sides);
    rest(norms, so_far);
    return rates_of(norms, groups, so_far);
}

// What these norms are where they are zero, and the others where they leave.
void Switching::rest(const std::vector<std::size_t>& norms, const Continuation& so_far) {
    for (const std::size_t i : norms)
        in_[direction_of_[i] + switched_.norms[i].directions.size()] = 0;
    for (const auto& [norm, eta] : so_far.leaving) set_direction(norm, norms_.direction(norm, eta));
}

Continuation Switching::choose(double t, std::span<const double> y,
                               const std::vector<std::size_t>& norms,
                               const std::vector<Group>& groups, Continuation so_far) {
    std::vector<DirectionBall> balls;
    std::vector<std::size_t> numbers;
    std::size_t next = 0;
    for (const std::size_t i : norms) {
        balls.push_back({next, norms_.weights(i)});
        next += norms_.parts(i);
        numbers.push_back(surfaces_.size() + i);
    }
    for (const Group& g : groups) {
        balls.push_back({next++, {1}});
        numbers.insert(numbers.end(), g.members.begin(), g.members.end());
    }
    rest(norms, so_far);
    BallSolution found = directions_of(rates_of(norms, groups, so_far), balls);
    if (found.is_full)  // which of them let go is seen where they would have to hold more
        found = directions_of(rates_ahead(t, y, norms, groups, so_far, found.directions), balls);
    if (found.is_one_of_many)
        so_far.trouble = "The motion has several continuations at " + where(t, numbers) +
                         ": it may leave in every direction";
    else if (found.directions.empty())
        so_far.trouble =
            "The motion has no continuation that is determined at " + where(t, numbers);
    if (!so_far.trouble.empty()) return so_far;
    std::vector<int> states;
    for (std::size_t b = 0; b < balls.size(); ++b) {
        const double* const eta = found.directions.data() + balls[b].first;
        if (b >= norms.size()) {
            states.push_back(found.holds[b] != 0 ? 0 : *eta > 0 ? 1 : -1);
            continue;
        }
        Side& side = so_far.sides[surfaces_.size() + norms[b]];
        side = found.holds[b] != 0 ? Side::Held : Side::Slow;
        if (found.kept[b] != 0)
            keep(so_far, surfaces_.size() + norms[b],
                 norms_.direction(norms[b], {eta, eta + norms_.parts(norms[b])}));
        else if (side != Side::Held)
            so_far.leaving[norms[b]] = norms_.unit(norms[b], {eta, eta + norms_.parts(norms[b])});
    }
    so_far.sides = with_states(std::move(so_far.sides), groups, states);
    for (std::size_t b = norms.size(); b < balls.size(); ++b)
        for (const std::size_t i : groups[b - norms.size()].members)
            if (found.kept[b] != 0) keep(so_far, i, {found.directions[balls[b].first]});
    return so_far;
}

}  // namespace rattleback
