# Third-party libraries. tools/setup installs them; nothing is downloaded here.
# A package that libcorten itself needs stands in corten-config.cmake.in too.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(pugixml REQUIRED)
find_package(Qhull REQUIRED)
find_package(tinyobjloader REQUIRED)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(libzip REQUIRED)  # Debian: its configuration asks for zipcmp, zipmerge and ziptool too
# Debian: the configuration of civetweb asks for its program, which we do not need; the library is linked by its name.
find_library(CORTEN_CIVETWEB civetweb REQUIRED)
mark_as_advanced(CORTEN_CIVETWEB)
find_package(nlohmann_json REQUIRED)  # headers alone: programs that link the library need none of it

if(CORTEN_BUILD_CLI)
  find_package(CLI11 REQUIRED)
endif()
if(CORTEN_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
