#include "writing/sentence_parts.hpp"

#include <algorithm>
#include <array>

#include "base/errors.hpp"
#include "expr/functions.hpp"
#include "expr/letters.hpp"
#include "expr/tokens.hpp"
#include "writing/html_formula.hpp"

namespace rattleback {
namespace {

constexpr std::size_t most_tries = 12;

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) {
    return std::ranges::find(list, text) != list.end();
}

std::vector<std::string> names_of(const System& system) {
    std::vector<std::string> names;
    for (const Expr& q : system.q) names.emplace_back(q.name());
    for (const Parameter& p : system.parameters) names.emplace_back(p.symbol.name());
    for (const Expr& f : system.functions) names.emplace_back(f.name());
    if (system.parametrization)
        for (const Expr& z : system.parametrization->variables) names.emplace_back(z.name());
    return names;
}

class Reader {
public:
    Reader(std::string_view sentence, const System& system)
        : sentence_(sentence), names_(names_of(system)) {}

    std::vector<SentencePart> parts() {
        while (at_ < sentence_.size()) {
            if (const std::size_t end = quotation_end(); end > at_) {
                add_text(end);
            } else if (const std::size_t formula = formula_end(); formula > at_) {
                parts_.push_back({std::string(sentence_.substr(at_, formula - at_)), true});
                at_ = formula;
            } else {
                add_text(sentence_[at_] == '(' ? at_ + 1 : word_end(at_));
            }
            if (at_ < sentence_.size() && sentence_[at_] == ' ') add_text(at_ + 1);
        }
        return std::move(parts_);
    }

private:
    void add_text(std::size_t end) {
        if (parts_.empty() || parts_.back().is_formula) parts_.emplace_back();
        parts_.back().text += sentence_.substr(at_, end - at_);
        at_ = end;
    }

    std::size_t word_end(std::size_t from) const {
        return std::min(sentence_.find(' ', from), sentence_.size());
    }

    std::string_view word(std::size_t from) const {
        return sentence_.substr(from, word_end(from) - from);
    }

    // Behind the mark that ends the quotation which begins here.
    std::size_t quotation_end() const {
        if (sentence_[at_] != '\'') return at_;
        for (auto end = sentence_.find('\'', at_ + 1); end != std::string_view::npos;
             end = sentence_.find('\'', end + 1)) {
            const bool is_last = end + 1 == sentence_.size();
            if (is_last ||
                std::string_view(" .,;:)").find(sentence_[end + 1]) != std::string_view::npos)
                return end + 1;
        }
        return at_;
    }

    // Where a formula that begins here may end: behind words outside brackets, as long as signs join
    // them to the next.
    std::vector<std::size_t> possible_ends() const {
        std::vector<std::size_t> ends;
        int depth = 0;
        for (std::size_t from = at_; from < sentence_.size();) {
            const std::size_t end = word_end(from);
            std::size_t last = from;  // behind the last character that is no punctuation
            for (std::size_t i = from; i < end && depth >= 0; ++i) {
                depth += sentence_[i] == '(' ? 1 : sentence_[i] == ')' ? -1 : 0;
                const bool is_mark =
                    std::string_view(".,;:").find(sentence_[i]) != std::string_view::npos;
                if (depth >= 0 && !is_mark) last = i + 1;
            }
            if (depth <= 0) ends.push_back(last);
            if (depth < 0 || (depth == 0 && last < end) || end == sentence_.size()) break;
            from = end + 1;
            if (depth > 0) continue;
            if (!is_one_of(word(from), {"+", "-", "*", "/", "="})) break;
            from = word_end(from) + 1;
        }
        return ends;
    }

    std::size_t formula_end() const {
        std::vector<std::size_t> ends = possible_ends();
        if (ends.size() > most_tries) ends.erase(ends.begin() + 1, ends.end() - (most_tries - 1));
        for (std::size_t i = ends.size(); i-- > 0;) {
            const std::string_view text = sentence_.substr(at_, ends[i] - at_);
            if (is_formula(text) && html_formula(text)) return ends[i];
        }
        return at_;
    }

    bool is_formula(std::string_view text) const {
        const SourceText source{.text = std::string(text)};
        try {
            Tokens tokens(source);
            std::size_t count = 0, named = 0;
            std::string_view last;
            for (Token t = tokens.next(); t.kind != TokenKind::End; t = tokens.next()) {
                ++count;
                if (t.kind != TokenKind::Name) continue;
                last = tokens.text(t.range);
                if (!is_symbol(tokens.text(t.without_primes()))) return false;
                ++named;
            }
            if (count == 1) return named == 1 && !is_english(last);
            return named > 0;
        } catch (const ModelError&) {
            return false;
        }
    }

    bool is_symbol(const std::string_view name) const {
        return find_function(name) != nullptr || !is_word(split_name(name).base) ||
               std::ranges::find(names_, name) != names_.end();
    }

    // As a word alone: an article, a pronoun, "spin", "sin".
    static bool is_english(std::string_view name) {
        return is_one_of(name, {"a", "A", "I"}) || find_function(name) != nullptr ||
               (is_word(split_name(name).base) && !name.ends_with('\''));
    }

    std::string_view sentence_;
    std::vector<std::string> names_;
    std::vector<SentencePart> parts_;
    std::size_t at_ = 0;
};

}  // namespace

std::vector<SentencePart> sentence_parts(std::string_view sentence, const System& system) {
    return Reader(sentence, system).parts();
}

}  // namespace rattleback
