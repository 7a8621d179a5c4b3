#include "geometry/fresh_symbols.hpp"

#include "model/fresh_names.hpp"

namespace rattleback {

ExprVector fresh_symbols(const System& system, std::string stem, std::size_t count) {
    ExprVector symbols;
    for (const std::string& name : fresh_names(system, std::move(stem), count))
        symbols.push_back(symbol(name));
    return symbols;
}

}  // namespace rattleback
