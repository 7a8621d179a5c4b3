// From a file to equations, a motion and a picture.
#include <iostream>
#include <rattleback/rattleback.hpp>

using namespace rattleback;

int main() try {
    const Model skate = Model(read_model("skate.toml")).with({{"phi'", "1/2"}});
    std::cout << skate.title() << "\n\n" << derive(skate).text();

    const Motion motion = simulate(skate, {.until = 10});
    std::cout << "\ny(10) = " << motion.values("y").back() << ", by " << motion.method()
              << (motion.holds() ? "; every check holds\n" : "; a check fails\n");
    motion.plot("skate.svg", {"x", "y"});
} catch (const ModelError& error) {  // where the file is wrong, and what is meant
    std::cerr << error.what() << '\n';
    return 1;
}
