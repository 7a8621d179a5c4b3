#include "trajectory/resolved_function.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

namespace rattleback {
namespace {

constexpr std::size_t n = PolynomialPiece::highest_degree;
constexpr double unit = std::numeric_limits<double>::epsilon();
// In one step no more values are asked for than this, and some.
constexpr std::size_t most_looks = 2000;
constexpr double shortest = 0x1p-20;  // of a step
// What has no larger coefficients than its last is noise, or waves that are shorter than this part of a
// step.
constexpr double shortest_noise = 0x1p-5;
// What coefficients leave open may be so much more than the last of them.
constexpr double safety = 16;
// Bernstein coefficients that are larger than the polynomial by more than this cost digits.
constexpr double most_growth = 1e3;

using Row = std::array<double, n + 1>;

// cos(π j/n)
double cosine(std::size_t j) {
    static const std::array<double, 2 * n> all = [] {
        std::array<double, 2 * n> made{};
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = std::cos(std::numbers::pi * static_cast<double>(i) / n);
        return made;
    }();
    return all[j % (2 * n)];
}

// One more than the degree.
void elevate(std::span<double> b, std::size_t degree) {
    const auto size = static_cast<double>(degree + 1);
    b[degree + 1] = b[degree];
    for (std::size_t j = degree; j > 0; --j) {
        const double share = static_cast<double>(j) / size;
        b[j] = share * b[j - 1] + (1 - share) * b[j];
    }
}

// T_k(2s − 1) in Bernstein's basis of its own degree: bⱼ = (−1)ᵏ⁻ʲ C(2k, 2j)/C(k, j).
Row chebyshev(std::size_t k) {
    Row b{};
    double size = 1;
    for (std::size_t j = 0; j <= k; ++j) {
        b[j] = (k - j) % 2 == 0 ? size : -size;
        // C(2k, 2j + 2)/C(2k, 2j) over C(k, j + 1)/C(k, j)
        size *= static_cast<double>(2 * (k - j) - 1) / static_cast<double>(2 * j + 1);
    }
    return b;
}

// T_k in the degree of the polynomial.
const std::vector<Row>& chebyshev_in(std::size_t degree) {
    const auto made = [](std::size_t of) {
        std::vector<Row> rows;
        for (std::size_t k = 0; k <= of; ++k) {
            rows.push_back(chebyshev(k));
            for (std::size_t d = k; d < of; ++d) elevate(rows.back(), d);
        }
        return rows;
    };
    static const std::array<std::vector<Row>, 3> all{made(n / 4), made(n / 2), made(n)};
    return all[degree == n / 4 ? 0 : degree == n / 2 ? 1 : 2];
}

double largest(std::span<const double> numbers) {
    double result = 0;
    for (const double x : numbers) result = std::max(result, std::abs(x));
    return result;
}

}  // namespace

// Not below what rounding may leave of what is large elsewhere.
double ResolvedFunction::negligible(const Piece& piece) const {
    return std::max({wanted_.absolute, wanted_.relative * piece.size, 16 * unit * size_});
}

// The values at those of n + 1 Chebyshev points that this many have, where they are not yet known.
void ResolvedFunction::look_at(const PolynomialPiece& piece, std::size_t degree) {
    const std::size_t stride = n / degree;
    const bool knows_every_other = degree > n / 4;
    for (std::size_t i = 0; i <= degree; ++i) {
        if (knows_every_other && i % 2 == 0) continue;
        const std::size_t j = i * stride;
        values_[j] = g_(piece.from + (1 - cosine(j)) / 2 * piece.width);
        ++looks_;
        if (std::isfinite(values_[j])) size_ = std::max(size_, std::abs(values_[j]));
    }
}

void ResolvedFunction::interpolate(Piece& piece, std::size_t degree) {
    const std::size_t stride = n / degree;
    Row c{};
    for (std::size_t k = 0; k <= degree; ++k) {
        double sum = 0;
        for (std::size_t i = 0; i <= degree; ++i) {
            const double share = i == 0 || i == degree ? 0.5 : 1;
            sum += share * values_[i * stride] * cosine(k * i * stride);
        }
        const double both = k == 0 || k == degree ? 1 : 2;
        c[k] = (k % 2 == 0 ? both : -both) * sum / static_cast<double>(degree);
    }
    piece.size = 0;
    for (std::size_t i = 0; i <= n; i += stride)
        piece.size = std::max(piece.size, std::abs(values_[i]));
    piece.has_values = std::ranges::all_of(c, [](double x) { return std::isfinite(x); });
    piece.polynomial.degree = degree;
    piece.polynomial.bernstein.fill(0);
    const std::vector<Row>& basis = chebyshev_in(degree);
    for (std::size_t k = 0; k <= degree; ++k)
        for (std::size_t j = 0; j <= degree; ++j)
            piece.polynomial.bernstein[j] += c[k] * basis[k][j];
    const double grown = largest(piece.polynomial.bernstein);
    const double last = largest(std::span(c).subspan(degree - 2, 3));
    const double open = largest(std::span(c).subspan(3 * degree / 4 + 1, degree / 4));
    piece.is_known =
        piece.has_values && last <= negligible(piece) && grown <= most_growth * piece.size;
    piece.error = 4 * unit * grown + 4 * last;
    if (!piece.is_known) piece.error += static_cast<double>(degree / 4) * open;
    is_noise_ = open >= 0.1 * largest(std::span(c).subspan(1, degree));
}

ResolvedFunction::Piece ResolvedFunction::interpolated(const PolynomialPiece& where) {
    Piece piece{.polynomial = where};
    for (std::size_t degree = n / 4; degree <= n && !piece.is_known; degree *= 2) {
        look_at(where, degree);
        interpolate(piece, degree);
        if (piece.is_known && !agrees_between(piece)) piece.is_known = false;
    }
    return piece;
}

// At a place that no set of points has.
bool ResolvedFunction::agrees_between(const Piece& piece) {
    constexpr double somewhere = 0.2711, few = 10;
    ++looks_;
    const double theta = piece.polynomial.from + somewhere * piece.polynomial.width;
    const double apart = std::abs(g_(theta) - piece.polynomial.at(theta).value);
    return apart <= few * negligible(piece) + piece.error;
}

bool ResolvedFunction::is_settled(const Piece& piece) const {
    const Interval range = piece.polynomial.range(0);
    const double open = safety * piece.error;
    return piece.has_values && wanted_.settles({range.low - open, range.high + open});
}

// The longest first, so that the limit is shared by all of the step.
void ResolvedFunction::resolve(FunctionRef<double(double)> g, double until,
                               const Resolution& wanted) {
    g_ = g;
    wanted_ = wanted;
    size_ = 0;
    looks_ = 0;
    pieces_.clear();
    std::vector<PolynomialPiece> open{{.from = 0, .width = until}}, shorter;
    while (!open.empty()) {
        for (const PolynomialPiece& where : open) {
            Piece piece = interpolated(where);
            piece.is_known = piece.is_known || is_settled(piece);
            const double half = where.width / 2;
            const double least = is_noise_ ? shortest_noise * until : shortest;
            if (piece.is_known || looks_ > most_looks || half < least) {
                pieces_.push_back(piece);
                continue;
            }
            shorter.push_back({.from = where.from, .width = half});
            shorter.push_back({.from = where.from + half, .width = half});
        }
        open = std::exchange(shorter, {});
    }
    std::ranges::sort(pieces_, {}, [](const Piece& piece) { return piece.polynomial.from; });
}

}  // namespace rattleback
