# Arb, which is part of FLINT from version 3 on, has no CMake package; Debian 12 names its library
# flint-arb. Its headers are included without a folder, whatever folder they lie in. Gives Arb::arb.
find_package(FLINT QUIET)
find_path(Arb_INCLUDE_DIR arb.h PATH_SUFFIXES flint)
find_library(Arb_LIBRARY NAMES flint-arb arb flint)
mark_as_advanced(Arb_INCLUDE_DIR Arb_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Arb REQUIRED_VARS Arb_LIBRARY Arb_INCLUDE_DIR FLINT_FOUND)

if(Arb_FOUND AND NOT TARGET Arb::arb)
    add_library(Arb::arb UNKNOWN IMPORTED)
    set_target_properties(
        Arb::arb
        PROPERTIES IMPORTED_LOCATION "${Arb_LIBRARY}"
                   INTERFACE_INCLUDE_DIRECTORIES "${Arb_INCLUDE_DIR}"
                   INTERFACE_LINK_LIBRARIES FLINT::flint)
endif()
