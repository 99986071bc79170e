// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/command.h"

namespace spillway::test {

struct Outcome {
  ExitCode code = ExitCode::ok;
  std::string out, err;
};

inline Outcome outcome_of(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  const ExitCode code = cli::run_command_line(arguments, {out, err});
  return {code, out.str(), err.str()};
}

/// Returns the words of a command line, followed by `more` words.
inline std::vector<std::string> with(std::vector<std::string> words,
                                     const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Returns `words`, followed by the options of a chip: an Ethos-U65-256 with the memory mode
/// Dedicated_Sram.
inline std::vector<std::string> with_chip(const std::vector<std::string>& words) {
  return with(words, {"--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram"});
}

}  // namespace spillway::test
