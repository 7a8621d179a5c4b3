// Any bytes are a formula or a ModelError; a formula is written as text that reads back as itself.
#include <cstdio>
#include <cstdlib>

#include "expr/parse.hpp"
#include "expr/print_latex.hpp"
#include "expr/print_mathml.hpp"
#include "expr/print_text.hpp"
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
    } catch (const NumericalError&) {
        return;  // too large to be written out
    }
    if (text.size() > longest_formula) return;
    try {
        if (parse(text, names) == read) return;
        std::fprintf(stderr, "written as %s, which is another expression\n", text.c_str());
    } catch (const ModelError& error) {
        std::fprintf(stderr, "written as %s, which is refused: %s\n", text.c_str(), error.what());
    }
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    check({reinterpret_cast<const char*>(data), size});
    return 0;
}
