#include "geometry/tidied.hpp"

#include "exact/simplify.hpp"
#include "expr/graph.hpp"

namespace rattleback {
namespace {

constexpr SimplifyOptions quick{.limits = {.terms = 200, .work = 10}};

// A symbol, a function of one, or a product of symbols with one function: simple as it stands.
bool is_simple(const Expr& e) {
    const auto is_call = [](const Expr& f) {
        return f.kind() == Kind::Call && f.args()[0].kind() == Kind::Symbol;
    };
    if (e.kind() == Kind::Number || e.kind() == Kind::Symbol || is_call(e)) return true;
    if (e.kind() == Kind::Sum && e.args().size() == 1 && e.number().is_zero())
        return is_simple(e.args()[0]);
    if (e.kind() != Kind::Product) return false;
    int calls = 0;
    for (const Expr& f : e.args()) {
        if (is_call(f))
            ++calls;
        else if (f.kind() != Kind::Symbol)
            return false;
    }
    return calls <= 1;
}

}  // namespace

Expr tidied(const Expr& e) {
    return is_simple(e) || graph_size({&e, 1}) > largest_tidied ? e : simplify(e, quick);
}

}  // namespace rattleback
