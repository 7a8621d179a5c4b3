# SUNDIALS' own CMake package asks for all that Debian built it with, PETSc included; we need one
# library of it. Gives CVODE::cvode.
# What CVODE shares with its kin is a library of its own from version 7 on, and its headers include
# those of MPI where SUNDIALS was built with it.
find_path(CVODE_INCLUDE_DIR cvode/cvode.h)
find_library(CVODE_LIBRARY NAMES sundials_cvode)
find_library(CVODE_CORE_LIBRARY NAMES sundials_core)
mark_as_advanced(CVODE_INCLUDE_DIR CVODE_LIBRARY CVODE_CORE_LIBRARY)

set(CVODE_LINKED "")
set(CVODE_REQUIRED CVODE_LIBRARY CVODE_INCLUDE_DIR)
if(CVODE_CORE_LIBRARY)
    list(APPEND CVODE_LINKED ${CVODE_CORE_LIBRARY})
    file(STRINGS ${CVODE_INCLUDE_DIR}/sundials/sundials_config.h CVODE_MPI
         REGEX "^#define SUNDIALS_MPI_ENABLED 1")
    if(CVODE_MPI)
        find_package(MPI QUIET COMPONENTS CXX)
        list(APPEND CVODE_REQUIRED MPI_CXX_FOUND)
        list(APPEND CVODE_LINKED MPI::MPI_CXX)
    endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CVODE REQUIRED_VARS ${CVODE_REQUIRED})

if(CVODE_FOUND AND NOT TARGET CVODE::cvode)
    add_library(CVODE::cvode UNKNOWN IMPORTED)
    set_target_properties(
        CVODE::cvode
        PROPERTIES IMPORTED_LOCATION "${CVODE_LIBRARY}"
                   INTERFACE_INCLUDE_DIRECTORIES "${CVODE_INCLUDE_DIR}"
                   INTERFACE_LINK_LIBRARIES "${CVODE_LINKED}")
endif()
