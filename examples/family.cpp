// Many motions of one model, what is known of it, two motions beside each other, and the page.
#include <iostream>
#include <rattleback/rattleback.hpp>

using namespace rattleback;

int main() {
    const Model skate = Model(read_model("skate.toml")).with({{"phi'", "1/2"}});

    const MotionFamily family(skate);  // compiled here, and not again
    for (const std::string turning : {"1/4", "1/2", "1"}) {
        const Motion motion = family.motion({{"phi'", turning}}, {.until = 1});
        std::cout << "phi' = " << turning << ": x(1) = " << motion.values("x").back() << '\n';
    }

    const Findings known = check(skate);
    std::cout << (known.ok() ? "Nothing fails.\n" : "Something fails.\n");
    for (const std::string& sentence : known.section("energy")) std::cout << sentence << '\n';

    const Model faster = skate.with({{"phi'", "1"}});
    const ComparedMotions both = compare(skate, faster, {.until = 5});
    std::cout << (both.differ() ? "They differ, at the end by " : "The distance at the end is ")
              << both.distances().back() << '\n';

    write_report(skate, "skate.html", {.until = 10});
}
