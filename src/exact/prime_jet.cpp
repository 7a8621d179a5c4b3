#include "exact/prime_jet.hpp"

#include <algorithm>

#include "base/interruption.hpp"

namespace rattleback {
namespace {

PrimeJet padded(PrimeJet a, std::size_t size) {
    a.resize(std::max(size, a.size()), 0);
    return a;
}

PrimeJet joined(const PrimeJets& parts) {
    PrimeJet whole;
    for (const PrimeJet& part : parts) whole.insert(whole.end(), part.begin(), part.end());
    return whole;
}

PrimeJet piece(const PrimeJet& a, std::size_t i, std::size_t size) {
    if (a.size() <= i * size) return {0};
    const auto from = a.begin() + static_cast<std::ptrdiff_t>(i * size);
    return {from, from + static_cast<std::ptrdiff_t>(std::min(size, a.size() - i * size))};
}

}  // namespace

std::size_t JetArithmetic::level_of(std::size_t size) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(sizes_, size) - sizes_.begin());
}

PrimeJet JetArithmetic::add(const PrimeJet& a, const PrimeJet& b) const {
    PrimeJet sum = padded(a, b.size());
    for (std::size_t i = 0; i < b.size(); ++i) sum[i] = field_.add(sum[i], b[i]);
    return sum;
}

PrimeJet JetArithmetic::subtract(const PrimeJet& a, const PrimeJet& b) const {
    PrimeJet difference = padded(a, b.size());
    for (std::size_t i = 0; i < b.size(); ++i) difference[i] = field_.subtract(difference[i], b[i]);
    return difference;
}

void JetArithmetic::add_multiple(PrimeJet& sum, Residue factor, const PrimeJet& a) const {
    sum.resize(std::max(sum.size(), a.size()), 0);
    for (std::size_t i = 0; i < a.size(); ++i)
        sum[i] = field_.add(sum[i], factor == 1 ? a[i] : field_.multiply(factor, a[i]));
    multiplications_ += a.size();
}

// sum += a·b, all with the ε of this level.
void JetArithmetic::add_product(const Residue* a, const Residue* b, std::size_t level,
                                Residue* sum) const {
    if (level == 0) {
        if (*a == 0 || *b == 0) return;
        *sum = field_.add(*sum, field_.multiply(*a, *b));
        ++multiplications_;
        return;
    }
    const std::size_t part = sizes_[level - 1], length = sizes_[level] / part;
    for (std::size_t i = 0; i < length; ++i)
        for (std::size_t j = 0; i + j < length; ++j)
            add_product(a + i * part, b + j * part, level - 1, sum + (i + j) * part);
}

PrimeJet JetArithmetic::multiply(const PrimeJet& a, const PrimeJet& b) const {
    if (a.size() < b.size()) return multiply(b, a);
    PrimeJet product(a.size(), 0);
    const std::size_t level = level_of(b.size());
    for (std::size_t i = 0; i < a.size(); i += b.size())
        add_product(a.data() + i, b.data(), level, product.data() + i);
    return product;
}

// The coefficients of the last ε that a has.
JetArithmetic::Coefficients JetArithmetic::split(const PrimeJet& a) const {
    const std::size_t size = sizes_[level_of(a.size()) - 1];
    Coefficients parts;
    for (std::size_t i = 0; i < a.size() / size; ++i) parts.push_back(piece(a, i, size));
    return parts;
}

// k·a_k, the coefficients of ε d/dε.
JetArithmetic::Coefficients JetArithmetic::slopes(const Coefficients& a) const {
    Coefficients result;
    for (std::size_t k = 0; k < a.size(); ++k) result.push_back(multiply(a[k], {k}));
    return result;
}

