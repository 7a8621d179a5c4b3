// Errors that say what they have to say in a sentence, with its mathematics.
//
//     throw SentenceError<NumericalError>(sentence("no value of {} was found", x));
//     catch (const NumericalError& error) { notes.push_back(said_by(error)); }
//
// what() is the sentence as text, for whoever knows the type of the error alone. Findings, notes and the
// page repeat what an error said, and set its formulas like all others.
#pragma once

#include <exception>
#include <utility>

#include "expr/sentence.hpp"

namespace rattleback {

class WithSentence {
public:
    explicit WithSentence(Sentence sentence) : sentence_(std::move(sentence)) {}
    WithSentence(const WithSentence&) = default;
    WithSentence& operator=(const WithSentence&) = default;
    virtual ~WithSentence() = default;

    const Sentence& sentence() const { return sentence_; }

private:
    Sentence sentence_;
};

template <typename Error>
class SentenceError : public Error, public WithSentence {
public:
    explicit SentenceError(const Sentence& sentence)
        : Error(to_text(sentence)), WithSentence(sentence) {}
};

// What an exception says to a user: its own sentence, and one around the words of a library.
Sentence said_by(const std::exception& error);

}  // namespace rattleback
