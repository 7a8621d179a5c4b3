#include "trajectory/argument_tape.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "compiled/operation.hpp"
#include "trajectory/rate_tape.hpp"

namespace rattleback {
namespace {

// From this power on a small change of the base is a large one of the value.
constexpr double steep_power = 12;

enum class Motion : std::uint8_t { Fixed, Moving, Unknown };

MovingValue product(const MovingValue& a, const MovingValue& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
MovingValue sum(const MovingValue& a, const MovingValue& b, double sign) {
    return {a.value + sign * b.value, a.slope + sign * b.slope};
}

// Of w = op(a, b), where that is neither a sum nor a product.
double slope_of(Op op, const MovingValue& a, const MovingValue& b, double w) {
    switch (op) {
        case Op::Divide: return (a.slope - w * b.slope) / b.value;
        case Op::Power:
            if (b.slope == 0) return b.value * std::pow(a.value, b.value - 1) * a.slope;
            return w * (b.slope * std::log(a.value) + b.value * a.slope / a.value);
        case Op::Abs: return a.value < 0 ? -a.slope : a.slope;
        case Op::Acos: return -a.slope / std::sqrt(1 - a.value * a.value);
        case Op::Asin: return a.slope / std::sqrt(1 - a.value * a.value);
        case Op::Atan: return a.slope / (1 + a.value * a.value);
        case Op::Atan2:
            return (b.value * a.slope - a.value * b.slope) /
                   (a.value * a.value + b.value * b.value);
        case Op::Cosh: return std::sinh(a.value) * a.slope;
        case Op::Erf: return 2 * std::numbers::inv_sqrtpi * std::exp(-a.value * a.value) * a.slope;
        case Op::Exp: return w * a.slope;
        case Op::Log: return a.slope / a.value;
        case Op::Sin:
        case Op::SinCos: return std::cos(a.value) * a.slope;
        case Op::Cos:
        case Op::PairedCosine: return -std::sin(a.value) * a.slope;
        case Op::Sinh: return std::cosh(a.value) * a.slope;
        case Op::Sqrt: return a.slope / (2 * w);
        case Op::Tan: return (1 + w * w) * a.slope;
        case Op::Tanh: return (1 - w * w) * a.slope;
        case Op::Add:
        case Op::Subtract:
        case Op::Multiply:
        case Op::Negate:
        case Op::MultiplyAdd:
        case Op::MultiplySubtract:
        case Op::NegatedMultiplyAdd: break;  // see result
        case Op::Sign: break;
    }
    return 0;
}

struct PowerOf {
    Place base = 0;
    double degree = 1;
};

// To a few units of rounding: nothing here needs more.
MovingValue result(Op op, const MovingValue& a, const MovingValue& b, const MovingValue& c) {
    switch (op) {
        case Op::Add: return sum(a, b, 1);
        case Op::Subtract: return sum(a, b, -1);
        case Op::Multiply: return product(a, b);
        case Op::Negate: return {-a.value, -a.slope};
        case Op::MultiplyAdd: return sum(product(a, b), c, 1);
        case Op::MultiplySubtract: return sum(product(a, b), c, -1);
        case Op::NegatedMultiplyAdd: return sum(c, product(a, b), -1);
        default: {
            const double w = result_of(op, {a.value, b.value, c.value});
            return {w, slope_of(op, a, b, w)};
        }
    }
}

}  // namespace

// Takes from one tape what its arguments need.
class ArgumentTape::Extraction {
public:
    Extraction(ArgumentTape& to, const Tape& from, const std::vector<double>& parameters)
        : to_(to),
          from_(from),
          motion_(from.places(), Motion::Unknown),
          values_(from.places()),
          is_bare_(from.places()),
          power_(from.places()),
          wanted_(from.places()),
          slots_(from.places()) {
        follow(parameters);
        for (Place place = 0; place < from.places(); ++place) power_[place] = power_at(place);
        for (std::size_t i = from.instructions.size(); i-- > 0;) look_at(i);
        for (Place place = 0; place < from.places(); ++place)
            if (wanted_[place]) take(place);
        for (const auto& [key, power] : found_)
            to.arguments_.push_back({key.second, slots_[key.first], power});
    }

private:
    const Instruction& instruction(Place place) const {
        return from_.instructions[place - from_.first_instruction()];
    }
    bool moves(Place place) const { return motion_[place] == Motion::Moving; }

