# Tests of the repository itself, and the targets tidy, format and coverage.

set(style ${PROJECT_SOURCE_DIR}/tests/style)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_test(NAME layers COMMAND Python3::Interpreter ${style}/layers.py ${PROJECT_SOURCE_DIR})
add_test(NAME layers_test COMMAND Python3::Interpreter ${style}/layers_test.py)
add_test(NAME one_definition COMMAND Python3::Interpreter ${style}/one_definition.py ${PROJECT_SOURCE_DIR})
add_test(NAME one_definition_test COMMAND Python3::Interpreter -B ${style}/one_definition_test.py)
add_test(NAME format COMMAND ${style}/format.sh --check)
set_tests_properties(layers layers_test one_definition one_definition_test format PROPERTIES LABELS style)

# Every header in one translation unit: no two of them mean different things by one name.
file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/*/*.hpp)
file(GLOB door CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/include/*/*.hpp)
list(APPEND headers ${door})
if(NOT LLVMJit_FOUND)
    list(FILTER headers EXCLUDE REGEX "^compiled/llvm_")
endif()
list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"\n")
list(JOIN headers "" includes)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/all_headers.cpp CONTENT "${includes}" @ONLY)
add_library(all_headers OBJECT ${PROJECT_BINARY_DIR}/all_headers.cpp)
target_compile_features(all_headers PRIVATE cxx_std_20)
target_compile_options(all_headers PRIVATE -O0)
target_include_directories(all_headers PRIVATE ${PROJECT_SOURCE_DIR}/src
                                               $<TARGET_PROPERTY:rattleback_rooms,INCLUDE_DIRECTORIES>)
if(LLVMJit_FOUND)
    target_include_directories(all_headers PRIVATE $<TARGET_PROPERTY:LLVM::jit,INTERFACE_INCLUDE_DIRECTORIES>)
endif()

# The command line, as a user meets it.
foreach(name IN ITEMS command_line simulate plot report export mistakes interruption limits surroundings
                long_runs)
    add_test(NAME ${name}
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/app/${name}_test.py
                     $<TARGET_FILE:rattleback_app> ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS app TIMEOUT 600)
endforeach()

# What is loaded when.
if(RATTLEBACK_PARTS)
    add_test(NAME loading
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/app/loading_test.py
                     $<TARGET_FILE:rattleback_app> ${PROJECT_SOURCE_DIR})
    set_tests_properties(loading PROPERTIES LABELS app TIMEOUT 600)
endif()

# The same bytes whatever the clocks say. Sanitizers have clocks of their own, and must be loaded first.
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    add_library(scaled_clock MODULE ${PROJECT_SOURCE_DIR}/tests/app/scaled_clock.cpp)
    target_compile_features(scaled_clock PRIVATE cxx_std_20)
    add_test(NAME clocks
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/app/clocks_test.py
                     $<TARGET_FILE:rattleback_app> $<TARGET_FILE:scaled_clock>)
    set_tests_properties(clocks PROPERTIES LABELS app TIMEOUT 600)

    # Calls of memory and files that fail, and signals; ./test faults N tries more of them.
    add_library(failing_calls MODULE ${PROJECT_SOURCE_DIR}/tests/app/failing_calls.cpp)
    target_compile_features(failing_calls PRIVATE cxx_std_20)
    target_link_libraries(failing_calls PRIVATE ${CMAKE_DL_LIBS})
    add_test(NAME faults
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/app/faults_test.py
                     $<TARGET_FILE:rattleback_app> ${PROJECT_SOURCE_DIR} $<TARGET_FILE:failing_calls>)
    set_tests_properties(faults PROPERTIES LABELS app TIMEOUT 600)
endif()

# Every verb once in a build where nothing is inlined. It takes long, so it begins first.
add_test(NAME debug_verbs
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/app/debug_verbs.py
                 $<TARGET_FILE:rattleback_app> ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/unoptimized)
set_tests_properties(debug_verbs PROPERTIES LABELS app TIMEOUT 1800 COST 1000)

