# Each fuzz/<name>_fuzzer.cpp becomes blind_<name>, which changes its inputs at random and looks at nothing
# but whether they break it (fuzz/blind.cpp), and is built where it is asked for. With RATTLEBACK_FUZZERS it
# becomes fuzz_<name> too, a libFuzzer program (hence clang), and a test: the inputs in fuzz/corpus/<name>,
# then a short search for new ones, kept in the build folder. The other sources of fuzz are what they
# share; fuzz/<name>.dict, if there is one, gives the search its words. scripts/fuzz.sh runs them, with
# their limits.

if(RATTLEBACK_FUZZERS AND NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "The fuzzers need clang: use the preset asan.")
endif()

enable_testing()
file(GLOB shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*.cpp)
list(FILTER shared EXCLUDE REGEX "(_fuzzer|/blind)\\.cpp$")
add_library(fuzz_support STATIC EXCLUDE_FROM_ALL ${shared})
rattleback_compile_options(fuzz_support)
target_include_directories(fuzz_support PUBLIC ${PROJECT_SOURCE_DIR}/fuzz)
target_link_libraries(fuzz_support PUBLIC rattleback_rooms fmt::fmt)
add_custom_target(fuzzers)
add_custom_target(blind_fuzzers)

# The command line is the program's own, but for its main.
function(rattleback_fuzzer program name)
    add_executable(${program} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/fuzz/${name}_fuzzer.cpp ${ARGN})
    rattleback_compile_options(${program})
    target_link_libraries(${program} PRIVATE fuzz_support nlohmann_json::nlohmann_json)
    if(name STREQUAL command)
        target_sources(
            ${program} PRIVATE $<FILTER:$<TARGET_OBJECTS:rattleback_app>,EXCLUDE,/main\\.cpp>)
        target_link_libraries(${program} PRIVATE CLI11::CLI11)
    endif()
endfunction()

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*_fuzzer.cpp)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    string(REGEX REPLACE "_fuzzer$" "" name ${name})

    rattleback_fuzzer(blind_${name} ${name} ${PROJECT_SOURCE_DIR}/fuzz/blind.cpp)
    add_dependencies(blind_fuzzers blind_${name})
    if(NOT RATTLEBACK_FUZZERS)
        continue()
    endif()

    rattleback_fuzzer(fuzz_${name} ${name})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    set_target_properties(fuzz_${name} PROPERTIES EXCLUDE_FROM_ALL FALSE)
    add_dependencies(fuzzers fuzz_${name})
    add_test(NAME fuzz_${name} COMMAND ${PROJECT_SOURCE_DIR}/scripts/fuzz.sh ${PROJECT_BINARY_DIR}
                                       ${PROJECT_BINARY_DIR}/fuzz ${name} -seed=1 -runs=20000
                                       -max_total_time=20)
    set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz)
endforeach()