// Σ a_j b_{order−j} for j = from … to, all of the same size.
PrimeJet JetArithmetic::convolved(const Coefficients& a, const Coefficients& b, std::size_t from,
                                  std::size_t to, std::size_t order) const {
    PrimeJet sum(b.front().size(), 0);
    const std::size_t level = level_of(sum.size());
    for (std::size_t j = from; j <= to; ++j)
        add_product(a[j].data(), b[order - j].data(), level, sum.data());
    return sum;
}

PrimeJet JetArithmetic::divided(const PrimeJet& a, std::size_t by) const {
    while (inverses_.size() <= by)
        inverses_.push_back(inverses_.empty() ? 0 : field_.inverse(inverses_.size()));
    return by == 1 ? a : multiply(a, {inverses_[by]});
}

// r a = 1: r_k = −r₀ Σ a_j r_{k−j}.
PrimeJet JetArithmetic::inverse(const PrimeJet& a) const {
    if (a.size() == 1) return {field_.inverse(a[0])};
    const Coefficients parts = split(a);
    Coefficients r{inverse(parts[0])};
    for (std::size_t k = 1; k < parts.size(); ++k)
        r.push_back(negative(multiply(r[0], convolved(parts, r, 1, k, k))));
    return joined(r);
}

PrimeJet JetArithmetic::power(const PrimeJet& a, std::int64_t exponent) const {
    if (exponent == 1) return a;
    PrimeJet result{1}, square = a;
    for (auto n = std::abs(exponent); n != 0; n /= 2) {
        if (n % 2 != 0) result = multiply(result, square);
        if (n > 1) square = multiply(square, square);
    }
    return exponent < 0 ? inverse(result) : result;
}

// s′ = c a′, c′ = −s a′.
std::pair<PrimeJet, PrimeJet> JetArithmetic::sine_and_cosine(const PrimeJet& a, Residue sine,
                                                             Residue cosine) const {
    if (a.size() == 1) return {{sine}, {cosine}};
    const Coefficients parts = split(a), slope = slopes(parts);
    auto [s0, c0] = sine_and_cosine(parts[0], sine, cosine);
    Coefficients s{std::move(s0)}, c{std::move(c0)};
    for (std::size_t k = 1; k < parts.size(); ++k) {
        PrimeJet sine_part = divided(convolved(slope, c, 1, k, k), k);
        c.push_back(negative(divided(convolved(slope, s, 1, k, k), k)));
        s.push_back(std::move(sine_part));
    }
    return {joined(s), joined(c)};
}

// e′ = e a′.
PrimeJet JetArithmetic::exponential(const PrimeJet& a, Residue value) const {
    if (a.size() == 1) return {value};
    const Coefficients parts = split(a), slope = slopes(parts);
    Coefficients e{exponential(parts[0], value)};
    for (std::size_t k = 1; k < parts.size(); ++k)
        e.push_back(divided(convolved(slope, e, 1, k, k), k));
    return joined(e);
}

// r² = a: 2 r₀ r_k = a_k − Σ r_j r_{k−j}.
PrimeJet JetArithmetic::square_root(const PrimeJet& a, Residue value) const {
    if (a.size() == 1) return {value};
    const Coefficients parts = split(a);
    Coefficients r{square_root(parts[0], value)};
    const PrimeJet scale = inverse(add(r[0], r[0]));
    for (std::size_t k = 1; k < parts.size(); ++k)
        r.push_back(multiply(subtract(parts[k], convolved(r, r, 1, k - 1, k)), scale));
    return joined(r);
}

// a l′ = a′: k l_k = (k a_k − Σ j l_j a_{k−j})/a₀.
PrimeJet JetArithmetic::logarithm(const PrimeJet& a, Residue value) const {
    if (a.size() == 1) return {value};
    const Coefficients parts = split(a), slope = slopes(parts);
    const PrimeJet scale = inverse(parts[0]);
    Coefficients l{logarithm(parts[0], value)}, steps{PrimeJet{0}};
    for (std::size_t k = 1; k < parts.size(); ++k) {
        const PrimeJet known = convolved(steps, parts, 1, k - 1, k);
        steps.push_back(multiply(subtract(slope[k], known), scale));
        l.push_back(divided(steps[k], k));
    }
    return joined(l);
}

