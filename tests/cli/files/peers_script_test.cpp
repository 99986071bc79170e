// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files/files.h"
#include "base/shell_word.h"
#include "tests/checkout.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Runs scripts/peers.sh, which calls compilers and other tools. Small shell scripts replace these
/// tools, so the tools need not be installed.
class SlowPeersScript : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("spillway_peers" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Writes a shell script that replaces the tool `name` and ends with the commands `ends`. The
  /// script appends its arguments to NAME.log. If some arguments name files, the script copies the
  /// last of these files to NAME.input.
  void stub(const std::string& name, const std::string& ends) const {
    write_file(path(name), "#!/bin/sh\necho \"$@\" >> " + quoted_for_shell(path(name + ".log")) +
                               "\nfor word in \"$@\"; do [ ! -f \"${word#*=}\" ] || cp " +
                               "\"${word#*=}\" " + quoted_for_shell(path(name + ".input")) +
                               "; done\n" + ends + "\n");
    fs::permissions(path(name), fs::perms::owner_all);
  }

  std::string run(const std::string& variables, int status = 0) const {
    const std::string command =
        variables + " sh " + quoted_for_shell(test::checkout_path("scripts/peers.sh")) + " " +
        quoted_for_shell(test::program_path()) + " >" + quoted_for_shell(path("out")) + " 2>&1";
    const int ended = std::system(command.c_str());
    const std::string out = read_text(path("out"));
    EXPECT_TRUE(WIFEXITED(ended)) << out;
    EXPECT_EQ(WEXITSTATUS(ended), status) << out;
    return out;
  }

 private:
  fs::path folder_;
};

TEST_F(SlowPeersScript, NamesTheToolsThatAreMissing) {
  const std::string out =
      run("VELA=no-such-vela MINIMALLOC=no-such-minimalloc "
          "DRAMSYS=no-such-dramsys DRAMSIM3=no-such-dramsim3");
  for (const char* name :
       {"no-such-vela", "no-such-minimalloc", "no-such-dramsys", "no-such-dramsim3"}) {
    EXPECT_THAT(out, HasSubstr(std::string("no program ") + name));
  }
  EXPECT_THAT(out, HasSubstr("no file in $DRAMSYS_CONFIG"));
}

TEST_F(SlowPeersScript, TimesTheInstalledToolsBesideSpillway) {
  stub("dramsim3", "");
  stub("minimalloc", "");
  write_file(path("ddr.ini"), "\n");
  const std::string out = run("MINIMALLOC=" + quoted_for_shell(path("minimalloc")) +
                              " DRAMSIM3=" + quoted_for_shell(path("dramsim3")) +
                              " DRAMSIM3_CONFIG=" + quoted_for_shell(path("ddr.ini")) +
                              " VELA=no-such-vela DRAMSYS=no-such-dramsys");
  EXPECT_THAT(out, ContainsRegex("minimalloc +feature maps [a-z ]+[0-9.]+ +[0-9.]+ +[-0-9.]+"));
  EXPECT_THAT(out, ContainsRegex("dramsim3main +DRAM traffic [^\n]+[0-9.]+ +[0-9.]+ +[-0-9.]+"));
  EXPECT_THAT(out, Not(HasSubstr("no program minimalloc")));
  EXPECT_THAT(read_text(path("minimalloc.log")), HasSubstr("--capacity=1505280 "));
  EXPECT_THAT(read_text(path("minimalloc.input")), HasSubstr("id,lower,upper,size"));
  EXPECT_THAT(read_text(path("dramsim3.log")), ContainsRegex(" -c [1-9][0-9]+ -t "));
  EXPECT_THAT(read_text(path("dramsim3.input")),
              ContainsRegex("0x[0-9a-fA-F]+ (READ|WRITE) [0-9]+"));
}

TEST_F(SlowPeersScript, EndsWithTheMessageOfAFailedTool) {
  stub("minimalloc", "echo 'no room at all' >&2; exit 3");
  const std::string out = run("MINIMALLOC=" + quoted_for_shell(path("minimalloc")) +
                                  " VELA=no-such-vela DRAMSYS=no-such-dramsys DRAMSIM3=no-such-one",
                              1);
  EXPECT_THAT(out, HasSubstr("no room at all"));
  EXPECT_THAT(out, HasSubstr("failed: "));
}

}  // namespace
}  // namespace spillway
