// Plots are read back from their SVG: a curve must stand where the numbers on the axes say it does.

#include "pictures/plot_svg.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>
#include <list>
#include <regex>

#include "pictures/axis_ticks.hpp"
#include "pictures/plot_text.hpp"
#include "pictures/rendered_svg.hpp"
#include "pictures/thinned_curve.hpp"

namespace rattleback::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Points = std::vector<PlotPoint>;

const double nan = std::nan("");

std::vector<std::smatch> all_matches(const std::string& text, const std::string& pattern) {
    static std::list<std::string> kept;  // what matches point into
    kept.push_back(text);
    const std::regex regex(pattern);
    return {std::sregex_iterator(kept.back().begin(), kept.back().end(), regex), {}};
}

std::string piece(const std::string& text, const std::string& from, const std::string& until) {
    const auto begin = text.find(from);
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find(until, begin) - begin);
}

// A number as it is written on an axis.
double number(std::string text) {
    text = std::regex_replace(text, std::regex("<[^>]*>"), "");
    text = std::regex_replace(text, std::regex("−"), "-");
    return std::stod(text);
}

struct Number {
    double x, y, value;
};

std::vector<Number> numbers(const std::string& svg, const std::string& axis) {
    std::vector<Number> result;
    const std::string group = piece(svg, "class=\"" + axis + "-numbers\"", "</g>");
    for (const auto& m :
         all_matches(group, R"re(<text x="([-\d.]+)" y="([-\d.]+)"[^>]*>(.*)</text>)re"))
        result.push_back({std::stod(m[1]), std::stod(m[2]), number(m[3])});
    return result;
}

std::vector<Points> curves(const std::string& svg) {
    std::vector<Points> result;
    for (const auto& m : all_matches(svg, "<polyline [^>]*points=\"([^\"]*)\"")) {
        result.emplace_back();
        for (const auto& p : all_matches(m[1], R"re(([-\d.]+),([-\d.]+))re"))
            result.back().push_back({std::stod(p[1]), std::stod(p[2])});
    }
    return result;
}

// left, top, width, height of the axes.
std::array<double, 4> box(const std::string& svg) {
    const auto m = all_matches(
        svg, R"re(<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/>)re");
    if (m.empty()) return {};
    return {std::stod(m[0][1]), std::stod(m[0][2]), std::stod(m[0][3]), std::stod(m[0][4])};
}

PlotData plot_of(const std::vector<double>& x, const std::vector<double>& y) {
    return {.title = "", .x_label = "t", .x = x, .series = {{"x", y}}};
}

// The value at a pixel, by the numbers on the axis.
double read_off(const std::vector<Number>& axis, double pixel, bool is_x) {
    const auto place = [&](const Number& n) { return is_x ? n.x : n.y - 0.35 * 12; };
    const Number &a = axis.front(), &b = axis.back();
    return a.value + (b.value - a.value) * (pixel - place(a)) / (place(b) - place(a));
}

TEST(Ticks, NumbersSayWhereTheyStand) {
    for (const auto& [low, high] : {std::pair{0.0, 1.0},
                                    {-3.7, 12.2},
                                    {1e6, 1e6 + 1e-3},
                                    {-2e-9, 5e-10},
                                    {1e5, 9e7},
                                    {-1234567.8, -1234567.1},
                                    {0.001, 0.0073},
                                    {99.99, 100.01},
                                    {-1e30, 1e30}})
        for (const std::size_t most : {2UL, 4UL, 8UL}) {
            const AxisTicks ticks = linear_ticks({low, high}, most);
            double factor = 1, offset = 0;
            const std::string note = ticks.note;
            std::smatch m;
            const auto digits = [](std::string text) {
                const std::array<const char*, 10> raised{"⁰", "¹", "²", "³", "⁴",
                                                         "⁵", "⁶", "⁷", "⁸", "⁹"};
                text = std::regex_replace(text, std::regex("⁻"), "-");
                for (std::size_t i = 0; i < 10; ++i)
                    text = std::regex_replace(text, std::regex(raised[i]), std::to_string(i));
                return text;
            };
            if (std::regex_search(note, m, std::regex("^×10([^ ]*)")))
                factor = std::stod("1e" + digits(m[1]));
            if (std::regex_search(note, m, std::regex("([+]|−) ([0-9.]+)(·10([^ ]*))?$")))
                offset = (m[1] == "+" ? 1 : -1) *
                         std::stod(m[2].str() + (m[4].matched ? "e" + digits(m[4]) : ""));
            EXPECT_LE(ticks.major.size(), most + 1);
            for (const Tick& tick : ticks.major) {
                EXPECT_GE(tick.value, low - 1e-9 * (high - low));
                EXPECT_LE(tick.value, high + 1e-9 * (high - low));
                EXPECT_NEAR(number(tick.label) * factor + offset, tick.value, 1e-6 * (high - low))
                    << tick.label << " " << note;
                EXPECT_LE(tick.label.size(), 10U) << tick.label;
            }
        }
}

