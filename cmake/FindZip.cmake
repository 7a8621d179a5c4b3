# libzip's own CMake package asks for programs that Debian packs elsewhere. Gives Zip::zip.
find_path(Zip_INCLUDE_DIR zip.h)
find_library(Zip_LIBRARY zip)
mark_as_advanced(Zip_INCLUDE_DIR Zip_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Zip REQUIRED_VARS Zip_LIBRARY Zip_INCLUDE_DIR)

if(Zip_FOUND AND NOT TARGET Zip::zip)
    add_library(Zip::zip UNKNOWN IMPORTED)
    set_target_properties(
        Zip::zip PROPERTIES IMPORTED_LOCATION "${Zip_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                               "${Zip_INCLUDE_DIR}")
endif()
