// What the numbers of a model decide while something is made of its letters.
//
//     Decisions decisions(system);
//     const Equations equations = decisions.of([&] { return derive(system, form); });
//     if (decisions.hold_for(other)) …        // derive would make the same equations of it
//
// Equations have letters for parameters, and yet numbers decide which equations they are: which velocity
// a constraint is solved for, whether 1 + a y² vanishes somewhere, on which branch the motion begins.
// Whoever looks at numbers so asks a question by `decided`, and the question is kept with its answer.
// Other numbers that answer all questions alike have the same equations, and nothing is derived anew.
//
// A question looks at the numbers of the system that it is given and at nothing else that may change. In
// the middle of the questions the start may be completed: those that follow are about the completed one.
// Nothing is lost where nobody asks so: numbers that are looked at outside of a question count with all
// their digits, and then the same numbers alone decide alike.
//
// Where no decisions are kept, a question is only answered.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "expr/sentence.hpp"
#include "model/system.hpp"

namespace rattleback {

struct CompletedSystem {
    System system;              // whose initial values satisfy the constraints
    Sentences notes = {};       // what was completed: full sentences
    bool is_consistent = true;  // false: the named values violate a constraint
};

class Decisions {
public:
    // By the numbers of this system: the values of its parameters and its initial values.
    explicit Decisions(const System& system);

    // The result of `make`, whose questions are kept.
    template <typename Make>
    auto of(const Make& make) {
        const Keeping scope(this);
        return make();
    }

    // The system with its start as it was completed, and what is said of that; nothing where its numbers
    // decide otherwise. Its formulas are those of the system above.
    std::optional<CompletedSystem> alike(const System& other) const;
    bool hold_for(const System& other) const { return alike(other).has_value(); }
    // Whether other numbers than those of the system may decide alike.
    bool may_hold_for_others() const { return !rest_on_digits_; }
    // What was said of the start when it was completed.
    const Sentences& notes_of_start() const { return notes_of_start_; }

    // For what this thread is about to ask; nobody keeps it inside of a question.
    static Decisions* kept();

    // Inside of a question, which is nobody's whose answer is an error.
    template <typename Ask>
    auto inside(const Ask& ask) {
        const Keeping apart(nullptr);
        try {
            return ask();
        } catch (...) {
            rest_on_digits();
            throw;
        }
    }

    // Called by those who ask, as below.
    using Question = std::function<bool(const System& numbers)>;
    using Completion = std::function<CompletedSystem(const System& numbers)>;
    void keep(Question question);
    void keep(Completion completion, const Sentences& notes);
    void rest_on_digits() { rest_on_digits_ = true; }

    // Over the thread, as long as it lives; null: what is asked is kept by nobody.
    class Keeping {
    public:
        explicit Keeping(Decisions* decisions);
        Keeping(const Keeping&) = delete;
        Keeping& operator=(const Keeping&) = delete;
        ~Keeping();

    private:
        Decisions* before_;
    };

private:
    struct Entry {
        Question question = {};
        Completion completion = {};
    };
    std::vector<Parameter> parameters_;
    std::vector<std::pair<Expr, Expr>> initial_;
    std::vector<Entry> entries_;
    Sentences notes_of_start_;
    bool rest_on_digits_ = false;
};

// Those of the first with the values of the second, which may have others; parameters that it has not keep
// theirs.
std::vector<Parameter> with_values_of(std::vector<Parameter> parameters,
                                      const std::vector<Parameter>& values);

// The formulas of the first with the numbers of the second; wishes for a branch that are fulfilled
// (branch_wish.hpp) stay so.
System with_numbers_of(const System& formulas, const System& numbers);

// Numbers are looked at, and it is not known what for.
void look_at_numbers();

// The answer to a question about the numbers of a system: ask(system). What it captures it owns.
template <typename Ask>
auto decided(const System& system, const Ask& ask) {
    Decisions* const decisions = Decisions::kept();
    if (decisions == nullptr) return ask(system);
    const auto answer = decisions->inside([&] { return ask(system); });
    decisions->keep(
        [ask, answer, formulas = std::make_shared<const System>(system)](const System& numbers) {
            return ask(with_numbers_of(*formulas, numbers)) == answer;
        });
    return answer;
}

// The start is completed: complete(system). Questions that follow are about the completed one.
template <typename Complete>
CompletedSystem start_completed(const System& system, const Complete& complete) {
    Decisions* const decisions = Decisions::kept();
    if (decisions == nullptr) return complete(system);
    CompletedSystem result = decisions->inside([&] { return complete(system); });
    decisions->keep(
        [complete, formulas = std::make_shared<const System>(system)](const System& numbers) {
            return complete(with_numbers_of(*formulas, numbers));
        },
        result.notes);
    return result;
}

}  // namespace rattleback
