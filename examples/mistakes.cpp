// What is refused, and what the refusal knows.
#include <iostream>
#include <rattleback/rattleback.hpp>

using namespace rattleback;

int main() {
    const Model skate = read_model("skate.toml");
    try {
        read_model_text("coordinates = [\"x\"]\nlagrangain = \"x'^2/2\"\n", "typo.toml");
    } catch (const ModelError& error) {  // the text of a model is wrong, here
        std::cout << error.what() << "\n(line " << error.position().line << ")\n\n";
    }
    try {
        simulate(skate.with({{"mass", "2"}}));
    } catch (const RequestError& error) {  // a wish without sense for this model
        std::cout << error.problem() << "\n\n";
    }
    const Model at_constant_speed({.coordinates = {"x", "y"},
                                   .lagrangian = "(x'^2 + y'^2)/2",
                                   .constraints = {{.equation = "x'^2 + y'^2 = 1"}}});
    try {
        derive(at_constant_speed, "voronec");
    } catch (const DerivationError& error) {  // a form that cannot treat it says which can
        std::cout << error.what() << "\n\n";
    }
    const Motion short_run = simulate(skate, {.until = 1, .rtol = 1e-3});
    const Ending ending = short_run.ending();  // how a run ends is no error
    std::cout << ending.reason << ": " << ending.sentence << '\n';
}
