#include "trajectory/argument_tape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

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

[[gnu::noinline]] MovingValue rare_result(Op op, const MovingValue& a, const MovingValue& b,
                                          const MovingValue& c) {
    const double w = result_of(op, {a.value, b.value, c.value});
    return {w, slope_of(op, a, b, w)};
}

// To a few units of rounding: nothing here needs more. The common ones are done in place.
inline MovingValue result(Op op, const MovingValue& a, const MovingValue& b, const MovingValue& c) {
    switch (op) {
        case Op::Add: return sum(a, b, 1);
        case Op::Subtract: return sum(a, b, -1);
        case Op::Multiply: return product(a, b);
        case Op::Negate: return {-a.value, -a.slope};
        case Op::MultiplyAdd: return sum(product(a, b), c, 1);
        case Op::MultiplySubtract: return sum(product(a, b), c, -1);
        case Op::NegatedMultiplyAdd: return sum(c, product(a, b), -1);
        default: return rare_result(op, a, b, c);
    }
}

}  // namespace

// Takes from one tape what its arguments need.
class ArgumentTape::Extraction {
public:
    Extraction(ArgumentTape& to, const Tape& from, const std::vector<double>& parameters)
        : to_(to), from_(from), known_(from.places()) {
        follow(parameters);
        for (Place place = 0; place < from.places(); ++place) known_[place].power = power_at(place);
        for (std::size_t i = from.instructions.size(); i-- > 0;) look_at(i);
        if (found_.empty()) return;
        for (Place place = 0; place < from.places(); ++place)
            if (known_[place].is_wanted) take(place);
        std::ranges::sort(found_);
        for (const auto& [place, kind, power] : found_)
            to.arguments_.push_back({kind, known_[place].slot, power});
    }

private:
    struct Known {
        Motion motion = Motion::Unknown;
        bool is_bare = false;  // depends on y or t not only through an exponent
        bool is_wanted = false;
        std::uint32_t slot = 0;
        double value = 0;  // of what does not move
        PowerOf power;
    };

    const Instruction& instruction(Place place) const {
        return from_.instructions[place - from_.first_instruction()];
    }
    bool moves(Place place) const { return known_[place].motion == Motion::Moving; }

    // The operands by place; a cosine's is that of its sine.
    std::array<Place, 3> operand_places(const Instruction& step) const {
        if (step.op == Op::PairedCosine) return {instruction(step.a).a, 0, 0};
        return {step.a, step.b, step.c};
    }

