// One of the small motions as often as it is asked for, so that other programs can take turns with it
// (bench/beside_heyoka.py). Each line of the input is a request, each line of the output its answer:
//
//     P2 taylor 1e-9 20 0 0 1 0 1 -2 1.57      motion, method, tolerance, how many runs, start
//     0.1134 302 -0.7283 …                     milliseconds of the fastest, steps, state at the end
//
// Times are those of the processor. The method `exact` gives the solution, with neither time nor steps.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <iostream>
#include <sstream>

#include "small_motions.hpp"

namespace {

using namespace small;

struct Request {
    bool is_skate = false;
    std::string method;
    double tolerance = 0;
    int runs = 1;
    std::vector<double> start;
};

Request read(const std::string& line) {
    std::istringstream words(line);
    std::string motion;
    Request request;
    words >> motion >> request.method >> request.tolerance >> request.runs;
    request.is_skate = motion == "P1";
    for (double x = 0; words >> x;) request.start.push_back(x);
    return request;
}

void answer(const Request& request) {
    const Compiled& problem = request.is_skate ? skate() : points().compiled;
    const double until = request.is_skate ? skate_until : points_until;
    double best = 0;
    Outcome last;
    if (request.method == "exact") {
        last.y = request.is_skate ? skate_exact(request.start) : points_exact(request.start);
    } else {
        for (int run = 0; run < request.runs; ++run) {
            const double began = now();
            last = problem.run(request.method, request.start, until, request.tolerance);
            const double took = now() - began;
            best = run == 0 ? took : std::min(best, took);
        }
    }
    fmt::print("{:.6f} {} {:.17g}\n", 1e3 * best, last.steps, fmt::join(last.y, " "));
    std::fflush(stdout);
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) answer(read(line));
}
