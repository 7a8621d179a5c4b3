#include "geometry/prime_chains.hpp"

#include <algorithm>

#include "base/interruption.hpp"
#include "base/work_limit.hpp"

namespace rattleback {
namespace {

constexpr std::size_t first_length = 2;
constexpr std::size_t jets_of_unit = 10;  // of work

// Values at the point: ad_f^k g by k, and its bracket with the field along which it was displaced.
struct Chain {
    std::vector<PrimeJets> members, across;
};

class Chains {
public:
    Chains(PrimeFrame& frame, std::size_t length)
        : frame_(frame),
          jets_(frame.jets()),
          length_(length),
          forms_(frame.forms_at(frame.point())) {
        std::mt19937_64 random(jets_.field().prime());
        for (std::size_t i = 0; i < frame.fields(); ++i) {
            mixed_.emplace_back();
            for (std::size_t j = 0; j < frame.fields(); ++j)
                mixed_.back().push_back(jets_.field().of_bits(random(), random()));
            at_point_.push_back(frame.field(mixed_.back(), forms_));
        }
        for (std::size_t f = 0; f < mixed_.size(); ++f)
            for (std::size_t i = 0; i < mixed_.size(); ++i)
                if (i != f) run(f, i);
    }

    // Nothing where the chains end before the growth does.
    std::optional<std::vector<std::size_t>> growth(const LieFlag* generic) const {
        ResidueSpan span(jets_.field());
        for (const PrimeJets& x : at_point_) span.adds(x);
        std::vector<std::size_t> result{span.rank()};
        for (std::size_t k = 1; result.back() < frame_.coordinates(); ++k) {
            if (generic != nullptr && result.back() == generic->growth.back()) break;
            if (k > length_) return {};
            for (const Chain& chain : chains_) span.adds(chain.members[k]);
            const std::size_t by_chains = span.rank();
            for (const Chain& chain : chains_) span.adds(chain.across[k - 1]);
            if (span.rank() > by_chains) throw OutOfReach();
            if (generic != nullptr &&
                span.rank() != generic->growth[std::min(k, generic->growth.size() - 1)])
                throw OutOfReach();
            if (span.rank() == result.back()) break;
            result.push_back(span.rank());
        }
        return result;
    }

private:
    // All chains along the curve of f that starts at the point displaced along field number i.
    void run(std::size_t f, std::size_t i) {
        jets_.open(2);
        const PrimeJets curve =
            integral_curve(mixed_[f], jets_.displaced(frame_.point(), at_point_[i]));
        std::vector<std::vector<PrimeJets>> members;
        for (std::size_t g = 0; g < mixed_.size(); ++g)
            if (g != f) members.push_back(members_of_chain(f, g, curve));
        for (const auto& of_chain : members) {
            Chain chain;
            for (const PrimeJets& member : of_chain) {
                chain.members.push_back(jets_.part(member, 0));
                chain.across.push_back(jets_.part(member, 1));
            }
            chains_.push_back(std::move(chain));
        }
        jets_.close();
        for (std::size_t c = chains_.size() - members.size(); c < chains_.size(); ++c)
            for (std::size_t k = 0; k <= length_; ++k)
                chains_[c].across[k] = jets_.subtract(
                    chains_[c].across[k],
                    frame_.change(at_point_[i], chains_[c].members[k], frame_.point(), forms_));
    }

    // q(ε) with q′ = f(q), coefficient by coefficient.
    PrimeJets integral_curve(const std::vector<Residue>& f, PrimeJets q) {
        for (std::size_t k = 0; k < length_; ++k) {
            heed_stop();
            jets_.open(k + 1);
            const PrimeJets rate = jets_.part(frame_.field(f, frame_.forms_at(q)), k);
            const Residue scale = jets_.field().inverse(k + 1);
            jets_.close();
            jets_.open(k + 2);
            for (std::size_t j = 0; j < q.size(); ++j)
                jets_.set_part(q[j], k + 1, jets_.multiply(rate[j], {scale}));
            jets_.close();
        }
        return q;
    }

    std::vector<PrimeJets> members_of_chain(std::size_t f, std::size_t g, PrimeJets curve) {
        jets_.open(length_ + 1);
        PrimeFrame::Forms forms = frame_.forms_at(curve);
        PrimeJets x = frame_.field(mixed_[f], forms), y = frame_.field(mixed_[g], forms);
        std::vector<PrimeJets> members{jets_.part(y, 0)};
        for (std::size_t k = 1; k <= length_; ++k) {
            heed_stop();
            count_work(forms.size() * curve.size() / jets_of_unit);
            const PrimeJets along = jets_.derivative(y);
            jets_.close();
            jets_.open(length_ + 1 - k);
            for (PrimeJets* jets : {&curve, &x, &y}) jets_.cut(*jets);
            for (PrimeJets& form : forms) jets_.cut(form);
            y = jets_.subtract(along, frame_.change(x, y, curve, forms));
            members.push_back(jets_.part(y, 0));
        }
        jets_.close();
        return members;
    }

    PrimeFrame& frame_;
    JetArithmetic& jets_;
    std::size_t length_;
    PrimeFrame::Forms forms_;                  // at the point
    std::vector<std::vector<Residue>> mixed_;  // the basis of D, by its free components
    std::vector<PrimeJets> at_point_;          // and its values
    std::vector<Chain> chains_;
};

}  // namespace

std::vector<std::size_t> growth_by_chains(PrimeFrame& frame, const LieFlag* generic) {
    for (std::size_t length = first_length; length <= longest_chain; length *= 2)
        if (const auto growth = Chains(frame, length).growth(generic)) return *growth;
    throw OutOfReach();
}

}  // namespace rattleback
