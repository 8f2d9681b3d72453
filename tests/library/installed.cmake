# Installs diagc into a folder of its own, moves that elsewhere, builds examples/library and examples/embed against it and compares what they
# print.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${ARGV}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${SOURCE}/examples/library -B ${WORK}/build -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${CXX})
run(${CMAKE_COMMAND} --build ${WORK}/build)

execute_process(COMMAND ${WORK}/build/hubbard_atom ${SOURCE}/grammars/hubbard/hubbard_sun_density.diag
                RESULT_VARIABLE failed OUTPUT_VARIABLE printed ERROR_VARIABLE errors)
if(failed OR NOT printed STREQUAL "hubbard_sun_density: 0.0625\n")
  message(FATAL_ERROR "found ${failed}, '${printed}', '${errors}'; expected 'hubbard_sun_density: 0.0625'")
endif()
execute_process(COMMAND ${WORK}/build/hubbard_atom missing.diag
                RESULT_VARIABLE failed OUTPUT_VARIABLE printed ERROR_VARIABLE errors)
if(NOT failed EQUAL 1 OR NOT errors MATCHES "^missing.diag: error: ")
  message(FATAL_ERROR "found ${failed}, '${printed}', '${errors}'; expected exit code 1 and an error about missing.diag")
endif()

# A loop around a kernel.
run(${CMAKE_COMMAND} -S ${SOURCE}/examples/embed -B ${WORK}/build_embed -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${CXX})
run(${CMAKE_COMMAND} --build ${WORK}/build_embed)
execute_process(COMMAND ${WORK}/build_embed/embed ${SOURCE}/grammars/hubbard/hubbard_sun_density.diag ${SOURCE}/examples/embed/mean.inc
                RESULT_VARIABLE failed OUTPUT_VARIABLE printed ERROR_VARIABLE errors)
if(failed OR NOT printed STREQUAL "density::evaluate: 0.0625\n")
  message(FATAL_ERROR "found ${failed}, '${printed}', '${errors}'; expected 'density::evaluate: 0.0625'")
endif()
