#include "exact/in_pieces.hpp"

#include <flint/fmpz_vec.h>
#include <flint/mpoly.h>

#include <cstdlib>
#include <map>

#include "base/interruption.hpp"

namespace rattleback {
namespace {

// Pairs of terms whose coefficients are short; they take a few hundredths of a second.
constexpr double largest_piece = 1e6, short_bits = 64;

// The terms from `first` on, as FLINT has them, for reading alone.
fmpz_mpoly_struct part(const fmpz_mpoly_struct& whole, slong first, slong length,
                       const fmpz_mpoly_ctx_struct* context) {
    fmpz_mpoly_struct result = whole;
    result.coeffs += first;
    result.exps += first * mpoly_words_per_exp(whole.bits, context->minfo);
    result.length = length;
    return result;
}

struct Summand {
    fmpz_mpoly_t value;
    const fmpz_mpoly_ctx_struct* context;
    explicit Summand(const fmpz_mpoly_ctx_struct* c) : context(c) { fmpz_mpoly_init(value, c); }
    Summand(const Summand&) = delete;
    Summand& operator=(const Summand&) = delete;
    ~Summand() { fmpz_mpoly_clear(value, context); }
};

// The number of terms, each counted by the length of the coefficients.
double size_of(const fmpz_mpoly_struct& p) {
    const auto bits = static_cast<double>(std::labs(_fmpz_vec_max_bits(p.coeffs, p.length)));
    return static_cast<double>(p.length) * (1 + bits / short_bits);
}

// The one with the most powers in b.
std::size_t variable_of(const Polynomial& b) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < b.ring().variables(); ++i)
        if (b.degree(i) > b.degree(best)) best = i;
    return best;
}

}  // namespace

void multiply_in_pieces(fmpz_mpoly_t result, const fmpz_mpoly_struct& a, const fmpz_mpoly_struct& b,
                        const fmpz_mpoly_ctx_struct* context) {
    heed_stop();
    if (a.length < b.length) return multiply_in_pieces(result, b, a, context);
    if (a.length < 2 || size_of(a) * size_of(b) <= largest_piece) {
        fmpz_mpoly_mul(result, &a, &b, context);
        return;
    }
    const slong half = a.length / 2;
    const fmpz_mpoly_struct first = part(a, 0, half, context),
                            rest = part(a, half, a.length - half, context);
    multiply_in_pieces(result, first, b, context);
    Summand of_rest(context);
    multiply_in_pieces(of_rest.value, rest, b, context);
    fmpz_mpoly_add(result, result, of_rest.value, context);
}

std::optional<Polynomial> divide_by_powers(const Polynomial& a, const Polynomial& b) {
    const std::size_t x = variable_of(b);
    const auto below = b.by_powers(x);
    const auto& [top, leading] = below.front();
    std::map<std::uint64_t, Polynomial> left;
    for (auto& [power, coefficient] : a.by_powers(x)) left.emplace(power, std::move(coefficient));
    const Polynomial variable = Polynomial::variable(a.ring(), x);
    Polynomial result(a.ring());
    while (!left.empty()) {
        const auto last = std::prev(left.end());
        if (last->first < top) return {};
        const auto quotient = try_divide(last->second, leading);
        if (!quotient) return {};
        const std::uint64_t times = last->first - top;
        left.erase(last);
        for (auto lower = std::next(below.begin()); lower != below.end(); ++lower) {
            const auto place = left.emplace(lower->first + times, Polynomial(a.ring())).first;
            place->second = place->second - *quotient * lower->second;
            if (place->second.is_zero()) left.erase(place);
        }
        result = result + *quotient * power(variable, times);
    }
    return result;
}

}  // namespace rattleback
