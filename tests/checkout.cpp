// SPDX-License-Identifier: Apache-2.0
#include "tests/checkout.h"

namespace spillway::test {

// Only this source, planner_program_test.cpp and fault_injection_test.cpp contain paths of the
// checkout or of the build folder. All other sources of the tests compile to the same object files
// in every checkout and build folder. So ccache can take these object files from another checkout,
// and the sanitized build can link the object files of the release build.
std::string checkout_path(const std::string& relative) {
  return std::string(SPILLWAY_SOURCE_DIR) + "/" + relative;
}

std::string program_path() { return SPILLWAY_PROGRAM; }

bool sanitized() {
#ifdef SPILLWAY_SANITIZED
  return true;
#else
  return false;
#endif
}

int rounds(int all) { return sanitized() ? (all + 3) / 4 : all; }

}  // namespace spillway::test
