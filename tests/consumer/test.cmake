# Installs the build in BUILD_DIR into an empty prefix, then configures, builds and runs against it what others would
# write: this folder's project and those of examples/; with find_package, with pkg-config, and with the shared library.
# Arguments: BUILD_DIR, WORK_DIR, CXX, GENERATOR; SHARED: folder of the shared library, empty where there is none.
file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})

# use(<folder> <model> <program>...): runs each program on the model.
function(use folder model)
  cmake_path(GET folder FILENAME name)
  set(build ${WORK_DIR}/${name})
  run(${CMAKE_COMMAND} -S ${folder} -B ${build} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
      -DCMAKE_PREFIX_PATH=${prefix})
  run(${CMAKE_COMMAND} --build ${build})
  foreach(program ${ARGN})
    cmake_path(ABSOLUTE_PATH model BASE_DIRECTORY ${folder} OUTPUT_VARIABLE file)
    run(${build}/${program} ${file})
  endforeach()
endfunction()

cmake_path(SET examples NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../examples)
use(${CMAKE_CURRENT_LIST_DIR} pendulum.xml consumer)
use(${examples}/own_physics sheet.xml own_bending own_elasticity own_actuator own_contact episodes)
cmake_path(SET models NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../models)
use(${examples}/first_programs ${models}/humanoid.xml pd_control foot_force)
foreach(program cartpole_lqr rollouts memory_assets)
  run(${WORK_DIR}/first_programs/${program} ${examples}/first_programs/cartpole.xml)
endforeach()

# A program built without CMake: pkg-config(<prefix> <program>) says how.
find_program(PKG_CONFIG pkg-config REQUIRED)
file(GLOB_RECURSE pc ${prefix}/*/corten.pc)
cmake_path(GET pc PARENT_PATH pc)
function(use_pkg_config pc_dir program)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${pc_dir} ${PKG_CONFIG} --cflags --libs corten
                  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${CXX} ${CMAKE_CURRENT_LIST_DIR}/main.cc -o ${program} ${flags} ${ARGN})
  run(${program} ${CMAKE_CURRENT_LIST_DIR}/pendulum.xml)
endfunction()
if(NOT SANITIZED)
  use_pkg_config(${pc} ${WORK_DIR}/with_pkg_config)
endif()

# The shared library: what the examples need is exported, and nothing of the inside is.
if(SHARED)
  foreach(program consumer/main first_programs/foot_force first_programs/memory_assets first_programs/cartpole_lqr
                  own_physics/own_contact own_physics/own_elasticity)
    cmake_path(GET program FILENAME name)
    cmake_path(GET program PARENT_PATH project)
    file(GLOB objects ${WORK_DIR}/${project}/CMakeFiles/*.dir/${name}.cc.o)
    run(${CXX} ${objects} -o ${WORK_DIR}/shared_${name} -L${SHARED} -lcorten -Wl,-rpath,${SHARED})
  endforeach()
  run(${WORK_DIR}/shared_main ${CMAKE_CURRENT_LIST_DIR}/pendulum.xml)
  run(${WORK_DIR}/shared_foot_force ${models}/humanoid.xml)
  run(${WORK_DIR}/shared_memory_assets)
  execute_process(COMMAND nm -DC --defined-only ${SHARED}/libcorten.so OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  if(NOT symbols MATCHES "corten::step\\(" OR symbols MATCHES "corten::compute_inertia\\(|pugi::")
    message(FATAL_ERROR "libcorten.so exports something else than what is public")
  endif()
endif()
