// A number in a formula: an exact rational of any size, or, only where someone asked for one, a
// floating-point value.
//
// `0.1` in a formula is exactly 1/10. Arithmetic between exact numbers is exact; a floating value
// makes the result floating. Rationals are kept in lowest terms with a positive denominator, so
// equal numbers have equal representations. Numerators and denominators that fit in 64 bits are
// stored in place, without allocation; larger ones share an immutable GMP rational.
// A floating Number is always finite, and an exact one has at most `largest_bits` binary digits above
// and below the line: an operation that would leave that range throws NumericalError.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rattleback {

class Number {
public:
    Number() = default;
    template <std::signed_integral Integer>
    Number(Integer value) : num_(value) {}
    Number(const Number& other);
    Number(Number&& other) noexcept : num_(other.num_), den_(other.den_) { other.den_ = 1; }
    Number& operator=(const Number& other);
    Number& operator=(Number&& other) noexcept;
    ~Number();

    static Number ratio(const Number& numerator, const Number& denominator);
    static Number floating(double value);
    // Decimal or scientific notation, read exactly: "12", "0.1", "6.02e23". Empty when the text is
    // not such a number or its exponent is beyond `largest_exponent`.
    static std::optional<Number> from_decimal(std::string_view text);
    static constexpr int largest_exponent = 5000;
    static constexpr std::size_t largest_bits = std::size_t{1} << 17U;

    bool is_exact() const { return den_ != floating_tag; }
    bool is_zero() const { return den_ > 0 ? num_ == 0 : sign() == 0; }
    bool is_one() const { return den_ == 1 && num_ == 1; }
    bool is_minus_one() const { return den_ == 1 && num_ == -1; }
    bool is_integer() const;
    int sign() const;

    std::optional<std::int64_t> to_int64() const;  // when it is an integer that fits
    double to_double() const;                      // nearest
    std::string to_text() const;                   // "3", "-1/2", or shortest decimal of a float
    std::string to_short_text() const;             // for messages: long ones cut with "…"
    Number numerator() const;                      // of an exact number
    Number denominator() const;

    Number operator-() const;
    friend Number operator+(const Number& a, const Number& b);
    friend Number operator-(const Number& a, const Number& b);
    friend Number operator*(const Number& a, const Number& b);
    friend Number operator/(const Number& a, const Number& b);
    Number& operator+=(const Number& b) { return *this = *this + b; }
    Number& operator*=(const Number& b) { return *this = *this * b; }

    // Same number of the same sort: 1/2 and floating 0.5 differ.
    friend bool operator==(const Number& a, const Number& b);
    // By value, an exact number before the floating one of equal value.
    friend std::strong_ordering operator<=>(const Number& a, const Number& b);

    std::uint64_t hash() const;

private:
    struct Big;
    static constexpr std::int64_t big_tag = 0, floating_tag = -1;

    bool is_small() const { return den_ > 0; }
    const Big& big() const;
    static Number from_big(const Big& value);
    friend struct BigView;
    friend std::optional<Number> exact_root(const Number& value, std::int64_t degree);
    friend Number power(const Number& base, std::int64_t exponent);

    // den_ > 0: num_/den_.  den_ == big_tag: num_ holds a Big*.  den_ == floating_tag: bits of a double.
    std::int64_t num_ = 0;
    std::int64_t den_ = 1;
};

inline Number abs(const Number& x) { return x.sign() < 0 ? -x : x; }

// base^exponent. Throws NumericalError for 0^-n, and when the exact result would need more than
// `largest_power_bits` bits.
Number power(const Number& base, std::int64_t exponent);
inline constexpr std::int64_t largest_power_bits = 1 << 16;

// The exact non-negative root of a non-negative exact number, when it is rational.
std::optional<Number> exact_root(const Number& value, std::int64_t degree);

}  // namespace rattleback
