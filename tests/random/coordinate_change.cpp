#include "random/coordinate_change.hpp"

#include <cmath>
#include <map>

#include "expr/parse.hpp"
#include "random/formula_text.hpp"

namespace rattleback::testing {
namespace {

using Part = CoordinateChange::Part;

std::string with(std::string formula, const std::string& name) {
    for (auto at = formula.find('@'); at != std::string::npos; at = formula.find('@', at))
        formula.replace(at, 1, name);
    return "(" + formula + ")";
}

Real value(const std::string& formula, Real x) {
    return OracleValue<Real>({{symbol("x"), x}})(parse(with(formula, "x")));
}

Part multiple(const std::string& c) { return {c + "*@", c, "0"}; }

Part nonlinear_part(RandomSource& random) {
    const std::string c = random.number();
    switch (random.below(3)) {
        case 0: return {c + "*sin(@)", c + "*cos(@)", "-(" + c + ")*sin(@)"};
        case 1: return {c + "*@^2/2", c + "*@", c};
        default: return {c + "*atan(@)", c + "/(1 + @^2)", "-(" + c + ")*2*@/(1 + @^2)^2"};
    }
}

std::string new_name(std::size_t i) { return "w" + std::to_string(i + 1); }

}  // namespace

CoordinateChange CoordinateChange::linear(RandomSource& random, std::size_t n) {
    CoordinateChange result(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            result.parts_[i][j] = multiple(i == j ? random.mass() : random.number() + "/4");
    return result;
}

CoordinateChange CoordinateChange::nonlinear(RandomSource& random, std::size_t n) {
    CoordinateChange result(n);
    for (std::size_t i = 0; i < n; ++i) {
        result.parts_[i][i] = random.one_in(2) ? Part{"@ + sin(@)/3", "1 + cos(@)/3", "-sin(@)/3"}
                                               : multiple(random.mass());
        for (std::size_t j = 0; j < i; ++j)
            if (random.one_in(2)) result.parts_[i][j] = nonlinear_part(random);
    }
    return result;
}

CoordinateChange CoordinateChange::moving(RandomSource& random, std::size_t n) {
    CoordinateChange result(n);
    for (std::size_t i = 0; i < n; ++i) {
        result.parts_[i][i] = multiple("1");
        const std::string c = random.number();
        result.by_time_[i] = {c + "*sin(2*@)", c + "*2*cos(2*@)", "-(" + c + ")*4*sin(2*@)"};
    }
    return result;
}

std::map<std::string, std::string> CoordinateChange::texts(
    const std::vector<std::string>& coordinates) const {
    std::map<std::string, std::string> by;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        std::vector<std::string> q, v, a;
        for (std::size_t j = 0; j < parts_.size(); ++j) {
            const Part& part = parts_[i][j];
            if (part.is_zero()) continue;
            const std::string w = new_name(j);
            q.push_back(with(part.f, w));
            v.push_back(with(part.f1, w) + "*" + w + "'");
            a.push_back(with(part.f1, w) + "*" + w + "''");
            if (part.f2 != "0") a.push_back(with(part.f2, w) + "*" + w + "'^2");
        }
        if (!by_time_[i].is_zero()) {
            q.push_back(with(by_time_[i].f, "t"));
            v.push_back(with(by_time_[i].f1, "t"));
            a.push_back(with(by_time_[i].f2, "t"));
        }
        by[coordinates[i]] = sum_of(q);
        by[coordinates[i] + "'"] = sum_of(v);
        by[coordinates[i] + "''"] = sum_of(a);
    }
    return by;
}

// Jᵀ times the entries, which are in terms of Q already.
std::vector<std::string> CoordinateChange::covector(const std::vector<std::string>& entries) const {
    std::vector<std::string> result;
    for (std::size_t j = 0; j < parts_.size() && !entries.empty(); ++j) {
        std::vector<std::string> terms;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            if (!parts_[i][j].is_zero())
                terms.push_back(with(parts_[i][j].f1, new_name(j)) + "*(" + entries[i] + ")");
        result.push_back(sum_of(terms));
    }
    return result;
}

std::optional<ModelText> CoordinateChange::applied(const ModelText& model) const {
    if (!model.vanishes_on.empty()) return {};
    ModelText result = rewritten(model, texts(model.coordinates));
    for (std::size_t i = 0; i < parts_.size(); ++i) result.coordinates[i] = new_name(i);
    result.forces = covector(result.forces);
    for (ConstraintText& c : result.constraints) c.reaction = covector(c.reaction);
    const State start = forward({0, model.q, model.v});
    result.q = start.q;
    result.v = start.v;
    return result;
}

Matrix CoordinateChange::jacobian(const State& state) const {
    Matrix result(parts_.size(), Vector(parts_.size()));
    for (std::size_t i = 0; i < parts_.size(); ++i)
        for (std::size_t j = 0; j < parts_.size(); ++j)
            result[i][j] = value(parts_[i][j].f1, state.q[j]);
    return result;
}

State CoordinateChange::back(const State& state) const {
    const Matrix jac = jacobian(state);
    State result{state.t, {}, {}};
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        Real q = value(by_time_[i].f, state.t), v = value(by_time_[i].f1, state.t);
        for (std::size_t j = 0; j < parts_.size(); ++j) {
            q += value(parts_[i][j].f, state.q[j]);
            v += jac[i][j] * state.v[j];
        }
        result.q.push_back(q);
        result.v.push_back(v);
    }
    return result;
}

// Newton's method; the maps are near to linear ones.
State CoordinateChange::forward(const State& state) const {
    State result{state.t, state.q, Vector(state.q.size())};
    for (int pass = 0; pass < 40; ++pass) {
        Vector right = state.q;
        const Vector now = back(result).q;
        for (std::size_t i = 0; i < right.size(); ++i) right[i] -= now[i];
        const Vector change = solution(jacobian(result), right);
        for (std::size_t i = 0; i < right.size(); ++i) result.q[i] += change[i];
    }
    Vector right = state.v;
    for (std::size_t i = 0; i < right.size(); ++i) right[i] -= value(by_time_[i].f1, state.t);
    result.v = solution(jacobian(result), right);
    return result;
}

Vector CoordinateChange::covector_back(const Vector& covector, const State& state) const {
    const Matrix jac = jacobian(state);
    Matrix transposed = jac;
    for (std::size_t i = 0; i < jac.size(); ++i)
        for (std::size_t j = 0; j < jac.size(); ++j) transposed[i][j] = jac[j][i];
    return solution(transposed, covector);
}

}  // namespace rattleback::testing
