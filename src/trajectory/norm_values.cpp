#include "trajectory/norm_values.hpp"

#include <cmath>

namespace rattleback {

ExprVector NormValues::wanted(const std::vector<NormAtState>& norms, const Expr& t,
                              const ExprVector& state) {
    ExprVector result;
    const auto append = [&](const ExprVector& more) {
        result.insert(result.end(), more.begin(), more.end());
    };
    for (const NormAtState& norm : norms) {
        result.push_back(norm.square);
        append(norm.all_parts);
        append(norm.weights);
        for (const ExprVector& row : norm.through) append(row);
        for (const Expr& part : norm.parts) {
            result.push_back(part);
            result.push_back(derivative(part, t));
            append(gradient(part, state));
        }
    }
    return result;
}

NormValues::NormValues(std::vector<NormAtState> norms, const Expr& t,
                       const EquationsOfMotion& motion)
    : norms_(std::move(norms)),
      state_size_(motion.size()),
      code_(motion.observed(wanted(norms_, t, motion.state()))),
      seen_(code_.outputs()) {
    std::size_t next = 0;
    for (const NormAtState& norm : norms_) {
        first_.push_back(next);
        const std::size_t w = norm.all_parts.size(), k = norm.parts.size();
        next += 1 + w + k + w * k + k * (2 + state_size_);
    }
}

double NormValues::size_of(std::size_t norm) const { return std::sqrt(std::max(at(norm)[0], 0.0)); }

std::vector<double> NormValues::weights(std::size_t norm) const {
    const double* const first = at(norm) + 1 + norms_[norm].all_parts.size();
    return {first, first + parts(norm)};
}

double NormValues::part(std::size_t norm, std::size_t a) const {
    return part_by_state(norm, a).data()[-2];
}

double NormValues::part_by_time(std::size_t norm, std::size_t a) const {
    return part_by_state(norm, a).data()[-1];
}

std::span<const double> NormValues::part_by_state(std::size_t norm, std::size_t a) const {
    const std::size_t w = norms_[norm].all_parts.size(), k = parts(norm);
    return {at(norm) + 1 + w + k + w * k + a * (2 + state_size_) + 2, state_size_};
}

std::vector<double> NormValues::direction(std::size_t norm) const {
    std::vector<double> result;
    for (std::size_t i = 0; i < norms_[norm].all_parts.size(); ++i)
        result.push_back(at(norm)[1 + i] / size_of(norm));
    return result;
}

std::vector<double> NormValues::direction(std::size_t norm, std::span<const double> eta) const {
    const std::size_t w = norms_[norm].all_parts.size(), k = parts(norm);
    const double* through = at(norm) + 1 + w + k;
    std::vector<double> result(w);
    for (std::size_t i = 0; i < w; ++i)
        for (std::size_t a = 0; a < k; ++a) result[i] += *through++ * eta[a];
    return result;
}

std::vector<double> NormValues::unit(std::size_t norm, std::vector<double> eta) const {
    const std::vector<double> delta = weights(norm);
    double sum = 0;
    for (std::size_t a = 0; a < eta.size(); ++a) sum += delta[a] * eta[a] * eta[a];
    for (double& e : eta) e /= std::sqrt(sum);
    return eta;
}

}  // namespace rattleback
