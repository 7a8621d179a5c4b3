#include "pictures/plot_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "pictures/plot_layout.hpp"
#include "pictures/plot_text.hpp"

namespace rattleback {
namespace {

// Okabe and Ito, without black and yellow, which are lost in the dark and on white.
constexpr std::array<const char*, 6> colours{"#0072b2", "#d55e00", "#009e73",
                                             "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::array<const char*, 3> dashes{"", "6 3", "2 3"};
constexpr double long_tick = 5, short_tick = 3, between_panels = 10;
constexpr std::size_t most_in_a_column = 4;

std::string px(double x) {
    std::string text = fmt::format("{:.2f}", x);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string line(double x1, double y1, double x2, double y2) {
    return fmt::format("M{} {}L{} {}", px(x1), px(y1), px(x2), px(y2));
}

struct TextPlace {
    double x = 0, y = 0;
    const char* anchor = "middle";
    bool turned = false;
};

std::string text_at(const TextPlace& at, const std::string& label, TextKind kind, double size) {
    const std::string place =
        at.turned ? fmt::format("transform=\"translate({} {}) rotate(-90)\"", px(at.x), px(at.y))
                  : fmt::format("x=\"{}\" y=\"{}\"", px(at.x), px(at.y));
    return fmt::format("<text {} text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", place, at.anchor,
                       size, svg_text(label, kind, size));
}

std::string stroke_of(std::size_t series) {
    const char* const dash = dashes[series / colours.size() % dashes.size()];
    return fmt::format("stroke=\"{}\"{}", colours[series % colours.size()],
                       *dash == '\0' ? "" : fmt::format(" stroke-dasharray=\"{}\"", dash));
}

class Panel {
public:
    Panel(const PlotData& plot, const PlotStyle& style, const PlotLayout& layout)
        : plot_(plot), style_(style), at_(layout) {}

    std::string text() const {
        return zero_line() + curves() + frame() + numbers() + labels() + legend();
    }

private:
    // Where a quantity changes its sign.
    std::string zero_line() const {
        if (at_.log_y || at_.y.low >= 0 || at_.y.high <= 0) return {};
        const double y = at_.y_pixel(0);
        return fmt::format("<path d=\"{}\" stroke-opacity=\"0.3\" stroke-width=\"0.7\"/>\n",
                           line(at_.left, y, at_.right(), y));
    }

    // Inside a picture of their own, which cuts off what is outside of the box.
    std::string curves() const {
        std::string text = fmt::format(
            "<svg class=\"curves\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
            "viewBox=\"{0} {1} {2} {3}\" stroke-width=\"1.6\" stroke-linejoin=\"round\">\n",
            px(at_.left), px(at_.top), px(at_.box_width), px(at_.box_height));
        for (std::size_t i = 0; i < at_.curves.size(); ++i)
            for (const auto& piece : at_.curves[i]) text += curve(i, piece);
        if (plot_.kind == PlotData::Kind::Phase) text += starts();
        return text + "</svg>\n";
    }

    // A dot where a path begins: its direction cannot be told from the line.
    std::string starts() const {
        std::string text;
        for (std::size_t i = 0; i < at_.curves.size(); ++i)
            if (!at_.curves[i].empty() && at_.curves[i][0].size() > 1)
                text += dot(i, at_.curves[i][0][0], 3.2, "start");
        return text;
    }

    static std::string dot(std::size_t series, const PlotPoint& at, double radius,
                           const char* what) {
        return fmt::format(
            "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\" stroke=\"none\" fill=\"{}\"/>\n",
            what, px(at.x), px(at.y), px(radius), colours[series % colours.size()]);
    }

    static std::string curve(std::size_t series, const std::vector<PlotPoint>& piece) {
        if (piece.size() == 1) return dot(series, piece[0], 2, "point");
        std::string points;
        for (const PlotPoint& p : piece)
            points += fmt::format("{}{},{}", points.empty() ? "" : " ", px(p.x), px(p.y));
        return fmt::format("<polyline {} points=\"{}\"/>\n", stroke_of(series), points);
    }

    std::string frame() const {
        std::string ticks;
        const auto at_x = [&](double value, double length) {
            const double x = at_.x_pixel(value);
            ticks += line(x, at_.bottom(), x, at_.bottom() - length);
            ticks += line(x, at_.top, x, at_.top + length);
        };
        const auto at_y = [&](double value, double length) {
            const double y = at_.y_pixel(value);
            ticks += line(at_.left, y, at_.left + length, y);
            ticks += line(at_.right(), y, at_.right() - length, y);
        };
        for (const Tick& tick : at_.x_ticks.major) at_x(tick.value, long_tick);
        for (const double value : at_.x_ticks.minor) at_x(value, short_tick);
        for (const Tick& tick : at_.y_ticks.major) at_y(tick.value, long_tick);
        for (const double value : at_.y_ticks.minor) at_y(value, short_tick);
        return fmt::format(
            "<path class=\"ticks\" d=\"{}\" stroke-width=\"0.8\"/>\n"
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
            ticks, px(at_.left), px(at_.top), px(at_.box_width), px(at_.box_height));
    }

    std::string numbers() const {
        std::string text = fmt::format("<g class=\"x-numbers\" {}>\n", letters());
        for (const Tick& tick : at_.x_ticks.major)
            text += text_at({at_.x_pixel(tick.value), at_.bottom() + 17}, tick.label,
                            TextKind::Prose, tick_font);
        text += fmt::format("</g>\n<g class=\"y-numbers\" {}>\n", letters());
        for (const Tick& tick : at_.y_ticks.major)
            text += text_at({at_.left - 7, at_.y_pixel(tick.value) + 0.35 * tick_font, "end"},
                            tick.label, TextKind::Prose, tick_font);
        return text + "</g>\n";
    }

    std::string labels() const {
        std::string text = fmt::format("<g class=\"labels\" {}>\n", letters());
        for (std::size_t i = 0; i < at_.title.size(); ++i)
            text += text_at({at_.left, title_base + title_row * static_cast<double>(i), "start"},
                            at_.title[i], TextKind::Prose,
                            fitting_size(at_.title[i], label_font, style_.width - at_.left));
        if (!at_.y_ticks.note.empty())
            text += text_at({at_.left, at_.top - 6, "start"}, at_.y_ticks.note, TextKind::Prose,
                            tick_font);
        return text + x_label() + y_label() + "</g>\n";
    }

    // In the middle, or at the left where a note needs the room.
    std::string x_label() const {
        const double y = at_.bottom() + 37;
        const double note = text_width(at_.x_ticks.note, tick_font),
                     label = text_width(at_.x_label, label_font);
        const bool is_long = at_.box_width / 2 < note + label / 2 + 10;
        const double size = fitting_size(at_.x_label, label_font,
                                         style_.width - at_.left - (note > 0 ? note + 10 : 0));
        std::string text;
        if (note > 0)
            text += text_at({at_.right(), y, "end"}, at_.x_ticks.note, TextKind::Prose, tick_font);
        if (!at_.x_label.empty())
            text += is_long ? text_at({at_.left, y, "start"}, at_.x_label, TextKind::Formula, size)
                            : text_at({at_.left + at_.box_width / 2, y}, at_.x_label,
                                      TextKind::Formula, size);
        return text;
    }

    std::string y_label() const {
        if (at_.y_label.empty()) return {};
        const double middle = at_.top + at_.box_height / 2, x = at_.left - 7 - at_.tick_width - 7;
        return at_.is_y_label_upright
                   ? text_at({x, middle + 0.35 * label_font, "end"}, at_.y_label, TextKind::Formula,
                             label_font)
                   : text_at({x, middle, "middle", true}, at_.y_label, TextKind::Formula,
                             fitting_size(at_.y_label, label_font, at_.box_height + label_font));
    }

    std::string legend() const {
        if (at_.legend.empty()) return {};
        std::string lines, words = fmt::format("<g {}>\n", letters());
        for (std::size_t i = 0; i < at_.legend.size(); ++i) {
            const auto [x, y] = at_.legend[i];
            lines += fmt::format("<path d=\"{}\" {} stroke-width=\"1.6\"/>\n",
                                 line(x, y, x + legend_line, y), stroke_of(i));
            words += text_at({x + legend_line + 7, y + 0.35 * at_.legend_font, "start"},
                             plot_.series[i].label, TextKind::Formula, at_.legend_font);
        }
        return "<g class=\"legend\">\n" + lines + words + "</g>\n</g>\n";
    }

    std::string letters() const {
        return fmt::format("fill=\"{}\" stroke=\"none\"",
                           style_.embedded ? "currentColor" : "#000");
    }

    const PlotData& plot_;
    const PlotStyle& style_;
    const PlotLayout& at_;
};

// Spaces are preserved: librsvg drops those that a <tspan> begins with, even if they do not break.
std::string head(const PlotStyle& style, double width, double height, const std::string& title) {
    const std::string size =
        fmt::format("width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\"", px(width), px(height));
    const char* const ink = style.embedded ? "currentColor" : "#000";
    return fmt::format(
        "{}<svg xmlns=\"http://www.w3.org/2000/svg\" {}{} role=\"img\" xml:space=\"preserve\" "
        "fill=\"none\" stroke=\"{}\" "
        "font-family=\"'STIX Two Text', 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', "
        "serif\">\n<title>{}</title>\n{}",
        style.embedded ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", size,
        style.embedded ? " style=\"max-width:100%;height:auto\"" : "", ink, xml_escaped(title),
        style.embedded ? ""
                       : "<rect width=\"100%\" height=\"100%\" fill=\"#fff\" stroke=\"none\"/>\n");
}

}  // namespace

std::string plot_svg(const PlotData& plot, const PlotStyle& style) {
    return plots_svg({&plot, 1}, style);
}

std::string plots_svg(std::span<const PlotData> plots, const PlotStyle& style) {
    const std::size_t columns = plots.size() > most_in_a_column ? 2 : 1;
    double left = 0, top = 0, row_height = 0;
    for (const PlotData& plot : plots) left = std::max(left, layout_of(plot, style).left);
    std::string panels, titles;
    for (std::size_t i = 0; i < plots.size(); ++i) {
        const std::size_t column = i % columns;
        if (column == 0 && i > 0) top += std::exchange(row_height, 0) + between_panels;
        const PlotLayout layout = layout_of(plots[i], style, left);
        panels += fmt::format("<g class=\"panel\" transform=\"translate({} {})\">\n{}</g>\n",
                              px(static_cast<double>(column) * (style.width + between_panels)),
                              px(top), Panel(plots[i], style, layout).text());
        row_height = std::max(row_height, layout.height);
        titles += (titles.empty() ? "" : "; ") + heading_of(plots[i]);
    }
    const double width = columns == 1 ? style.width : 2 * style.width + between_panels;
    return head(style, width, std::max(top + row_height, 1.0), titles) + panels + "</svg>\n";
}

}  // namespace rattleback
