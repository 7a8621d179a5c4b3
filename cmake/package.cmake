# Installs the library so that find_package(Rattleback) gives Rattleback::rattleback. A consumer writes
# <rattleback/rattleback.hpp>, and finds nothing else on its path. The shared library needs no other
# package to be linked; the static one needs all that it is made of.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Rattleback)

set(installed rattleback)
set(RATTLEBACK_LINKED "")
if(NOT RATTLEBACK_SHARED)
    list(APPEND installed rattleback_rooms)
    set(RATTLEBACK_LINKED ${RATTLEBACK_DEPENDENCIES})
endif()
install(
    TARGETS ${installed}
    EXPORT RattlebackTargets
    FILE_SET HEADERS
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(
    EXPORT RattlebackTargets
    NAMESPACE Rattleback::
    DESTINATION ${package_dir})

configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/RattlebackConfig.cmake.in
    ${PROJECT_BINARY_DIR}/RattlebackConfig.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/RattlebackConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)

if(NOT RATTLEBACK_SHARED)
    file(GLOB find_modules ${PROJECT_SOURCE_DIR}/cmake/Find*.cmake)
endif()
install(
    FILES ${PROJECT_BINARY_DIR}/RattlebackConfig.cmake
          ${PROJECT_BINARY_DIR}/RattlebackConfigVersion.cmake ${find_modules}
    DESTINATION ${package_dir})
