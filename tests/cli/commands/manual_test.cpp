// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "cli/command.h"
#include "tests/checkout.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

std::string output_of(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  EXPECT_EQ(run_command_line(arguments, {out, err}), ExitCode::ok) << err.str();
  return out.str();
}

// Runs a shell command. Returns the command's standard output and standard error as one text.
std::string output_of_shell(const std::string& command) {
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  ::pclose(pipe);
  return text;
}

// Returns the words that bash offers as completions of the last word of the command line `words`.
// The shell commands `before` run first.
std::string offered(const std::string& words, const std::string& before = "") {
  const auto script = std::filesystem::path(testing::TempDir()) /
                      fmt::format("spillway_completion_{}.bash", ::getpid());
  write_file(script.string(), before + output_of({"completion", "bash"}) + "COMP_WORDS=(" + words +
                                  ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                                  "$(complete -p spillway | sed 's/.*-F \\([^ ]*\\).*/\\1/')\n"
                                  R"(
echo "${COMPREPLY[@]}"
)");
  const std::string text = output_of_shell("bash " + script.string());
  std::filesystem::remove(script);
  return text;
}

TEST(Completion, OffersCommandsAndTheirOptions) {
  EXPECT_EQ(offered("spillway expl"), "explain\n");
  EXPECT_EQ(offered("spillway run --trac"), "--trace\n");
  EXPECT_EQ(offered("spillway list targ"), "targets\n");
  EXPECT_EQ(offered("spillway help swe"), "sweep\n");
  EXPECT_EQ(offered("spillway merge --sv"), "--svg\n");
}

TEST(Completion, OffersNamesThatTheProgramLists) {
  const std::string program = "spillway() { '" + test::program_path() + "' \"$@\"; }\n";
  EXPECT_EQ(offered("spillway run --target ethos-u55-3", program), "ethos-u55-32\n");
  EXPECT_EQ(offered("spillway run --planner cadence-g", program), "cadence-greedy\n");
  EXPECT_EQ(offered("spillway run resn", program), "resnet8\n");
  EXPECT_EQ(offered("spillway run --memory-mode Sram_O", program), "Sram_Only\n");
  EXPECT_EQ(offered("spillway run --system-config Corstone_300_U6", program),
            "Corstone_300_U65_High_End\n");
}

TEST(Completion, OffersChoicesPartsBehindAnEqualsSignAndItemsBehindAComma) {
  const std::string program = "spillway() { '" + test::program_path() + "' \"$@\"; }\n";
  EXPECT_EQ(offered("spillway run --table s"), "summary\n");
  EXPECT_EQ(offered("spillway run --vela 5"), "5.0\n");
  EXPECT_EQ(offered("spillway run --ideal m"), "memories\n");
  EXPECT_EQ(offered("spillway run --part dram = IS66", program), "IS66WVH8M8\n");
  EXPECT_EQ(offered("spillway run --memory sram = 6", program), "\n");
  EXPECT_EQ(offered("spillway sweep --planner vela,cadence-g", program), "vela,cadence-greedy\n");
}

TEST(Completion, OffersTheMemoriesAndModesOfTheTargetThatIsNamed) {
  const std::string program = "spillway() { '" + test::program_path() + "' \"$@\"; }\n";
  EXPECT_EQ(offered("spillway run --target xcore.ai --memory ''", program),
            "extram= flash= sram=\n");
  EXPECT_EQ(offered("spillway run -t ethos-u65-256 --arena d", program), "dram\n");
  EXPECT_EQ(offered("spillway run --target ethos-u55-64 --part s", program), "sram=\n");
  EXPECT_EQ(offered("spillway run --target xcore.ai --place operator_data = ex", program),
            "extram\n");
  EXPECT_EQ(offered("spillway run --target xcore.ai --memory-mode ''", program),
            "Extram_Arena Sram_Arena Sram_Only\n");
  EXPECT_EQ(offered("spillway run --weights fl", program), "flash\n");
}

bool installed(const std::string& name) {
  return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
}

TEST(Completion, ZshTakesTheScript) {
  if (!installed("zsh")) GTEST_SKIP() << "no zsh";
  const auto script = std::filesystem::path(testing::TempDir()) / "spillway_completion.zsh";
  write_file(script.string(), "autoload -U compinit && compinit -D\n" +
                                  output_of({"completion", "zsh"}) +
                                  "[[ -n ${_comps[spillway]} ]]\n");
  EXPECT_EQ(std::system(("zsh -f " + script.string()).c_str()), 0);
  std::filesystem::remove(script);
}

TEST(Completion, FishTakesTheScript) {
  if (!installed("fish")) GTEST_SKIP() << "no fish";
  const auto script = std::filesystem::path(testing::TempDir()) / "spillway_completion.fish";
  const std::string program = "function spillway; '" + test::program_path() + "' $argv; end\n";
  write_file(script.string(), program + output_of({"completion", "fish"}) +
                                  "complete -C 'spillway run --memory s'\n"
                                  "complete -C 'spillway run --memory-mode Shared'\n");
  EXPECT_EQ(output_of_shell("fish " + script.string()),
            "sram=\tcapacity that plans may use of a memory\n"
            "Shared_Sram\twhere constants, arena and cache live [the target's default]\n");
  std::filesystem::remove(script);
}

TEST(Manual, GroffFindsNothingWrongWithAnyPage) {
  if (!installed("groff")) GTEST_SKIP() << "no groff";
  const auto folder =
      std::filesystem::path(testing::TempDir()) / fmt::format("spillway_man_{}", ::getpid());
  std::filesystem::create_directories(folder);
  output_of({"help", "--man-pages", folder.string()});
  std::size_t pages = 0;
  for (const auto& page : std::filesystem::directory_iterator(folder)) {
    const std::string log = folder.string() + ".log";
    const std::string lint = "groff -man -Tutf8 -ww -z " + page.path().string() + " 2> " + log;
    EXPECT_EQ(std::system(lint.c_str()), 0) << page.path();
    EXPECT_EQ(read_text(log), "") << page.path();
    std::filesystem::remove(log);
    ++pages;
  }
  EXPECT_EQ(pages, commands().size() + 1);
  std::filesystem::remove_all(folder);
}

TEST(Completion, UnknownShellsAreNamed) {
  std::ostringstream out, err;
  EXPECT_EQ(run_command_line({"completion", "powershell"}, {out, err}), ExitCode::usage);
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

TEST(Manual, FlagsShowNoValue) {
  const std::string page = output_of({"help", "advise", "--man"});
  EXPECT_THAT(page, HasSubstr(".BI \"\\-\\-quick \" \"\"\n"));
  EXPECT_THAT(page, testing::Not(HasSubstr("\"arg\"")));
}

TEST(Manual, EveryCommandHasAPageWithExamplesAndRelatedCommands) {
  const std::string all = output_of({"help", "--man"});
  for (const CommandEntry& command : commands()) {
    const std::string page = output_of({"help", command.name, "--man"});
    EXPECT_THAT(page, HasSubstr(".SH NAME\nspillway\\-" + command.name + " \\- "));
    EXPECT_EQ(page.find(".SH EXAMPLES\n") == std::string::npos, command.examples.empty());
    EXPECT_THAT(page, HasSubstr(".SH SEE ALSO\n.BR spillway (1),\n.BR spillway\\-"))
        << command.name;
    EXPECT_THAT(all, HasSubstr(".BR spillway\\-" + command.name + " (1)"));
  }
}

}  // namespace
}  // namespace spillway::cli
