// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/files/files.h"
#include "base/shell_word.h"
#include "tests/cli/run_outcome.h"

namespace spillway::test {

/// Runs the command line `command`, which begins with `spillway`, and writes the results to the
/// file `json`. Returns the total cycles of the run; null if the command fails.
inline nlohmann::json cycles_of_command(const std::string& command, const std::string& json) {
  std::vector<std::string> words = shell_words(command);
  words.erase(words.begin());
  words.insert(words.end(), {"--json", json});
  if (outcome_of(words).code != ExitCode::ok) return nullptr;
  return nlohmann::json::parse(read_text(json))["timing"]["total_cycles"];
}

/// Runs the command `words` with `--jobs 2 --json -`. Returns the JSON document that the command
/// prints. If the output is not a JSON document, the returned value is invalid: its is_discarded()
/// is true.
inline nlohmann::json answer_of(std::vector<std::string> words) {
  words.insert(words.end(), {"--jobs", "2", "--json", "-"});
  return nlohmann::json::parse(outcome_of(words).out, nullptr, false);
}

}  // namespace spillway::test
