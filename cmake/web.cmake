# The script and style of the report's page: web/ bundled by Node and put into the library.
# Without Node, npm or a way to fetch packages the build goes on, and the page says what it lacks.
# web/ is copied before npm fills it, so that the source tree stays clean.

set(web_source ${PROJECT_SOURCE_DIR}/web)
set(web_build ${PROJECT_BINARY_DIR}/web)
set(web_bundle ${PROJECT_BINARY_DIR}/bundle)

set_source_files_properties(
    ${PROJECT_SOURCE_DIR}/src/page/html_reproduce.cpp
    PROPERTIES COMPILE_DEFINITIONS RATTLEBACK_LLVM_VERSION="${LLVMJit_VERSION}")

find_program(RATTLEBACK_NODE node)
find_program(RATTLEBACK_NPM npm)
mark_as_advanced(RATTLEBACK_NODE RATTLEBACK_NPM)

if(NOT RATTLEBACK_WEB OR NOT EXISTS ${web_source}/package.json)
    return()
endif()
if(NOT RATTLEBACK_NODE OR NOT RATTLEBACK_NPM)
    message(STATUS "Node or npm is not there: reports will have no animation and plain plots")
    return()
endif()

file(GLOB_RECURSE web_files CONFIGURE_DEPENDS ${web_source}/src/* ${web_source}/tests/*)
list(APPEND web_files ${web_source}/package.json ${web_source}/package-lock.json
     ${web_source}/build.mjs ${web_source}/tsconfig.json)
add_custom_command(
    OUTPUT ${web_bundle}/report.js ${web_bundle}/report.css
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${web_source} -DBUILD=${web_build} -DBUNDLE=${web_bundle}
            -DNODE=${RATTLEBACK_NODE} -DNPM=${RATTLEBACK_NPM} -P
            ${PROJECT_SOURCE_DIR}/cmake/build_web.cmake
    DEPENDS ${web_files} ${PROJECT_SOURCE_DIR}/cmake/build_web.cmake
    COMMENT "Bundling the script of the report's page"
    VERBATIM)
set_source_files_properties(
    ${PROJECT_SOURCE_DIR}/src/page/page_bundle.cpp
    PROPERTIES COMPILE_DEFINITIONS RATTLEBACK_BUNDLE="${web_bundle}" #
               OBJECT_DEPENDS "${web_bundle}/report.js;${web_bundle}/report.css")