TEST(Ticks, RangesOfHardValues) {
    const double inf = std::numeric_limits<double>::infinity();
    const auto range = [](std::vector<double> values) { return axis_range(values, false, 0); };
    EXPECT_EQ(range({}).span(), 1);
    EXPECT_EQ(range({nan, inf}).span(), 1);
    EXPECT_EQ(range({3, nan, 5}).low, 3);
    EXPECT_LT(range({4, 4}).low, 4);
    EXPECT_GT(range({4, 4}).high, 4);
    EXPECT_GT(range({0, 0}).span(), 0);
    EXPECT_TRUE(std::isfinite(range({-1.7e308, 1.7e308}).span()));
    EXPECT_GT(range({1, 1 + 2e-16}).span(), 0.1);  // rounding errors are no motion
    EXPECT_NEAR(range({1e6, 1e6 + 1e-3}).span(), 1e-3, 1e-9);
    const AxisRange log = axis_range(std::vector{0.0, -1.0, 3e-12, 2e-5}, true, 0);
    EXPECT_DOUBLE_EQ(log.low, 1e-12);
    EXPECT_DOUBLE_EQ(log.high, 1e-4);
}

TEST(Ticks, Decades) {
    const AxisTicks few = log_ticks({1e-2, 1e1}, 6);
    ASSERT_EQ(few.major.size(), 4U);
    EXPECT_EQ(few.major[0].label, "10⁻²");
    EXPECT_EQ(few.major[2].label, "1");
    EXPECT_EQ(few.minor.size(), 3 * 8U);
    EXPECT_LE(log_ticks({1e-30, 1e30}, 6).major.size(), 7U);
}

TEST(PlotText, LettersAreItalicAndWordsAreNot) {
    EXPECT_EQ(svg_text("x", TextKind::Formula, 10), "<tspan font-style=\"italic\">x</tspan>");
    EXPECT_EQ(svg_text("sin", TextKind::Formula, 10), "sin");
    EXPECT_EQ(svg_text("a < b & c", TextKind::Prose, 10), "a\u00a0&lt;\u00a0b\u00a0&amp;\u00a0c");
    const std::string down = svg_text("λ₁ + 1", TextKind::Formula, 10);
    EXPECT_THAT(down, HasSubstr("<tspan dy=\"2.2\" font-size=\"7.2\">1</tspan>"));
    EXPECT_THAT(down, HasSubstr("<tspan dy=\"-2.2\">"));  // and up again
    EXPECT_GT(text_width("0.125", 12), text_width("0.1", 12));
}

