#include "expr/line_text.hpp"

namespace rattleback {

LineText& LineText::operator+=(const LineText& more) {
    for (const auto& [at, cost] : more.breaks_)
        breaks_.push_back({text_.size() + at, cost + 2 * depth_});
    text_ += more.text_;
    return *this;
}

}  // namespace rattleback
