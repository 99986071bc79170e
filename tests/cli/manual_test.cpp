// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "cli/command.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

std::string output_of(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  EXPECT_EQ(run_command_line(arguments, {out, err}), ExitCode::ok) << err.str();
  return out.str();
}

// What bash offers for a command line whose last word is being typed.
std::string offered(const std::string& words) {
  const auto script = std::filesystem::path(testing::TempDir()) / "spillway_completion.bash";
  write_file(script.string(), output_of({"completion", "bash"}) + "COMP_WORDS=(" + words +
                                  ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_spillway\n"
                                  "echo \"${COMPREPLY[@]}\"\n");
  std::FILE* const pipe = ::popen(("bash " + script.string() + " 2>&1").c_str(), "r");
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  ::pclose(pipe);
  return text;
}

TEST(Completion, OffersCommandsAndTheirOptions) {
  EXPECT_EQ(offered("spillway expl"), "explain\n");
  EXPECT_EQ(offered("spillway run --trac"), "--trace\n");
  EXPECT_EQ(offered("spillway list targ"), "targets\n");
  EXPECT_EQ(offered("spillway help swe"), "sweep\n");
}

TEST(Completion, UnknownShellsAreNamed) {
  std::ostringstream out, err;
  EXPECT_EQ(run_command_line({"completion", "fish"}, {out, err}), ExitCode::usage);
  EXPECT_THAT(err.str(), HasSubstr("fish"));
}

TEST(Manual, HasEveryCommandAndOption) {
  const std::string page = output_of({"help", "--man"});
  for (const CommandEntry& command : commands()) {
    EXPECT_THAT(page, HasSubstr(".SS \"spillway " + command.name));
    for (const auto& option : command.options.options()) {
      std::string name;
      for (const char c : option->long_name()) name += c == '-' ? "\\-" : std::string(1, c);
      EXPECT_THAT(page, HasSubstr(".BI \"\\-\\-" + name + " \"")) << command.name;
    }
  }
}

}  // namespace
}  // namespace spillway::cli
