# SPDX-License-Identifier: Apache-2.0
# Compiler settings shared by every target, and the helpers that declare a folder's library.
set(CMAKE_CXX_STANDARD 17)  # Debian's SystemC exports its API version symbol for C++17 only
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(SPILLWAY_PYTHON OR SPILLWAY_PORTABLE)
  # The objects also form a shared library. Without interposition this costs no time in runs.
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_compile_options(-fno-semantic-interposition)
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_program(CCACHE ccache)
if(CCACHE)
  # Paths are relative to the checkout, so ccache finds objects that another checkout has compiled.
  # This is not possible for headers that clang precompiles, because they contain their paths.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-fpch-preprocess)
  else()
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -fdiagnostics-color=auto)
if(SPILLWAY_SANITIZE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    message(FATAL_ERROR "SPILLWAY_SANITIZE needs clang, whose fuzzer the libraries are compiled for")
  endif()
  # Two checks are off: the check of dynamic types at every virtual call takes an eighth of the
  # compile time, and the check of function types rejects functions of SystemC.
  set(sanitizers -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=vptr,function
                 -fno-sanitize-recover=all)
  add_compile_options(${sanitizers} -fno-omit-frame-pointer)
  add_link_options(${sanitizers})
  add_compile_definitions(SPILLWAY_SANITIZED _GLIBCXX_ASSERTIONS)
endif()

# The program contains an id of its build. By this id, a resumed sweep notices that another build of
# the program has begun it (base/build_id.h).
add_link_options(LINKER:--build-id=sha1)

# Headers that most sources include, precompiled. clang-tidy reads sources without them
# (scripts/lint.sh), so every source must still include the headers that it needs.
set(SPILLWAY_PRECOMPILED <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory>
    <numeric> <optional> <set> <sstream> <stdexcept> <string> <string_view> <tuple> <unordered_map>
    <utility> <variant> <vector> <fmt/format.h>)

# With CMAKE_UNITY_BUILD, up to eight sources of one folder are compiled together, which halves the
# time of a complete build. Sources of different folders are compiled separately. So a name in an
# unnamed namespace has to be unique in its folder, but not in the program. ARGN: the sources of the
# target, relative to this folder or absolute.
function(spillway_group_sources target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    get_filename_component(folder ${source} ABSOLUTE)
    get_filename_component(folder ${folder} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "${target}_${folder}" group)
    list(APPEND sources_of_${group} ${source})
    list(LENGTH sources_of_${group} number)
    math(EXPR part "(${number} - 1) / 8")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${part})
  endforeach()
endfunction()

# USES: libraries whose headers the folder's headers include. BUILD: libraries that only its sources
# use. LINK: libraries with which an installed folder is linked instead. PRECOMPILE: more headers to
# precompile. READS_AND_WRITES: the folder neither plans nor simulates, so its sanitized build is not
# optimized: its templates would take longer to optimize than to run.
function(spillway_library folder)
  cmake_parse_arguments(ARG READS_AND_WRITES "" "USES;BUILD;LINK;PRECOMPILE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
       ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(NOT sources)
    file(WRITE ${PROJECT_BINARY_DIR}/generated/empty_${folder}.cpp "")
    set(sources ${PROJECT_BINARY_DIR}/generated/empty_${folder}.cpp)
  endif()
  add_library(spillway_${folder} STATIC ${sources})
  target_include_directories(spillway_${folder} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                                       $<INSTALL_INTERFACE:include/spillway>)
  target_compile_features(spillway_${folder} PUBLIC cxx_std_17)
  set_target_properties(spillway_${folder} PROPERTIES EXPORT_NAME ${folder})
  target_link_libraries(spillway_${folder} PUBLIC ${ARG_USES})
  foreach(library IN LISTS ARG_BUILD)
    target_link_libraries(spillway_${folder} PUBLIC $<BUILD_INTERFACE:${library}>)
  endforeach()
  foreach(library IN LISTS ARG_LINK)
    target_link_libraries(spillway_${folder} PUBLIC $<INSTALL_INTERFACE:${library}>)
  endforeach()
  if(SPILLWAY_SANITIZE AND ARG_READS_AND_WRITES)
    target_compile_options(spillway_${folder} PRIVATE -O0)
  endif()
  target_precompile_headers(spillway_${folder} PRIVATE ${SPILLWAY_PRECOMPILED} ${ARG_PRECOMPILE})
  spillway_group_sources(spillway_${folder} ${sources})
endfunction()

# Compiles every .toml of `folder` into `library` as strings, so that the installed program needs no
# data files. hwmodels/toml/builtin_targets.h declares the tables that this generates.
function(spillway_embed library table folder)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.toml)
  set(output ${PROJECT_BINARY_DIR}/generated/builtin_${table}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DTABLE=${table} -DFOLDER=${folder} "-DFILES=${files}" -P
            ${PROJECT_SOURCE_DIR}/cmake/EmbedTargets.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/EmbedTargets.cmake
    VERBATIM)
  target_sources(${library} PRIVATE ${output})
endfunction()

# Compiles the files of `folder` into `library` as functions that return their text, which the
# library's `header` declares.
function(spillway_embed_text library folder header)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*)
  string(MAKE_C_IDENTIFIER ${folder} name)
  set(output ${PROJECT_BINARY_DIR}/generated/text_${name}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DHEADER=${header} "-DFILES=${files}" -P
            ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake
    VERBATIM)
  target_sources(${library} PRIVATE ${output})
endfunction()
