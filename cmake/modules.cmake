# The functions that the root CMakeLists.txt is written in.
# Sources are found by name, so adding a file to a folder touches no build file.

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
include(GNUInstallDirs)
# Where the parts are found (rattleback_part), until what is built is installed.
set(CMAKE_BUILD_RPATH ${PROJECT_BINARY_DIR})

# C++20 and our warnings, which -DCMAKE_COMPILE_WARNING_AS_ERROR=ON turns into errors.
function(rattleback_compile_options target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                             -Wsign-conversion)
    # g++ warns of copies inside std::string that overlap or are too long where none is (GCC bug 105651
    # and its kin), and from version 13 on of entries of Eigen's matrices that were not written where
    # all are. clang, which builds the library with sanitizers, does not.
    target_compile_options(
        ${target}
        PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>"
                "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-maybe-uninitialized>"
    )
endfunction()

# All that is missing is named at once.
macro(rattleback_find)
    set(missing "")
    foreach(dependency IN ITEMS ${ARGN})
        find_package(${dependency} QUIET)
        if(NOT ${dependency}_FOUND)
            list(APPEND missing ${dependency})
        endif()
    endforeach()
    if(missing)
        list(JOIN missing ", " missing)
        message(FATAL_ERROR "Rattleback needs libraries that were not found: ${missing}. packages.txt "
                            "says in which packages Debian has them; those that lie elsewhere are "
                            "found with -DCMAKE_PREFIX_PATH=FOLDERS.")
    endif()
endmacro()

# A third of the time that a file of ordinary size takes. Builds without show whether files include what
# they use; one is in ./test.
function(rattleback_precompiled target)
    if(RATTLEBACK_PRECOMPILED)
        target_precompile_headers(
            ${target}
            PRIVATE
            <algorithm>
            <array>
            <cmath>
            <fmt/format.h>
            <functional>
            <map>
            <memory>
            <optional>
            <span>
            <string>
            <unordered_map>
            <vector>)
    endif()
endfunction()

