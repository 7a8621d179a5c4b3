// Long work that is watched, and ended before it is done: what was found until then is the result.
#include <iostream>
#include <rattleback/rattleback.hpp>

using namespace rattleback;

int main() {
    const Model skate = Model(read_model("skate.toml")).with({{"phi'", "1/2"}});
    std::stop_source stop;  // stop.request_stop() from any thread
    const auto progress = [&](double share, const std::string&) {
        if (share > 0) stop.request_stop();
    };
    const Motion motion =
        simulate(skate, {.until = 1e9}, {.stop = stop.get_token(), .progress = progress});
    std::cout << motion.ending().reason << '\n';
}
