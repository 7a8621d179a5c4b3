#include "compiled/operation_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rattleback {
namespace {

// A longer text gets a name.
constexpr std::size_t longest_part = 64;

// How strongly the outermost operator binds.
enum class Binding : std::uint8_t { Sum, Product, Sign, Atom };

struct Text {
    std::string text;
    Binding binding = Binding::Atom;

    bool is_negative() const { return text.starts_with('-') && binding != Binding::Sum; }
    // Within operators that bind so strongly.
    std::string within(Binding least) const { return binding < least ? "(" + text + ")" : text; }
    Text without_minus() const {
        return {text.substr(1), binding == Binding::Sign ? Binding::Atom : binding};
    }
};

Text difference(const Text& a, const Text& b);

Text sum(const Text& a, const Text& b) {
    if (b.is_negative()) return difference(a, b.without_minus());
    if (a.is_negative()) return difference(b, a.without_minus());
    if (b.binding == Binding::Sum && a.binding != Binding::Sum) return sum(b, a);
    return {a.text + " + " + b.within(Binding::Product), Binding::Sum};
}

Text difference(const Text& a, const Text& b) {
    if (b.is_negative()) return sum(a, b.without_minus());
    return {a.text + " - " + b.within(Binding::Product), Binding::Sum};
}

Text product(const Text& a, const Text& b) {
    if (a.binding == Binding::Atom && (b.binding == Binding::Product || b.binding == Binding::Sign))
        return product(b, a);
    return {a.within(Binding::Product) + " * " + b.within(Binding::Atom), Binding::Product};
}

Text quotient(const Text& a, const Text& b) {
    return {a.within(Binding::Product) + " / " + b.within(Binding::Atom), Binding::Product};
}

Text negative(const Text& a) {
    if (a.is_negative()) return a.without_minus();
    if (a.binding == Binding::Sum) return {"-(" + a.text + ")", Binding::Sign};
    return {"-" + a.text, a.binding == Binding::Atom ? Binding::Sign : a.binding};
}

// In C; nothing of an operation that is written with a sign.
std::string_view name_of(Op op) {
    switch (op) {
        case Op::Power: return "pow";
        case Op::Abs: return "fabs";
        case Op::Acos: return "acos";
        case Op::Asin: return "asin";
        case Op::Atan: return "atan";
        case Op::Atan2: return "atan2";
        case Op::Cos: return "cos";
        case Op::Cosh: return "cosh";
        case Op::Erf: return "erf";
        case Op::Exp: return "exp";
        case Op::Log: return "log";
        case Op::Sign: return "sign";
        case Op::Sin: return "sin";
        case Op::Sinh: return "sinh";
        case Op::Sqrt: return "sqrt";
        case Op::Tan: return "tan";
        case Op::Tanh: return "tanh";
        case Op::SinCos: return "sin";
        case Op::PairedCosine: return "cos";
        case Op::Add:
        case Op::Subtract:
        case Op::Multiply:
        case Op::Divide:
        case Op::Negate:
        case Op::MultiplyAdd:
        case Op::MultiplySubtract:
        case Op::NegatedMultiplyAdd: break;
    }
    return "";
}

Text call(const LanguageSyntax& syntax, Op op, const std::vector<Text>& arguments) {
    std::string_view name = name_of(op);
    if (const auto pattern = std::ranges::find(syntax.patterns, name, &OtherName::first);
        pattern != syntax.patterns.end())
        return {fmt::format(fmt::runtime(pattern->second), arguments[0].text), Binding::Product};
    const auto other = std::ranges::find(syntax.other_names, name, &OtherName::first);
    if (other != syntax.other_names.end()) name = other->second;
    std::string list;
    for (const Text& a : arguments) list += (list.empty() ? "" : ", ") + a.text;
    return {fmt::format("{}{}({})", syntax.calls, name, list)};
}

bool is_identifier(std::string_view text) {
    const auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    const auto allowed = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
    return !text.empty() && letter(text[0]) && std::ranges::all_of(text, allowed);
}

// "sin_phi" of "phi" or "p->phi"; nothing where the argument has no name.
std::string called_after(Op op, std::string_view argument) {
    const auto mark = argument.find_last_of(".>");
    if (mark != std::string_view::npos) argument.remove_prefix(mark + 1);
    if (!is_identifier(argument)) return "";
    return fmt::format("{}_{}", name_of(op), argument);
}

class Writer {
public:
    Writer(const Tape& tape, const LanguageSyntax& syntax, const TapeNames& names)
        : tape_(tape), syntax_(syntax), names_(names), taken_(names.taken), uses_(tape.places()) {
        for (const Instruction& step : tape.instructions)
            for (const Place place : read_by(step)) ++uses_[place];
        for (const Place place : tape.outputs) ++uses_[place];
        for (const std::string& name : names.inputs) taken_.insert(name);
    }

