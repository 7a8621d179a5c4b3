#include "dynamics/model_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "equations/vakonomic.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "model/initial_values.hpp"
#include "rattleback/errors.hpp"
#include "start/decompositions.hpp"

namespace rattleback {
namespace {

// log |e| = constant + parts · (log s₁, …, log s_n, log τ); nothing where e is zero.
struct LogSize {
    Eigen::VectorXd parts;
    double constant = 0;
};
using MaybeSize = std::optional<LogSize>;

class Wishes {
public:
    explicit Wishes(const System& system) : n_(system.size()) {
        for (const auto& [symbol, value] : parameter_values(system))
            known_[symbol] = constant(evaluate(value, {}));
        for (std::size_t i = 0; i < n_; ++i) {
            known_[system.q[i]] = variable(i, 0);
            known_[system.v[i]] = variable(i, 1);
            known_[system.a[i]] = variable(i, 2);
        }
        LogSize time = none();
        time.parts(at(n_)) = 1;
        known_[system.t] = time;
    }

    // Sizes of all roots, with what their parts ask for.
    std::vector<MaybeSize> of(const ExprVector& roots) {
        const Graph graph(roots);
        std::vector<MaybeSize> sizes;
        for (std::size_t i = 0; i < graph.size(); ++i) {
            std::vector<MaybeSize> parts;
            for (const auto child : graph.children(i)) parts.push_back(sizes[child]);
            sizes.push_back(size_of(graph.node(i), parts));
        }
        std::vector<MaybeSize> result;
        for (const auto root : graph.roots()) result.push_back(sizes[root]);
        return result;
    }

    // x = 0, in logarithms.
    void wish(const LogSize& x) {
        squares_ += x.parts * x.parts.transpose();
        right_ -= x.constant * x.parts;
    }
    void wish_equal(const LogSize& x, const LogSize& y) {
        wish({x.parts - y.parts, x.constant - y.constant});
    }

    const MaybeSize& known(const Expr& symbol) const { return known_.at(symbol); }
    void tell(const Expr& symbol, const LogSize& size) { known_[symbol] = size; }
    LogSize number(double x) const { return *constant(x); }

    // The least sum of squares, and of those the solution nearest to sizes one.
    Eigen::VectorXd met() const {
        constexpr double rounding = 1e-9;
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(squares_);
        const Eigen::VectorXd& values = solver.eigenvalues();
        Eigen::VectorXd result = Eigen::VectorXd::Zero(squares_.rows());
        for (Eigen::Index k = 0; k < values.size(); ++k)
            if (values(k) > rounding * values.cwiseAbs().maxCoeff())
                result += solver.eigenvectors().col(k) *
                          (solver.eigenvectors().col(k).dot(right_) / values(k));
        return result;
    }

private:
    static Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }
    LogSize none() const { return {Eigen::VectorXd::Zero(at(n_ + 1)), 0}; }
    MaybeSize constant(double x) const {
        if (x == 0 || !std::isfinite(x)) return {};
        LogSize result = none();
        result.constant = std::log(std::abs(x));
        return result;
    }
    LogSize variable(std::size_t i, int rates) const {
        LogSize result = none();
        result.parts(at(i)) = 1;
        result.parts(at(n_)) = -rates;
        return result;
    }

    MaybeSize size_of(const Expr& e, const std::vector<MaybeSize>& parts) {
        switch (e.kind()) {
            case Kind::Number: return constant(e.number().to_double());
            case Kind::Pi: return constant(3);
            case Kind::Symbol: {
                const auto found = known_.find(e);
                return found == known_.end() ? none() : found->second;
            }
            case Kind::Unspecified: return none();
            case Kind::Call: return call(e.function(), parts);
            case Kind::Power: return power(e, parts);
            case Kind::Sum: return sum(e, parts);
            case Kind::Product: return product(e, parts);
        }
        return {};
    }

    MaybeSize call(FunctionId function, const std::vector<MaybeSize>& parts) {
        switch (function) {
            case FunctionId::Abs: return parts[0];
            case FunctionId::Sqrt:
                return parts[0] ? LogSize{parts[0]->parts / 2, parts[0]->constant / 2} : parts[0];
            case FunctionId::Sign: break;
            case FunctionId::Atan2:
                if (parts[0] && parts[1]) wish_equal(*parts[0], *parts[1]);
                break;
            case FunctionId::Acos:
            case FunctionId::Asin:
            case FunctionId::Atan:
            case FunctionId::Cos:
            case FunctionId::Cosh:
            case FunctionId::Erf:
            case FunctionId::Exp:
            case FunctionId::Log:
            case FunctionId::Sin:
            case FunctionId::Sinh:
            case FunctionId::Tan:
            case FunctionId::Tanh:
                if (parts[0]) wish(*parts[0]);
                break;
        }
        return none();
    }

    MaybeSize power(const Expr& e, const std::vector<MaybeSize>& parts) {
        if (!parts[0]) return {};
        if (!e.args()[1].is_number()) {
            wish(*parts[0]);
            return none();
        }
        const double exponent = e.args()[1].number().to_double();
        return LogSize{exponent * parts[0]->parts, exponent * parts[0]->constant};
    }

