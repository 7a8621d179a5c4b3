#include "exact/exponent_lattice.hpp"

#include "exact/field.hpp"

namespace rattleback {

Number floor_of(const Number& x) {
    const auto n = x.numerator().to_int64(), d = x.denominator().to_int64();
    if (!n || !d) throw TooLarge();
    return *n / *d - (*n % *d < 0 ? 1 : 0);
}

ExponentLattice::Multiples ExponentLattice::multiples_of(const Expr& exponent) {
    Multiples result;
    for (const auto& [monomial, coefficient] : rational_terms(exponent)) {
        const auto [place, is_new] = result.try_emplace(monomial, coefficient);
        if (!is_new) place->second += coefficient;
    }
    std::erase_if(result, [](const auto& entry) { return entry.second.is_zero(); });
    return result;
}

void ExponentLattice::subtract(Multiples& from, const Number& factor, const Multiples& what) {
    for (const auto& [monomial, coefficient] : what) {
        const auto [place, is_new] = from.try_emplace(monomial, 0);
        place->second = place->second - factor * coefficient;
        if (place->second.is_zero()) from.erase(place);
    }
}

// Euclid's algorithm with the row that begins with the same monomial, until one of them begins later.
void ExponentLattice::add(const Expr& exponent) {
    Multiples added = multiples_of(exponent);
    while (!added.empty()) {
        const Expr first = added.begin()->first;
        const auto [place, is_new] = rows_.try_emplace(first, added);
        if (is_new) return;
        Multiples& row = place->second;
        while (true) {
            subtract(added, floor_of(added.at(first) / row.at(first)), row);
            if (!added.contains(first)) break;
            added.swap(row);
        }
    }
}

ExprVector ExponentLattice::basis() const {
    ExprVector result;
    for (const auto& [first, row] : rows_) {
        SumBuilder sum;
        for (const auto& [monomial, coefficient] : row) sum.add(coefficient, monomial);
        result.push_back(sum.build());
    }
    return result;
}

std::vector<std::int64_t> ExponentLattice::coordinates(const Expr& exponent) const {
    Multiples rest = multiples_of(exponent);
    std::vector<std::int64_t> result;
    for (const auto& [first, row] : rows_) {
        const auto found = rest.find(first);
        const Number n = found == rest.end() ? Number(0) : found->second / row.at(first);
        const auto whole = n.to_int64();
        if (!whole || std::abs(*whole) > largest_integer_exponent) throw TooLarge();
        result.push_back(*whole);
        subtract(rest, n, row);
    }
    return result;
}

}  // namespace rattleback