PrimeJets JetArithmetic::displaced(const PrimeJets& a, const PrimeJets& b) const {
    const auto is_zero = [](const PrimeJet& jet) {
        return std::ranges::all_of(jet, [](Residue r) { return r == 0; });
    };
    PrimeJets result;
    for (std::size_t i = 0; i < a.size(); ++i)
        result.push_back(is_zero(b[i]) ? a[i]
                                       : joined({padded(a[i], below()), padded(b[i], below())}));
    return result;
}

PrimeJet JetArithmetic::part(const PrimeJet& a, std::size_t i) const {
    return piece(a, i, below());
}

PrimeJets JetArithmetic::part(const PrimeJets& a, std::size_t i) const {
    PrimeJets result;
    for (const PrimeJet& jet : a) result.push_back(part(jet, i));
    return result;
}

PrimeJets JetArithmetic::derivative(const PrimeJets& a) const {
    PrimeJets result;
    for (const PrimeJet& jet : a) {
        const Coefficients slope = has_parts(jet) ? slopes(split(jet)) : Coefficients{{0}, {0}};
        result.push_back(joined({slope.begin() + 1, slope.end()}));
    }
    return result;
}

void JetArithmetic::set_part(PrimeJet& a, std::size_t i, const PrimeJet& part) const {
    a.resize(i * below(), 0);
    a.insert(a.end(), part.begin(), part.end());
    a.resize((i + 1) * below(), 0);
}

void JetArithmetic::cut(PrimeJets& a) const {
    for (PrimeJet& jet : a) jet.resize(std::min(jet.size(), sizes_.back()));
}

PrimeJets JetArithmetic::subtract(const PrimeJets& a, const PrimeJets& b) const {
    PrimeJets result;
    for (std::size_t i = 0; i < a.size(); ++i) result.push_back(subtract(a[i], b[i]));
    return result;
}

struct JetArithmetic::LinearSystem {
    const std::vector<PrimeJets>& matrix;
    const std::vector<std::size_t>& columns;
    const ResidueMatrix& inverse;
    PrimeJets right, x;
};

PrimeJets JetArithmetic::solve(const std::vector<PrimeJets>& matrix,
                               const std::vector<std::size_t>& columns,
                               const ResidueMatrix& inverse, PrimeJets right) const {
    for (PrimeJet& r : right) r = padded(std::move(r), sizes_.back());
    LinearSystem system{matrix, columns, inverse, std::move(right),
                        PrimeJets(columns.size(), PrimeJet(sizes_.back(), 0))};
    solve(system, sizes_.size() - 1, 0);
    return std::move(system.x);
}

void JetArithmetic::solve(LinearSystem& s, std::size_t level, std::size_t offset) const {
    const std::size_t n = s.columns.size();
    if (level == 0) {
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = 0; b < n; ++b)
                s.x[a][offset] = field_.subtract(
                    s.x[a][offset], field_.multiply(s.inverse[a][b], s.right[b][offset]));
        multiplications_ += n * n;
        return;
    }
    const std::size_t part = sizes_[level - 1], length = sizes_[level] / part;
    for (std::size_t j = 0; j < length; ++j) {
        for (std::size_t i = 1; i <= j; ++i)
            for (std::size_t a = 0; a < n; ++a) {
                heed_stop();
                for (std::size_t b = 0; b < n; ++b) {
                    const PrimeJet& entry = s.matrix[a][s.columns[b]];
                    if (entry.size() <= i * part) continue;
                    add_product(entry.data() + i * part, s.x[b].data() + offset + (j - i) * part,
                                level - 1, s.right[a].data() + offset + j * part);
                }
            }
        solve(s, level - 1, offset + j * part);
    }
}

}  // namespace rattleback
