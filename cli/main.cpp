// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "cli/command.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return static_cast<int>(
      spillway::cli::run_command_line({argv + 1, argv + argc}, {std::cout, std::cerr}));
}
