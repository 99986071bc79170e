// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <regex>

#include <gtest/gtest.h>
#include <poll.h>

#include "tests/experiments/sweep/sweep_program.h"

namespace spillway {
namespace {

/// A pseudo-terminal. The program under test writes to the pseudo-terminal, and the test reads what
/// the program has written.
class Terminal {
 public:
  /// Returns whether this machine can open a pseudo-terminal. Some containers have no
  /// pseudo-terminals.
  static bool exists() {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal >= 0) ::close(terminal);
    return terminal >= 0;
  }

  Terminal() : reading_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    EXPECT_EQ(::grantpt(reading_), 0);
    EXPECT_EQ(::unlockpt(reading_), 0);
    path_ = ::ptsname(reading_);
    writing_ = ::open(path_.c_str(), O_RDWR | O_NOCTTY);
  }
  ~Terminal() {
    ::close(reading_);
    ::close(writing_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  const std::string& path() const { return path_; }

  /// Returns the text that the program has written since the last call, without waiting for more
  /// text.
  std::string read() {
    std::string text;
    for (pollfd poll = {reading_, POLLIN, 0}; ::poll(&poll, 1, 0) > 0;) {
      char bytes[4096];
      const ssize_t got = ::read(reading_, bytes, sizeof bytes);
      if (got <= 0) break;
      text.append(bytes, static_cast<std::size_t>(got));
    }
    return text;
  }

 private:
  int reading_, writing_ = -1;
  std::string path_;
};

// The tested program writes standard error, with the progress line, to a device, and standard
// output to a file.
class SlowProgressLine : public test::SmallSweep {
 protected:
  int run_on(const std::string& device) {
    std::string command;
    for (const std::string& word : arguments("out.csv", {"--jobs", "2"})) command += " " + word;
    command = test::program_path() + command + " > " + file("log") + " 2> " + device;
    return std::system(command.c_str());
  }
};

TEST_F(SlowProgressLine, ShowsProgressRateTimeLeftAndBestPointOnATerminal) {
  if (!Terminal::exists()) GTEST_SKIP() << "no terminals";
  Terminal terminal;
  ASSERT_EQ(run_on(terminal.path()), 0);
  const std::string text = terminal.read();
  EXPECT_EQ(text.substr(0, 5), "\r0/90") << text;
  const std::size_t last = text.rfind("\r", text.size() - 3);
  const std::string line = text.substr(last + 1);
  EXPECT_TRUE(std::regex_search(
      line,
      std::regex("^90/90  [0-9.]+ points/s  0 s left  best [0-9.]+ ms [a-z-]+ sram=[0-9]+ *\r\n$")))
      << line;
  EXPECT_LE(line.size(), 82U);
}

TEST_F(SlowProgressLine, SaysWhereAResumedSweepBegins) {
  if (!Terminal::exists()) GTEST_SKIP() << "no terminals";
  ASSERT_EQ(run_on("/dev/null"), 0);
  Terminal terminal;
  ASSERT_EQ(run_on(terminal.path()), 0);
  EXPECT_EQ(terminal.read().substr(0, 6), "\r90/90");
}

TEST_F(SlowProgressLine, IsAbsentWithoutATerminal) {
  ASSERT_EQ(run_on(file("errors")), 0);
  EXPECT_EQ(read_text(file("errors")), "");
}

}  // namespace
}  // namespace spillway