    // The operands by place; a cosine's is that of its sine.
    std::array<Place, 3> operand_places(const Instruction& step) const {
        if (step.op == Op::PairedCosine) return {instruction(step.a).a, 0, 0};
        return {step.a, step.b, step.c};
    }

    // What moves, and the values of what does not.
    void follow(const std::vector<double>& parameters) {
        for (Place i = 0; i < from_.inputs.size(); ++i) {
            const std::size_t parameter = i - to_.size_ - 1;
            if (i <= to_.size_) motion_[i] = Motion::Moving, is_bare_[i] = true;
            if (i <= to_.size_ || parameter >= parameters.size()) continue;
            motion_[i] = Motion::Fixed;
            values_[i] = parameters[parameter];
        }
        for (std::size_t i = 0; i < from_.constants.size(); ++i) {
            motion_[from_.first_constant() + i] = Motion::Fixed;
            values_[from_.first_constant() + i] = from_.constants[i];
        }
        for (Place p = from_.first_instruction(); p < from_.places(); ++p) {
            const auto of = operand_places(instruction(p));
            std::array<double, 3> args{};
            motion_[p] = Motion::Fixed;
            for (std::size_t k = 0; k < count(instruction(p)); ++k) {
                motion_[p] = std::max(motion_[p], motion_[of[k]]);
                args[k] = values_[of[k]];
                if (is_bare_[of[k]] && !has_exponent(instruction(p).op)) is_bare_[p] = true;
            }
            if (motion_[p] == Motion::Fixed) values_[p] = result_of(instruction(p).op, args);
        }
    }

    // Whether the function changes at once where its argument is large, or has settled there.
    static bool has_exponent(Op op) {
        switch (op) {
            case Op::Atan:
            case Op::Cosh:
            case Op::Erf:
            case Op::Exp:
            case Op::Sinh:
            case Op::Tanh: return true;
            case Op::Add:
            case Op::Subtract:
            case Op::Multiply:
            case Op::Divide:
            case Op::Negate:
            case Op::MultiplyAdd:
            case Op::MultiplySubtract:
            case Op::NegatedMultiplyAdd:
            case Op::Power:
            case Op::Abs:
            case Op::Acos:
            case Op::Asin:
            case Op::Atan2:
            case Op::Cos:
            case Op::Log:
            case Op::Sign:
            case Op::Sin:
            case Op::Sqrt:
            case Op::Tan:
            case Op::SinCos:
            case Op::PairedCosine: return false;
        }
        return false;
    }

    // Powers up to some degree are written as products.
    PowerOf power_at(Place place) const {
        if (place < from_.first_instruction()) return {place};
        const Instruction& step = instruction(place);
        const PowerOf &a = power_[step.a], &b = power_[step.b];
        if (step.op == Op::Multiply && a.base == b.base) return {a.base, a.degree + b.degree};
        if (step.op == Op::Power && motion_[step.b] == Motion::Fixed && values_[step.b] > 0)
            return {a.base, a.degree * values_[step.b]};
        return {place};
    }

    // Also of the product inside a fused sum.
    PowerOf product_at(const Instruction& step, Place place) const {
        const bool is_fused = step.op == Op::MultiplyAdd || step.op == Op::MultiplySubtract ||
                              step.op == Op::NegatedMultiplyAdd;
        if (!is_fused || power_[step.a].base != power_[step.b].base) return power_[place];
        return {power_[step.a].base, power_[step.a].degree + power_[step.b].degree};
    }

    static std::size_t count(const Instruction& step) {
        return static_cast<std::size_t>(operands(step.op));
    }

    void watch(ArgumentKind kind, Place place, double power = 1) {
        const bool is_bare = is_bare_[place] || power >= steep_power;
        if (!moves(place) || (kind == ArgumentKind::Divisor && !is_bare)) return;
        wanted_[place] = true;
        double& known = found_[{place, kind}];
        known = std::max(known, power);
    }

