#include "writing/rate_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "exact/certify.hpp"
#include "expr/print_text.hpp"
#include "structure/jumps.hpp"
#include "writing/wrapped_line.hpp"

namespace rattleback {
namespace {

std::string verdict_text(const Rate& rate) {
    std::string text = rate.scope.is_general() ? "" : to_text(with_the_numbers(rate.scope)) + ": ";
    const std::string it_is = rate.is_conserved()
                                  ? "it is conserved"
                                  : "it is constant" + to_text(between_jumps(rate.jumps));
    const std::string after = rate.is_conserved() ? "" : " There it may jump.";
    switch (rate.zero.verdict) {
        case Verdict::Zero:
            text += rate.scope.open_for_numbers
                        ? fmt::format(
                              "Proved for general values of the parameters: {}.{} Whether it "
                              "is so for those of the model is not decided.\n",
                              it_is, after)
                        : fmt::format("Proved: {}.{}\n", it_is, after);
            break;
        case Verdict::Certified:
            text += fmt::format("Certified: {}; this is false with a probability below {}.{}\n",
                                it_is, probability_text(rate.zero.log_probability), after);
            break;
        case Verdict::NonZero:
            text += rate.scope.open_for_numbers
                        ? "It is not conserved for all values of the parameters; whether it is for "
                          "those of the model is not decided.\n"
                        : "It is not conserved.\n";
            break;
        case Verdict::Unknown:
            text += fmt::format("Whether it is conserved is not decided: {}.\n",
                                to_text(rate.zero.reason));
            break;
    }
    if (rate.in_general)
        text += fmt::format("{}: its rate is {}.\n", to_text(for_other_values(rate.scope)),
                            to_text(*rate.in_general));
    return text;
}

// The parameters whose values matter, if any.
nlohmann::ordered_json holds_for(const ValueScope& scope) {
    if (scope.is_general()) return "general values";
    return to_texts(scope.fixed);
}

}  // namespace

std::string rate_text(const QuantityRate& found) {
    const Rate& rate = found.rate;
    LineText line;
    line += fmt::format("d/dt ({})", found.quantity);
    line.may_break_before_equals();
    line += " = ";
    line += text_line(rate.value);
    line += fmt::format("   along the motion ({})", rate.form);
    std::string text = wrapped_line(line, 6) + "\n";
    if (!found.branch.empty()) text += fmt::format("on {}\n", to_text(found.branch));
    for (std::size_t i = 0; i < found.meanings.size(); ++i)
        text += fmt::format("{} {}\n", i == 0 ? "where" : "     ", to_text(found.meanings[i]));
    text += verdict_text(rate);
    for (const Sentence& note : found.notes) text += to_text(note) + "\n";
    return text;
}

std::string rate_json(const QuantityRate& found) {
    const Rate& rate = found.rate;
    nlohmann::ordered_json json{
        {"quantity", found.quantity}, {"rate", to_text(rate.value)}, {"form", rate.form}};
    json["branch"] = to_text(found.branch);
    json["where"] = nlohmann::json::array();
    for (const Equation& e : found.meanings)
        json["where"].push_back({to_text(e.left), to_text(e.right)});
    const bool may_jump = rate.zero.holds() && !rate.is_conserved();
    const bool is_open = rate.zero.verdict != Verdict::Unknown && rate.scope.open_for_numbers;
    json["conserved"] = rate.zero.verdict == Verdict::Unknown || may_jump || is_open
                            ? nlohmann::ordered_json()
                            : nlohmann::ordered_json(rate.is_conserved());
    if (rate.zero.verdict == Verdict::Certified)
        json["error_probability"] = std::pow(10, rate.zero.log_probability);
    if (rate.zero.verdict == Verdict::Unknown) json["because"] = to_text(rate.zero.reason);
    if (is_open)
        json["because"] = "whether it is zero for the values of the parameters is not decided";
    if (may_jump) json["because"] = "it is constant only" + to_text(between_jumps(rate.jumps));
    json["holds_for"] = holds_for(rate.scope);
    json["notes"] = to_texts(found.notes);
    if (rate.in_general) json["rate_in_general"] = to_text(*rate.in_general);
    return json.dump() + "\n";
}

}  // namespace rattleback
