#include "dynamics/stability_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "expr/decimal.hpp"
#include "expr/functions.hpp"

namespace rattleback {
namespace {

Sentence oscillation(const Mode& mode) {
    return sentence("oscillating with the frequency {:.5g} (period {:.5g})", mode.frequency(),
                    2 * std::numbers::pi / mode.frequency());
}

// With the power of time that a Jordan block brings.
Sentence exponential(const Mode& mode) {
    const std::string power = mode.block == 1   ? ""
                              : mode.block == 2 ? "t "
                                                : fmt::format("t^{} ", mode.block - 1);
    const std::string rate = fmt::format("{:.5g}", mode.eigenvalue.real());
    const Expr t = symbol("t");
    return SentencePart{
        .sides = {pow(t, static_cast<std::int64_t>(mode.block) - 1) * exp(decimal(rate) * t)},
        .as_written = fmt::format("{}exp({} t)", power, rate)};
}

Sentence growth(const Mode& mode) {
    const double doubling = std::numbers::ln2 / mode.eigenvalue.real();
    return sentence("grows as {}{}{}", exponential(mode),
                    mode.block == 1 ? sentence(", doubling in {:.5g}", doubling) : Sentence(),
                    mode.oscillates() ? ", " + oscillation(mode) : Sentence());
}

std::string counted(std::size_t n, const std::string& what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string in_proportion_to(std::size_t power) {
    if (power == 1) return "in proportion to time";
    if (power == 2) return "in proportion to the square of time";
    return fmt::format("in proportion to the power {} of time", power);
}

// Of each neutral eigenvalue with fewer eigenvectors than its multiplicity.
Sentence drift_text(const Spectrum& found) {
    Sentence text;
    const Mode* said = nullptr;
    for (const Mode& m : found.modes) {
        const bool is_lower_half = m.oscillates() && m.eigenvalue.imag() < 0;
        if (m.trend != Trend::Neutral || m.block == 1 || is_lower_half) continue;
        if (said != nullptr && said->eigenvalue == m.eigenvalue) continue;
        said = &m;
        text += m.oscillates()
                    ? sentence(
                          " Oscillations with the frequency {:.5g} are in resonance: some grow {}.",
                          m.frequency(), in_proportion_to(m.block - 1))
                    : sentence(
                          " Zero has fewer eigenvectors than its multiplicity: some disturbances "
                          "grow {}.",
                          in_proportion_to(m.block - 1));
    }
    return text;
}

// Of eigenvalues that are not exact.
Sentence rounding_text(const Spectrum& found) {
    double error = 0;
    for (const Mode& m : found.modes)
        if (m.trend == Trend::Neutral) error = std::max(error, m.error);
    return error == 0 ? Sentence()
                      : sentence(" Real parts below {:.1g} count as zero, by rounding.", error);
}

}  // namespace

Sentence stability_verdict(const Spectrum& found) {
    if (found.modes.empty()) return "Nothing can change: there are no essential variables.";
    const Mode& first = found.modes.front();
    const Stability stability = found.stability();
    if (stability == Stability::Unstable) return sentence("Unstable: a mode {}.", growth(first));
    if (stability == Stability::Asymptotic)
        return sentence("Asymptotically stable: every mode decays, the slowest as {}{}.",
                        exponential(first),
                        first.oscillates() ? ", " + oscillation(first) : Sentence());
    Sentence text = stability == Stability::Drifting ? "Not stable to first order"
                                                     : "Stable to first order (marginal)";
    text += ": no mode grows exponentially";
    const auto steady = static_cast<std::size_t>(std::ranges::count_if(found.modes, [](auto& m) {
        return m.trend == Trend::Neutral && m.oscillates() && m.block == 1;
    }));
    const char* const one = steady == 2 ? "s" : "";
    if (steady > 0)
        text += sentence(", {} neither grow{} nor decay{}", counted(steady / 2, "oscillation"), one,
                         one);
    if (const std::size_t zeros = found.zeros(); zeros > 0)
        text += sentence(", {} {} zero", counted(zeros, "eigenvalue"), zeros == 1 ? "is" : "are");
    return text + "." + drift_text(found) + rounding_text(found) +
           " The linearization alone does not decide about the motion itself.";
}

}  // namespace rattleback
