#include "writing/constrained_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "expr/print_text.hpp"
#include "writing/wrapped_line.hpp"

namespace rattleback {

std::string constrained_model_text(const ConstrainedModel& model) {
    std::string text = model.title + "\n\nwithout its forces, with\n";
    for (const ForceConstraint& c : model.constraints) {
        LineText line;
        line += fmt::format("  {}: ", c.name);
        line += text_line(c.equation.left);
        line.may_break_before_equals();
        line += " = ";
        line += text_line(c.equation.right);
        text += wrapped_line(line, 6) + "\n";
    }
    for (const Sentence& each : model.sentences) text += fmt::format("{}\n", to_text(each));
    return text;
}

std::string constrained_model_json(const ConstrainedModel& model) {
    nlohmann::ordered_json json{{"title", model.title},
                                {"constraints", nlohmann::ordered_json::array()},
                                {"sentences", to_texts(model.sentences)}};
    for (const ForceConstraint& c : model.constraints) {
        nlohmann::ordered_json force = nlohmann::ordered_json::object();
        for (std::size_t i = 0; i < c.force.size(); ++i)
            if (!c.force[i].is_zero())
                force[std::string(model.system.q[i].name())] = to_text(c.force[i]);
        json["constraints"].push_back(
            {{"name", c.name}, {"force", force}, {"equation", to_text(c.equation)}});
    }
    return json.dump() + "\n";
}

}  // namespace rattleback
