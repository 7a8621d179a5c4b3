#include "expr/sentence_error.hpp"

#include <gtest/gtest.h>

#include <new>

#include "expr/parse.hpp"
#include "rattleback/errors.hpp"

namespace rattleback {
namespace {

Sentence with_formula() { return sentence("no value of {} was found", parse("x'^2/2")); }

// What a handler of this type makes of the error, whatever else it is.
template <typename Handled, typename Thrown>
Sentence heard(const Thrown& thrown) {
    try {
        throw thrown;
    } catch (const Handled& error) {
        return said_by(error);
    }
}

TEST(SentenceError, KeepsItsMathematics) {
    const SentenceError<NumericalError> error(with_formula());
    EXPECT_EQ(heard<NumericalError>(error), with_formula());
    EXPECT_EQ(heard<std::runtime_error>(error), with_formula());
    EXPECT_EQ(heard<std::exception>(error), with_formula());
    EXPECT_EQ(heard<DerivationError>(SentenceError<DerivationError>(with_formula())),
              with_formula());
}

TEST(SentenceError, IsTextForWhoKnowsNoSentences) {
    const SentenceError<NumericalError> error(with_formula());
    EXPECT_STREQ(error.what(), "no value of x'^2/2 was found");
}

TEST(SaidBy, AnErrorOfWordsSaysThese) {
    EXPECT_EQ(heard<std::exception>(NumericalError("division by zero")), "division by zero");
}

TEST(SaidBy, AnEndOfTheMemoryIsSaidInWords) {
    EXPECT_EQ(heard<std::exception>(std::bad_alloc()),
              "The memory that may be used does not suffice for it.");
}

}  // namespace
}  // namespace rattleback
