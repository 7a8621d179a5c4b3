#include "pictures/plot_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>

#include "base/write_file.hpp"
#include "pictures/plot_svg.hpp"
#include "pictures/rendered_svg.hpp"

namespace rattleback {
namespace {

struct PictureKind {
    std::string_view ending;
    std::string (*bytes)(const std::string& svg);
};

constexpr std::array<PictureKind, 3> kinds{{
    {".svg", [](const std::string& svg) { return svg; }},
    {".png", [](const std::string& svg) { return rendered_png(svg, 2); }},
    {".pdf", rendered_pdf},
}};

const PictureKind* kind_of(const std::string& path) {
    const std::string ending = std::filesystem::path(path).extension().string();
    const auto* const row = std::ranges::find(kinds, ending, &PictureKind::ending);
    return row == kinds.end() ? nullptr : row;
}

}  // namespace

std::optional<std::string> obstacle_to_plot_file(const std::string& path) {
    if (kind_of(path) == nullptr)
        return fmt::format(
            "The name '{}' does not say how the plot is to be drawn: it must end in .svg, .png or "
            ".pdf.",
            path);
    return obstacle_to_writing(path);
}

void write_plots(const std::string& path, std::span<const PlotData> plots) {
    if (const auto obstacle = obstacle_to_plot_file(path)) throw std::runtime_error(*obstacle);
    write_file(path, kind_of(path)->bytes(plots_svg(plots)));
}

}  // namespace rattleback
