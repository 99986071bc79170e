// SPDX-License-Identifier: Apache-2.0
#include "tests/checkout.h"

namespace spillway::test {

// This is the only source of the tests that depends on the build tree. The objects of all other
// sources are the same in every checkout. So ccache finds them, and the tests with sanitizers link
// the same objects.
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
