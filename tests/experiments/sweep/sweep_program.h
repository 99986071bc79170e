// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files/files.h"
#include "experiments/sweep/merge_sweeps.h"
#include "tests/checkout.h"
#include "tests/user_error.h"

namespace spillway::test {

/// Runs the built program with the given arguments in a new process. Standard error goes to the
/// file `errors`.
class Program {
 public:
  explicit Program(std::vector<std::string> arguments, const std::string& errors = "/dev/null") {
    arguments.insert(arguments.begin(), program_path());
    process_ = ::fork();
    if (process_ != 0) return;
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    const int file = ::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ::dup2(file, STDERR_FILENO);
    ::dup2(file, STDOUT_FILENO);
    ::execv(words[0], words.data());
    ::_exit(127);
  }

  pid_t process() const { return process_; }

  bool running() {
    if (ended_) return false;
    ended_ = ::waitpid(process_, &status_, WNOHANG) == process_;
    return !ended_;
  }

  /// Waits until the process ends. Returns its exit code; -1 if a signal ended the process.
  int wait() {
    if (!ended_) ::waitpid(process_, &status_, 0);
    ended_ = true;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
  }

  std::vector<pid_t> children() const {
    const std::string id = std::to_string(process_);
    std::ifstream words("/proc/" + id + "/task/" + id + "/children");
    std::vector<pid_t> ids;
    for (pid_t child = 0; words >> child;) ids.push_back(child);
    return ids;
  }

 private:
  pid_t process_ = 0;
  int status_ = 0;
  bool ended_ = false;
};

/// A fixture with a sweep of a small network in an empty folder. The sweep has 90 points. At some
/// of the points, the network does not fit.
class SmallSweep : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    write_file(folder_ + "/net.csv",
               "layer,type,inputs,channels,kernel,stride,padding,activation\n"
               "image,input,,16x16x3,,,,\n"
               "conv,conv_2d,,16,3x3,1,same,relu\n"
               "left,conv_2d,,16,3x3,1,same,\n"
               "sum,add,conv left,,,,,relu\n"
               "classes,fully_connected,,10,,,,\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name) const { return folder_ + "/" + name; }

  std::vector<std::string> arguments(const std::string& output,
                                     const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"sweep",         file("net.csv"),
                                      "--target",      "ethos-u65-256",
                                      "--memory-mode", "Dedicated_Sram,Shared_Sram",
                                      "--memory",      sizes_,
                                      "--planner",     "cadence-greedy,vela-greedy,vela-spill",
                                      "--output",      file(output)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// Runs the sweep with one worker process. Returns the CSV that this run writes.
  std::string expected() {
    EXPECT_EQ(Program(arguments("expected.csv", {"--jobs", "1"})).wait(), 0);
    return read_text(file("expected.csv"));
  }

  /// Merges the sweep files `paths`, which must fail with ExitCode::input_file. Returns the error
  /// message.
  static std::string merge_error(const std::vector<std::string>& paths) {
    return test::user_error([&] { merge_sweeps(paths, ""); });
  }

  std::string sizes_ = "sram=1K:15K:1K";
  std::string folder_ = testing::TempDir() + "/small_sweep" + std::to_string(::getpid());
};

}  // namespace spillway::test
