#include "dynamics/integral_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/quadrature.hpp"
#include "expr/integral.hpp"
#include "expr/substitute.hpp"

namespace rattleback {
namespace {

constexpr double precision = 1e-14;    // of one stretch
constexpr double good_enough = 1e-10;  // of all stretches together
constexpr double precision_of_size = 1e-4;
constexpr QuadratureLimits limits{.halvings = 200, .intervals = 10'000};
constexpr int most_failures = 3;  // then it is not tried again for these values
constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr CompileOptions interpreted{.backend = Backend::Interpreter};

}  // namespace

IntegralValues::IntegralValues(const ExprVector& inputs, const ExprVector& outputs)
    : in_(inputs.size()) {
    ExprVector known = inputs;
    std::vector<Replacement> by_name;
    for (const Expr& node : integrals_of(outputs)) {
        ExprVector arguments(node.args().begin() + 1, node.args().end());
        const IntegrandOfNames own = integrand_of_names(node);
        integrals_.push_back(
            {.arguments = compile(known, substitute(arguments, by_name), interpreted),
             .integrand = std::make_shared<IntegralValues>(own.names, ExprVector{own.integrand})});
        known.push_back(symbol("integral " + std::to_string(by_name.size())));
        by_name.emplace_back(node, known.back());
    }
    // From the outermost on, whose arguments have the others in them.
    ExprVector plain = outputs;
    for (auto each = by_name.rbegin(); each != by_name.rend(); ++each)
        plain = substitute(plain, {&*each, 1});
    outputs_ = compile(known, plain, interpreted);
    in_.resize(known.size());
}

void IntegralValues::operator()(const double* in, double* out) {
    std::size_t count = in_.size() - integrals_.size();
    std::copy_n(in, count, in_.begin());
    for (OneIntegral& integral : integrals_) {
        in_[count] = value_of(integral, in_.data());
        ++count;
    }
    (*outputs_)(in_.data(), out);
}

double IntegralValues::value_of(OneIntegral& integral, const double* in) {
    std::vector<double> arguments(integral.arguments.outputs());
    integral.arguments(in, arguments.data());
    if (!std::ranges::all_of(arguments, [](double x) { return std::isfinite(x); })) return none;
    const double lower = arguments[0], upper = arguments[1];
    std::vector<double> key = arguments;
    key.erase(key.begin() + 1);
    auto& known = integral.known;
    if (key != integral.key || known.empty()) {
        integral.key = std::move(key);
        known = {{lower, Known{}}};
        integral.failures = 0;
    }
    auto near = known.lower_bound(upper);
    const bool is_before =
        near != known.begin() &&
        (near == known.end() || upper - std::prev(near)->first < near->first - upper);
    if (is_before) --near;
    Known found = near->second;
    if (near->first != upper) {
        if (integral.failures == most_failures) return none;
        found = stretch(integral, near->first, upper, found);
        if (std::isfinite(found.value))
            known.emplace(upper, found);
        else
            ++integral.failures;
    }
    return found.error <= good_enough * found.size || found.size == 0 ? found.value : none;
}

IntegralValues::Known IntegralValues::stretch(OneIntegral& integral, double from, double to,
                                              const Known& before) {
    std::vector<double> in = integral.key;
    const auto f = [&](double s, std::span<double> values) {
        in[0] = s;
        (*integral.integrand)(in.data(), values.data());
        if (values.size() > 1) values[1] = std::abs(values[0]) * precision / precision_of_size;
    };
    // How large it is: a first look, so that the tolerance is one of the whole.
    double size = 0;
    constexpr int looks = 8;
    for (int i = 0; i < looks; ++i) {
        double value = 0;
        f(from + (to - from) * (i + 0.5) / looks, {&value, 1});
        size += std::abs(value * (to - from)) / looks;
    }
    std::array<double, 2> sum{};
    const double tolerance = precision * std::max(size, before.size);
    const double error = add_integral(f, from, to, tolerance, sum, limits);
    if (!std::isfinite(error)) return {.value = none, .size = 0, .error = error};
    return {.value = before.value + sum[0],
            .size = before.size + std::abs(sum[1]) * precision_of_size / precision,
            .error = before.error + error};
}

}  // namespace rattleback
