// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "tests/cli/run_outcome.h"

namespace spillway::cli {
namespace {

using test::Outcome;
using test::outcome_of;

std::string in_temporary_folder(const std::string& name) {
  return (std::filesystem::path(testing::TempDir()) / name).string();
}

TEST(MemoryCommand, PrintsBandwidthUtilisationAndLatency) {
  const Outcome outcome = outcome_of({"memory", "--part", "LPDDR1-400-x16", "--pattern", "seq_read",
                                      "--blocks", "100", "--window", "1", "--queue", "dramsim3"});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  // With a window of 1, the bursts do not overlap. Each burst takes nine clocks of 5 ns, which are
  // 45 ns: two clocks in the controller, three clocks of CAS latency, and four clocks of data.
  EXPECT_THAT(outcome.out, testing::HasSubstr("45.0 p50"));
  EXPECT_THAT(outcome.out, testing::HasSubstr("of 800.0 MB/s"));
}

TEST(MemoryCommand, ATraceThatItWroteGivesTheSameResult) {
  const std::string trace = in_temporary_folder("memory_command_trace.csv");
  const std::string json = in_temporary_folder("memory_command.json");
  const std::vector<std::string> common{"memory", "--part", "DDR3-1600K-x16", "--window", "32",
                                        "--json", json};
  const auto result_of = [&](std::vector<std::string> more) {
    more.insert(more.begin(), common.begin(), common.end());
    const Outcome outcome = outcome_of(more);
    EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    auto result = nlohmann::json::parse(read_text(json));
    result.erase("trace");
    return result;
  };
  const auto first = result_of({"--pattern", "copy256", "--blocks", "500", "--trace-out", trace});
  EXPECT_EQ(first, result_of({"--trace", trace}));
  EXPECT_EQ(first.at("requests"), 2000);
}

TEST(MemoryCommand, RecordedCommandsAreLegalForTheirPartAndIllegalForAnother) {
  const std::string commands = in_temporary_folder("memory_commands.csv");
  const Outcome written = outcome_of({"memory", "--part", "LPDDR1-416-2Gb-x16", "--pattern",
                                      "rand_rw", "--blocks", "2000", "--commands", commands});
  EXPECT_EQ(written.code, ExitCode::ok) << written.err;
  const Outcome legal = outcome_of({"memory", "--part", "LPDDR1-416-2Gb-x16", "--check", commands});
  EXPECT_EQ(legal.code, ExitCode::ok) << legal.out;
  EXPECT_THAT(legal.out, testing::HasSubstr("commands, legal"));
  const Outcome broken = outcome_of({"memory", "--part", "DDR3-1600K-x16", "--check", commands});
  EXPECT_EQ(broken.code, ExitCode::run_failed);
  EXPECT_THAT(broken.out, testing::HasSubstr("ns), channel 0, bank "));
  EXPECT_THAT(broken.err, testing::HasSubstr(" violations in "));
}

TEST(MemoryCommand, AnAddressBeyondThePartIsRefusedWithItsLine) {
  const std::string trace = in_temporary_folder("memory_beyond.csv");
  write_file(trace, "R,0,64\nR,0x200000,64\n");
  const Outcome outcome = outcome_of({"memory", "--part", "APS1604M", "--trace", trace});
  EXPECT_EQ(outcome.code, ExitCode::input_file);
  EXPECT_THAT(outcome.err, testing::HasSubstr("memory_beyond.csv:2: addresses 0x200000"));
}

// The trace has two reads with a pause of 100 seconds (10^14 ps) between them. The DRAM is
// refreshed millions of times during the pause, and --commands would have to record every refresh.
// The command must refuse to do this.
TEST(MemoryCommand, RefusesToRecordTheRefreshesOfALongPause) {
  const std::string trace = in_temporary_folder("memory_pause.csv");
  write_file(trace, "R,0,64,0\nR,4096,64,100000000000000\n");
  const std::vector<std::string> run = {"memory", "--part", "LPDDR4-3200-x16", "--trace", trace};
  EXPECT_EQ(outcome_of(run).code, ExitCode::ok);
  const std::string commands = in_temporary_folder("memory_pause_commands.csv");
  std::vector<std::string> recorded = run;
  recorded.insert(recorded.end(), {"--commands", commands});
  const Outcome outcome = outcome_of(recorded);
  EXPECT_EQ(outcome.code, ExitCode::run_failed);
  EXPECT_THAT(outcome.err, testing::HasSubstr("between two requests"));
  EXPECT_FALSE(std::filesystem::exists(commands));
}

TEST(MemoryCommand, MistakesAreUsageErrorsWithASuggestion) {
  const auto error_of = [](std::vector<std::string> more) {
    more.insert(more.begin(), "memory");
    const Outcome outcome = outcome_of(more);
    EXPECT_EQ(outcome.code, ExitCode::usage);
    return outcome.err;
  };
  EXPECT_THAT(error_of({"--pattern", "seq_read"}), testing::HasSubstr("expected --part"));
  EXPECT_THAT(error_of({"--part", "DDR3-1600K-x16"}), testing::HasSubstr("--trace FILE.csv"));
  EXPECT_THAT(error_of({"--part", "DDR3-1600K-x61", "--pattern", "seq_read"}),
              testing::HasSubstr("did you mean 'DDR3-1600K-x16'?"));
  EXPECT_THAT(error_of({"--part", "DDR3-1600K-x16", "--pattern", "seq_rea"}),
              testing::HasSubstr("did you mean 'seq_read'?"));
  EXPECT_THAT(
      error_of({"--part", "DDR3-1600K-x16", "--pattern", "seq_read", "--refresh", "per-bank"}),
      testing::HasSubstr("has no per-bank refresh"));
  EXPECT_THAT(error_of({"--part", "DDR3-1600K-x16", "--pattern", "seq_read", "--window", "0"}),
              testing::HasSubstr("--window"));
}

}  // namespace
}  // namespace spillway::cli
