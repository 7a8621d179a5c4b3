#include "pictures/pictures_part.hpp"

extern "C" [[gnu::visibility("default")]] const rattleback::PicturesPart* rattleback_pictures() {
    static constexpr rattleback::PicturesPart part{rattleback::rendered_png,
                                                   rattleback::rendered_pdf};
    return &part;
}
