# Each bench/<name>.cpp becomes bench_<name>. Benchmarks are built with the tests, never run by them.

find_package(benchmark REQUIRED)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cpp)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    add_executable(bench_${name} ${source})
    rattleback_compile_options(bench_${name})
    target_link_libraries(bench_${name} PRIVATE rattleback_rooms fmt::fmt benchmark::benchmark)
    target_compile_definitions(bench_${name} PRIVATE RATTLEBACK_MODELS="${PROJECT_SOURCE_DIR}/models")
endforeach()

# The twins written by hand are to be the best that this machine can do.
set_source_files_properties(
    ${PROJECT_SOURCE_DIR}/bench/right_hand_side.cpp ${PROJECT_SOURCE_DIR}/bench/taylor.cpp
    PROPERTIES COMPILE_OPTIONS "-O3;-march=native;-mprefer-vector-width=512;-ffp-contract=fast")

# The work-precision diagrams need the references of the tests, CVODE, and Boost.odeint where it is.
if(TARGET bench_work_precision AND TARGET test_support)
    target_link_libraries(bench_work_precision PRIVATE test_support CVODE::cvode)
    find_package(Boost QUIET)
    if(Boost_FOUND)
        target_link_libraries(bench_work_precision PRIVATE Boost::headers)
        target_compile_definitions(bench_work_precision PRIVATE RATTLEBACK_BOOST)
    endif()
endif()

# One evaluation is compared with Eigen's factorization of the same matrix.
target_link_libraries(bench_large PRIVATE Eigen3::Eigen)
