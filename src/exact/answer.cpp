#include "exact/answer.hpp"

#include <algorithm>

#include "expr/graph.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

constexpr std::uint64_t little_work = 15;  // in millions of steps

thread_local std::size_t certified = 0;

}  // namespace

std::size_t certified_answers() { return certified; }

// What is proved with little work is proved; what is not is certified, which takes even less; and only
// where that is impossible all the work is spent that may be.
Answer vanishes(const Expr& e, const Limits& limits) {
    if (e.is_zero()) return Answer::Yes;
    Limits little = limits;
    little.work = std::min(limits.work, little_work);
    try {
        ZeroTest test = is_zero(e, {.limits = little});
        if (test.verdict == Verdict::Unknown && little.work < limits.work)
            test = is_zero(e, {.limits = limits, .certify = false});
        switch (test.verdict) {
            case Verdict::Zero: return Answer::Yes;
            case Verdict::Certified: ++certified; return Answer::Yes;
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

std::string yes_or_no(Answer answer) {
    switch (answer) {
        case Answer::Yes: return "yes";
        case Answer::No: return "no";
        case Answer::Unknown: break;
    }
    return {};
}

Answer both(Answer a, Answer b) {
    if (a == Answer::No || b == Answer::No) return Answer::No;
    return a == Answer::Yes && b == Answer::Yes ? Answer::Yes : Answer::Unknown;
}

Answer is_constant_in(const Expr& e, const Expr& symbol, const Limits& limits) {
    return depends_on(e, symbol) ? vanishes(derivative(e, symbol), limits) : Answer::Yes;
}

}  // namespace rattleback