    TapeText write() {
        for (const std::string& name : names_.inputs) texts_.push_back({name});
        for (const double value : tape_.constants) {
            const std::string text = constant_text(value, syntax_);
            texts_.push_back({text, text[0] == '-' ? Binding::Sign : Binding::Atom});
        }
        for (std::size_t i = 0; i < tape_.instructions.size(); ++i) append(i);
        TapeText result{std::move(lines_), {}};
        for (const Place place : tape_.outputs) result.outputs.push_back(texts_[place].text);
        return result;
    }

private:
    // A PairedCosine reads the argument of its SinCos.
    std::vector<Place> read_by(const Instruction& step) const {
        if (step.op == Op::PairedCosine)
            return {tape_.instructions[step.a - tape_.first_instruction()].a};
        const std::array<Place, 3> places{step.a, step.b, step.c};
        return {places.begin(), places.begin() + operands(step.op)};
    }

    Text text_of(Op op, const std::vector<Text>& a) const {
        switch (op) {
            case Op::Add: return sum(a[0], a[1]);
            case Op::Subtract: return difference(a[0], a[1]);
            case Op::Multiply: return product(a[0], a[1]);
            case Op::Divide: return quotient(a[0], a[1]);
            case Op::Negate: return negative(a[0]);
            case Op::MultiplyAdd: return sum(product(a[0], a[1]), a[2]);
            case Op::MultiplySubtract: return difference(product(a[0], a[1]), a[2]);
            case Op::NegatedMultiplyAdd: return difference(a[2], product(a[0], a[1]));
            case Op::Power:
                if (syntax_.power.empty()) return call(syntax_, op, a);
                return {fmt::format("{}{}{}", a[0].within(Binding::Atom), syntax_.power,
                                    a[1].within(Binding::Atom)),
                        Binding::Product};
            case Op::Abs:
            case Op::Acos:
            case Op::Asin:
            case Op::Atan:
            case Op::Atan2:
            case Op::Cos:
            case Op::Cosh:
            case Op::Erf:
            case Op::Exp:
            case Op::Log:
            case Op::Sign:
            case Op::Sin:
            case Op::Sinh:
            case Op::Sqrt:
            case Op::Tan:
            case Op::Tanh:
            case Op::SinCos:
            case Op::PairedCosine: return call(syntax_, op, a);
        }
        return {};
    }

    void append(std::size_t i) {
        const Instruction& step = tape_.instructions[i];
        const std::vector<Place> places = read_by(step);
        std::vector<Text> arguments;
        for (const Place place : places) arguments.push_back(texts_[place]);
        Text text = text_of(step.op, arguments);
        const std::size_t uses = uses_[tape_.first_instruction() + i];
        if (uses == 1 && text.text.size() <= longest_part) {
            texts_.push_back(std::move(text));
            return;
        }
        std::string name;
        const bool has_name = step.op == Op::SinCos || step.op == Op::PairedCosine ||
                              step.op == Op::Sin || step.op == Op::Cos;
        if (has_name) name = called_after(step.op, arguments[0].text);
        if (name.empty() || taken_.contains(name)) name = numbered();
        taken_.insert(name);
        if (uses > 0) lines_.push_back({name, text.text});
        texts_.push_back({name});
    }

    std::string numbered() {
        std::string name;
        do name = fmt::format("{}{}", names_.stem, ++number_);
        while (taken_.contains(name));
        return name;
    }

    const Tape& tape_;
    const LanguageSyntax& syntax_;
    const TapeNames& names_;
    std::set<std::string> taken_;
    std::vector<std::size_t> uses_;
    std::vector<Text> texts_;  // of every place so far
    std::vector<Line> lines_;
    std::size_t number_ = 0;
};

}  // namespace

TapeText tape_text(const Tape& tape, const LanguageSyntax& syntax, const TapeNames& names) {
    return Writer(tape, syntax, names).write();
}

std::vector<bool> used_inputs(const Tape& tape) {
    std::vector<bool> used(tape.places());
    for (const Instruction& step : tape.instructions) {
        const std::array<Place, 3> places{step.a, step.b, step.c};
        for (int k = 0; k < operands(step.op); ++k)
            used[places[static_cast<std::size_t>(k)]] = true;
    }
    for (const Place place : tape.outputs) used[place] = true;
    used.resize(tape.inputs.size());
    return used;
}

}  // namespace rattleback