    void look_at(std::size_t index) {
        const Instruction& step = from_.instructions[index];
        const auto place = static_cast<Place>(from_.first_instruction() + index);
        const auto of = operand_places(step);
        if (has_exponent(step.op)) watch(ArgumentKind::Exponent, step.a);
        if (const auto [base, degree] = product_at(step, place); degree >= steep_power)
            watch(ArgumentKind::Base, base, degree);
        switch (step.op) {
            case Op::Divide:
                watch(ArgumentKind::Divisor, step.b);
                if (const auto [base, degree] = power_[step.b]; degree >= steep_power)
                    watch(ArgumentKind::Divisor, base, degree);
                break;
            case Op::Power:
                watch(ArgumentKind::Exponent, step.b);
                if (moves(step.b)) watch(ArgumentKind::Divisor, step.a);
                if (motion_[step.b] == Motion::Fixed && values_[step.b] < 0)
                    watch(ArgumentKind::Divisor, step.a, -values_[step.b]);
                break;
            case Op::Tan: watch(ArgumentKind::Angle, step.a); break;
            case Op::Sin:
            case Op::Cos:
            case Op::SinCos:
            case Op::PairedCosine:
                if (wanted_[place]) watch(ArgumentKind::Angle, of[0]);
                break;
            case Op::Add:
            case Op::Subtract:
            case Op::Multiply:
            case Op::Negate:
            case Op::MultiplyAdd:
            case Op::MultiplySubtract:
            case Op::NegatedMultiplyAdd:
            case Op::Abs:
            case Op::Acos:
            case Op::Asin:
            case Op::Atan:
            case Op::Atan2:
            case Op::Cosh:
            case Op::Erf:
            case Op::Exp:
            case Op::Log:
            case Op::Sign:
            case Op::Sinh:
            case Op::Sqrt:
            case Op::Tanh: break;
        }
        if (!wanted_[place]) return;
        for (std::size_t k = 0; k < count(step); ++k) wanted_[of[k]] = true;
    }

    void take(Place place) {
        const auto slot = static_cast<std::uint32_t>(to_.slots_.size());
        slots_[place] = slot;
        to_.slots_.push_back({values_[place], 0});
        if (!moves(place)) return;
        if (place <= to_.size_) {
            to_.loads_.push_back({slot, place});
            return;
        }
        const Instruction& step = instruction(place);
        const auto of = operand_places(step);
        std::array<std::uint32_t, 3> at{slots_[of[0]], slots_[of[0]], slots_[of[0]]};
        for (std::size_t k = 1; k < count(step); ++k) at[k] = slots_[of[k]];
        to_.steps_.push_back({slot, step.op, at[0], at[1], at[2]});
    }

    ArgumentTape& to_;
    const Tape& from_;
    std::vector<Motion> motion_;
    std::vector<double> values_;
    std::vector<char> is_bare_;  // depends on y or t not only through an exponent
    std::vector<PowerOf> power_;
    std::vector<char> wanted_;
    std::vector<std::uint32_t> slots_;
    std::map<std::pair<Place, ArgumentKind>, double> found_;
};

ArgumentTape::ArgumentTape(const OdeProblem& problem) : size_(problem.size) {
    for (const Tape* formulas : problem.formulas) Extraction(*this, *formulas, problem.parameters);
    if (problem.formulas.empty() && problem.tape != nullptr)
        Extraction(*this, problem.tape->tape(), problem.tape->parameters);
}

void ArgumentTape::evaluate(double t, const double* y, const double* rate, MovingValue* values) {
    for (const Load& load : loads_)
        slots_[load.slot] =
            load.entry == size_ ? MovingValue{t, 1} : MovingValue{y[load.entry], rate[load.entry]};
    for (const Step& step : steps_)
        slots_[step.slot] = result(step.op, slots_[step.a], slots_[step.b], slots_[step.c]);
    for (const WatchedArgument& argument : arguments_) *values++ = slots_[argument.slot];
}

}  // namespace rattleback
