#include "expr/print_latex.hpp"

#include <gtest/gtest.h>

#include "expr/parse.hpp"
#include "support/random_expression.hpp"

namespace rattleback {
namespace {

std::string latex(std::string_view formula) {
    Names names;
    names.any_function = true;
    return to_latex(parse(formula, names));
}

TEST(PrintLatex, KineticAndPotentialEnergies) {
    EXPECT_EQ(latex("m*x'^2/2"), R"(\frac{m \dot{x}^{2}}{2})");
    EXPECT_EQ(latex("m*(x'^2 + y'^2)/2"), R"(\frac{m}{2} (\dot{x}^{2} + \dot{y}^{2}))");
    EXPECT_EQ(latex("(x'^2 + y'^2)/2"), R"(\frac{1}{2} (\dot{x}^{2} + \dot{y}^{2}))");
    EXPECT_EQ(latex("J*phi'^2/2 - m*g*l*cos(phi)"),
              R"(\frac{J \dot{\varphi}^{2}}{2} - m g l \cos\varphi)");
    EXPECT_EQ(latex("(m1 + m2)*g*l*cos(theta)/(a + 2*l)"),
              R"(\frac{(m_{1} + m_{2}) g l \cos\theta}{a + 2 l})");
    EXPECT_EQ(latex("(m1 + m2)*l^2*theta'^2/2"),
              R"(\frac{1}{2} (m_{1} + m_{2}) l^{2} \dot{\theta}^{2})");
}

TEST(PrintLatex, ConstraintsAndEquationsOfMotion) {
    EXPECT_EQ(latex("x'*sin(phi) - y'*cos(phi)"), R"(\dot{x} \sin\varphi - \dot{y} \cos\varphi)");
    EXPECT_EQ(latex("k*x + c*x' + m*x'' - F*cos(omega*t)"),
              R"(m \ddot{x} + c \dot{x} - F \cos\omega t + k x)");
    EXPECT_EQ(latex("a*sqrt(x'^2 + y'^2)"), R"(a \sqrt{\dot{x}^{2} + \dot{y}^{2}})");
    EXPECT_EQ(to_latex(parse_equation("z' = y*x'")), R"(\dot{z} = y \dot{x})");
}

TEST(PrintLatex, Signs) {
    EXPECT_EQ(latex("1 - x"), "1 - x");
    EXPECT_EQ(latex("-x - y"), "-x - y");
    EXPECT_EQ(latex("-3*x/4"), R"(-\frac{3 x}{4})");
    EXPECT_EQ(latex("-(x - y)*z"), "-z (x - y)");
    EXPECT_EQ(latex("x^(-1/3)"), R"(\frac{1}{x^{1/3}})");
}

TEST(PrintLatex, Fractions) {
    EXPECT_EQ(latex("1/(a + b/(c + d/e))"), R"(\frac{1}{a + \frac{b}{c + \frac{d}{e}}})");
    EXPECT_EQ(latex("(a + b)/(c + d)"), R"(\frac{a + b}{c + d})");
    EXPECT_EQ(latex("x^-3"), R"(\frac{1}{x^{3}})");
    EXPECT_EQ(latex("(1 + x/y)^2"), R"(\left(\frac{x}{y} + 1\right)^{2})");
}

TEST(PrintLatex, Powers) {
    EXPECT_EQ(latex("x1'^2"), R"(\dot{x}_{1}^{2})");
    EXPECT_EQ(latex("x^(2/3)"), "x^{2/3}");
    EXPECT_EQ(latex("(x + y)^(a - b)"), "(x + y)^{a - b}");
    EXPECT_EQ(latex("(x^y)^2"), "(x^{y})^{2}");
    EXPECT_EQ(latex("2*3^x"), R"(2 \cdot 3^{x})");
    EXPECT_EQ(latex("(-2)^x"), "(-2)^{x}");
}

TEST(PrintLatex, FunctionsWithoutBracketsWhereThatIsClear) {
    EXPECT_EQ(latex("sin(x)"), R"(\sin x)");
    EXPECT_EQ(latex("sin(2*phi)"), R"(\sin 2 \varphi)");
    EXPECT_EQ(latex("x*sin(phi/2)"), R"(x \sin\frac{\varphi}{2})");
    EXPECT_EQ(latex("sin(phi - psi)"), R"(\sin(\varphi - \psi))");
    EXPECT_EQ(latex("tan(x^2)"), R"(\tan(x^{2}))");
    EXPECT_EQ(latex("log(1 + x/y)"), R"(\ln\left(\frac{x}{y} + 1\right))");
    EXPECT_EQ(latex("sin(phi)^2*cos(psi)"), R"(\cos\psi \sin^{2}\varphi)");
    EXPECT_EQ(latex("cos(phi)*atan2(y, x)"), R"(\operatorname{atan2}(y, x) \cos\varphi)");
    EXPECT_EQ(latex("sin(x)^a"), R"((\sin x)^{a})");
    EXPECT_EQ(latex("sin(x)^a*cos(x)"), R"(\cos(x) (\sin x)^{a})");
}

TEST(PrintLatex, FunctionsWithSignsOfTheirOwn) {
    EXPECT_EQ(latex("exp(-k*t)*cos(omega*t)"), R"(e^{-k t} \cos\omega t)");
    EXPECT_EQ(latex("exp(-k*t/(2*m))"), R"(\exp\left(-\frac{k t}{2 m}\right))");
    EXPECT_EQ(latex("exp(x)^2"), "(e^{x})^{2}");
    EXPECT_EQ(latex("abs(x)^3"), R"(\left|x\right|^{3})");
    EXPECT_EQ(latex("sqrt(2)*x"), R"(\sqrt{2} x)");
}

TEST(PrintLatex, UnspecifiedFunctions) {
    EXPECT_EQ(latex("A(q1, q2)*q1'"), R"(A(q_{1}, q_{2}) \dot{q}_{1})");
    EXPECT_EQ(latex("A[1,0](q1, q2)"), R"(\frac{\partial A}{\partial q_{1}})");
    EXPECT_EQ(latex("A[1,2](x, y)"), R"(\frac{\partial^{3} A}{\partial x \partial y^{2}})");
    EXPECT_EQ(latex("A[1,0](x, y)^2"), R"(\left(\frac{\partial A}{\partial x}\right)^{2})");
    EXPECT_EQ(latex("A[1,0](x + y, y)"), R"(\partial_{1}A(x + y, y))");
    EXPECT_EQ(latex("A[2,1](x, x)"), R"(\partial_{1}^{2}\partial_{2}A(x, x))");
    EXPECT_EQ(latex("f[1](x)"), "f'(x)");
    EXPECT_EQ(latex("f[4](x/y)"), R"(f^{(4)}\left(\frac{x}{y}\right))");
}

TEST(PrintLatex, Names) {
    EXPECT_EQ(latex_name("phi"), R"(\varphi)");
    EXPECT_EQ(latex_name("epsilon"), R"(\varepsilon)");
    EXPECT_EQ(latex_name("Omega"), R"(\Omega)");
    EXPECT_EQ(latex_name("m1"), "m_{1}");
    EXPECT_EQ(latex_name("lambda2"), R"(\lambda_{2})");
    EXPECT_EQ(latex_name("x_A"), "x_{A}");
    EXPECT_EQ(latex_name("x1_A"), "x_{1,A}");
    EXPECT_EQ(latex_name("v_max1"), R"(v_{\mathrm{max}1})");
    EXPECT_EQ(latex_name("x_theta_r"), R"(x_{\theta,r})");
    EXPECT_EQ(latex_name("thetaR", 1), R"(\dot{\theta}_{R})");
    EXPECT_EQ(latex_name("rhoAir"), R"(\rho_{\mathrm{Air}})");
    EXPECT_EQ(latex_name("rR"), "r_{R}");
    EXPECT_EQ(latex_name("thetas"), R"(\mathrm{thetas})");
    EXPECT_EQ(latex_name("R_x1"), "R_{x_{1}}");
    EXPECT_EQ(latex_name("R_theta1"), R"(R_{\theta_{1}})");
    EXPECT_EQ(latex_name("F_theta_1"), R"(F_{\theta_{1}})");
    EXPECT_EQ(latex_name("R_thetaR"), R"(R_{\theta_{R}})");
    EXPECT_EQ(latex_name("speed"), R"(\mathrm{speed})");
    EXPECT_EQ(latex_name("speed", 1), R"(\dot{\mathrm{speed}})");
    EXPECT_EQ(latex_name("phi2", 2), R"(\ddot{\varphi}_{2})");
    EXPECT_EQ(latex_name("x", 3), R"(\dddot{x})");
    EXPECT_EQ(latex_name("x", 5), "x^{(5)}");
    EXPECT_EQ(latex_name("_x"), R"(\mathrm{\_x})");
    EXPECT_EQ(latex_name("x_"), R"(\mathrm{x\_})");
    EXPECT_EQ(latex("mass*speed^2"), R"(\mathrm{mass} \, \mathrm{speed}^{2})");
}

TEST(PrintLatex, FloatingConstants) {
    EXPECT_EQ(to_latex(floating(0.1) * symbol("x")), "0.1 x");
    EXPECT_EQ(to_latex(floating(-1.5e300)), R"(-1.5 \cdot 10^{300})");
    EXPECT_EQ(to_latex(floating(1e-7)), "10^{-7}");
}

// Braces pair, \left meets \right, and no superscript follows a superscript.
TEST(PrintLatex, IsWellFormed) {
    testing::RandomOptions options;
    options.floating = true;
    testing::RandomExpression random(7, options);
    for (int i = 0; i < 1000; ++i) {
        const std::string text = to_latex(random.next());
        int depth = 0, fences = 0;
        std::vector<bool> is_superscript;
        bool after_superscript = false;
        for (std::size_t k = 0; k < text.size(); ++k) {
            if (text.compare(k, 5, "\\left") == 0) ++fences;
            if (text.compare(k, 6, "\\right") == 0) --fences;
            ASSERT_FALSE(text[k] == '^' && after_superscript) << text;
            after_superscript = false;
            if (text[k] == '{') {
                ++depth;
                is_superscript.push_back(k > 0 && text[k - 1] == '^');
            } else if (text[k] == '}') {
                --depth;
                ASSERT_GE(depth, 0) << text;
                after_superscript = is_superscript.back();
                is_superscript.pop_back();
            }
            ASSERT_GE(fences, 0) << text;
        }
        ASSERT_EQ(depth, 0) << text;
        ASSERT_EQ(fences, 0) << text;
    }
}

}  // namespace
}  // namespace rattleback
