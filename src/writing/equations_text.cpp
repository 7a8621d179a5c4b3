#include "writing/equations_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exact/is_zero.hpp"
#include "writing/equation_lines.hpp"
#include "writing/steps_text.hpp"

namespace rattleback {
namespace {

using Group = std::vector<Equation>;

// Writes groups of equations, aligned, in one notation.
class Writer {
public:
    explicit Writer(const TextOptions& options) : options_(options) {}

    std::string heading(const DerivedForm& derived) const;
    std::string body(const WrittenEquations& in_full) const;
    // What is said of equations that have been shown already, and what they add.
    std::string reference(const WrittenEquations& written, const WrittenEquations& shown,
                          std::string_view name) const;

private:
    std::string lines(const Group& group) const;
    void add_reactions(std::string& text, const Group& reactions) const;

    TextOptions options_;
};

std::string Writer::lines(const Group& group) const {
    return equation_lines(group, aligned_width({&group}, options_), options_);
}

void Writer::add_reactions(std::string& text, const Group& reactions) const {
    if (reactions.empty()) return;
    text += "  reaction\n";
    text += lines(reactions);
}

std::string Writer::heading(const DerivedForm& derived) const {
    const Formulation& form = *derived.form;
    std::string text = fmt::format("{}: {}  [{}]\n", form.name, form.title, form.source);
    for (const Sentence& note : derived.equations.notes)
        text += fmt::format("  Note: {}\n", to_text(note));
    if (options_.steps) text += steps_text(derived.equations, options_);
    return text;
}

std::string Writer::body(const WrittenEquations& in_full) const {
    const WrittenEquations written =
        options_.mathematics ? readable(in_full) : abbreviated(in_full);
    std::string text;
    for (const Sentence& remark : written.remarks) text += fmt::format("  {}\n", to_text(remark));
    if (!written.abbreviations.empty()) text += "  abbreviations\n" + lines(written.abbreviations);
    if (!written.abbreviations.empty() || options_.steps) text += "  equations\n";
    const auto width =
        aligned_width({&written.kinematics, &written.dynamics, &written.multipliers}, options_);
    for (const Group* group : {&written.kinematics, &written.dynamics, &written.multipliers})
        text += equation_lines(*group, width, options_);
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
    constexpr ZeroTestOptions quick{.limits = {.terms = 20'000, .work = 200}};
    return std::ranges::equal(a, b, [&](const Equation& x, const Equation& y) {
        return x.left == y.left &&
               (x.right == y.right || are_equal(x.right, y.right, quick).proved_zero());
    });
}

std::string Writer::reference(const WrittenEquations& written, const WrittenEquations& shown,
                              std::string_view name) const {
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
    text += lines(added);
    if (!reactions) add_reactions(text, written.reactions);
    return text;
}

}  // namespace

std::string equations_text(const Formulation& form, const Equations& equations,
                           const TextOptions& options) {
    const std::vector<DerivedForm> one{{&form, equations}};
    return equations_text(one, options);
}

std::string equations_text(std::span<const DerivedForm> forms, const TextOptions& options) {
    struct Shown {
        std::string_view name;
        WrittenEquations written;
    };
    const Writer writer(options);
    std::vector<Shown> all_shown;
    std::string text;
    for (const DerivedForm& derived : forms) {
        text += (text.empty() ? "" : "\n") + writer.heading(derived);
        WrittenEquations written = write_in_full(derived.equations);
        const auto before = std::ranges::find_if(
            all_shown, [&](const Shown& s) { return same_motion(s.written, written); });
        if (before != all_shown.end()) {
            text += writer.reference(written, before->written, before->name);
        } else {
            text += writer.body(written);
            all_shown.push_back({derived.form->name, std::move(written)});
        }
    }
    return text;
}

}  // namespace rattleback
