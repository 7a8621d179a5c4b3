#include "start/start_in_coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "exact/is_zero.hpp"
#include "exact/linear_algebra.hpp"
#include "exact/simplify.hpp"
#include "expr/decimal.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/print_text.hpp"
#include "expr/sentence_error.hpp"
#include "expr/short_decimal.hpp"
#include "expr/substitute.hpp"
#include "rattleback/errors.hpp"
#include "start/decompositions.hpp"
#include "start/initial_state.hpp"

namespace rattleback {
namespace {

constexpr double same = 1e-12;
constexpr int most_places = 60, most_iterations = 60, largest_denominator = 120;

using Vector = Eigen::VectorXd;

class Start {
public:
    Start(const System& system, const CoordinateMap& map)
        : system_(with_completed_start(system).system),
          map_(map),
          numbers_(numbers_at_start(system_)) {
        for (std::size_t i = 0; i < map.q().size(); ++i)
            if (!map.stays(i)) changed_.push_back(i);
    }

    std::vector<Assignment> run() {
        const ExprVector old = given(system_.q);
        auto exact = map_.affine_inverse(old, 0);
        const Vector q = exact ? Vector() : newton();
        if (!exact) exact = simple(q, old);
        if (exact) {
            for (std::size_t i = 0; i < exact->size(); ++i) say(map_.q()[i], (*exact)[i]);
            say_velocities(*exact);
        } else {
            for (std::size_t i = 0; i < old.size(); ++i)
                if (map_.stays(i)) say(map_.q()[i], old[i]);
            for (std::size_t k = 0; k < changed_.size(); ++k)
                say(map_.q()[changed_[k]], q[static_cast<Eigen::Index>(k)]);
            say_velocities(values_at(q));
        }
        for (const auto& [what, value] : system_.initial)
            if (!is_state(what)) say(what, value);
        return std::move(result_);
    }

private:
    bool is_state(const Expr& what) const {
        return std::ranges::find(system_.q, what) != system_.q.end() ||
               std::ranges::find(system_.v, what) != system_.v.end();
    }

    // Auxiliary variables say the velocities.
    bool names_velocities() const {
        if (!system_.parametrization) return true;
        const ExprVector& z = system_.parametrization->variables;
        return std::ranges::none_of(system_.initial, [&](const auto& entry) {
            return std::ranges::find(z, entry.first) != z.end();
        });
    }

    ExprVector given(const ExprVector& variables) const {
        ExprVector result;
        for (const Expr& x : variables) {
            const auto entry =
                std::ranges::find(system_.initial, x, [](const auto& pair) { return pair.first; });
            result.push_back(entry == system_.initial.end() ? Expr(0) : entry->second);
        }
        return result;
    }

    void say(const Expr& what, const Expr& value) {
        if (!value.is_zero()) result_.push_back({to_text(what), to_text(value)});
    }
    void say(const Expr& what, double value) {
        if (value != 0) result_.push_back({to_text(what), short_decimal(value)});
    }

    // All that has a number at the start, with these for the new coordinates.
    Values values_at(const Vector& q) const {
        Values values = numbers_;
        for (std::size_t k = 0; k < changed_.size(); ++k)
            values[map_.q()[changed_[k]]] = q[static_cast<Eigen::Index>(k)];
        return values;
    }

    Eigen::MatrixXd slope_at(const Values& values) const {
        const auto n = static_cast<Eigen::Index>(changed_.size());
        Eigen::MatrixXd result(n, n);
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < n; ++j)
                result(i, j) = evaluate(map_.slope()[changed_[static_cast<std::size_t>(i)]]
                                                    [changed_[static_cast<std::size_t>(j)]],
                                        values);
        return result;
    }

    Vector distance_at(const Values& values) const {
        Vector result(static_cast<Eigen::Index>(changed_.size()));
        for (std::size_t k = 0; k < changed_.size(); ++k) {
            const std::size_t i = changed_[k];
            result[static_cast<Eigen::Index>(k)] =
                evaluate(map_.phi()[i], values) - numbers_.at(system_.q[i]);
        }
        return result;
    }

    static bool is_regular(const Eigen::MatrixXd& slope) {
        if (!slope.allFinite()) return false;
        const Vector sizes = slope.jacobiSvd().singularValues();
        return sizes.size() == 0 || sizes.minCoeff() > 1e-8 * sizes.maxCoeff();
    }

    // From one place; nothing where it leads nowhere.
    std::optional<Vector> newton_from(Vector q) const {
        for (int i = 0; i < most_iterations; ++i) {
            const Values values = values_at(q);
            const Eigen::MatrixXd slope = slope_at(values);
            const Vector step = solution(PartialLU(slope), distance_at(values));
            if (!step.allFinite()) return {};
            q -= step;
            if (step.norm() <= same * (1 + q.norm())) {
                const bool is_good = is_regular(slope_at(values_at(q))) &&
                                     distance_at(values_at(q)).norm() <= 1e-10 * (1 + q.norm());
                return is_good ? std::optional(q) : std::nullopt;
            }
        }
        return {};
    }

