// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/sweep/sweep_program.h"

namespace spillway {
namespace {

using testing::HasSubstr;

class SlowSweepKilled : public test::SmallSweep {
 protected:
  std::size_t lines(const std::string& name) const {
    std::error_code missing;
    if (!std::filesystem::exists(file(name), missing)) return 0;
    const std::string text = read_text(file(name));
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  void wait_for_lines(const std::string& name, std::size_t count, test::Program& program) const {
    while (program.running() && lines(name) < count) ::usleep(500);
  }

  std::mt19937 random_{20};
};

TEST_F(SlowSweepKilled, AParentKilledAtRandomTimesResumesToTheSameFile) {
  const std::string whole = expected();
  for (int round = 0; round < 20; ++round) {
    std::filesystem::remove(file("out.csv"));
    test::Program program(arguments("out.csv", {"--jobs", "2"}));
    wait_for_lines("out.csv", random_() % 90, program);
    ::usleep(static_cast<useconds_t>(random_() % 2000));
    ::kill(program.process(), SIGKILL);
    program.wait();
    ASSERT_EQ(test::Program(arguments("out.csv", {"--jobs", "2"}), file("log")).wait(), 0)
        << read_text(file("log"));
    ASSERT_EQ(read_text(file("out.csv")), whole) << "round " << round;
  }
}

TEST_F(SlowSweepKilled, AKilledWorkerChangesNothing) {
  const std::string whole = expected();
  for (int round = 0; round < 8; ++round) {
    std::filesystem::remove(file("out.csv"));
    test::Program program(arguments("out.csv", {"--jobs", "2"}));
    wait_for_lines("out.csv", random_() % 80, program);
    const std::vector<pid_t> workers = program.children();
    if (!workers.empty()) ::kill(workers[random_() % workers.size()], SIGKILL);
    EXPECT_EQ(program.wait(), 0);
    ASSERT_EQ(read_text(file("out.csv")), whole) << "round " << round;
  }
}

TEST_F(SlowSweepKilled, WorkersEndWhenTheirParentIsKilled) {
  test::Program program(arguments("out.csv", {"--jobs", "2"}));
  wait_for_lines("out.csv", 10, program);
  const std::vector<pid_t> workers = program.children();
  ::kill(program.process(), SIGKILL);
  program.wait();
  const auto alive = [](pid_t process) {
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    return std::getline(stat, line) && line.find(") Z ") == std::string::npos;
  };
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::any_of(workers.begin(), workers.end(), alive) &&
         std::chrono::steady_clock::now() < give_up) {
    ::usleep(1000);
  }
  EXPECT_TRUE(std::none_of(workers.begin(), workers.end(), alive));
}

TEST_F(SlowSweepKilled, AnInterruptKeepsWhatIsDoneAndPrintsTheCommandLineThatResumes) {
  sizes_ = "sram=1K:15K:256";
  const std::string whole = expected();
  const auto all = static_cast<std::size_t>(std::count(whole.begin(), whole.end(), '\n'));
  test::Program program(arguments("out.csv", {"--jobs", "2"}), file("log"));
  wait_for_lines("out.csv", 10, program);
  ::kill(program.process(), SIGINT);
  ASSERT_EQ(program.wait(), 130);
  EXPECT_THAT(read_text(file("log")), HasSubstr("resume with:\nspillway sweep " + file("net.csv")));
  EXPECT_GE(lines("out.csv"), 10U);
  EXPECT_LT(lines("out.csv"), all);
  ASSERT_EQ(test::Program(arguments("out.csv")).wait(), 0);
  EXPECT_EQ(read_text(file("out.csv")), whole);
}

}  // namespace
}  // namespace spillway
