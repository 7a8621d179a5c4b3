// A state is put onto the surfaces that its continuation is held on, or beside those it leaves.
#include <algorithm>
#include <cmath>

#include "start/decompositions.hpp"
#include "trajectory/switching.hpp"

namespace rattleback {
namespace {

// Near to a size: a unit that rounds nothing.
double power_of_two(double size) {
    return size > 0 && std::isfinite(size) ? std::ldexp(1.0, std::ilogb(size)) : 1;
}

}  // namespace

// In the least way, in units of the sizes of the state: q for the surfaces of positions, then the
// speeds for all.
void Switching::place(double t, std::span<double> y, const Continuation& as) {
    const std::size_t q = switched_.system.size(), n = f_.size();
    for (const bool positions : {true, false}) {
        look(t, y, as.sides);
        std::vector<std::pair<double, std::span<const double>>> rows;  // what is off, and its slope
        std::vector<Expr> known;
        for (std::size_t i = 0; i < surfaces_.size(); ++i) {
            const Expr& what = positions ? surfaces_[i].value : surfaces_[i].leading;
            if (std::ranges::find(as.on, i) == as.on.end() ||
                (positions && !surfaces_[i].of_position) ||
                std::ranges::find(known, what) != known.end())
                continue;
            known.push_back(what);
            const At here = at(i);
            rows.push_back(positions ? std::pair(here.value, std::span(here.value_by_state, n))
                                     : std::pair(here.leading, std::span(here.by_state, n)));
        }
        for (std::size_t i = 0; i < norms_.size() && !positions; ++i) {
            const auto leaves = as.leaving.find(i);
            const bool is_left = leaves != as.leaving.end();
            if (!stays(as.sides[surfaces_.size() + i]) && !is_left) continue;
            for (std::size_t a = 0; a < norms_.parts(i); ++a)
                rows.emplace_back(
                    norms_.part(i, a) -
                        (is_left ? 1.5 * norm_sizes_->least()[i] * leaves->second[a] : 0),
                    norms_.part_by_state(i, a));
        }
        if (rows.empty()) continue;
        const std::size_t first = positions ? 0 : q, count = positions ? q : n - q;
        Eigen::MatrixXd by(rows.size(), count);
        Eigen::VectorXd off(rows.size());
        const auto size = [&](std::size_t c) { return power_of_two(known_.sizes[first + c]); };
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const auto at = static_cast<Eigen::Index>(r);
            off[at] = rows[r].first;
            for (std::size_t c = 0; c < count; ++c)
                by(at, static_cast<Eigen::Index>(c)) = rows[r].second[first + c] * size(c);
            const double change = power_of_two(by.row(at).cwiseAbs().maxCoeff());
            off[at] /= change;
            by.row(at) /= change;
        }
        const Eigen::VectorXd step = solution(by.completeOrthogonalDecomposition(), off);
        for (std::size_t c = 0; c < count; ++c)
            y[first + c] -= step[static_cast<Eigen::Index>(c)] * size(c);
    }
}

}  // namespace rattleback
