#include "exact/domain.hpp"

#include "expr/functions.hpp"
#include "expr/graph.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

class Facts {
public:
    void learn_from(const Expr& node) {
        if (node.kind() == Kind::Power) {
            const Expr& exponent = node.args()[1];
            if (exponent.is_number() && !exponent.number().is_integer())
                not_negative(node.args()[0]);
        }
        if (node.kind() != Kind::Call) return;
        const Expr& u = node.args()[0];
        if (node.function() == FunctionId::Sqrt) not_negative(u);
        if (node.function() == FunctionId::Log) {
            not_negative(u);
            add(sign(u), 1);
        }
        if (node.function() == FunctionId::Asin || node.function() == FunctionId::Acos) {
            not_negative(1 - u);
            not_negative(1 + u);
        }
    }
    const std::vector<Replacement>& replacements() const { return replacements_; }

private:
    void not_negative(const Expr& u) { add(abs(u), u); }
    void add(const Expr& from, const Expr& to) {
        if (from.kind() == Kind::Call) replacements_.emplace_back(from, to);
        // sign(−u) is −sign(u) as it is written.
        else if ((-from).kind() == Kind::Call)
            replacements_.emplace_back(-from, -to);
    }
    std::vector<Replacement> replacements_;
};

}  // namespace

Expr where_parts_have_values(const Expr& e, std::span<const Expr> parts) {
    Facts facts;
    const Graph graph(parts);
    for (std::size_t i = 0; i < graph.size(); ++i) facts.learn_from(graph.node(i));
    return substitute(e, facts.replacements());
}

}  // namespace rattleback