// Dots are full stops over the letter; what follows stands where it would without them.
TEST(PlotText, DotsStandOverTheirLetter) {
    EXPECT_EQ(text_width("θ\u0307", 12), text_width("θ", 12));
    for (const auto& [label, dots] : {std::pair{"θ\u0307₁", 1}, {"x\u0308 + 1", 2}}) {
        const std::string text = svg_text(label, TextKind::Formula, 10);
        EXPECT_THAT(text, Not(HasSubstr("\u0307")));
        EXPECT_THAT(text, HasSubstr(">" + std::string(static_cast<std::size_t>(dots), '.') + "<"));
        double moved = 0;
        const std::regex step("dx=\"([-0-9.]+)\"");
        for (auto m = std::sregex_iterator(text.begin(), text.end(), step);
             m != std::sregex_iterator(); ++m)
            moved += std::stod((*m)[1]);
        EXPECT_NEAR(moved, -2.8 * dots, 1e-6) << text;  // the width of the stops
    }
}

TEST(PlotText, SubscriptsOfSubscriptsStandLower) {
    EXPECT_THAT(svg_text("R_θ₁", TextKind::Formula, 10),
                HasSubstr("<tspan dy=\"1.2\" font-size=\"5.8\">1</tspan>"));
}

TEST(ThinnedCurve, KeepsWhatIsSeen) {
    Points circle;
    for (int i = 0; i <= 2000; ++i)
        circle.push_back({100 * std::cos(i * M_PI / 1000), 100 * std::sin(i * M_PI / 1000)});
    const Points few = thinned(circle, 0.1);
    EXPECT_LT(few.size(), 150U);
    EXPECT_GT(few.size(), 40U);
    for (std::size_t i = 1; i < few.size();
         ++i) {  // the middle of a chord is nearest to the centre
        const double x = (few[i].x + few[i - 1].x) / 2, y = (few[i].y + few[i - 1].y) / 2;
        EXPECT_GT(std::hypot(x, y), 100 - 0.11);
    }
    EXPECT_EQ(thinned({{0, 0}, {1, 0}, {2, 0}, {1, 0}}, 0.1).size(), 3U);  // there and back
}

TEST(PlotSvg, CurvesStandWhereTheNumbersSay) {
    const std::vector<double> t{0, 2.5, 5, 7.5, 20}, y{-0.3, 1.25, 4, 2.5, 0.1};
    const std::string svg = plot_svg(plot_of(t, y));
    const auto points = curves(svg);
    ASSERT_EQ(points.size(), 1U);
    ASSERT_EQ(points[0].size(), t.size());
    const auto x_axis = numbers(svg, "x"), y_axis = numbers(svg, "y");
    ASSERT_GE(x_axis.size(), 3U);
    ASSERT_GE(y_axis.size(), 3U);
    for (std::size_t i = 0; i < t.size(); ++i) {
        EXPECT_NEAR(read_off(x_axis, points[0][i].x, true), t[i], 0.01);
        EXPECT_NEAR(read_off(y_axis, points[0][i].y, false), y[i], 0.003);
    }
    const auto [left, top, width, height] = box(svg);
    EXPECT_NEAR(points[0].front().x, left, 0.01);  // time fills the box
    EXPECT_NEAR(points[0].back().x, left + width, 0.01);
    for (const PlotPoint& p : points[0]) {
        EXPECT_GT(p.y, top);
        EXPECT_LT(p.y, top + height);
    }
}

TEST(PlotSvg, NumbersDoNotTouch) {
    for (const double scale : {1e-9, 0.01, 0.37, 1.0, 123.0, 99999.0, 3e7, 1e300})
        for (const double offset : {0.0, 0.5, -7e3}) {
            const std::vector<double> values{offset * scale, (offset + 1) * scale};
            const std::string svg =
                plot_svg(plot_of(values, values), {.width = 320, .height = 220});
            const auto x_axis = numbers(svg, "x"), y_axis = numbers(svg, "y");
            const auto texts =
                all_matches(piece(svg, "x-numbers", "</g>"), "<text [^>]*>([^<]*)</text>");
            ASSERT_GE(x_axis.size(), 2U) << svg;
            ASSERT_GE(y_axis.size(), 2U);
            for (std::size_t i = 1; i < x_axis.size(); ++i) {
                EXPECT_GT(x_axis[i].x - x_axis[i - 1].x,
                          (text_width(texts[i][1], 12) + text_width(texts[i - 1][1], 12)) / 2);
            }
            for (std::size_t i = 1; i < y_axis.size(); ++i) {
                EXPECT_GT(y_axis[i - 1].y - y_axis[i].y, 14);
            }
            const auto end = x_axis.back();
            EXPECT_LE(end.x + text_width(texts.back()[1], 12) / 2, 320);  // nothing is cut off
        }
}

