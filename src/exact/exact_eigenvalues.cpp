#include "exact/exact_eigenvalues.hpp"

#include <acb.h>
#include <arb_fmpz_poly.h>
#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_poly.h>
#include <flint/fmpz_poly_factor.h>

namespace rattleback {
namespace {

constexpr slong double_bits = 64;

class Matrix {
public:
    explicit Matrix(std::size_t n) { fmpq_mat_init(value_, slong(n), slong(n)); }
    Matrix(const Matrix&) = delete;
    Matrix& operator=(const Matrix&) = delete;
    ~Matrix() { fmpq_mat_clear(value_); }
    operator fmpq_mat_struct*() { return value_; }

private:
    fmpq_mat_t value_;
};

class Roots {
public:
    explicit Roots(slong size) : size_(size), values_(_acb_vec_init(size)) {}
    Roots(const Roots&) = delete;
    Roots& operator=(const Roots&) = delete;
    ~Roots() { _acb_vec_clear(values_, size_); }
    operator acb_ptr() { return values_; }

private:
    slong size_;
    acb_ptr values_;
};

class IntegerPolynomial {
public:
    IntegerPolynomial() { fmpz_poly_init(value_); }
    IntegerPolynomial(const IntegerPolynomial&) = delete;
    IntegerPolynomial& operator=(const IntegerPolynomial&) = delete;
    ~IntegerPolynomial() { fmpz_poly_clear(value_); }
    operator fmpz_poly_struct*() { return value_; }

private:
    fmpz_poly_t value_;
};

class Factors {
public:
    explicit Factors(fmpz_poly_struct* polynomial) {
        fmpz_poly_factor_init(value_);
        fmpz_poly_factor(value_, polynomial);
    }
    Factors(const Factors&) = delete;
    Factors& operator=(const Factors&) = delete;
    ~Factors() { fmpz_poly_factor_clear(value_); }
    std::size_t size() const { return static_cast<std::size_t>(value_->num); }
    fmpz_poly_struct* factor(std::size_t i) const { return value_->p + i; }
    std::size_t multiplicity(std::size_t i) const {
        return static_cast<std::size_t>(value_->exp[i]);
    }

private:
    fmpz_poly_factor_t value_;
};

void set_entries(fmpq_mat_struct* to, const NumberMatrix& from) {
    for (std::size_t i = 0; i < from.size(); ++i)
        for (std::size_t j = 0; j < from.size(); ++j)
            fmpq_set_str(fmpq_mat_entry(to, slong(i), slong(j)), from[i][j].to_text().c_str(), 10);
}

void characteristic_polynomial(fmpz_poly_struct* result, fmpq_mat_struct* a) {
    fmpq_poly_t p;
    fmpq_poly_init(p);
    fmpq_mat_charpoly(p, a);
    fmpq_poly_get_numerator(result, p);
    fmpq_poly_clear(p);
}

bool is_even(fmpz_poly_struct* g) {
    for (slong i = 1; i <= fmpz_poly_degree(g); i += 2)
        if (!fmpz_is_zero(fmpz_poly_get_coeff_ptr(g, i))) return false;
    return true;
}

// h of g(s) = h(s²).
void in_squares(fmpz_poly_struct* h, fmpz_poly_struct* g) {
    for (slong i = 0; i <= fmpz_poly_degree(g); i += 2)
        fmpz_poly_set_coeff_fmpz(h, i / 2, fmpz_poly_get_coeff_ptr(g, i));
}

// Zero, or known to all digits of a double.
bool is_known(const arb_struct* part) {
    return arb_is_zero(part) || arb_rel_accuracy_bits(part) >= double_bits - 8;
}

std::complex<double> rounded(acb_struct* z) {
    return {arf_get_d(arb_midref(acb_realref(z)), ARF_RND_NEAR),
            arf_get_d(arb_midref(acb_imagref(z)), ARF_RND_NEAR)};
}

// The roots of g in balls of so many bits: all of them, for a g that is not even, and those of h.
std::vector<std::complex<double>> roots_of(fmpz_poly_struct* g, slong bits) {
    std::vector<std::complex<double>> result;
    IntegerPolynomial h;
    const bool even = is_even(g);
    if (even) in_squares(h, g);
    fmpz_poly_struct* const polynomial = even ? h : g;
    const slong degree = fmpz_poly_degree(polynomial);
    Roots roots(degree);
    arb_fmpz_poly_complex_roots(roots, polynomial, 0, bits);
    for (slong i = 0; i < degree; ++i) {
        acb_struct* const z = roots + i;
        if (even) acb_sqrt(z, z, bits);
        if (!is_known(acb_realref(z)) || !is_known(acb_imagref(z))) return roots_of(g, 2 * bits);
        result.push_back(rounded(z));
        if (even) result.emplace_back(0 - result.back().real(), 0 - result.back().imag());
    }
    return result;
}

// The number of factors g(A) after which the kernel of their product grows no more.
std::size_t largest_block(fmpz_poly_struct* g, std::size_t multiplicity, const NumberMatrix& a) {
    const std::size_t n = a.size(), degree = static_cast<std::size_t>(fmpz_poly_degree(g));
    Matrix once(n), entries(n), unit(n), product(n), reduced(n);
    set_entries(entries, a);
    fmpq_mat_one(unit);
    for (slong i = slong(degree); i >= 0; --i) {
        fmpq_mat_mul(once, once, entries);
        fmpq_mat_scalar_mul_fmpz(reduced, unit, fmpz_poly_get_coeff_ptr(g, i));
        fmpq_mat_add(once, once, reduced);
    }
    fmpq_mat_set(product, once);
    std::size_t power = 1;
    while (static_cast<std::size_t>(fmpq_mat_rref(reduced, product)) > n - multiplicity * degree) {
        fmpq_mat_mul(product, product, once);
        ++power;
    }
    return power;
}

}  // namespace

std::optional<std::vector<ExactEigenvalue>> exact_eigenvalues(const NumberMatrix& a) {
    if (a.size() > most_exact_rows) return {};
    std::vector<ExactEigenvalue> result;
    if (a.empty()) return result;
    Matrix entries(a.size());
    set_entries(entries, a);
    IntegerPolynomial polynomial;
    characteristic_polynomial(polynomial, entries);
    const Factors factors(polynomial);
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const std::size_t multiplicity = factors.multiplicity(i);
        const std::size_t block =
            multiplicity == 1 ? 1 : largest_block(factors.factor(i), multiplicity, a);
        for (const auto& value : roots_of(factors.factor(i), 2 * double_bits))
            result.push_back({value, multiplicity, block});
    }
    return result;
}

}  // namespace rattleback
