// Any bytes are a formula or a ModelError; a formula is written as text that reads back as itself.
#include "expr/parse.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_mathml.hpp"
#include "expr/print_text.hpp"
#include "expr/print_unicode.hpp"
#include "finding.hpp"
#include "formula_mutator.hpp"
#include "rattleback/errors.hpp"

namespace {

using namespace rattleback;

void check(std::string_view formula) {
    Names names;
    names.any_function = true;
    Expr read;
    try {
        read = parse(formula, names);
    } catch (const ModelError&) {
        return;
    }
    std::string text;
    try {
        text = to_text(read);
        to_latex(read);
        to_mathml(read);
        to_unicode(read);
    } catch (const NumericalError&) {
        return;  // too large to be written out
    }
    if (text.size() > longest_formula) return;
    try {
        if (parse(text, names) != read)
            fuzzing::finding("written as " + text + ", which is another expression");
    } catch (const ModelError& error) {
        fuzzing::finding("written as " + text + ", which is refused: " + error.what());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check(fuzzing::text_of(data, size));
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    fuzzing::Choice choice(seed);
    std::string formula = fuzzing::text_of(data, size);
    if (choice.once_in(3))
        return fuzzing::put(fuzzing::with_changed_bytes(formula, most), data, most);
    std::vector<std::string> names = fuzzing::names_in(formula);
    for (const char* more : {"x", "y'", "m", "lambda1"}) names.emplace_back(more);
    formula = fuzzing::changed_formula(formula, names, choice);
    return fuzzing::put(formula, data, most);
}