# The report in a browser.
find_program(RATTLEBACK_CHROMIUM chromium)
mark_as_advanced(RATTLEBACK_CHROMIUM)
if(RATTLEBACK_WEB AND RATTLEBACK_NODE AND RATTLEBACK_CHROMIUM)
    add_test(NAME report_page
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/app/report_pages.py
                     $<TARGET_FILE:rattleback_app> ${PROJECT_BINARY_DIR}/web ${RATTLEBACK_NODE})
    set_tests_properties(report_page PROPERTIES LABELS web SKIP_RETURN_CODE 77 TIMEOUT 1200
                                                ENVIRONMENT CHROMIUM=${RATTLEBACK_CHROMIUM})
endif()

# Every model of the gallery passes its own check; docs/gallery.md shows them all.
add_test(NAME gallery_check
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/app/gallery_check.py
                 $<TARGET_FILE:rattleback_app> ${PROJECT_SOURCE_DIR})
set_tests_properties(gallery_check PROPERTIES LABELS app TIMEOUT 1200)
add_test(NAME gallery_page COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/gallery.py --check)
set_tests_properties(gallery_page PROPERTIES LABELS docs)

# Installs the library and builds a separate project against it.
add_test(
    NAME package
    COMMAND
        ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DVERSION=${PROJECT_VERSION}
        -DEXAMPLES=${PROJECT_SOURCE_DIR}/examples -DCXX_COMPILER=${CMAKE_CXX_COMPILER}
        -DCXX_FLAGS=${CMAKE_CXX_FLAGS} -P ${PROJECT_SOURCE_DIR}/tests/package/check.cmake)
set_tests_properties(package PROPERTIES LABELS package FIXTURES_SETUP examples)

# What ./run and ./test find missing.
find_program(RATTLEBACK_DPKG dpkg)
mark_as_advanced(RATTLEBACK_DPKG)
if(RATTLEBACK_DPKG)
    add_test(NAME packages COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/tests/package/packages_test.py
                                   ${PROJECT_SOURCE_DIR})
    set_tests_properties(packages PROPERTIES LABELS package)
endif()

# The Debian package: its contents, what it depends on, and that it runs.
find_program(RATTLEBACK_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(RATTLEBACK_SHLIBDEPS)
if(RATTLEBACK_SHLIBDEPS)
    add_test(NAME debian COMMAND Python3::Interpreter
                                 ${PROJECT_SOURCE_DIR}/tests/package/debian_test.py
                                 ${PROJECT_BINARY_DIR} ${PROJECT_VERSION})
    set_tests_properties(debian PROPERTIES LABELS package TIMEOUT 600)
endif()

# docs/cli.md is what the program says of itself.
add_test(NAME cli_page COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/docs/cli_page.py
                               $<TARGET_FILE:rattleback_app> ${PROJECT_SOURCE_DIR})
set_tests_properties(cli_page PROPERTIES LABELS docs)

# Runs what the documents show, and compares what comes out.
add_test(NAME listings COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/docs/listings.py
                               ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
set_tests_properties(listings PROPERTIES LABELS docs FIXTURES_REQUIRED examples)
add_test(NAME listings_test COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/tests/docs/listings_test.py)
set_tests_properties(listings_test PROPERTIES LABELS docs)

# Runs the commands of the tables of the papers, and looks for what they quote.
add_test(NAME papers COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/docs/papers.py
                             ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
set_tests_properties(papers PROPERTIES LABELS docs)
add_test(NAME papers_test COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/tests/docs/papers_test.py)
set_tests_properties(papers_test PROPERTIES LABELS docs)

add_custom_target(format COMMAND ${style}/format.sh --write)

add_custom_target(
    tidy
    COMMAND run-clang-tidy-19 -quiet -extra-arg=-Wno-unknown-warning-option -p ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}/src/
    USES_TERMINAL)

# Runs the tests of a build with --coverage (the preset coverage) and reports what they reach.
set(report ${PROJECT_BINARY_DIR}/coverage)
add_custom_target(
    coverage
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR}
    COMMAND find ${PROJECT_BINARY_DIR} -name "*.gcda" -delete
    COMMAND ctest --output-on-failure --no-tests=error --label-regex unit
    COMMAND ${CMAKE_COMMAND} -E make_directory ${report}
    COMMAND gcovr --root ${PROJECT_SOURCE_DIR} --filter ${PROJECT_SOURCE_DIR}/src/
            --exclude-throw-branches --txt ${report}/summary.txt --html-details
            ${report}/index.html --print-summary ${PROJECT_BINARY_DIR}
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
    USES_TERMINAL VERBATIM)
