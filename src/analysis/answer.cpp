#include "analysis/answer.hpp"

#include "base/errors.hpp"
#include "expr/graph.hpp"

namespace rattleback {

Answer vanishes(const Expr& e, const Limits& limits) {
    if (e.is_zero()) return Answer::Yes;
    try {
        switch (is_zero(e, {.limits = limits}).verdict) {
            case Verdict::Zero: return Answer::Yes;
            case Verdict::NonZero: return Answer::No;
            case Verdict::Unknown: break;
        }
    } catch (const NumericalError&) {  // a denominator that vanishes identically
    }
    return Answer::Unknown;
}

Answer vanish(std::span<const Expr> expressions, const Limits& limits) {
    Answer result = Answer::Yes;
    for (const Expr& e : expressions) {
        result = both(result, vanishes(e, limits));
        if (result == Answer::No) break;
    }
    return result;
}

Answer both(Answer a, Answer b) {
    if (a == Answer::No || b == Answer::No) return Answer::No;
    return a == Answer::Yes && b == Answer::Yes ? Answer::Yes : Answer::Unknown;
}

Answer is_constant_in(const Expr& e, const Expr& symbol, const Limits& limits) {
    return depends_on(e, symbol) ? vanishes(derivative(e, symbol), limits) : Answer::Yes;
}

}  // namespace rattleback
