# librsvg draws SVG on cairo's surfaces. Both have pkg-config files, not CMake packages. Gives
# Rsvg::rsvg, with cairo.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(Rsvg QUIET IMPORTED_TARGET librsvg-2.0>=2.52 cairo cairo-pdf)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Rsvg REQUIRED_VARS Rsvg_LINK_LIBRARIES
                                  VERSION_VAR Rsvg_librsvg-2.0_VERSION)

if(Rsvg_FOUND AND NOT TARGET Rsvg::rsvg)
    add_library(Rsvg::rsvg INTERFACE IMPORTED)
    target_link_libraries(Rsvg::rsvg INTERFACE PkgConfig::Rsvg)
endif()
