# Installs the library so that find_package(Rattleback) gives Rattleback::rattleback.
# Headers land in include/rattleback/<module>: a consumer writes <rattleback/expr/parse.hpp>,
# and the "expr/expr.hpp" inside our headers resolves too.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Rattleback)

install(
    TARGETS rattleback
    EXPORT RattlebackTargets
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rattleback
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

file(GLOB find_modules ${PROJECT_SOURCE_DIR}/cmake/Find*.cmake)
install(
    FILES ${PROJECT_BINARY_DIR}/RattlebackConfig.cmake
          ${PROJECT_BINARY_DIR}/RattlebackConfigVersion.cmake ${find_modules}
    DESTINATION ${package_dir})
