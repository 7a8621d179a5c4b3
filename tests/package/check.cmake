# Installs the build folder BUILD, then configures and builds every program of EXAMPLES in a project
# of its own against what was installed, as a user of the library would. The programs are left in
# BUILD/package/build, where tests/docs/listings.py runs them.

set(work ${BUILD}/package)
file(REMOVE_RECURSE ${work})

function(run)
    execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build -G Ninja
    -DCMAKE_PREFIX_PATH=${work}/prefix -DRATTLEBACK_VERSION=${VERSION} -DEXAMPLES=${EXAMPLES}
    -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -DCMAKE_CXX_FLAGS=${CXX_FLAGS})
run(${CMAKE_COMMAND} --build ${work}/build)
