#include "pictures/rendered_svg.hpp"

#include <cairo-pdf.h>
#include <cairo.h>
#include <fmt/format.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "base/memory.hpp"

namespace rattleback {
namespace {

constexpr double points_per_pixel = 0.75;
// GLib ends the process where it gets no memory, or no thread to look for fonts: it is not begun then.
// Fonts and the threads that look for them, whose stacks overlap or not, take up to 50 MB; the rest grows
// with the picture.
constexpr std::uint64_t for_fonts = 70'000'000, per_byte = 20, per_pixel = 4;

struct Freed {
    void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
    void operator()(GError* error) const { g_error_free(error); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};

using Surface = std::unique_ptr<cairo_surface_t, Freed>;

[[noreturn]] void refuse(const char* why) {
    throw std::runtime_error(fmt::format("The picture could not be drawn: {}.", why));
}

[[noreturn]] void refuse(GError* error) {
    const std::unique_ptr<GError, Freed> owned(error);
    refuse(error == nullptr ? "librsvg gives no reason" : error->message);
}

// As many at once as look for fonts.
void require_threads() {
    constexpr int needed = 2;
    std::mutex gate;
    std::vector<std::jthread> threads;
    const std::lock_guard closed(gate);  // none ends before all have begun
    try {
        for (int i = 0; i < needed; ++i)
            threads.emplace_back([&] { const std::lock_guard passed(gate); });
    } catch (const std::system_error&) {
        refuse("no thread can be started, which looks for fonts");
    }
}

void check(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS) refuse(cairo_status_to_string(status));
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

class Picture {
public:
    explicit Picture(const std::string& svg) {
        require_memory(for_fonts + per_byte * svg.size());
        require_threads();
        GError* error = nullptr;
        handle_.reset(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()),
                                                svg.size(), &error));
        if (!handle_) refuse(error);
        if (rsvg_handle_get_intrinsic_size_in_pixels(handle_.get(), &width_, &height_) == FALSE)
            refuse("it has no size");
    }

    double width() const { return width_; }
    double height() const { return height_; }

    void draw(cairo_surface_t* surface, double scale) const {
        const std::unique_ptr<cairo_t, Freed> context(cairo_create(surface));
        cairo_scale(context.get(), scale, scale);
        const RsvgRectangle all{0, 0, width_, height_};
        GError* error = nullptr;
        if (rsvg_handle_render_document(handle_.get(), context.get(), &all, &error) == FALSE)
            refuse(error);
        check(cairo_status(context.get()));
    }

private:
    std::unique_ptr<RsvgHandle, Freed> handle_;
    double width_ = 0, height_ = 0;
};

}  // namespace

std::string rendered_png(const std::string& svg, double scale) {
    const Picture picture(svg);
    const double width = std::ceil(picture.width() * scale),
                 height = std::ceil(picture.height() * scale);
    require_memory(for_fonts + per_byte * svg.size() +
                   static_cast<std::uint64_t>(per_pixel * width * height));
    const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width),
                                                     static_cast<int>(height)));
    check(cairo_surface_status(surface.get()));
    picture.draw(surface.get(), scale);
    std::string bytes;
    check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
    return bytes;
}

std::string rendered_pdf(const std::string& svg) {
    const Picture picture(svg);
    std::string bytes;
    const Surface surface(cairo_pdf_surface_create_for_stream(
        append, &bytes, picture.width() * points_per_pixel, picture.height() * points_per_pixel));
    picture.draw(surface.get(), points_per_pixel);
    cairo_surface_finish(surface.get());  // which writes the rest
    check(cairo_surface_status(surface.get()));
    return bytes;
}

}  // namespace rattleback
