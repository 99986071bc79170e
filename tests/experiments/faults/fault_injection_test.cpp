// SPDX-License-Identifier: Apache-2.0
// Makes calls for memory, files or processes fail, one per run (tests/faults/failing_calls.cpp).
// The command must write the same bytes, or end with an error, with a message unless write()
// failed. The next run, without a fault, must write the same bytes. The test tries three calls of
// each kind (or SPILLWAY_FAULTS), and every rename() except those of `sweep`.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/checkout.h"
#include "tests/experiments/sweep/sweep_program.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

struct Command {
  const char* name;
  std::vector<std::string> words;
  std::vector<std::string> outputs;  // names of the files that the command writes
};

class SlowFaults : public test::SmallSweep {
 protected:
  void SetUp() override {
    if (test::sanitized()) GTEST_SKIP() << "sanitizers have an allocator of their own";
    SmallSweep::SetUp();
    ASSERT_TRUE(fs::exists(SPILLWAY_FAULTS_LIBRARY));
    sizes_ = "sram=12K:13K:1K";
    for (const char* shard : {"1", "2"}) {
      ASSERT_EQ(test::Program(arguments(std::string("part") + shard + ".csv",
                                        {"--shard", std::string(shard) + "/2", "--jobs", "1"}))
                    .wait(),
                0);
    }
  }

  std::vector<Command> commands() const {
    const std::vector<std::string> target = {"--target", "ethos-u65-256"};
    return {
        {"run",
         {"run", file("net.csv"), target[0], target[1], "--json", file("out.json"), "--per-op",
          file("out.csv")},
         {"out.json", "out.csv"}},
        {"sweep", arguments("out.csv", {"--jobs", "2"}), {"out.csv"}},
        {"merge",
         {"merge", file("part1.csv"), file("part2.csv"), "--output", file("out.csv")},
         {"out.csv"}},
        {"compare",
         {"compare", file("net.csv"), target[0], target[1], "--planner",
          "cadence-greedy,vela-spill", "--report", file("out.html")},
         {"out.html"}},
    };
  }

  int run(const Command& command, const std::string& fault) {
    ::setenv("LD_PRELOAD", SPILLWAY_FAULTS_LIBRARY, 1);
    ::setenv("SPILLWAY_FAULT", fault.c_str(), 1);
    ::setenv("SPILLWAY_FAULT_LOG", file("calls").c_str(), 1);
    const int code = test::Program(command.words, file("log")).wait();
    for (const char* name : {"LD_PRELOAD", "SPILLWAY_FAULT", "SPILLWAY_FAULT_LOG"}) {
      ::unsetenv(name);
    }
    return code;
  }

  void remove_outputs() const {
    for (const auto& entry : fs::directory_iterator(folder_)) {
      if (entry.path().filename().string().compare(0, 4, "out.") == 0) fs::remove(entry.path());
    }
  }

  std::vector<std::string> outputs_of(const Command& command) const {
    std::vector<std::string> texts;
    for (const std::string& name : command.outputs) {
      texts.push_back(fs::exists(file(name)) ? read_text(file(name)) : "");
    }
    return texts;
  }

  /// Returns how many calls of each kind the command makes. If the command starts several
  /// processes, the largest number of a single process counts.
  std::map<std::string, long> calls_of(const Command& command) {
    fs::remove(file("calls"));
    EXPECT_EQ(run(command, "none:0"), 0) << read_text(file("log"));
    std::istringstream log(read_text(file("calls")));
    std::map<std::string, long> calls;
    std::string kind;
    for (long count = 0; log >> kind >> count;) calls[kind] = std::max(calls[kind], count);
    return calls;
  }

  void expect_same_or_refused(const Command& command, const std::string& fault,
                              const std::vector<std::string>& expected) {
    remove_outputs();
    const int code = run(command, fault);
    const std::string log = read_text(file("log"));
    EXPECT_TRUE(code == 0 || code == 1 || code == 3)
        << command.name << " " << fault << ": " << code << "\n"
        << log;
    if (code == 0) {
      EXPECT_EQ(outputs_of(command), expected) << command.name << " " << fault;
    } else {
      ++refused_;
      // If a write to standard error fails, the program cannot print a message.
      const bool untold = fault.compare(0, 6, "write:") == 0;
      EXPECT_TRUE(untold || log.find("spillway: ") != std::string::npos) << fault << "\n" << log;
    }
    EXPECT_EQ(test::Program(command.words, file("log")).wait(), 0)
        << command.name << " after " << fault << "\n"
        << read_text(file("log"));
    EXPECT_EQ(outputs_of(command), expected) << command.name << " after " << fault;
    ++tried_;
  }

  /// Runs the command with a call of rename() that fails. The command must report the fault. Each
  /// of its outputs must then have either the complete old contents or the complete new contents
  /// (`whole`).
  void expect_old_or_whole(const Command& command, const std::string& fault,
                           const std::vector<std::string>& whole) {
    remove_outputs();
    for (const std::string& name : command.outputs) write_file(file(name), "old");
    EXPECT_EQ(run(command, fault), 1) << command.name << " " << fault;
    EXPECT_NE(read_text(file("log")).find("cannot write: "), std::string::npos) << fault;
    const std::vector<std::string> left = outputs_of(command);
    for (std::size_t i = 0; i < left.size(); ++i) {
      EXPECT_TRUE(left[i] == "old" || left[i] == whole[i]) << command.name << " " << fault;
    }
    for (const auto& entry : fs::directory_iterator(folder_)) {
      EXPECT_EQ(entry.path().filename().string().find(".new-"), std::string::npos) << entry.path();
    }
    ++tried_;
  }

  int tried_ = 0, refused_ = 0;
};

TEST_F(SlowFaults, FailedRenamesLeaveTheOldFiles) {
  for (const Command& command : commands()) {
    // The test skips the sweep. A sweep appends each finished row to its output file, and at the
    // end renames a sorted file to this name. If that renaming fails, the output file has all rows,
    // but unsorted, so its contents are neither the old nor the complete new contents.
    if (command.name == std::string("sweep")) continue;
    remove_outputs();
    const long renames = calls_of(command)["rename"];
    EXPECT_GE(renames, static_cast<long>(command.outputs.size())) << command.name;
    const std::vector<std::string> whole = outputs_of(command);
    for (long call = 1; call <= renames; ++call) {
      for (const int error : {EROFS, ENOSPC, EXDEV}) {
        expect_old_or_whole(command, "rename:" + std::to_string(call) + ":" + std::to_string(error),
                            whole);
      }
    }
  }
  std::printf("%d failing renames\n", tried_);
}

TEST_F(SlowFaults, GiveTheSameBytesOrARefusalAndTheSameBytesAfterwards) {
  const char* const wish = std::getenv("SPILLWAY_FAULTS");
  const long most = wish != nullptr ? std::atol(wish) : 3;
  for (const Command& command : commands()) {
    remove_outputs();
    const std::map<std::string, long> calls = calls_of(command);
    const std::vector<std::string> expected = outputs_of(command);
    for (const auto& [kind, count] : calls) {
      const long tries = std::min(count, most);
      for (long i = 0; i < tries; ++i) {
        const long call = 1 + (tries == count ? i : i * (count - 1) / std::max(1L, tries - 1));
        expect_same_or_refused(command, kind + ":" + std::to_string(call), expected);
        if (HasFailure()) return;
      }
    }
  }
  RecordProperty("faults", tried_);
  std::printf("%d faults, %d refused\n", tried_, refused_);
  EXPECT_GT(refused_, tried_ / 4);
}

}  // namespace
}  // namespace spillway
