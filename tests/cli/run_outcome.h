// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/command.h"

namespace spillway::cli::test {

/// What a command line gave: exit code, standard output and standard error.
struct Outcome {
  ExitCode code = ExitCode::ok;
  std::string out, err;
};

inline Outcome outcome_of(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  const ExitCode code = run_command_line(arguments, {out, err});
  return {code, out.str(), err.str()};
}

}  // namespace spillway::cli::test
