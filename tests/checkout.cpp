// SPDX-License-Identifier: Apache-2.0
#include "tests/checkout.h"

namespace spillway::test {

// The only source of the tests that knows its build tree: the objects of all others are the same,
// for ccache, in every checkout, and are linked in the sanitized leg too.
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
