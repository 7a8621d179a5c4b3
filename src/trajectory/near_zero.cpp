#include "trajectory/near_zero.hpp"

#include <algorithm>

namespace rattleback {

void NearZero::go_to(double t, std::span<const double> y) {
    t_ = t;
    y_.assign(y.begin(), y.end());
    function_(t, y_.data(), margins_.data());
}

const std::vector<char>& NearZero::within(std::span<const double> by) {
    near_.assign(count_, 0);
    for (std::size_t i = 0; i < count_; ++i) near_[i] = margins_[i] > 0 ? 0 : 1;
    for (std::size_t i = 0; i < y_.size(); ++i) {
        if (by[i] == 0) continue;
        const double here = y_[i];
        for (const double moved : {here + by[i], here - by[i]}) {
            y_[i] = moved;
            compare(t_);
        }
        y_[i] = here;
    }
    if (by.back() == 0) return near_;
    compare(t_ + by.back());
    compare(t_ - by.back());
    return near_;
}

void NearZero::compare(double t) {
    function_(t, y_.data(), beside_.data());
    for (std::size_t i = 0; i < count_; ++i)
        if (!(beside_[i] < 2 * margins_[i])) near_[i] = 1;
}

}  // namespace rattleback