TEST(PlotSvg, LogarithmicAxis) {
    PlotData plot = plot_of({0, 1, 2, 3}, {0, 1e-12, 1e-9, 1e-6});
    plot.log_y = true;
    const auto points = curves(plot_svg(plot));
    ASSERT_EQ(points.size(), 1U);  // 0 has no place
    ASSERT_GE(points[0].size(), 2U);
    const auto [left, top, width, height] = box(plot_svg(plot));
    EXPECT_NEAR(points[0].front().y, top + height, 0.02);
    EXPECT_NEAR(points[0].back().y, top, 0.02);
    EXPECT_NEAR(points[0].front().x, left + width / 3, 0.02);
    plot.series[0].values = {0, -1, nan, 0};
    EXPECT_TRUE(curves(plot_svg(plot)).empty());
}

TEST(PlotSvg, EqualAxes) {
    for (const double height : {0.001, 0.5, 1.0, 3.0, 500.0}) {
        PlotData plot = plot_of({}, {});
        plot.kind = PlotData::Kind::Phase;
        plot.equal_axes = true;
        for (int i = 0; i <= 100; ++i) {
            plot.x.push_back(std::cos(i * M_PI / 50));
            plot.series[0].values.push_back(height * std::sin(i * M_PI / 50));
        }
        const std::string svg = plot_svg(plot);
        const auto x_axis = numbers(svg, "x"), y_axis = numbers(svg, "y");
        ASSERT_GE(std::min(x_axis.size(), y_axis.size()), 2U);
        if (svg.find("×") != std::string::npos) continue;  // numbers with a factor
        const double x_unit = (x_axis.back().x - x_axis.front().x) /
                              (x_axis.back().value - x_axis.front().value),
                     y_unit = (y_axis.front().y - y_axis.back().y) /
                              (y_axis.back().value - y_axis.front().value);
        EXPECT_NEAR(x_unit / y_unit, 1, 1e-3) << height;
    }
}

// y = x² in a window of x: the axis of y has what is seen there, and no more.
TEST(PlotSvg, AWindowIsWhatIsShown) {
    PlotData plot = plot_of({}, {});
    for (int i = 0; i <= 1000; ++i) {
        plot.x.push_back(0.01 * i);
        plot.series[0].values.push_back(1e-4 * i * i);
    }
    const auto ends = [&] {
        const std::string svg = plot_svg(plot);
        const auto [left, top, width, height] = box(svg);
        const auto x = numbers(svg, "x"), y = numbers(svg, "y");
        return std::array{read_off(x, left, true), read_off(x, left + width, true),
                          read_off(y, top + height, false), read_off(y, top, false)};
    };
    plot.window.x = {2, 4};
    EXPECT_NEAR(ends()[0], 2, 0.01);
    EXPECT_NEAR(ends()[1], 4, 0.01);
    EXPECT_NEAR(ends()[2], 4 - 0.06 * 12, 0.05);  // with its margin
    EXPECT_NEAR(ends()[3], 16 + 0.06 * 12, 0.05);
    plot.window.y = {-5, 10};
    EXPECT_NEAR(ends()[2], -5, 0.05);
    EXPECT_NEAR(ends()[3], 10, 0.05);
    plot.kind = PlotData::Kind::Phase;
    plot.equal_axes = true;  // shows the window, and beside it what the box has room for
    EXPECT_LT(ends()[0], 2.01);
    EXPECT_GT(ends()[1], 3.99);
    EXPECT_NEAR(ends()[2], -5, 0.1);
    EXPECT_NEAR(ends()[3], 10, 0.1);
    plot.equal_axes = false;
    plot.log_y = true;
    plot.window.y = {0.5, 50};
    EXPECT_EQ(numbers(plot_svg(plot), "y").front().y,
              box(plot_svg(plot))[1] + box(plot_svg(plot))[3] + 0.35 * 12);
}

