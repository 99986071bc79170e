// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "cli/command.h"
#include "tests/checkout.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

// Lines of ```sh blocks that run the program, without its name.
std::vector<std::vector<std::string>> commands_in(const std::string& document) {
  std::vector<std::vector<std::string>> commands;
  std::istringstream lines(document);
  bool in_block = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) in_block = line == "```sh";
    if (!in_block || line.rfind("spillway ", 0) != 0) continue;
    std::istringstream words(line);
    std::string word;
    words >> word;
    commands.emplace_back();
    while (words >> word) commands.back().push_back(word);
  }
  return commands;
}

TEST(SlowGuide, EveryCommandInItWorks) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("spillway_guide" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const fs::path before = fs::current_path();
  const auto commands = commands_in(read_text(test::checkout_path("docs/guide.md")));
  EXPECT_GE(commands.size(), 8U);
  fs::current_path(folder);
  for (const auto& command : commands) {
    std::ostringstream out, err;
    EXPECT_EQ(run_command_line(command, {out, err}), ExitCode::ok) << command[0] << err.str();
  }
  fs::current_path(before);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace spillway::cli
