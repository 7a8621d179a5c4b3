#include "equations/step_symbol.hpp"

#include <ostream>

namespace rattleback {

StepSymbol StepSymbol::with(SymbolScript script) const {
    StepSymbol result = *this;
    result.parts_.back().scripts.push_back(std::move(script));
    return result;
}

StepSymbol StepSymbol::remarked(std::string remark) const {
    StepSymbol result = *this;
    result.remark_ = std::move(remark);
    return result;
}

StepSymbol operator+(StepSymbol a, const StepSymbol& b) {
    a.parts_.insert(a.parts_.end(), b.parts_.begin(), b.parts_.end());
    return a;
}

std::string StepSymbol::text() const {
    std::string result;
    for (const SymbolPart& part : parts_) {
        result += part.signs;
        for (const SymbolScript& script : part.scripts)
            result += (script.is_low ? '_' : '^') + script.text;
    }
    return remark_.empty() ? result : result + ' ' + remark_;
}

std::ostream& operator<<(std::ostream& out, const StepSymbol& symbol) {
    return out << symbol.text();
}

}  // namespace rattleback
