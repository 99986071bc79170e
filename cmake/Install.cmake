# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` copies: the program with man page and completions, and for other programs
# the libraries, their headers, find_package(Spillway) and a pkg-config file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(folders base traces planner hwmodels sim report experiments)
list(TRANSFORM folders PREPEND spillway_ OUTPUT_VARIABLE libraries)

install(TARGETS spillway RUNTIME COMPONENT program)
install(TARGETS ${libraries} EXPORT SpillwayTargets ARCHIVE COMPONENT development)

# Of sim/, only these headers are installed: users attach SystemC models to Spillway with them, or
# Spillway to their own models.
set(inner sim/simulate.h sim/accelerator.h sim/accounts/slice_log.h sim/bounds/time_left.h
    sim/kernel/sim_time.h sim/memory/attach_tlm.h sim/memory/message_types.h sim/memory/tlm_link.h
    sim/memory/tlm_memory.h)
foreach(folder IN LISTS folders)
  if(NOT folder STREQUAL sim)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}
            DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/spillway COMPONENT development
            FILES_MATCHING PATTERN "*.h" REGEX "traces/(tflite|executorch)$" EXCLUDE)
  endif()
endforeach()
foreach(header IN LISTS inner)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/${header}
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/spillway/${folder} COMPONENT development)
endforeach()

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Spillway)
install(EXPORT SpillwayTargets NAMESPACE Spillway:: DESTINATION ${config_folder}
        COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/SpillwayConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/SpillwayConfig.cmake
                              INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SpillwayConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/SpillwayConfig.cmake
              ${PROJECT_BINARY_DIR}/SpillwayConfigVersion.cmake
        DESTINATION ${config_folder} COMPONENT development)

# The linker needs every static library before the libraries that it uses.
set(reversed ${libraries})
list(REVERSE reversed)
list(TRANSFORM reversed PREPEND -l)
list(JOIN reversed " " SPILLWAY_LINK)
configure_file(${PROJECT_SOURCE_DIR}/cmake/spillway.pc.in ${PROJECT_BINARY_DIR}/spillway.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/spillway.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)

# The program writes its own man pages and completions.
set(texts ${PROJECT_BINARY_DIR}/texts)
set(own ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:spillway>)
add_custom_command(
  TARGET spillway POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory ${texts}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${texts}/man
  COMMAND ${own} help --man-pages ${texts}/man
  COMMAND ${own} completion bash > ${texts}/spillway
  COMMAND ${own} completion zsh > ${texts}/_spillway
  COMMAND ${own} completion fish > ${texts}/spillway.fish
  VERBATIM)
install(DIRECTORY ${texts}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
set(shells ${CMAKE_INSTALL_DATADIR})
install(FILES ${texts}/spillway DESTINATION ${shells}/bash-completion/completions
        COMPONENT program)
install(FILES ${texts}/_spillway DESTINATION ${shells}/zsh/vendor-completions COMPONENT program)
install(FILES ${texts}/spillway.fish DESTINATION ${shells}/fish/vendor_completions.d
        COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
        RENAME copyright COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
              ${PROJECT_SOURCE_DIR}/CITATION.cff ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
              ${PROJECT_SOURCE_DIR}/HACKING.md ${PROJECT_SOURCE_DIR}/SECURITY.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
# The manual and the examples lie beside README, which has links to them.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/spillway
        COMPONENT program)
include(Package)
