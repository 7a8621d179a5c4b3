# Each fuzz/<name>_fuzzer.cpp becomes fuzz_<name>, a libFuzzer program (hence clang), and a test:
# the inputs in fuzz/corpus/<name>, then a short search for new ones, kept in the build folder. The other
# sources of fuzz are what they share; fuzz/<name>.dict, if there is one, gives the search its words.
# scripts/fuzz.sh runs them, with their limits.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "The fuzzers need clang: use the preset asan.")
endif()

enable_testing()
file(GLOB shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*.cpp)
list(FILTER shared EXCLUDE REGEX "_fuzzer\\.cpp$")
add_library(fuzz_support STATIC ${shared})
rattleback_compile_options(fuzz_support)
target_include_directories(fuzz_support PUBLIC ${PROJECT_SOURCE_DIR}/fuzz)
target_link_libraries(fuzz_support PUBLIC rattleback_rooms fmt::fmt)
add_custom_target(fuzzers)

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*_fuzzer.cpp)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    string(REGEX REPLACE "_fuzzer$" "" name ${name})

    add_executable(fuzz_${name} ${source})
    rattleback_compile_options(fuzz_${name})
    target_link_libraries(fuzz_${name} PRIVATE fuzz_support)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers fuzz_${name})
    add_test(NAME fuzz_${name} COMMAND ${PROJECT_SOURCE_DIR}/scripts/fuzz.sh ${PROJECT_BINARY_DIR}
                                       ${PROJECT_BINARY_DIR}/fuzz ${name} -seed=1 -runs=20000
                                       -max_total_time=20)
    set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz)
endforeach()

# The command line is the program's own, but for its main.
target_sources(fuzz_command PRIVATE $<FILTER:$<TARGET_OBJECTS:rattleback_app>,EXCLUDE,/main\\.cpp>)
target_link_libraries(fuzz_command PRIVATE CLI11::CLI11 nlohmann_json::nlohmann_json)
target_link_libraries(fuzz_study PRIVATE nlohmann_json::nlohmann_json)
