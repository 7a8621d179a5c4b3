#include "geometry/prime_frame.hpp"

#include <algorithm>

#include "base/interruption.hpp"
#include "base/work_limit.hpp"

namespace rattleback {
namespace {

constexpr std::size_t operations_of_unit = 200, jets_of_unit = 10;  // of work

}  // namespace

LocalForms::LocalForms(const Distribution& d, const ExprVector& entries,
                       std::span<const Replacement> point)
    : forms(d.forms.size()),
      coordinates(d.coordinates.size()),
      function(entries, d.coordinates, point),
      basis(function.at_point()),
      at_point(function.at_point()) {}

PrimeFrame::PrimeFrame(const LocalForms& local, const PrimeField& field, std::vector<Residue> base,
                       std::uint64_t most_multiplications)
    : local_(local),
      jets_(field),
      base_(std::move(base)),
      most_multiplications_(most_multiplications) {
    for (const Residue r : local.function.coordinates(base_)) point_.push_back({r});
    choose_pivots();
}

// Columns by which the forms are solved, by elimination at the point itself.
void PrimeFrame::choose_pivots() {
    at_point_ = forms_at(point_);
    ResidueMatrix columns(local_.coordinates);
    for (std::size_t j = 0; j < local_.coordinates; ++j)
        for (const PrimeJets& form : at_point_) columns[j].push_back(form[j][0]);
    pivots_ = jets_.field().independent_rows(columns);
    for (std::size_t j = 0; j < local_.coordinates; ++j)
        if (std::ranges::find(pivots_, j) == pivots_.end()) free_.push_back(j);
    if (!forms_are_independent()) return;
    ResidueMatrix square(local_.forms);
    for (std::size_t i = 0; i < local_.forms; ++i)
        for (const auto j : pivots_) square[i].push_back(columns[j][i]);
    inverse_.assign(local_.forms, {});
    for (std::size_t i = 0; i < local_.forms; ++i) {
        std::vector<Residue> unit(local_.forms, 0);
        unit[i] = 1;
        const auto column = jets_.field().solve(square, std::move(unit));
        for (std::size_t k = 0; k < local_.forms; ++k) inverse_[k].push_back((*column)[k]);
    }
}

PrimeFrame::Forms PrimeFrame::forms_at(const PrimeJets& q) const {
    if (!at_point_.empty() && q == point_) return at_point_;
    auto entries = local_.function.values(jets_, base_, q);
    if (!entries || jets_.multiplications() > most_multiplications_) throw OutOfReach();
    Forms forms(local_.forms);
    for (std::size_t i = 0; i < entries->size(); ++i)
        forms[i / local_.coordinates].push_back(std::move((*entries)[i]));
    return forms;
}

PrimeJets PrimeFrame::field(const std::vector<Residue>& c, const Forms& forms) const {
    PrimeJets right(local_.forms, PrimeJet{0}), x(local_.coordinates, PrimeJet{0});
    for (std::size_t f = 0; f < free_.size(); ++f) {
        x[free_[f]] = {c[f]};
        for (std::size_t i = 0; i < forms.size(); ++i)
            right[i] = jets_.add(right[i], jets_.multiply(forms[i][free_[f]], {c[f]}));
    }
    PrimeJets solution = jets_.solve(forms, pivots_, inverse_, std::move(right));
    for (std::size_t k = 0; k < pivots_.size(); ++k) x[pivots_[k]] = std::move(solution[k]);
    return x;
}

PrimeJets PrimeFrame::change(const PrimeJets& x, const PrimeJets& y, const PrimeJets& q,
                             const Forms& forms) {
    jets_.open(2);
    const Forms there = forms_at(jets_.displaced(q, y));
    PrimeJets right;
    for (const PrimeJets& form : there) {
        heed_stop();
        count_work(form.size() / jets_of_unit);
        PrimeJet sum{0};
        for (std::size_t j = 0; j < form.size(); ++j)
            if (jets_.has_parts(form[j]))
                sum = jets_.add(sum, jets_.multiply(jets_.part(form[j], 1), x[j]));
        right.push_back(std::move(sum));
    }
    jets_.close();
    PrimeJets result(local_.coordinates, PrimeJet{0});
    PrimeJets solution = jets_.solve(forms, pivots_, inverse_, std::move(right));
    for (std::size_t k = 0; k < pivots_.size(); ++k) result[pivots_[k]] = std::move(solution[k]);
    return result;
}

bool ResidueSpan::adds(const PrimeJets& value) {
    heed_stop();
    count_work(rows_.size() * rows_.size() * value.size() / operations_of_unit);
    std::vector<Residue> row;
    for (const PrimeJet& component : value) row.push_back(component[0]);
    rows_.push_back(std::move(row));
    if (field_.rank(rows_) == rows_.size()) return true;
    rows_.pop_back();
    return false;
}

}  // namespace rattleback
