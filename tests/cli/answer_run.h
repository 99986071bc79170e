// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <gmock/gmock.h>

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

/// Runs the command `words` with `--json -`. Returns the JSON document that the command prints. If
/// the output is not a JSON document, the returned value is invalid: its is_discarded() is true.
inline nlohmann::json document_of(const std::vector<std::string>& words) {
  return nlohmann::json::parse(outcome_of(with(words, {"--json", "-"})).out, nullptr, false);
}

/// Returns the same document as document_of() with the option `--jobs 2`.
inline nlohmann::json answer_of(const std::vector<std::string>& words) {
  return document_of(with(words, {"--jobs", "2"}));
}

}  // namespace spillway::test

// Names that the tests of most commands use.
namespace spillway::cli {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;
using test::with;
using testing::HasSubstr;

}  // namespace spillway::cli
