# The library `corten` (alias corten::corten): the objects of all modules in one file, with the public headers, and the
# CMake package that find_package(corten) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY CORTEN_MODULES)
get_property(packages GLOBAL PROPERTY CORTEN_LINK)
list(REMOVE_DUPLICATES packages)
list(TRANSFORM modules REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)

# corten_library(<target> <type>). While the major version is 0, every minor version may break what links to it.
function(corten_library target type)
  add_library(${target} ${type} ${objects})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE ${packages})
  if(type STREQUAL SHARED AND NOT CORTEN_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,--no-undefined -Wl,--exclude-libs,ALL)
  endif()
endfunction()

# The command and the tests look inside, which a shared library does not allow: they link corten_archive.
if(BUILD_SHARED_LIBS)
  corten_library(corten SHARED)
  corten_library(corten_archive STATIC)
else()
  corten_library(corten STATIC)
  add_library(corten_archive ALIAS corten)
  if(CORTEN_BUILD_TESTS AND NOT CORTEN_SANITIZE)
    # The same objects as shared library: tests/consumer links programs with it.
    corten_library(corten_shared SHARED)
    set_target_properties(corten_shared PROPERTIES OUTPUT_NAME corten
                          LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/shared)
  endif()
endif()
add_library(corten::corten ALIAS corten)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/corten)
install(TARGETS corten EXPORT corten-targets)
install(DIRECTORY include/corten DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT corten-targets NAMESPACE corten:: DESTINATION ${package_dir})

configure_package_config_file(cmake/corten-config.cmake.in ${PROJECT_BINARY_DIR}/corten-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/corten-config-version.cmake COMPATIBILITY SameMinorVersion)

# For those who build without CMake. A static library leaves its third-party libraries to the program.
if(BUILD_SHARED_LIBS)
  set(CORTEN_PC_REQUIRES Requires.private)
else()
  set(CORTEN_PC_REQUIRES Requires)
  set(CORTEN_PC_CIVETWEB -lcivetweb)  # Debian's package has no file for pkg-config
endif()
file(RELATIVE_PATH CORTEN_PC_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)  # it may be moved
configure_file(cmake/corten.pc.in ${PROJECT_BINARY_DIR}/corten.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/corten.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${PROJECT_BINARY_DIR}/corten-config.cmake ${PROJECT_BINARY_DIR}/corten-config-version.cmake
        DESTINATION ${package_dir})
