# Installs the build in BUILD_DIR into an empty prefix, then configures, builds and runs against it what others would
# write: this folder's project and those of examples/.
# Arguments: BUILD_DIR, WORK_DIR, CXX, GENERATOR.
file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})

# use(<folder> <model> <program>...)
function(use folder model)
  cmake_path(GET folder FILENAME name)
  set(build ${WORK_DIR}/${name})
  run(${CMAKE_COMMAND} -S ${folder} -B ${build} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
      -DCMAKE_PREFIX_PATH=${prefix})
  run(${CMAKE_COMMAND} --build ${build})
  foreach(program ${ARGN})
    run(${build}/${program} ${folder}/${model})
  endforeach()
endfunction()

cmake_path(SET examples NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../examples)
use(${CMAKE_CURRENT_LIST_DIR} pendulum.xml consumer)
use(${examples}/own_physics sheet.xml own_bending own_elasticity own_actuator own_contact episodes)