TEST(PlotSvg, TitlesFit) {
    PlotData plot = plot_of({0, 1}, {0, 1});
    const auto lines = [&] {
        const std::string svg = plot_svg(plot), group = piece(svg, "class=\"labels\"", "</g>");
        std::vector<std::pair<double, double>> result;  // where a line stands, and where it ends
        for (
            const auto& m : all_matches(
                group,
                R"re(<text x="([\d.]+)" y="([\d.]+)" text-anchor="start" font-size="([\d.]+)">(.*)</text>)re"))
            if (std::stod(m[2]) < box(svg)[1])
                result.emplace_back(std::stod(m[2]),
                                    std::stod(m[1]) + text_width(m[4], std::stod(m[3])));
        return result;
    };
    plot.title = "Short";
    EXPECT_EQ(lines().size(), 1U);
    const double top = box(plot_svg(plot))[1];
    for (int i = 0; i < 30; ++i) plot.title += " and longer";
    const auto many = lines();
    ASSERT_GT(many.size(), 3U);
    for (std::size_t i = 0; i < many.size(); ++i) {
        EXPECT_LE(many[i].second, 480.001);
        if (i > 0) {
            EXPECT_GT(many[i].first, many[i - 1].first + 14);
        }
    }
    EXPECT_GT(box(plot_svg(plot))[1], top + 17 * static_cast<double>(many.size() - 1));
    plot.title = std::string(200, 'm');
    ASSERT_EQ(lines().size(), 1U);
    EXPECT_LE(lines()[0].second, 480.1);
}

TEST(PlotSvg, TitlesAreNotBrokenInsideEquations) {
    for (double room = 120; room < 400; room += 7)
        for (const std::string& line :
             wrapped("Fig. 14. Case A. v2 = -2v1, m2 = 2m1. The same as in Fig. 21", 14, room)) {
            EXPECT_FALSE(line.starts_with("=") || line.ends_with("=")) << line;
            EXPECT_FALSE(line.starts_with("2") || line.starts_with("-")) << line;
            EXPECT_LE(text_width(line, 14), room) << line;
        }
    EXPECT_GT(wrapped("an_equation_that_is = much_wider_than_its_room", 14, 50).size(), 1U);
}

TEST(PlotSvg, PathsBeginWithADot) {
    PlotData plot = plot_of({nan, 3, 1, 2}, {0, 4, 1, 2});
    EXPECT_THAT(plot_svg(plot), Not(HasSubstr("class=\"start\"")));
    plot.kind = PlotData::Kind::Phase;
    const std::string svg = plot_svg(plot);
    const auto dots = all_matches(svg, R"re(<circle class="start" cx="([\d.]+)" cy="([\d.]+)")re");
    ASSERT_EQ(dots.size(), 1U);
    EXPECT_NEAR(read_off(numbers(svg, "x"), std::stod(dots[0][1]), true), 3, 0.01);
    EXPECT_NEAR(read_off(numbers(svg, "y"), std::stod(dots[0][2]), false), 4, 0.01);
}

TEST(PlotSvg, GapsAndSinglePoints) {
    const std::string svg = plot_svg(plot_of({0, 1, 2, 3, 4, 5, 6}, {1, 2, nan, 4, nan, 5, 3}));
    EXPECT_EQ(curves(svg).size(), 2U);
    EXPECT_EQ(all_matches(svg, "<circle ").size(), 1U);
    EXPECT_THAT(plot_svg(plot_of({}, {})), Not(HasSubstr("nan")));
    EXPECT_EQ(all_matches(plot_svg(plot_of({3}, {4})), "<circle ").size(), 1U);
}

