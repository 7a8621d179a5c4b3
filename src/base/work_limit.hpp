// How much work a question may take, of whatever kind.
//
//     const WorkLimit limit(60'000'000);      // for all that this thread does from here on
//     count_work(terms / 10);                 // in the middle of it: throws TooMuchWork
//
// Limits of exact algebra hold for one computation each. A section of `check` makes as many of them as
// the model has constraints, pairs of these, states and forms, and makes formulas besides: this limit is
// for all together. A unit is what takes about a microsecond, counted and not measured, so that the same
// question has the same answer on every machine. Each heed_stop is one; who works longer between two of
// them counts more. The innermost limit counts.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace rattleback {

class TooMuchWork : public std::runtime_error {
public:
    TooMuchWork() : std::runtime_error("It would take more work than one question may.") {}
};

class WorkLimit {
public:
    explicit WorkLimit(std::uint64_t units);
    WorkLimit(const WorkLimit&) = delete;
    WorkLimit& operator=(const WorkLimit&) = delete;
    ~WorkLimit();

private:
    std::uint64_t before_;
};

void count_work(std::uint64_t units);

// Of a section of `check`, and of a form in the one on their agreement.
inline constexpr std::uint64_t work_of_question = 60'000'000;

}  // namespace rattleback
