// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/experiments/sweep/sweep_program.h"

namespace spillway {
namespace {

using testing::HasSubstr;

class SlowFullDisk : public test::SmallSweep {};

// A limit of the file size acts like a full disk: one write is incomplete, and the next write
// fails. After the limit is removed, the same sweep must continue the file.
TEST_F(SlowFullDisk, StopsWithAClearErrorAndAFileThatResumes) {
  const std::string whole = expected();
  for (const rlim_t limit : {1000U, 5000U, 9000U, 13000U}) {
    std::filesystem::remove(file("out.csv"));
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{limit, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    test::Program program(arguments("out.csv", {"--jobs", "2"}), file("log"));
    const int code = program.wait();
    ::setrlimit(RLIMIT_FSIZE, &before);
    ::signal(SIGXFSZ, SIG_DFL);
    EXPECT_EQ(code, 1) << limit;
    EXPECT_THAT(read_text(file("log")), HasSubstr(": cannot write: ")) << limit;
    EXPECT_LE(read_text(file("out.csv")).size(), limit);
    ASSERT_EQ(test::Program(arguments("out.csv"), file("log")).wait(), 0) << read_text(file("log"));
    EXPECT_EQ(read_text(file("out.csv")), whole) << limit;
  }
}

}  // namespace
}  // namespace spillway
