#include "rattleback/errors.hpp"

#include "base/excerpt.hpp"

namespace rattleback {
namespace {

std::string full_text(const std::string& message, const SourceText& source, SourceRange where) {
    const Position at = position_of(source, where.begin);
    return source.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
           message + "\n" + excerpt(source, where);
}

}  // namespace

ModelError::ModelError(std::string message, const SourceText& source, SourceRange where)
    : std::runtime_error(full_text(message, source, where)),
      message_(std::move(message)),
      file_(source.file),
      position_(position_of(source, where.begin)) {}

ModelError::ModelError(std::string message, std::string file)
    : std::runtime_error(file + ": " + message),
      message_(std::move(message)),
      file_(std::move(file)) {}

}  // namespace rattleback
