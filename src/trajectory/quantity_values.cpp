#include "trajectory/quantity_values.hpp"

#include <algorithm>

#include "equations/named_quantities.hpp"
#include "expr/flattened.hpp"

namespace rattleback {

QuantityValues::QuantityValues(const System& system, const Equations& equations,
                               const EquationsOfMotion& motion, std::span<const Expr> expressions,
                               const CompileOptions& options)
    : inputs_(motion.inputs().size()),
      named_(system, motion, with_own_speeds(system, equations, expressions), options),
      formulas_(compile(joined({motion.inputs(), named_.symbols()}),
                        motion.at_state(with_own_speeds(system, equations, expressions)), options)),
      in_(inputs_ + named_.symbols().size()) {}

void QuantityValues::operator()(const double* in, double* out) {
    if (named_.symbols().empty()) {
        formulas_(in, out);
        return;
    }
    std::copy_n(in, inputs_, in_.begin());
    named_(in, in_.data() + inputs_);
    formulas_(in_.data(), out);
}

}  // namespace rattleback
