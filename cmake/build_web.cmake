# cmake -DSOURCE= -DBUILD= -DBUNDLE= -DNODE= -DNPM= -P build_web.cmake
# Copies web/, fetches its packages where they are not there yet, and bundles it into BUNDLE. What
# fails is said, and leaves an empty bundle: the report then does without.

function(give_up reason)
    message(WARNING "The script of the report's page could not be built: ${reason}\n"
                    "Reports will have no animation and plain plots. To try again, remove ${BUNDLE}.")
    file(MAKE_DIRECTORY ${BUNDLE})
    file(WRITE ${BUNDLE}/report.js "")
    file(WRITE ${BUNDLE}/report.css "")
endfunction()

file(REMOVE_RECURSE ${BUILD}/src ${BUILD}/tests)
file(COPY ${SOURCE}/ DESTINATION ${BUILD} PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE)

# npm is asked only when the packages change.
file(SHA256 ${BUILD}/package-lock.json wanted)
set(fetched "")
if(EXISTS ${BUILD}/fetched)
    file(READ ${BUILD}/fetched fetched)
endif()
if(NOT wanted STREQUAL fetched)
    file(REMOVE ${BUILD}/fetched)
    execute_process(
        COMMAND ${NPM} ci --include=dev --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1
                --fetch-timeout=30000
        WORKING_DIRECTORY ${BUILD}
        TIMEOUT 300
        RESULT_VARIABLE code
        OUTPUT_VARIABLE said
        ERROR_VARIABLE said)
    if(NOT code EQUAL 0)
        give_up("npm ci said\n${said}")
        return()
    endif()
    file(WRITE ${BUILD}/fetched ${wanted})
endif()

execute_process(
    COMMAND ${NODE} build.mjs ${BUNDLE}
    WORKING_DIRECTORY ${BUILD}
    TIMEOUT 120
    RESULT_VARIABLE code
    OUTPUT_VARIABLE said
    ERROR_VARIABLE said)
if(NOT code EQUAL 0)
    give_up("node build.mjs said\n${said}")
endif()