# The rooms, which the program and the tests know whole: a static library that is not installed on its
# own. What it shows to others is marked in include/rattleback; all else is hidden.
function(rattleback_rooms)
    add_library(rattleback_rooms STATIC)
    rattleback_compile_options(rattleback_rooms)
    target_include_directories(
        rattleback_rooms PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
    set_target_properties(
        rattleback_rooms PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                    VISIBILITY_INLINES_HIDDEN ON)
    rattleback_precompiled(rattleback_rooms)
    set_source_files_properties(
        ${PROJECT_SOURCE_DIR}/src/base/version.cpp ${PROJECT_SOURCE_DIR}/src/base/loaded_part.cpp
        PROPERTIES COMPILE_DEFINITIONS RATTLEBACK_VERSION="${PROJECT_VERSION}")
    target_link_libraries(rattleback_rooms PRIVATE ${CMAKE_DL_LIBS})
    # They multiply and add at once where machine code does, and nowhere else.
    set_source_files_properties(
        ${PROJECT_SOURCE_DIR}/src/compiled/interpreter.cpp
        ${PROJECT_SOURCE_DIR}/src/compiled/jet_interpreter.cpp
        ${PROJECT_SOURCE_DIR}/src/compiled/jet_step.cpp
        PROPERTIES COMPILE_OPTIONS -ffp-contract=off SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# The library that is installed: the door, with the rooms behind it.
function(rattleback_library)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/door/*.cpp)
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/rattleback/*.hpp)
    if(RATTLEBACK_SHARED)
        add_library(rattleback SHARED ${sources})
        target_link_libraries(rattleback PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,rattleback_rooms>)
        target_link_options(rattleback PRIVATE
                            LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/rattleback.map)
    else()
        add_library(rattleback STATIC ${sources})
        target_link_libraries(rattleback PRIVATE rattleback_rooms)
    endif()
    add_library(Rattleback::rattleback ALIAS rattleback)
    rattleback_compile_options(rattleback)
    target_sources(rattleback PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES
                                     ${headers})
    set_target_properties(
        rattleback
        PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON VERSION
                   ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
                   INSTALL_RPATH "$ORIGIN/rattleback")
endfunction()

# rattleback_module(<name> [PRINTS] [LINK <target>...] [TEST_LINK <target>...]): src/<name> is a room,
# tests/<name> is tested. One that only PRINTS has no work that a compiler's would save.
# What a module links is its own affair: it stays out of the interface of the rooms.
function(rattleback_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "PRINTS" "" "LINK;TEST_LINK")
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
    target_sources(rattleback_rooms PRIVATE ${sources})
    target_link_libraries(rattleback_rooms PRIVATE ${arg_LINK})
    if(arg_PRINTS)
        set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)
    endif()
    rattleback_tests(${name} LINK ${arg_LINK} ${arg_TEST_LINK})
endfunction()

# rattleback_part(<name> SOURCES <file>... [SHARED <file>...] [LINK <target>...]): SOURCES, files of src
# that know large libraries, become a shared object, which is loaded when it is first needed
# (src/base/loaded_part.hpp): rattleback_<name>, with its <name>_part.cpp. The rooms have <name>_loader.cpp
# in its place; what is SHARED both have. Without parts the rooms have all of it.
function(rattleback_part name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;SHARED;LINK")
    list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/src/)
    list(TRANSFORM arg_SHARED PREPEND ${PROJECT_SOURCE_DIR}/src/)
    file(GLOB entry ${PROJECT_SOURCE_DIR}/src/*/${name}_part.cpp)
    file(GLOB loader ${PROJECT_SOURCE_DIR}/src/*/${name}_loader.cpp)
    if(NOT RATTLEBACK_PARTS)
        rattleback_leave_out(${entry} ${loader})
        target_link_libraries(rattleback_rooms PRIVATE ${arg_LINK})
        return()
    endif()
    rattleback_leave_out(${entry} ${arg_SOURCES})
    set(part rattleback_${name})
    add_library(${part} MODULE ${entry} ${arg_SOURCES} ${arg_SHARED})
    rattleback_compile_options(${part})
    target_include_directories(${part} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(${part} PRIVATE ${arg_LINK})
    target_link_options(${part} PRIVATE LINKER:-z,defs)
    set_target_properties(
        ${part} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON PREFIX ""
                           OUTPUT_NAME ${part}-${PROJECT_VERSION})
    add_dependencies(rattleback_rooms ${part}) # which are of no use without it
    install(TARGETS ${part} DESTINATION ${CMAKE_INSTALL_LIBDIR}/rattleback)
endfunction()

# Files of src that are not among the rooms of this build.
function(rattleback_leave_out)
    get_target_property(sources rattleback_rooms SOURCES)
    list(REMOVE_ITEM sources ${ARGN})
    set_property(TARGET rattleback_rooms PROPERTY SOURCES ${sources})
endfunction()

# rattleback_test_support([LINK <target>...]): tests/support, the oracles that the tests share.
function(rattleback_test_support)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LINK")
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/*.cpp)
    add_library(test_support STATIC ${sources})
    rattleback_compile_options(test_support)
    target_include_directories(test_support PUBLIC ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(test_support PUBLIC rattleback_rooms GTest::gmock PRIVATE ${arg_LINK})
    set_source_files_properties(
        ${PROJECT_SOURCE_DIR}/tests/support/folders.cpp
        PROPERTIES COMPILE_DEFINITIONS RATTLEBACK_TESTS_DIR="${PROJECT_SOURCE_DIR}/tests")
endfunction()

# The files src/compiled/llvm_* need LLVM; without it they stay out of the library.
function(rattleback_machine_code)
    file(GLOB sources RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/compiled/llvm_*.cpp)
    if(LLVMJit_FOUND)
        target_compile_definitions(rattleback_rooms PRIVATE RATTLEBACK_LLVM)
        rattleback_part(machine_code SOURCES ${sources} SHARED compiled/lanes.cpp LINK LLVM::jit)
        return()
    endif()
    file(GLOB needless ${PROJECT_SOURCE_DIR}/src/compiled/llvm_*.cpp
         ${PROJECT_SOURCE_DIR}/src/compiled/machine_code_*.cpp)
    rattleback_leave_out(${needless})
endfunction()

# One file draws PNG and PDF; the many folders of headers behind librsvg are for it alone. Those that
# the compiler searches anyhow stay at their place, which C++'s own headers count upon.
function(rattleback_pictures)
    rattleback_part(pictures SOURCES pictures/rendered_svg.cpp SHARED base/memory.cpp
                    LINK fmt::fmt $<LINK_ONLY:Rsvg::rsvg>)
    set(folders ${Rsvg_INCLUDE_DIRS})
    list(REMOVE_ITEM folders ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
    set_source_files_properties(${PROJECT_SOURCE_DIR}/src/pictures/rendered_svg.cpp
                                PROPERTIES INCLUDE_DIRECTORIES "${folders}")
endfunction()

# rattleback_tests(<name> [LINK <target>...] [OUTSIDE]): tests/<name>/*_test.cpp become test_<name>, with
# what else lies there. Those OUTSIDE know what is installed, and no room.
function(rattleback_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "OUTSIDE" "" "LINK")
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${name}/*_test.cpp)
    if(NOT RATTLEBACK_TESTS OR NOT sources)
        return()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${name}/*.cpp)
    include(GoogleTest)
    add_executable(test_${name} ${sources})
    rattleback_compile_options(test_${name})
    # The library is what should be fast; tests are compiled more often than they are run.
    # So the sanitizers watch the library, and the tests only call it.
    target_compile_options(test_${name} PRIVATE $<$<CONFIG:Release>:-O1> ${RATTLEBACK_TEST_FLAGS})
    if(arg_OUTSIDE)
        target_link_libraries(test_${name} PRIVATE rattleback)
        target_compile_definitions(test_${name} PRIVATE RATTLEBACK_MODELS="${PROJECT_SOURCE_DIR}/models")
    else()
        target_link_libraries(test_${name} PRIVATE test_support ${arg_LINK})
    endif()
    target_link_libraries(test_${name} PRIVATE GTest::gmock_main)
    # GoogleTest's headers are a third of the work in a test: they are compiled once for all.
    if(TARGET test_base AND NOT name STREQUAL base AND NOT arg_OUTSIDE)
        target_precompile_headers(test_${name} REUSE_FROM test_base)
    else()
        target_precompile_headers(test_${name} PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
    endif()
    # With sanitizers a process takes long to start: one for a module instead of one for a test.
    if(RATTLEBACK_TEST_FILTER)
        add_test(NAME unit_${name} COMMAND test_${name} --gtest_brief=1
                                      --gtest_filter=${RATTLEBACK_TEST_FILTER})
        set_tests_properties(
            unit_${name}
            PROPERTIES LABELS unit TIMEOUT 1200 ENVIRONMENT
                       LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/leaks.supp)
    else()
        gtest_discover_tests(
            test_${name}
            DISCOVERY_MODE PRE_TEST
            TEST_PREFIX ${name}.
            PROPERTIES LABELS unit TIMEOUT 300)
    endif()
endfunction()

# rattleback_app([LINK <target>...]): src/app becomes the command rattleback.
function(rattleback_app)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LINK")
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/app/*.cpp)
    if(NOT sources)
        return()
    endif()
    add_executable(rattleback_app ${sources})
    file(RELATIVE_PATH parts ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/rattleback)
    set_target_properties(rattleback_app PROPERTIES OUTPUT_NAME rattleback INSTALL_RPATH "$ORIGIN/${parts}")
    rattleback_compile_options(rattleback_app)
    rattleback_precompiled(rattleback_app)
    target_compile_options(rattleback_app PRIVATE $<$<CONFIG:Release>:-O1>) # it only asks and prints
    target_link_libraries(rattleback_app PRIVATE rattleback_rooms ${arg_LINK})
    set_source_files_properties(
        ${PROJECT_SOURCE_DIR}/src/app/find_model.cpp
        PROPERTIES COMPILE_DEFINITIONS RATTLEBACK_MODELS="${PROJECT_SOURCE_DIR}/models")
    install(TARGETS rattleback_app)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION share/rattleback)
endfunction()
