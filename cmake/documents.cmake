# The man page and the completions, written by the program itself and installed beside it.
# Where Rattleback is part of another project, that one says what is packed.

if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

include(GNUInstallDirs)

set(manual ${PROJECT_BINARY_DIR}/manual)
file(MAKE_DIRECTORY ${manual})
add_custom_command(
    OUTPUT ${manual}/rattleback.1 ${manual}/rattleback ${manual}/_rattleback
    COMMAND rattleback_app manual --as man > ${manual}/rattleback.1
    COMMAND rattleback_app manual --as bash > ${manual}/rattleback
    COMMAND rattleback_app manual --as zsh > ${manual}/_rattleback
    DEPENDS rattleback_app
    VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual}/rattleback.1)

install(FILES ${manual}/rattleback.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/rattleback DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${manual}/_rattleback DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rattleback)

# cpack makes a Debian package; what it needs to run is found from the binaries.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rattleback)
set(CPACK_PACKAGE_CONTACT "The Rattleback developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_STRIP_FILES ON)
include(CPack)
