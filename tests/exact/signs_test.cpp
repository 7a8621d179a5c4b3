// What is said of formulas with signs holds where the argument of a sign is zero too.
//
// The oracle of the random formulas is their own value at points of a grid that has zeros in it.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "exact/certify.hpp"
#include "exact/is_zero.hpp"
#include "exact/simplify.hpp"
#include "expr/evaluate.hpp"
#include "expr/parse.hpp"
#include "expr/print_text.hpp"

namespace rattleback {
namespace {

TEST(Signs, EqualitiesThatHoldAtZeroTooAreProved) {
    for (const char* text : {"sign(x)^3 - sign(x)",
                             "abs(x)*sign(x) - x",
                             "x*sign(x) - abs(x)",
                             "sign(sign(x)) - sign(x)",
                             "abs(sign(x)) - sign(x)^2",
                             "sign(abs(x)) - sign(x)^2",
                             "sign(x)^4 - sign(x)^2",
                             "sign(x)^2*x - x",
                             "sign(x*y) - sign(x)*sign(y)",
                             "sign(x^2) - sign(x)^2",
                             "sign(x^2 - y^2)*abs(x - y)*abs(x + y) - x^2 + y^2",
                             "sign(x^2 + 1) - 1",
                             "sign(exp(x)) - 1",
                             "sign(2*x - 2*y) + sign(y - x)",
                             "sign(x + y)*abs(x + y) - x - y",
                             "abs(x)/x - sign(x)",
                             "sqrt(sign(x)^2) - sign(x)^2",
                             "sign(x^2 + y^2)*(x^2 + y^2) - x^2 - y^2",
                             "sign(sin(x))*abs(sin(x)) - sin(x)",
                             "sign(cos(x)^2) - sign(cos(x))^2",
                             "sign(1/(sin(x)^2 - 1)) + 1"}) {
        const ZeroTest test = is_zero(parse(text, {}));
        EXPECT_TRUE(test.proved_zero()) << text << ": " << test.reason;
    }
}

TEST(Signs, EqualitiesThatFailAtZeroAloneAreRefutedThere) {
    for (const char* text :
         {"sign(x)^2 - 1", "sign(x^2) - 1", "abs(sign(x)) - 1", "sign(abs(x)) - 1", "sign(x)^4 - 1",
          "sign(x)^2*y - y", "exp(1 - sign(x)^2) - 1", "sqrt(sign(x)^2) - 1",
          "abs(sign(sign(x))) - 1", "sign(sin(x))^2 - 1", "sign(x^2 + y^2) - 1",
          "2^sign(x)^2 - 2"}) {
        const Expr e = parse(text, {});
        const ZeroTest test = is_zero(e);
        ASSERT_TRUE(test.proved_nonzero()) << text << ": " << test.reason;
        Values values;
        for (const auto& [symbol, number] : test.witness) values[symbol] = number.to_double();
        EXPECT_NE(evaluate(e, values), 0) << text;
    }
}

TEST(Signs, CertificatesHoldAtZeroToo) {
    const Expr wrong = parse("sign(x)^2*y - y", {}), right = parse(
                                                         "sign(x)*(y - y*cos(z)^2) - "
                                                         "sign(x)*y*sin(z)^2",
                                                         {});
    EXPECT_FALSE(certify_zero({&wrong, 1}).vanishes());
    EXPECT_FALSE(certify_zero({&wrong, 1}).differs());
    EXPECT_TRUE(certify_zero({&right, 1}).vanishes());
}

struct Written {
    std::string text;
    std::function<double(double, double)> value;
};

class Writer {
public:
    explicit Writer(unsigned seed) : random_(seed) {}
    Written formula(int depth) {
        if (depth == 0) return leaf();
        const Written a = formula(depth - 1), b = formula(below(depth));
        const auto f = a.value, g = b.value;
        switch (below(6)) {
            case 0:
                return {"abs(" + a.text + ")",
                        [f](double x, double y) { return std::fabs(f(x, y)); }};
            case 1:
            case 2:
                return {"sign(" + a.text + ")", [f](double x, double y) {
                            const double u = f(x, y);
                            return u > 0 ? 1.0 : u < 0 ? -1.0 : u;
                        }};
            case 3:
                return {"(" + a.text + ")*(" + b.text + ")",
                        [f, g](double x, double y) { return f(x, y) * g(x, y); }};
            case 4:
                return {"(" + a.text + ")^2",
                        [f](double x, double y) { return f(x, y) * f(x, y); }};
            default:
                return {"(" + a.text + ") - (" + b.text + ")",
                        [f, g](double x, double y) { return f(x, y) - g(x, y); }};
        }
    }

private:
    int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
    Written leaf() {
        switch (below(3)) {
            case 0: return {"x", [](double x, double) { return x; }};
            case 1: return {"y", [](double, double y) { return y; }};
            default: return {"1", [](double, double) { return 1.0; }};
        }
    }
    std::mt19937 random_;
};

TEST(Signs, RandomFormulasKeepTheirValuesWhereSignsVanish) {
    int proved = 0;
    for (unsigned seed = 0; seed < 600; ++seed) {
        const Written w = Writer(seed).formula(4);
        const Expr e = parse(w.text, {}), simple = simplify(e);
        const bool is_proved = is_zero(e).holds();
        proved += is_proved ? 1 : 0;
        for (const double x : {-2., -1., 0., 1., 2.})
            for (const double y : {-2., -1., 0., 1., 2.}) {
                const double value = w.value(x, y);
                const Values at{{symbol("x"), x}, {symbol("y"), y}};
                ASSERT_EQ(evaluate(e, at), value) << w.text;
                ASSERT_EQ(evaluate(simple, at), value) << w.text << " -> " << to_text(simple);
                ASSERT_TRUE(!is_proved || value == 0) << w.text << " at " << x << ", " << y;
            }
    }
    EXPECT_GT(proved, 20);
}

}  // namespace
}  // namespace rattleback
