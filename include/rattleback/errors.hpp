// The four ways in which Rattleback says no.
//
// A ModelError is the user's text being wrong: it names file, line and column, and quotes the
// guilty line with a caret. A DerivationError is a formulation that cannot treat a system; its
// message says why and which formulations can. A NumericalError is a computation that has no
// result: a division by zero, an integration that cannot go on; it carries time and state where
// there are any. A RequestError is a wish that has no sense for this model, as a parameter that it
// does not have; it names the option that is wrong where the sentence alone does not. Every message
// is a full sentence that quotes the guilty name.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "rattleback/api.hpp"
#include "rattleback/source.hpp"

namespace rattleback {

class RATTLEBACK_API ModelError : public std::runtime_error {
public:
    // `what()` is the complete text: "file:line:column: message", then the excerpt with its caret.
    ModelError(std::string message, const SourceText& source, SourceRange where);
    // Of the file as a whole, when it could not be read or lacks something: "file: message".
    ModelError(std::string message, std::string file);

    const std::string& message() const { return message_; }
    const std::string& file() const { return file_; }
    Position position() const { return position_; }  // 1:1 when it is the whole file

private:
    std::string message_;
    std::string file_;
    Position position_;
};

class RATTLEBACK_API DerivationError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class RATTLEBACK_API NumericalError : public std::runtime_error {
public:
    explicit NumericalError(const std::string& message) : std::runtime_error(message) {}
    NumericalError(const std::string& message, double time, std::vector<double> state)
        : std::runtime_error(message), time_(time), state_(std::move(state)) {}

    double time() const { return time_; }
    const std::vector<double>& state() const { return state_; }

private:
    double time_ = 0;
    std::vector<double> state_;
};

class RATTLEBACK_API RequestError : public std::runtime_error {
public:
    explicit RequestError(const std::string& problem)
        : std::runtime_error(problem), problem_(problem) {}
    // `what()` is "option: problem".
    RequestError(const std::string& option, std::string problem)
        : std::runtime_error(option + ": " + problem),
          option_(option),
          problem_(std::move(problem)) {}

    const std::string& option() const { return option_; }  // may be empty
    const std::string& problem() const { return problem_; }

private:
    std::string option_, problem_;
};

// No error: somebody ended the work (attention.hpp) before there was any result of it.
class RATTLEBACK_API Interrupted : public std::exception {
public:
    const char* what() const noexcept override;
};

}  // namespace rattleback
