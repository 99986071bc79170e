// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/run_outcome.h"
#include "tests/scratch_folder.h"

namespace spillway::test {

/// Tests of commands for a network file in the scratch folder. In command lines, the word NETWORK
/// stands for the path of the file.
class CommandsForFile : public InScratchFolder {
 protected:
  explicit CommandsForFile(std::string name) : name_(std::move(name)) {}

  Outcome command(const std::vector<std::string>& words) const { return command(words, name_); }

  /// Runs a command line for another file of the scratch folder.
  Outcome command(std::vector<std::string> words, const std::string& name) const {
    for (std::string& word : words) {
      if (word == "NETWORK") word = path(name);
    }
    return outcome_of(words);
  }

  /// Runs a command line, which must succeed. Returns the JSON document that it prints.
  nlohmann::json document(std::vector<std::string> words) const {
    words.insert(words.end(), {"--json", "-"});
    const Outcome outcome = command(words);
    EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    return nlohmann::json::parse(outcome.out.substr(outcome.out.find("{\n")));
  }

 private:
  std::string name_;
};

}  // namespace spillway::test
