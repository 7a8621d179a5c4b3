// Other coordinates of a model: qᵢ = Σⱼ fᵢⱼ(Qⱼ) + gᵢ(t).
//
// The texts of a model are rewritten by putting in q, q' and q''; forces and reactions are covectors and
// go with Jᵀ, J = ∂q/∂Q. States go back and forth by plain numbers.
#pragma once

#include <map>
#include <optional>

#include "random/model_writer.hpp"
#include "random/random_source.hpp"

namespace rattleback::testing {

class CoordinateChange {
public:
    // A function of one variable with two derivatives; `@` stands for the variable.
    struct Part {
        std::string f = "0", f1 = "0", f2 = "0";
        bool is_zero() const { return f == "0"; }
    };

    // Any invertible matrix near the unit matrix; or a triangle of nonlinear functions; or the
    // coordinates as they are in a moving frame.
    static CoordinateChange linear(RandomSource& random, std::size_t n);
    static CoordinateChange nonlinear(RandomSource& random, std::size_t n);
    static CoordinateChange moving(RandomSource& random, std::size_t n);

    // Nothing where the law of reaction is given by W, a space of vectors.
    std::optional<ModelText> applied(const ModelText& model) const;

    State forward(const State& state) const;  // of q, v to Q, Q'
    State back(const State& state) const;
    // Of the covector in Q at a state in Q.
    Vector covector_back(const Vector& covector, const State& state) const;

private:
    explicit CoordinateChange(std::size_t n) : parts_(n, std::vector<Part>(n)), by_time_(n) {}

    // What stands for q, q' and q''.
    std::map<std::string, std::string> texts(const std::vector<std::string>& coordinates) const;
    std::vector<std::string> covector(const std::vector<std::string>& entries) const;
    Matrix jacobian(const State& state) const;

    std::vector<std::vector<Part>> parts_;
    std::vector<Part> by_time_;
};

}  // namespace rattleback::testing