    // What moves, and the values of what does not.
    void follow(const std::vector<double>& parameters) {
        for (Place i = 0; i < from_.inputs.size(); ++i) {
            const std::size_t parameter = i - to_.size_ - 1;
            if (i <= to_.size_) known_[i].motion = Motion::Moving, known_[i].is_bare = true;
            if (i <= to_.size_ || parameter >= parameters.size()) continue;
            known_[i].motion = Motion::Fixed;
            known_[i].value = parameters[parameter];
        }
        for (std::size_t i = 0; i < from_.constants.size(); ++i) {
            known_[from_.first_constant() + i].motion = Motion::Fixed;
            known_[from_.first_constant() + i].value = from_.constants[i];
        }
        for (Place p = from_.first_instruction(); p < from_.places(); ++p) {
            const auto of = operand_places(instruction(p));
            std::array<double, 3> args{};
            known_[p].motion = Motion::Fixed;
            for (std::size_t k = 0; k < count(instruction(p)); ++k) {
                known_[p].motion = std::max(known_[p].motion, known_[of[k]].motion);
                args[k] = known_[of[k]].value;
                if (known_[of[k]].is_bare && !has_exponent(instruction(p).op))
                    known_[p].is_bare = true;
            }
            if (known_[p].motion == Motion::Fixed)
                known_[p].value = result_of(instruction(p).op, args);
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
        const PowerOf &a = known_[step.a].power, &b = known_[step.b].power;
        if (step.op == Op::Multiply && a.base == b.base) return {a.base, a.degree + b.degree};
        if (step.op == Op::Power && known_[step.b].motion == Motion::Fixed &&
            known_[step.b].value > 0)
            return {a.base, a.degree * known_[step.b].value};
        return {place};
    }

    // Also of the product inside a fused sum.
    PowerOf product_at(const Instruction& step, Place place) const {
        const bool is_fused = step.op == Op::MultiplyAdd || step.op == Op::MultiplySubtract ||
                              step.op == Op::NegatedMultiplyAdd;
        if (!is_fused || known_[step.a].power.base != known_[step.b].power.base)
            return known_[place].power;
        return {known_[step.a].power.base,
                known_[step.a].power.degree + known_[step.b].power.degree};
    }

    static std::size_t count(const Instruction& step) {
        return static_cast<std::size_t>(operands(step.op));
    }

    void watch(ArgumentKind kind, Place place, double power = 1) {
        const bool is_bare = known_[place].is_bare || power >= steep_power;
        if (!moves(place) || (kind == ArgumentKind::Divisor && !is_bare)) return;
        known_[place].is_wanted = true;
        for (auto& [at, of, steepest] : found_)
            if (at == place && of == kind) {
                steepest = std::max(steepest, power);
                return;
            }
        found_.emplace_back(place, kind, power);
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
                if (const auto [base, degree] = known_[step.b].power; degree >= steep_power)
                    watch(ArgumentKind::Divisor, base, degree);
                break;
            case Op::Power:
                watch(ArgumentKind::Exponent, step.b);
                if (moves(step.b)) watch(ArgumentKind::Divisor, step.a);
                if (known_[step.b].motion == Motion::Fixed && known_[step.b].value < 0)
                    watch(ArgumentKind::Divisor, step.a, -known_[step.b].value);
                break;
            case Op::Tan: watch(ArgumentKind::Angle, step.a); break;
            case Op::Sin:
            case Op::Cos:
            case Op::SinCos:
            case Op::PairedCosine:
                if (known_[place].is_wanted) watch(ArgumentKind::Angle, of[0]);
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
        if (!known_[place].is_wanted) return;
        for (std::size_t k = 0; k < count(step); ++k) known_[of[k]].is_wanted = true;
    }

    void take(Place place) {
        const auto slot = static_cast<std::uint32_t>(to_.slots_.size());
        known_[place].slot = slot;
        to_.slots_.push_back({known_[place].value, 0});
        if (!moves(place)) return;
        if (place <= to_.size_) {
            to_.loads_.push_back({slot, place});
            return;
        }
        const Instruction& step = instruction(place);
        const auto of = operand_places(step);
        std::array<std::uint32_t, 3> at{known_[of[0]].slot, known_[of[0]].slot, known_[of[0]].slot};
        for (std::size_t k = 1; k < count(step); ++k) at[k] = known_[of[k]].slot;
        to_.steps_.push_back({slot, step.op, at[0], at[1], at[2]});
    }

    ArgumentTape& to_;
    const Tape& from_;
    std::vector<Known> known_;
    std::vector<std::tuple<Place, ArgumentKind, double>> found_;  // each place and kind once
};

ArgumentTape::ArgumentTape(const OdeProblem& problem) : size_(problem.size) {
    for (const Tape* formulas : problem.formulas) Extraction(*this, *formulas, problem.parameters);
    if (problem.formulas.empty() && problem.tape != nullptr) *this = problem.tape->arguments(size_);
}

ArgumentTape::ArgumentTape(const Tape& f, std::size_t size, const std::vector<double>& parameters)
    : size_(size) {
    Extraction(*this, f, parameters);
}

void ArgumentTape::evaluate(double t, const double* y, const double* rate, MovingValue* values) {
    MovingValue* const slots = slots_.data();
    for (const Load& load : loads_)
        slots[load.slot] =
            load.entry == size_ ? MovingValue{t, 1} : MovingValue{y[load.entry], rate[load.entry]};
    for (const Step& step : steps_)
        slots[step.slot] = result(step.op, slots[step.a], slots[step.b], slots[step.c]);
    for (const WatchedArgument& argument : arguments_) *values++ = slots[argument.slot];
}

}  // namespace rattleback