    static bool is_before(const Vector& a, const Vector& b) {
        const auto negative = [](const Vector& x) { return (x.array() < -1e-9).count(); };
        if (negative(a) != negative(b)) return negative(a) < negative(b);
        return a.norm() < b.norm() - 1e-9;
    }

    Vector newton() const {
        std::mt19937_64 random(1);
        std::optional<Vector> best;
        const auto n = static_cast<Eigen::Index>(changed_.size());
        for (int place = 0; place < most_places; ++place) {
            Vector from = Vector::Ones(n);
            if (place > 0)
                for (double& x : from) x = 6 * (static_cast<double>(random() >> 11U) * 0x1p-53) - 3;
            const auto found = newton_from(from);
            if (found && (!best || is_before(*found, *best))) best = found;
        }
        if (!best) refuse();
        return *best;
    }

    [[noreturn]] void refuse() const {
        Sentences start, names;
        for (const auto i : changed_) {
            const std::string value = fmt::format("{}", numbers_.at(system_.q[i]));
            start.emplace_back(Equation{system_.q[i], decimal(value)});
            names.emplace_back(map_.q()[i]);
        }
        throw SentenceError<NumericalError>(
            sentence("At the start, {}, no regular values of {} were found; give another start or "
                     "other coordinates.",
                     listed(start, ", ", ", "), listed(names, ", ", ", ")));
    }

    // p/q or π p/q with a small q, if x is that.
    static std::optional<Expr> simple(double x) {
        for (int q = 1; q <= largest_denominator; ++q)
            for (const bool by_pi : {false, true}) {
                const double p = x * q / (by_pi ? std::numbers::pi : 1);
                if (std::fabs(p) > 1e6 || std::fabs(p - std::round(p)) > same * q) continue;
                const Expr value = ratio(std::lround(p), q);
                return by_pi ? value * pi() : value;
            }
        return {};
    }

    // Numbers that are proved to be the start.
    std::optional<ExprVector> simple(const Vector& q, const ExprVector& old) const {
        ExprVector result = old;
        std::vector<Replacement> put_in{{system_.t, 0}};
        for (std::size_t k = 0; k < changed_.size(); ++k) {
            const auto value = simple(q[static_cast<Eigen::Index>(k)]);
            if (!value) return {};
            result[changed_[k]] = *value;
        }
        for (std::size_t i = 0; i < result.size(); ++i) put_in.emplace_back(map_.q()[i], result[i]);
        std::vector<Replacement> numbers;
        for (const Parameter& p : system_.parameters) numbers.emplace_back(p.symbol, p.value);
        for (const auto i : changed_)
            if (!is_zero(substitute(substitute(map_.phi()[i], put_in) - old[i], numbers))
                     .proved_zero())
                return {};
        return result;
    }

    void say_velocities(const ExprVector& q) {
        std::vector<Replacement> at{{system_.t, 0}};
        for (std::size_t i = 0; i < q.size(); ++i) at.emplace_back(map_.q()[i], q[i]);
        Values values = numbers_;
        for (const auto i : changed_) values[map_.q()[i]] = evaluate(q[i], numbers_);
        if (!is_regular(slope_at(values))) refuse();
        if (!names_velocities()) return;
        ExprVector right = given(system_.v);
        for (std::size_t i = 0; i < right.size(); ++i) right[i] -= substitute(map_.drift()[i], at);
        ExprMatrix slope;
        for (const ExprVector& row : map_.slope()) slope.push_back(substitute(row, at));
        const auto v = solve(slope, right);
        if (!v) refuse();
        for (std::size_t i = 0; i < v->size(); ++i) say(map_.v()[i], simplify((*v)[i]));
    }

    void say_velocities(const Values& values) {
        if (!names_velocities()) return;
        const ExprVector old = given(system_.v);
        Vector right(static_cast<Eigen::Index>(changed_.size()));
        for (std::size_t k = 0; k < changed_.size(); ++k) {
            const std::size_t i = changed_[k];
            double rate = evaluate(map_.drift()[i], values);
            for (std::size_t j = 0; j < old.size(); ++j)
                if (map_.stays(j))
                    rate += evaluate(map_.slope()[i][j], values) * numbers_.at(system_.v[j]);
            right[static_cast<Eigen::Index>(k)] = numbers_.at(system_.v[i]) - rate;
        }
        const Vector v = solution(PartialLU(slope_at(values)), right);
        for (std::size_t i = 0; i < old.size(); ++i)
            if (map_.stays(i)) say(map_.v()[i], old[i]);
        for (std::size_t k = 0; k < changed_.size(); ++k)
            say(map_.v()[changed_[k]], v[static_cast<Eigen::Index>(k)]);
    }

    System system_;
    const CoordinateMap& map_;
    Values numbers_;
    std::vector<std::size_t> changed_;
    std::vector<Assignment> result_;
};

}  // namespace

std::vector<Assignment> start_in_coordinates(const System& system, const CoordinateMap& map) {
    return Start(system, map).run();
}

}  // namespace rattleback
