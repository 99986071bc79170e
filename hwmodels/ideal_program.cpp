// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ideal_program.h"

namespace spillway {

Program ideal_program(Program program, Ideal ideal) {
  if (ideal != Ideal::all) return program;
  for (Command& command : program.commands) command.cycles = 0;
  return program;
}

}  // namespace spillway
