#include "support/oracle_value.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

#include "expr/functions.hpp"

namespace rattleback::testing {
namespace {

long double real_part(long double x) { return x; }
long double real_part(const std::complex<long double>& x) { return x.real(); }

constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();

template <typename T>
T real_if(bool holds, const T& value) {
    return holds ? value : T(nan);
}

long double number(const Number& n) {
    // Numerator and denominator are read from their digits.
    if (!n.is_exact()) return static_cast<long double>(n.to_double());
    return std::strtold(n.numerator().to_text().c_str(), nullptr) /
           std::strtold(n.denominator().to_text().c_str(), nullptr);
}

template <typename T>
T integer_power(const T& base, int n) {
    T result = 1;
    for (int i = 0; i < std::abs(n); ++i) result *= base;
    return n < 0 ? T(1) / result : result;
}

template <typename T>
T power(const T& base, const T& exponent) {
    return real_if(real_part(base) > 0, std::exp(exponent * std::log(base)));
}

// Of the point (x, y): from the arc tangent of the smaller ratio, and the octant.
template <typename T>
T angle(const T& y, const T& x) {
    constexpr long double quarter = std::numbers::pi_v<long double> / 2;
    const long double a = real_part(x), b = real_part(y);
    if (std::fabs(a) < std::fabs(b)) return (b > 0 ? quarter : -quarter) - std::atan(x / y);
    const long double turned = a > 0 ? 0 : b >= 0 ? 2 * quarter : -2 * quarter;
    return turned + std::atan(y / x);
}

// 2/√π exp(−u²) Σ 2ⁿ u^(2n+1)/(1·3·5·…·(2n+1)), whose terms all have one sign.
template <typename T>
T error_integral(const T& u) {
    constexpr long double far = 8;  // where it is 1 to all digits
    if (std::fabs(real_part(u)) > far) return real_part(u) > 0 ? T(1) : T(-1);
    T term = u, sum = u;
    for (int n = 1; n < 400; ++n) {
        term *= 2.0L * u * u / static_cast<long double>(2 * n + 1);
        sum += term;
    }
    return 2 * std::numbers::inv_sqrtpi_v<long double> * std::exp(-u * u) * sum;
}

template <typename T>
T call_value(FunctionId id, const T& u, const T& second) {
    const long double x = real_part(u);
    switch (id) {
        case FunctionId::Abs: return x < 0 ? -u : u;
        case FunctionId::Acos: return real_if(std::fabs(x) <= 1, std::acos(u));
        case FunctionId::Asin: return real_if(std::fabs(x) <= 1, std::asin(u));
        case FunctionId::Atan: return std::atan(u);
        case FunctionId::Atan2: return angle(u, second);
        case FunctionId::Cos: return std::cos(u);
        case FunctionId::Cosh: return std::cosh(u);
        case FunctionId::Erf: return error_integral(u);
        case FunctionId::Exp: return std::exp(u);
        case FunctionId::Log: return real_if(x > 0, std::log(u));
        case FunctionId::Sign: return x > 0 ? T(1) : x < 0 ? T(-1) : T(x);
        case FunctionId::Sin: return std::sin(u);
        case FunctionId::Sinh: return std::sinh(u);
        case FunctionId::Sqrt: return real_if(x >= 0, std::sqrt(u));
        case FunctionId::Tan: return std::tan(u);
        case FunctionId::Tanh: return std::tanh(u);
    }
    return nan;
}

}  // namespace

template <typename T>
T OracleValue<T>::operator()(const Expr& e) {
    if (const auto it = known_.find(e); it != known_.end()) return it->second;
    const T result = compute(e);
    const long double size = std::fabs(real_part(result));
    if (size != 0) {
        smallest_ = std::min(smallest_, size);
        largest_ = std::max(largest_, size);
    }
    known_.emplace(e, result);
    return result;
}

template <typename T>
T OracleValue<T>::compute(const Expr& e) {
    const auto args = e.args();
    T result = 0;
    switch (e.kind()) {
        case Kind::Number: return number(e.number());
        case Kind::Pi: return std::numbers::pi_v<long double>;
        case Kind::Symbol: return nan;
        case Kind::Unspecified: return unspecified_value(e);
        case Kind::Call:
            return call_value(e.function(), (*this)(args[0]), (*this)(args[args.size() - 1]));
        case Kind::Power: return power((*this)(args[0]), (*this)(args[1]));
        case Kind::Sum:
            result = number(e.number());
            for (std::size_t i = 0; i < args.size(); ++i)
                result += number(e.coefficients()[i]) * (*this)(args[i]);
            return result;
        case Kind::Product:
            result = 1;
            for (std::size_t i = 0; i < args.size(); ++i)
                result *= integer_power((*this)(args[i]), e.exponents()[i]);
            return result;
    }
    return nan;
}

template <typename T>
T OracleValue<T>::unspecified_value(const Expr& e) {
    const long double phase = static_cast<long double>(e.name()[0] % 7) / 5;
    T result = 1;
    for (std::size_t i = 0; i < e.args().size(); ++i) {
        const long double rate = 1 + static_cast<long double>(i) / 2;
        const T inner = rate * (*this)(e.args()[i]) + phase;
        const int order = e.partials()[i];
        result *= (order % 2 == 0 ? std::sin(inner) : std::cos(inner)) * std::pow(rate, order);
        if (order % 4 >= 2) result = -result;
    }
    return result;
}

template class OracleValue<long double>;
template class OracleValue<std::complex<long double>>;

}  // namespace rattleback::testing
