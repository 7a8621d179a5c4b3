#include "expr/number.hpp"

#include <fmt/format.h>
#include <gmp.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "rattleback/errors.hpp"

namespace rattleback {

__extension__ using Wide = __int128;  // products of two 64-bit integers are exact

struct Number::Big {
    mpq_t value;
    mutable std::atomic<std::uint32_t> references{1};

    Big() { mpq_init(value); }
    Big(const Big& other) : references(1) {
        mpq_init(value);
        mpq_set(value, other.value);
    }
    Big& operator=(const Big&) = delete;
    ~Big() { mpq_clear(value); }
};

// A number seen as a GMP rational, for the paths where 64 bits are not enough.
struct BigView {
    Number::Big q;
    explicit BigView(const Number& n) {
        if (n.den_ == Number::big_tag)
            mpq_set(q.value, n.big().value);
        else if (n.den_ == Number::floating_tag)
            mpq_set_d(q.value, n.to_double());  // exactly
        else
            mpq_set_si(q.value, n.num_, static_cast<unsigned long>(n.den_));
    }
    BigView() = default;
    Number number() const { return Number::from_big(q); }
};

namespace {

double as_double(std::int64_t bits) { return std::bit_cast<double>(bits); }

bool fits(Wide x) {
    return x >= std::numeric_limits<std::int64_t>::min() &&
           x <= std::numeric_limits<std::int64_t>::max();
}

// bits·2^exponent, where bits has all of its 64 bits; halfway cases go to the even neighbour.
// Where doubles are subnormal they have fewer than 53 bits, and that is where to round.
double nearest_double(std::uint64_t bits, long exponent) {
    constexpr long smallest_exponent = -1074;
    const long dropped = std::max(64L - 53, smallest_exponent - exponent);
    if (dropped > 64) return 0;
    std::uint64_t kept = dropped == 64 ? 0 : bits >> dropped;
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
    const std::uint64_t rest = bits & (half | (half - 1));
    if (rest > half || (rest == half && kept % 2 != 0)) ++kept;
    return std::ldexp(static_cast<double>(kept), static_cast<int>(exponent + dropped));
}

// Of the longer of numerator and denominator.
std::int64_t binary_digits(const mpq_t value) {
    return static_cast<std::int64_t>(
        std::max(mpz_sizeinbase(mpq_numref(value), 2), mpz_sizeinbase(mpq_denref(value), 2)));
}

Wide wide_gcd(Wide a, Wide b) {
    if (a < 0) a = -a;
    while (b != 0) a = std::exchange(b, a % b);
    return a;
}

}  // namespace

Number::Number(const Number& other) : num_(other.num_), den_(other.den_) {
    if (den_ == big_tag) big().references.fetch_add(1, std::memory_order_relaxed);
}

Number& Number::operator=(const Number& other) {
    Number copy(other);
    std::swap(num_, copy.num_);
    std::swap(den_, copy.den_);
    return *this;
}

Number& Number::operator=(Number&& other) noexcept {
    std::swap(num_, other.num_);
    std::swap(den_, other.den_);
    return *this;
}

Number::~Number() {
    if (den_ == big_tag && big().references.fetch_sub(1, std::memory_order_acq_rel) == 1)
        delete &big();
}

const Number::Big& Number::big() const { return *std::bit_cast<const Big*>(num_); }

Number Number::from_big(const Big& value) {
    Number result;
    if (mpz_fits_slong_p(mpq_numref(value.value)) != 0 &&
        mpz_fits_slong_p(mpq_denref(value.value)) != 0) {
        result.num_ = mpz_get_si(mpq_numref(value.value));
        result.den_ = mpz_get_si(mpq_denref(value.value));
    } else {
        if (static_cast<std::size_t>(binary_digits(value.value)) > largest_bits)
            throw NumericalError(
                fmt::format("a number has more than {} binary digits", largest_bits));
        result.num_ = std::bit_cast<std::int64_t>(new Big(value));
        result.den_ = big_tag;
    }
    return result;
}

Number Number::ratio(const Number& numerator, const Number& denominator) {
    return numerator / denominator;
}

Number Number::floating(double value) {
    if (!std::isfinite(value))
        throw NumericalError("a floating-point constant left the finite range");
    Number result;
    result.num_ = std::bit_cast<std::int64_t>(value == 0 ? 0.0 : value);
    result.den_ = floating_tag;
    return result;
}

std::optional<Number> Number::from_decimal(std::string_view text) {
    std::string digits;
    long long exponent = 0;
    std::size_t i = 0;
    bool point = false;
    for (; i < text.size(); ++i) {
        if (text[i] == '.' && !point) {
            point = true;
        } else if (text[i] >= '0' && text[i] <= '9') {
            digits += text[i];
            if (point) --exponent;
        } else {
            break;
        }
    }
    if (digits.empty()) return {};
    if (i < text.size()) {
        if (text[i] != 'e' && text[i] != 'E') return {};
        ++i;
        const bool negative = i < text.size() && text[i] == '-';
        if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
        if (i == text.size()) return {};
        long long written = 0;
        for (; i < text.size(); ++i) {
            if (text[i] < '0' || text[i] > '9') return {};
            written = std::min<long long>(written * 10 + (text[i] - '0'), 1'000'000'000);
        }
        exponent += negative ? -written : written;
    }
    if (exponent > largest_exponent ||
        exponent < -largest_exponent - static_cast<long long>(digits.size()))
        return {};

    BigView value;
    mpz_set_str(mpq_numref(value.q.value), digits.c_str(), 10);
    mpz_t scale;
    mpz_init(scale);
    mpz_ui_pow_ui(scale, 10, static_cast<unsigned long>(std::llabs(exponent)));
    if (exponent >= 0)
        mpz_mul(mpq_numref(value.q.value), mpq_numref(value.q.value), scale);
    else
        mpz_set(mpq_denref(value.q.value), scale);
    mpz_clear(scale);
    mpq_canonicalize(value.q.value);
    return value.number();
}

bool Number::is_integer() const {
    if (is_small()) return den_ == 1;
    return is_exact() && mpz_cmp_ui(mpq_denref(big().value), 1) == 0;
}

int Number::sign() const {
    if (is_small()) return (num_ > 0) - (num_ < 0);
    if (!is_exact()) return (as_double(num_) > 0) - (as_double(num_) < 0);
    return mpq_sgn(big().value);
}

std::optional<std::int64_t> Number::to_int64() const {
    if (den_ == 1) return num_;
    return {};
}

double Number::to_double() const {
    if (!is_exact()) return as_double(num_);
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (is_small() && num_ <= exact && num_ >= -exact && den_ <= exact)
        return static_cast<double>(num_) / static_cast<double>(den_);

    // Quotient with 65 or 66 bits, cut to 64 of which the last is sticky; one rounding at the end.
    const BigView view(*this);
    const bool negative = mpq_sgn(view.q.value) < 0;
    mpz_t quotient, remainder;
    mpz_inits(quotient, remainder, nullptr);
    mpz_abs(quotient, mpq_numref(view.q.value));
    const long shift = 65 - static_cast<long>(mpz_sizeinbase(quotient, 2)) +
                       static_cast<long>(mpz_sizeinbase(mpq_denref(view.q.value), 2));
    mpz_set(remainder, mpq_denref(view.q.value));
    if (shift >= 0)
        mpz_mul_2exp(quotient, quotient, static_cast<mp_bitcnt_t>(shift));
    else
        mpz_mul_2exp(remainder, remainder, static_cast<mp_bitcnt_t>(-shift));
    mpz_fdiv_qr(quotient, remainder, quotient, remainder);
    const long excess = static_cast<long>(mpz_sizeinbase(quotient, 2)) - 64;
    const bool sticky =
        mpz_sgn(remainder) != 0 || mpz_scan1(quotient, 0) < static_cast<mp_bitcnt_t>(excess);
    mpz_fdiv_q_2exp(quotient, quotient, static_cast<mp_bitcnt_t>(excess));
    const std::uint64_t bits = mpz_get_ui(quotient) | (sticky ? 1U : 0U);
    mpz_clears(quotient, remainder, nullptr);
    const double result = nearest_double(bits, excess - shift);
    return negative ? -result : result;
}

std::string Number::to_text() const {
    if (!is_exact()) return fmt::format("{}", as_double(num_));
    if (is_small()) return den_ == 1 ? fmt::format("{}", num_) : fmt::format("{}/{}", num_, den_);
    std::string text(mpz_sizeinbase(mpq_numref(big().value), 10) +
                         mpz_sizeinbase(mpq_denref(big().value), 10) + 3,
                     '\0');
    mpq_get_str(text.data(), 10, big().value);
    text.resize(text.find('\0'));
    return text;
}

std::string Number::to_short_text() const {
    constexpr std::size_t longest = 40;
    const std::string text = to_text();
    return text.size() <= longest ? text : text.substr(0, longest - 1) + "…";
}

Number Number::numerator() const {
    if (is_small()) return num_;
    BigView view(*this);
    mpz_set_ui(mpq_denref(view.q.value), 1);
    return view.number();
}

Number Number::denominator() const {
    if (is_small()) return den_;
    BigView view(*this);
    mpz_set(mpq_numref(view.q.value), mpq_denref(view.q.value));
    mpz_set_ui(mpq_denref(view.q.value), 1);
    return view.number();
}

Number Number::operator-() const {
    if (is_small() && num_ != std::numeric_limits<std::int64_t>::min()) {
        Number result(*this);
        result.num_ = -num_;
        return result;
    }
    if (!is_exact()) return floating(-as_double(num_));
    BigView view(*this);
    mpq_neg(view.q.value, view.q.value);
    return view.number();
}

Number operator+(const Number& a, const Number& b) {
    if (a.is_small() && b.is_small()) {
        std::int64_t sum = 0;
        if (a.den_ == 1 && b.den_ == 1 && !__builtin_add_overflow(a.num_, b.num_, &sum)) return sum;
        // |num·den| < 2^126 each, so their sum is exact in 128 bits.
        const Wide num = Wide{a.num_} * b.den_ + Wide{b.num_} * a.den_;
        const Wide den = Wide{a.den_} * b.den_;
        const Wide g = wide_gcd(num, den);
        if (fits(num / g) && fits(den / g)) {
            Number result(static_cast<std::int64_t>(num / g));
            result.den_ = static_cast<std::int64_t>(den / g);
            return result;
        }
    }
    if (!a.is_exact() || !b.is_exact()) return Number::floating(a.to_double() + b.to_double());
    BigView x(a), y(b);
    mpq_add(x.q.value, x.q.value, y.q.value);
    return x.number();
}

Number operator-(const Number& a, const Number& b) { return a + (-b); }

Number operator*(const Number& a, const Number& b) {
    if (a.is_small() && b.is_small()) {
        std::int64_t product = 0;
        if (a.den_ == 1 && b.den_ == 1 && !__builtin_mul_overflow(a.num_, b.num_, &product))
            return product;
        const Wide num = Wide{a.num_} * b.num_, den = Wide{a.den_} * b.den_;
        const Wide g = wide_gcd(num, den);
        if (fits(num / g) && fits(den / g)) {
            Number result(static_cast<std::int64_t>(num / g));
            result.den_ = static_cast<std::int64_t>(den / g);
            return result;
        }
    }
    if (!a.is_exact() || !b.is_exact()) return Number::floating(a.to_double() * b.to_double());
    BigView x(a), y(b);
    mpq_mul(x.q.value, x.q.value, y.q.value);
    return x.number();
}

Number operator/(const Number& a, const Number& b) {
    if (b.is_zero()) throw NumericalError("division by zero");
    if (!a.is_exact() || !b.is_exact()) return Number::floating(a.to_double() / b.to_double());
    BigView x(a), y(b);
    mpq_div(x.q.value, x.q.value, y.q.value);
    return x.number();
}

bool operator==(const Number& a, const Number& b) {
    if (a.den_ != b.den_) return false;
    return a.den_ == Number::big_tag ? mpq_equal(a.big().value, b.big().value) != 0
                                     : a.num_ == b.num_;
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
    if (a.is_small() && b.is_small()) return Wide{a.num_} * b.den_ <=> Wide{b.num_} * a.den_;
    if (const int order = mpq_cmp(BigView(a).q.value, BigView(b).q.value); order != 0)
        return order <=> 0;
    return (a.is_exact() ? 0 : 1) <=> (b.is_exact() ? 0 : 1);
}

std::uint64_t Number::hash() const {
    const auto mix = [](std::uint64_t a, std::uint64_t b) {
        const auto x = (a ^ (b + 0x9E3779B97F4A7C15U)) * 0xFF51AFD7ED558CCDU;
        return x ^ (x >> 32U);
    };
    if (den_ != big_tag)
        return mix(mix(0, static_cast<std::uint64_t>(num_)), static_cast<std::uint64_t>(den_));
    std::uint64_t result = 0;
    for (const auto* part : {mpq_numref(big().value), mpq_denref(big().value)})
        for (std::size_t i = 0; i < mpz_size(part); ++i)
            result = mix(result, mpz_getlimbn(part, static_cast<mp_size_t>(i)));
    return mix(result, static_cast<std::uint64_t>(sign()));
}

Number power(const Number& base, std::int64_t exponent) {
    if (exponent == 0 || base.is_one()) return 1;
    if (exponent == 1) return base;
    if (exponent == -1) return 1 / base;
    if (base.is_zero() && exponent < 0) throw NumericalError("division by zero");
    if (base.is_zero()) return base;
    if (!base.is_exact())
        return Number::floating(std::pow(base.to_double(), static_cast<double>(exponent)));
    if (base.is_minus_one()) return exponent % 2 == 0 ? 1 : -1;
    const BigView b(base);
    const auto refuse_if = [&](bool too_long) {
        if (!too_long) return;
        const bool bare = base.is_integer() && base.sign() > 0;
        throw NumericalError(
            fmt::format("the power {}^{} has more than {} binary digits",
                        bare ? base.to_short_text() : '(' + base.to_short_text() + ')', exponent,
                        largest_power_bits));
    };
    // The n-th power of a number of k binary digits has more than (k − 1)·n of them.
    const std::int64_t limit = largest_power_bits / (binary_digits(b.q.value) - 1);
    refuse_if(exponent > limit || exponent < -limit);
    BigView result;
    const auto n = static_cast<unsigned long>(std::abs(exponent));
    mpz_pow_ui(mpq_numref(result.q.value), mpq_numref(b.q.value), n);
    mpz_pow_ui(mpq_denref(result.q.value), mpq_denref(b.q.value), n);
    refuse_if(binary_digits(result.q.value) > largest_power_bits);
    if (exponent < 0) mpq_inv(result.q.value, result.q.value);
    return result.number();
}

std::optional<Number> exact_root(const Number& value, std::int64_t degree) {
    if (!value.is_exact() || value.sign() < 0 || degree < 1 || degree > largest_power_bits)
        return {};
    BigView v(value);
    const auto n = static_cast<unsigned long>(degree);
    if (mpz_root(mpq_numref(v.q.value), mpq_numref(v.q.value), n) == 0) return {};
    if (mpz_root(mpq_denref(v.q.value), mpq_denref(v.q.value), n) == 0) return {};
    return v.number();
}

}  // namespace rattleback
