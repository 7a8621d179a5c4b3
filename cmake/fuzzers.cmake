# Each fuzz/<name>_fuzzer.cpp becomes fuzz_<name>, a libFuzzer program (hence clang), and a test:
# the inputs in fuzz/corpus/<name>, then a short search for new ones, kept in the build folder.
# A fuzz/<name>.dict, if there is one, gives the search its words.

if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "The fuzzers need clang: use the preset asan.")
endif()

enable_testing()
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fuzz/*_fuzzer.cpp)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    string(REGEX REPLACE "_fuzzer$" "" name ${name})

    add_executable(fuzz_${name} ${source})
    rattleback_compile_options(fuzz_${name})
    target_link_libraries(fuzz_${name} PRIVATE rattleback_rooms)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)

    # libFuzzer writes what it finds into the first folder.
    set(arguments ${PROJECT_BINARY_DIR}/corpus/${name})
    file(MAKE_DIRECTORY ${arguments})
    if(EXISTS ${PROJECT_SOURCE_DIR}/fuzz/corpus/${name})
        list(APPEND arguments ${PROJECT_SOURCE_DIR}/fuzz/corpus/${name})
    endif()
    if(EXISTS ${PROJECT_SOURCE_DIR}/fuzz/${name}.dict)
        list(APPEND arguments -dict=${PROJECT_SOURCE_DIR}/fuzz/${name}.dict)
    endif()
    add_test(NAME fuzz_${name}
             COMMAND fuzz_${name} -seed=1 -runs=20000 -max_total_time=20 -timeout=10
                     -artifact_prefix=${PROJECT_BINARY_DIR}/${name}- ${arguments})
    set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz)
endforeach()
