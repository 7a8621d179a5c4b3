#include "report/equations_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exact/is_zero.hpp"
#include "expr/print_text.hpp"
#include "report/wrapped_line.hpp"

namespace rattleback {
namespace {

using Group = std::vector<Equation>;

// Left sides up to this are aligned; behind a longer one the equals sign follows where it ends.
constexpr std::size_t widest_left = 24;

std::size_t aligned_width(std::initializer_list<const Group*> groups) {
    std::size_t width = 0;
    for (const Group* group : groups)
        for (const Equation& e : *group)
            if (const auto size = to_text(e.left).size(); size <= widest_left)
                width = std::max(width, size);
    return width;
}

void add_lines(std::string& text, const Group& group, std::size_t width) {
    for (const Equation& e : group) {
        const std::string left = to_text(e.left);
        const std::size_t indent = left.size() <= widest_left ? width + 5 : 6;
        text += wrapped_line(fmt::format("  {:<{}} = {}", left, width, to_text(e.right)), indent) +
                "\n";
    }
}

void add_reactions(std::string& text, const Group& reactions) {
    if (reactions.empty()) return;
    text += "  reaction\n";
    add_lines(text, reactions, aligned_width({&reactions}));
}

void add_step(std::string& text, const Step& step) {
    text += fmt::format("  {}: {}\n", step.symbol, step.meaning);
    for (const auto& row : step.value) {
        std::string line;
        for (const Expr& e : row) {
            const auto entry = shown_entry(e);
            line += (line.empty() ? "" : ",  ") + (entry ? to_text(*entry) : "(too long to show)");
        }
        text += wrapped_line(fmt::format("      [ {} ]", line), 8) + "\n";
    }
}

std::string heading(const DerivedForm& derived, bool with_steps) {
    const Formulation& form = *derived.form;
    std::string text = fmt::format("{}: {}  [{}]\n", form.name, form.title, form.source);
    for (const std::string& note : derived.equations.notes)
        text += fmt::format("  Note: {}\n", note);
    if (with_steps)
        for (const Step& step : derived.equations.steps) add_step(text, step);
    return text;
}

std::string body(const WrittenEquations& in_full) {
    const WrittenEquations written = abbreviated(in_full);
    std::string text;
    for (const std::string& remark : written.remarks) text += fmt::format("  {}\n", remark);
    if (!written.abbreviations.empty()) {
        text += "  abbreviations\n";
        add_lines(text, written.abbreviations, aligned_width({&written.abbreviations}));
        text += "  equations\n";
    }
    const auto width =
        aligned_width({&written.kinematics, &written.dynamics, &written.multipliers});
    for (const Group* group : {&written.kinematics, &written.dynamics, &written.multipliers})
        add_lines(text, *group, width);
    add_reactions(text, written.reactions);
    return text;
}

bool identical(const Group& a, const Group& b) {
    return std::ranges::equal(a, b, [](const Equation& x, const Equation& y) {
        return x.left == y.left && x.right == y.right;
    });
}

bool same_motion(const WrittenEquations& a, const WrittenEquations& b) {
    return a.solved == b.solved && identical(a.kinematics, b.kinematics) &&
           identical(a.dynamics, b.dynamics);
}

// Equal, however they are written. What is not proved at once is shown instead.
bool proved_equal(const Group& a, const Group& b) {
    constexpr ZeroTestOptions quick{
        .limits = {.terms = 20'000, .time = std::chrono::milliseconds(200)}};
    return std::ranges::equal(a, b, [&](const Equation& x, const Equation& y) {
        return x.left == y.left &&
               (x.right == y.right || are_equal(x.right, y.right, quick).proved_zero());
    });
}

// What is said of equations that have been shown already, and what they add.
std::string reference(const WrittenEquations& written, const WrittenEquations& shown,
                      std::string_view name) {
    const bool all_multipliers = identical(written.multipliers, shown.multipliers);
    const bool reactions = proved_equal(written.reactions, shown.reactions);
    const char* const what = !reactions                  ? "equations of motion"
                             : all_multipliers           ? "equations"
                             : written.reactions.empty() ? "equations of motion"
                                                         : "equations of motion and reaction";
    std::string text = fmt::format("  The same {} as {}.\n", what, name);
    Group added = written.multipliers;
    std::erase_if(added, [&](const Equation& e) {
        return std::ranges::any_of(shown.multipliers, [&](const Equation& s) {
            return s.left == e.left && s.right == e.right;
        });
    });
    add_lines(text, added, aligned_width({&added}));
    if (!reactions) add_reactions(text, written.reactions);
    return text;
}

}  // namespace

std::string equations_text(const Formulation& form, const Equations& equations, bool with_steps) {
    const std::vector<DerivedForm> one{{&form, equations}};
    return equations_text(one, with_steps);
}

std::string equations_text(std::span<const DerivedForm> forms, bool with_steps) {
    struct Shown {
        std::string_view name;
        WrittenEquations written;
    };
    std::vector<Shown> all_shown;
    std::string text;
    for (const DerivedForm& derived : forms) {
        text += (text.empty() ? "" : "\n") + heading(derived, with_steps);
        WrittenEquations written = write_in_full(derived.equations);
        const auto before = std::ranges::find_if(
            all_shown, [&](const Shown& s) { return same_motion(s.written, written); });
        if (before != all_shown.end()) {
            text += reference(written, before->written, before->name);
        } else {
            text += body(written);
            all_shown.push_back({derived.form->name, std::move(written)});
        }
    }
    return text;
}

}  // namespace rattleback