TEST(PlotSvg, LegendsLeaveCurvesAlone) {
    PlotData plot = plot_of({}, {});
    plot.series = {{"x", {}}, {"y", {}}, {"φ", {}}};
    for (int i = 0; i <= 500; ++i) {
        plot.x.push_back(i);
        for (int k = 0; k < 3; ++k)
            plot.series[static_cast<std::size_t>(k)].values.push_back(std::sin(0.3 * i + k));
    }
    const std::string crowded = plot_svg(plot);
    const auto lines =
        all_matches(piece(crowded, "class=\"legend\"", "<g "), R"re(M[\d.]+ ([\d.]+)L)re");
    ASSERT_EQ(lines.size(), 3U);
    for (const auto& m : lines) EXPECT_LT(std::stod(m[1]), box(crowded)[1]);  // above the box
    for (auto& s : plot.series)
        for (double& y : s.values) y = std::abs(y) < 2 ? 0.001 * y : y;
    plot.series[0].values[0] = 1;  // the curves are low, but for one at the left
    const std::string roomy = plot_svg(plot);
    const auto inside =
        all_matches(piece(roomy, "class=\"legend\"", "<g "), R"re(M([\d.]+) ([\d.]+)L)re");
    ASSERT_EQ(inside.size(), 3U);
    EXPECT_GT(std::stod(inside[0][2]), box(roomy)[1]);
    EXPECT_GT(std::stod(inside[0][1]), 240);  // at the right
    EXPECT_THAT(plot_svg(plot_of({0, 1}, {0, 1})), Not(HasSubstr("legend")));
}

TEST(PlotSvg, IsWellFormedInEveryStyle) {
    PlotData plot = plot_of({0, 1}, {0, 1});
    plot.title = "a < b & \"c\" \x01";
    plot.series[0].label = "<x>";
    const std::string svg = plot_svg(plot), embedded = plot_svg(plot, {.embedded = true});
    EXPECT_NO_THROW(rendered_png(svg, 1));  // a strict reader of XML
    // In a page the width is the page's affair; librsvg wants to know it.
    EXPECT_NO_THROW(
        rendered_png(std::regex_replace(embedded, std::regex(" style=\"[^\"]*\""), ""), 1));
    EXPECT_THAT(embedded, HasSubstr("currentColor"));
    EXPECT_THAT(embedded, Not(HasSubstr("#000")));
    EXPECT_THAT(svg, Not(HasSubstr("currentColor")));
    EXPECT_THAT(embedded, ::testing::StartsWith("<svg "));
    EXPECT_THROW(rendered_png("<svg", 1), std::runtime_error);
    EXPECT_NO_THROW(rendered_png(plots_svg({}), 1));
}

TEST(PlotSvg, ManyPanelsStandInTwoColumns) {
    const auto places = [](std::size_t count) {
        const std::vector<PlotData> plots(count, plot_of({0, 1}, {0, 1}));
        const std::string svg = plots_svg(plots, {.width = 400, .height = 200});
        std::vector<std::string> result{all_matches(svg, R"re(width="(\d+)")re")[0][1]};
        for (const auto& m : all_matches(svg, R"re(translate\((\d+) (\d+)\)">)re"))
            result.push_back(m[1].str() + "," + m[2].str());
        return result;
    };
    EXPECT_THAT(places(3), ::testing::ElementsAre("400", "0,0", "0,194", "0,388"));
    EXPECT_THAT(places(5),
                ::testing::ElementsAre("810", "0,0", "410,0", "0,194", "410,194", "0,388"));
}

TEST(PlotSvg, PicturesHaveTheirSize) {
    const std::string svg = plot_svg(plot_of({0, 1}, {0, 1}), {.width = 400});
    const std::string png = rendered_png(svg, 2);
    ASSERT_GT(png.size(), 24U);
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(png[i]); };
    EXPECT_EQ(byte(18) * 256 + byte(19), 800);
    const std::string pdf = rendered_pdf(svg);
    EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
    EXPECT_THAT(pdf, HasSubstr("300 "));  // 400 pixels are 300 points
}

}  // namespace
}  // namespace rattleback::testing
