#include "model/principle.hpp"

#include <fmt/format.h>

#include <array>

#include "base/suggest.hpp"
#include "model/vocabulary.hpp"

namespace rattleback {
namespace {

constexpr std::array all{Principle::Nonholonomic, Principle::Vakonomic};

}  // namespace

std::string_view name_of(Principle principle) {
    switch (principle) {
        case Principle::Nonholonomic: return "nonholonomic";
        case Principle::Vakonomic: return "vakonomic";
    }
    return {};
}

Principle principle_of(const Description& description) {
    const Written& written = description.principle;
    if (written.empty()) return Principle::Nonholonomic;
    std::vector<std::string> names;
    for (const Principle each : all) {
        if (written.text() == name_of(each)) return each;
        names.emplace_back(name_of(each));
    }
    const std::string near = did_you_mean(written.text(), names);
    refuse(written, fmt::format("unknown principle {}{}", quoted(written.text()),
                                near.empty() ? "; it is nonholonomic or vakonomic" : near));
}

}  // namespace rattleback
