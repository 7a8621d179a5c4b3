#include "base/suggest.hpp"

#include <algorithm>
#include <vector>

namespace rattleback {
namespace {

// Optimal string alignment distance, three rows at a time.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            next[j] = std::min({replace, row[j] + 1, next[j - 1] + 1});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
        }
        before = row;
        row = next;
    }
    return row[b.size()];
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool differ_in_case_only(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
    constexpr std::size_t longest = 64;  // a longer name is no slip of the pen
    if (name.size() > longest) return {};
    const std::size_t allowed = name.size() >= 6 ? 2 : 1;
    std::string best;
    std::size_t best_distance = allowed + 1;
    for (const auto& candidate : candidates) {
        if (candidate.size() > name.size() + allowed || candidate.size() + allowed < name.size())
            continue;
        const auto d = distance(name, candidate);
        const bool nothing_in_common = d >= std::max(name.size(), candidate.size());
        if (nothing_in_common && !differ_in_case_only(name, candidate)) continue;
        if (d < best_distance || (d == best_distance && d <= allowed && candidate < best)) {
            best = candidate;
            best_distance = d;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
    const auto best = nearest_name(name, candidates);
    return best.empty() ? "" : "; did you mean '" + best + "'?";
}

std::string did_you_mean_or_all(std::string_view name, std::span<const std::string> candidates,
                                std::string_view what) {
    if (std::string near = did_you_mean(name, candidates); !near.empty()) return near;
    std::string all = "; the " + std::string(what) + " are ";
    for (std::size_t i = 0; i < candidates.size(); ++i)
        all += (i == 0 ? "" : i + 1 == candidates.size() ? " and " : ", ") + candidates[i];
    return all;
}

}  // namespace rattleback
