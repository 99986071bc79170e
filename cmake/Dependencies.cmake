# SPDX-License-Identifier: Apache-2.0
# Every library comes from a Debian package of scripts/packages.txt; nothing is downloaded.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
target_include_directories(PkgConfig::SYSTEMC SYSTEM INTERFACE ${SYSTEMC_INCLUDE_DIRS})
pkg_check_modules(TOMLPP REQUIRED IMPORTED_TARGET tomlplusplus)
set(SPILLWAY_FMT fmt::fmt)
if(SPILLWAY_PORTABLE)
  # Static libraries only. Debian has no static {fmt}, which is compiled into every source instead,
  # no static toml++, which is compiled here, and no static SystemC, which scripts/portable.sh builds.
  set(SPILLWAY_FMT fmt::fmt-header-only)
  set(SPILLWAY_SYSTEMC "" CACHE FILEPATH "The static library of SystemC")
  if(NOT EXISTS "${SPILLWAY_SYSTEMC}")
    message(FATAL_ERROR "SPILLWAY_PORTABLE needs SPILLWAY_SYSTEMC, a libsystemc.a; scripts/portable.sh "
                        "builds it and sets both")
  endif()
  set_target_properties(PkgConfig::SYSTEMC PROPERTIES INTERFACE_LINK_LIBRARIES
                        "${SPILLWAY_SYSTEMC};Threads::Threads")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/tomlplusplus.cpp
       CONTENT "#define TOML_IMPLEMENTATION\n#include <toml++/toml.h>\n")
  add_library(spillway_tomlplusplus STATIC ${PROJECT_BINARY_DIR}/generated/tomlplusplus.cpp)
  target_compile_options(spillway_tomlplusplus PRIVATE ${TOMLPP_CFLAGS_OTHER})
  set_target_properties(PkgConfig::TOMLPP PROPERTIES INTERFACE_LINK_LIBRARIES spillway_tomlplusplus)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(Boost_USE_STATIC_LIBS ON)
endif()
find_package(ZLIB REQUIRED)
find_package(Boost REQUIRED COMPONENTS context program_options)


# fast-cpp-csv-parser is one header. Its thread that reads ahead is off, because the texts are
# already in memory.
find_path(FCCP_INCLUDE libfccp/csv.h REQUIRED)
add_library(fccp INTERFACE)
target_include_directories(fccp SYSTEM INTERFACE ${FCCP_INCLUDE})
target_compile_definitions(fccp INTERFACE CSV_IO_NO_THREAD)
# The parser cuts long file names in its messages on purpose. GCC would warn about that.
target_compile_options(fccp INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-truncation>)

# Accessors of the tables of .tflite and .pte that Spillway reads and writes, and the schemas
# themselves, generated from traces/*.fbs.
find_program(FLATC flatc REQUIRED)
find_path(FLATBUFFERS_INCLUDE flatbuffers/flatbuffers.h REQUIRED)
find_library(FLATBUFFERS_LIBRARY flatbuffers REQUIRED)
set(schema_headers)
foreach(schema tflite executorch)
  set(schema_header ${PROJECT_BINARY_DIR}/generated/${schema}_generated.h)
  add_custom_command(
    OUTPUT ${schema_header}
    BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/${schema}_bfbs_generated.h
    COMMAND ${FLATC} --cpp --gen-mutable --scoped-enums --bfbs-gen-embed -o ${PROJECT_BINARY_DIR}/generated
            ${PROJECT_SOURCE_DIR}/traces/${schema}.fbs
    DEPENDS ${PROJECT_SOURCE_DIR}/traces/${schema}.fbs
    VERBATIM)
  list(APPEND schema_headers ${schema_header})
endforeach()
add_custom_target(spillway_schema_header DEPENDS ${schema_headers})
add_library(spillway_schema INTERFACE)
add_dependencies(spillway_schema spillway_schema_header)
target_include_directories(spillway_schema SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/generated
                                                            ${FLATBUFFERS_INCLUDE})
target_link_libraries(spillway_schema INTERFACE ${FLATBUFFERS_LIBRARY})

