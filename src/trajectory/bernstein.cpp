#include "trajectory/bernstein.hpp"

namespace rattleback {

Interval bernstein_range(std::span<const double> b, std::size_t order, double width) {
    if (order >= b.size()) return 0;
    const auto difference = [&](std::size_t j) {
        return order == 0   ? b[j]
               : order == 1 ? b[j + 1] - b[j]
                            : (b[j + 2] - b[j + 1]) - (b[j + 1] - b[j]);
    };
    Interval all(difference(0));
    for (std::size_t j = 1; j + order < b.size(); ++j) {
        const double x = difference(j);
        all = {std::min(all.low, x), std::max(all.high, x)};
    }
    double scale = 1;
    for (std::size_t k = 0; k < order; ++k) scale *= static_cast<double>(b.size() - 1 - k) / width;
    return Interval(scale) * all;
}

void split_bernstein(std::span<double> whole, std::span<double> left) {
    for (std::size_t done = 0; done < whole.size(); ++done) {
        left[done] = whole[0];
        for (std::size_t j = 0; j + done + 1 < whole.size(); ++j)
            whole[j] = 0.5 * (whole[j] + whole[j + 1]);
    }
}

void cut_bernstein_beyond(std::span<double> b, double share) {
    for (std::size_t done = 1; done < b.size(); ++done)
        for (std::size_t j = b.size() - 1; j >= done; --j) b[j] = std::lerp(b[j - 1], b[j], share);
}

void cut_bernstein_before(std::span<double> b, double share) {
    for (std::size_t done = 1; done < b.size(); ++done)
        for (std::size_t j = 0; j + done < b.size(); ++j) b[j] = std::lerp(b[j], b[j + 1], share);
}

}  // namespace rattleback
