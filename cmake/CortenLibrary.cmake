# The library `corten` (alias corten::corten): the objects of all modules in one file, with the public headers, and the
# CMake package that find_package(corten) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY CORTEN_MODULES)
get_property(packages GLOBAL PROPERTY CORTEN_LINK)
list(REMOVE_DUPLICATES packages)
list(TRANSFORM modules REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)

add_library(corten ${objects})
add_library(corten::corten ALIAS corten)
set_target_properties(corten PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION} SOVERSION 0)
target_compile_features(corten PUBLIC cxx_std_20)
target_include_directories(corten PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                         $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(corten PRIVATE ${packages})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/corten)
install(TARGETS corten EXPORT corten-targets)
install(DIRECTORY include/corten DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT corten-targets NAMESPACE corten:: DESTINATION ${package_dir})

configure_package_config_file(cmake/corten-config.cmake.in ${PROJECT_BINARY_DIR}/corten-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/corten-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/corten-config.cmake ${PROJECT_BINARY_DIR}/corten-config-version.cmake
        DESTINATION ${package_dir})
