#include "trajectory/written_out.hpp"

#include <algorithm>

#include "expr/functions.hpp"
#include "expr/occurrence.hpp"
#include "expr/rebuild.hpp"

namespace rattleback {
namespace {

class WritingOut {
public:
    explicit WritingOut(const ExprVector& velocities) : velocities_(velocities) {}

    Expr operator()(const Expr& e) const {
        return rebuilt(e, [&](const Expr& node, std::span<const Expr> args) {
            return product(with_children(node, args));
        });
    }

private:
    Expr product(const Expr& e) const {
        if (e.kind() == Kind::Sum && e.args().size() == 1 && e.number().is_zero())
            return Expr(e.coefficients()[0]) * product(e.args()[0]);
        if (e.kind() != Kind::Product || e.args().size() < 2) return e;
        for (std::size_t j = 0; j < e.args().size(); ++j)
            if (e.exponents()[j] > 0 && has_quotients(e.args()[j])) return by_terms(e, e.args()[j]);
        return e;
    }

    Expr by_terms(const Expr& product, const Expr& sum) const {
        const Expr others = product / sum;
        SumBuilder result;
        result.add(sum.number(), this->product(others));
        for (std::size_t i = 0; i < sum.args().size(); ++i)
            result.add(sum.coefficients()[i], this->product(others * sum.args()[i]));
        return result.build();
    }

    bool has_quotients(const Expr& e) const {
        return e.kind() == Kind::Sum &&
               std::ranges::any_of(e.args(), [&](const Expr& term) { return is_quotient(term); });
    }

    bool is_quotient(const Expr& term) const {
        if (term.kind() != Kind::Product) return false;
        for (std::size_t j = 0; j < term.args().size(); ++j)
            if (term.exponents()[j] < 0 && is_length(term.args()[j])) return true;
        return false;
    }

    bool is_length(const Expr& e) const {
        if (is_call(e, FunctionId::Abs)) return true;
        return is_call(e, FunctionId::Sqrt) && depends_on_any(e, velocities_);
    }

    const ExprVector& velocities_;
};

}  // namespace

Expr written_out(const Expr& e, const ExprVector& velocities) { return WritingOut(velocities)(e); }

}  // namespace rattleback
