# SUNDIALS' own CMake package asks for all that Debian built it with, PETSc included; we need one
# library of it. Gives CVODE::cvode.
find_path(CVODE_INCLUDE_DIR cvode/cvode.h)
find_library(CVODE_LIBRARY NAMES sundials_cvode)
mark_as_advanced(CVODE_INCLUDE_DIR CVODE_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CVODE REQUIRED_VARS CVODE_LIBRARY CVODE_INCLUDE_DIR)

if(CVODE_FOUND AND NOT TARGET CVODE::cvode)
    add_library(CVODE::cvode UNKNOWN IMPORTED)
    set_target_properties(CVODE::cvode PROPERTIES IMPORTED_LOCATION "${CVODE_LIBRARY}"
                                                  INTERFACE_INCLUDE_DIRECTORIES "${CVODE_INCLUDE_DIR}")
endif()
