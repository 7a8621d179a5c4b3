#include "dynamics/steady_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "equations/formulations.hpp"
#include "trajectory/contact_forces.hpp"

namespace rattleback {
namespace {

// A force that is smaller than this part of what it is a sum of is rounding.
constexpr double rounding = 1e-9;

}  // namespace

class SteadyContacts::Loads {
public:
    explicit Loads(const System& system)
        : system_(system),
          equations_(derive(system, form_in_velocities().name)),
          motion_(system, equations_, {.solve = {.compile = {.backend = Backend::Interpreter}}}),
          loads_(system, motion_) {}

    std::vector<ContactLoad> at(std::span<const std::pair<Expr, double>> values) {
        std::vector<double> state;
        for (const auto& [name, value] : values.first(2 * system_.size())) state.push_back(value);
        return loads_(motion_.input(state, 0).data());
    }

    const std::vector<Contact>& contacts() const { return system_.contacts; }

private:
    const System& system_;
    Equations equations_;
    EquationsOfMotion motion_;
    ContactLoads loads_;
};

SteadyContacts::SteadyContacts(const System& system) {
    const bool has_normals =
        std::ranges::any_of(system.contacts, [](const Contact& c) { return c.normal.has_value(); });
    if (has_normals && ContactForces::applies(system) && !form_in_velocities().refusal(system))
        loads_ = std::make_unique<Loads>(system);
}
SteadyContacts::~SteadyContacts() = default;

Sentences SteadyContacts::objections(std::span<const std::pair<Expr, double>> at) const {
    if (!loads_) return {};
    const std::vector<ContactLoad> loads = loads_->at(at);
    Sentences result;
    for (std::size_t i = 0; i < loads.size(); ++i)
        if (loads[i].normal < -rounding * loads[i].size)
            result.push_back(
                sentence("It could not be so: the contact '{}' would have to pull, "
                         "with a force of {:.6g}.",
                         loads_->contacts()[i].name, -loads[i].normal));
    return result;
}

}  // namespace rattleback
