// Any bytes are a model or an error that names its place; nothing crashes and nothing hangs. A model is
// written as a file that reads back as the same model.
#include "expr/print_text.hpp"
#include "finding.hpp"
#include "model/same_formulas.hpp"
#include "model/system.hpp"
#include "model_mutator.hpp"
#include "rattleback/errors.hpp"
#include "writing/model_toml.hpp"

namespace {

using namespace rattleback;
using fuzzing::finding;

void expect_complete(const System& system) {
    const std::size_t n = system.size();
    if (n == 0 || system.v.size() != n || system.a.size() != n || system.force.size() != n)
        finding("a system was built that is not complete");
}

void expect_same_when_written(const System& system) {
    const std::string text = model_toml(system.description);
    try {
        if (!same_formulas(build(read_model_text(text, "written.toml")), system))
            finding("written as another model:\n" + text);
    } catch (const ModelError& error) {
        finding("written as a model that is refused: " + std::string(error.what()) + "\n" + text);
    }
}

void check(const std::string& text) {
    try {
        const System system = build(read_model_text(text, "fuzz.toml"));
        expect_complete(system);
        expect_same_when_written(system);
    } catch (const ModelError& error) {
        const std::string message = error.what();
        if (!message.starts_with("fuzz.toml:") || error.message().empty())
            finding("an error without its place: " + message);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check(fuzzing::text_of(data, size));
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    return fuzzing::change_model(data, size, most, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t size_of_one,
                                                 const std::uint8_t* other,
                                                 std::size_t size_of_other, std::uint8_t* into,
                                                 std::size_t most, unsigned seed) {
    return fuzzing::mix_models(fuzzing::text_of(one, size_of_one),
                               fuzzing::text_of(other, size_of_other), {into, most}, seed);
}