    MaybeSize sum(const Expr& e, const std::vector<MaybeSize>& parts) {
        std::vector<LogSize> terms;
        if (const MaybeSize first = constant(e.number().to_double())) terms.push_back(*first);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!parts[i]) continue;
            terms.push_back(*parts[i]);
            terms.back().constant += std::log(std::abs(e.coefficients()[i].to_double()));
        }
        if (terms.empty()) return {};
        LogSize mean = none();
        const auto count = static_cast<double>(terms.size());
        for (const LogSize& term : terms) {
            mean.parts += term.parts / count;
            mean.constant += term.constant / count;
        }
        for (const LogSize& term : terms) wish_equal(term, mean);
        return mean;
    }

    MaybeSize product(const Expr& e, const std::vector<MaybeSize>& parts) const {
        LogSize result = none();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!parts[i]) return {};
            result.parts += e.exponents()[i] * parts[i]->parts;
            result.constant += e.exponents()[i] * parts[i]->constant;
        }
        return result;
    }

    std::size_t n_;
    std::unordered_map<Expr, MaybeSize> known_;
    Eigen::MatrixXd squares_ = Eigen::MatrixXd::Zero(at(n_ + 1), at(n_ + 1));
    Eigen::VectorXd right_ = Eigen::VectorXd::Zero(at(n_ + 1));
};

void wish_initial_values(const System& system, Wishes& wishes) {
    try {
        for (const auto& [symbol, value] : initial_values(system)) {
            const bool is_state = std::ranges::find(system.q, symbol) != system.q.end() ||
                                  std::ranges::find(system.v, symbol) != system.v.end();
            const double x = is_state ? evaluate(value, {}) : 0;
            if (x != 0 && std::isfinite(x))
                wishes.wish_equal(*wishes.known(symbol), wishes.number(x));
        }
    } catch (const NumericalError&) {  // the start has no value, and wishes nothing
    }
}

// A variable that occurs in these terms as a factor: with it they are as large as the wholes.
struct Share {
    Expr variable;
    ExprVector factors;
    std::vector<MaybeSize> wholes;  // one for each factor
};

// Multipliers of the state: with them reactions do as much work, and constraints in an extended
// Lagrangian weigh as much, as there is energy.
std::vector<Share> shares(const System& system, const Wishes& wishes, const MaybeSize& energy) {
    std::vector<Share> result;
    const auto over = [&](const MaybeSize& whole, const Expr& divisor) -> MaybeSize {
        const MaybeSize& by = wishes.known(divisor);
        if (!whole || !by) return {};
        return LogSize{whole->parts - by->parts, whole->constant - by->constant};
    };
    for (const HigherConstraint& h : system.higher) {
        std::vector<MaybeSize> forces;
        for (const Expr& q : system.q) forces.push_back(over(energy, q));
        for (const Expr& mu : h.latent) {
            result.push_back({mu, h.direction, forces});
            for (MaybeSize& force : forces) force = over(force, system.t);
        }
    }
    if (system.principle == Principle::Vakonomic) {
        const LatentVariables latent = latent_variables(system);
        for (std::size_t i = 0; i < latent.lambda.size(); ++i)
            result.push_back({latent.lambda[i], {latent.b[i]}, {energy}});
    }
    return result;
}

// The mean of what the terms tell; what vanishes tells nothing.
void tell_shares(const std::vector<Share>& shares, Wishes& wishes) {
    for (const Share& share : shares) {
        const std::vector<MaybeSize> factors = wishes.of(share.factors);
        std::vector<LogSize> told;
        for (std::size_t i = 0; i < factors.size(); ++i)
            if (factors[i] && share.wholes[i])
                told.push_back({share.wholes[i]->parts - factors[i]->parts,
                                share.wholes[i]->constant - factors[i]->constant});
        if (told.empty()) continue;
        LogSize mean = told[0];
        const auto count = static_cast<double>(told.size());
        for (std::size_t i = 1; i < told.size(); ++i) {
            mean.parts += told[i].parts;
            mean.constant += told[i].constant;
        }
        wishes.tell(share.variable, {mean.parts / count, mean.constant / count});
    }
}

}  // namespace

ModelSizes model_sizes(const System& system, const Equations& equations) {
    Wishes wishes(system);
    ExprVector roots{system.lagrangian};
    roots.insert(roots.end(), system.force.begin(), system.force.end());
    for (const Constraint& c : system.constraints) roots.push_back(c.expression);
    const std::vector<MaybeSize> sizes = wishes.of(roots);
    // A force acts along its coordinate with the energy that the Lagrangian has.
    for (std::size_t i = 0; i < system.force.size(); ++i)
        if (MaybeSize work = sizes[i + 1]; work && sizes[0]) {
            work->parts += wishes.known(system.q[i])->parts;
            wishes.wish_equal(*work, *sizes[0]);
        }
    wish_initial_values(system, wishes);
    const Eigen::VectorXd met = wishes.met();
    const auto number = [&](const MaybeSize& size) {
        return size ? std::exp(size->constant + size->parts.dot(met)) : 1;
    };
    ModelSizes result;
    result.time = number(wishes.known(system.t));
    for (const Expr& q : system.q) result.q.push_back(number(wishes.known(q)));
    for (const Expr& v : system.v) result.v.push_back(number(wishes.known(v)));
    result.state = result.q;
    tell_shares(shares(system, wishes, sizes[0]), wishes);
    const bool has_meaning = !equations.speeds_from_velocities.empty();
    for (const MaybeSize& size :
         wishes.of(has_meaning ? equations.speeds_from_velocities : equations.speeds))
        result.state.push_back(number(size));
    return result;
}

}  // namespace rattleback
