// How an intermediate result is called in the literature: signs, each with what stands low and high
// beside it.
//
//     "M"                                            M
//     StepSymbol("ψ").low("α")                       ψ_α
//     StepSymbol("Γ").high_name("theta").low("(ks)") Γ^theta_(ks), on a page with a θ
//     StepSymbol("∇").low_name("x") + " g"           ∇_x g
//
// What is high or low is data, so that a name with a _ or a ^ of its own is set as one name.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace rattleback {

enum class ScriptKind : std::uint8_t {
    Signs,  // "r", "(ν)i"
    Name,   // a symbol of the model, which is set as in formulas
    Word    // what a part of the model is called: any text
};

struct SymbolScript {
    std::string text;
    ScriptKind kind = ScriptKind::Signs;
    bool is_low = true;
};

// Signs, and the scripts of the last of them: at most one low and one high.
struct SymbolPart {
    std::string signs;
    std::vector<SymbolScript> scripts = {};
};

class StepSymbol {
public:
    StepSymbol(std::string signs) : parts_{{std::move(signs)}} {}
    StepSymbol(const char* signs) : StepSymbol(std::string(signs)) {}

    StepSymbol low(std::string signs) const { return with({std::move(signs)}); }
    StepSymbol high(std::string signs) const {
        return with({std::move(signs), ScriptKind::Signs, false});
    }
    StepSymbol low_name(std::string_view name) const {
        return with({std::string(name), ScriptKind::Name});
    }
    StepSymbol high_name(std::string_view name) const {
        return with({std::string(name), ScriptKind::Name, false});
    }
    StepSymbol high_word(std::string word) const {
        return with({std::move(word), ScriptKind::Word, false});
    }
    // Words behind it: Z̄ as printed (17).
    StepSymbol remarked(std::string remark) const;
    friend StepSymbol operator+(StepSymbol a, const StepSymbol& b);

    const std::vector<SymbolPart>& parts() const { return parts_; }
    const std::string& remark() const { return remark_; }
    std::string text() const;  // on one line: "ψ_α"

    friend bool operator==(const StepSymbol& a, std::string_view b) { return a.text() == b; }
    friend std::ostream& operator<<(std::ostream& out, const StepSymbol& symbol);

private:
    StepSymbol with(SymbolScript script) const;

    std::vector<SymbolPart> parts_;
    std::string remark_;
};

}  // namespace rattleback
