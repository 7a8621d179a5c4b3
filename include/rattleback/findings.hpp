// What is found out about a model: everything that `check` asks.
//
//     const Findings found = check(skate);
//     if (!found.ok()) std::cerr << found.text();
//     found.section("energy");                                   // its sentences
//
// What is physically wrong, what the constraints are and what can be reached, what is conserved, whether
// all formulations agree, proved or with what certainty, and the motion with its checks.
#pragma once

#include "rattleback/attention.hpp"
#include "rattleback/model.hpp"

namespace rattleback {

struct FoundSection {
    std::string name;
    std::vector<std::string> sentences;
    bool ok = true;
};

class RATTLEBACK_API Findings {
public:
    bool ok() const;
    std::vector<FoundSection> sections() const;
    std::vector<std::string> section(const std::string& name) const;  // empty where there is none
    std::string text() const;
    std::string json() const;

private:
    friend struct Door;
    struct Held;
    explicit Findings(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

RATTLEBACK_API Findings check(const Model& model, const CheckRequest& request = {},
                              const Attention& attention = {});

// How a quantity changes along the motion, exactly.
class RATTLEBACK_API QuantityFinding {
public:
    bool is_conserved() const;  // proved, or certified
    Formula rate() const;
    std::string text() const;
    std::string json() const;

private:
    friend struct Door;
    struct Held;
    explicit QuantityFinding(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

RATTLEBACK_API QuantityFinding follow(const Model& model, const std::string& quantity,
                                      const Attention& attention = {});

// The power series of the motion at its start, exactly.
//
//     series(skate, {.order = 6}).coefficients("x");        // 0, 0, g/2, 0, -g*w^2/6, …
class RATTLEBACK_API SeriesFinding {
public:
    std::vector<std::string> variables() const;
    // Of t⁰, t¹, …; throws RequestError for what is no variable of it.
    FormulaVector coefficients(const std::string& variable) const;
    std::string text() const;
    std::string json() const;

private:
    friend struct Door;
    struct Held;
    explicit SeriesFinding(std::shared_ptr<const Held> held) : held_(std::move(held)) {}
    std::shared_ptr<const Held> held_;
};

RATTLEBACK_API SeriesFinding series(const Model& model, const SeriesRequest& request = {},
                                    const Attention& attention = {});

}  // namespace rattleback
