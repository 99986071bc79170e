# SPDX-License-Identifier: Apache-2.0
# `cpack` in a build folder makes two Debian packages: the program, and the libraries and headers
# for other programs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME spillway)
set(CPACK_PACKAGE_VENDOR "The Spillway contributors")
set(CPACK_PACKAGE_CONTACT "The Spillway contributors <spillway@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME spillway)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Cycle-approximate simulator of plans for the memories of Arm Ethos-U and XMOS xcore.ai.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libspillway-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libsystemc-dev, libboost-context-dev, libfmt-dev, nlohmann-json3-dev, libflatbuffers-dev, libtomlplusplus-dev, zlib1g-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Libraries and headers of Spillway.")
include(CPack)
