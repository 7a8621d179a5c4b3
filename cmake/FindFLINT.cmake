# FLINT has no CMake package in Debian. Gives FLINT::flint.
find_package(GMP QUIET)
find_path(FLINT_INCLUDE_DIR flint/flint.h)
find_library(FLINT_LIBRARY flint)
mark_as_advanced(FLINT_INCLUDE_DIR FLINT_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FLINT REQUIRED_VARS FLINT_LIBRARY FLINT_INCLUDE_DIR GMP_FOUND)

if(FLINT_FOUND AND NOT TARGET FLINT::flint)
    add_library(FLINT::flint UNKNOWN IMPORTED)
    set_target_properties(
        FLINT::flint
        PROPERTIES IMPORTED_LOCATION "${FLINT_LIBRARY}"
                   INTERFACE_INCLUDE_DIRECTORIES "${FLINT_INCLUDE_DIR}"
                   INTERFACE_LINK_LIBRARIES GMP::gmp)
endif()
