// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace spillway::test {

/// Returns the peak memory, in bytes, of a new process that runs `work`. The memory of processes
/// that `work` starts does not count. The new process begins as a copy of the test's process, whose
/// memory counts too. So a test must compare the results for two amounts of work.
inline std::int64_t peak_bytes_of(const std::function<void()>& work) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t process = ::fork();
  if (process == 0) {
    work();
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const bool told = !testing::Test::HasFailure() &&
                      ::write(ends[1], &usage.ru_maxrss, sizeof usage.ru_maxrss) > 0;
    ::_exit(told ? 0 : 1);
  }
  ::close(ends[1]);
  long kilobytes = 0;
  EXPECT_EQ(::read(ends[0], &kilobytes, sizeof kilobytes), static_cast<ssize_t>(sizeof kilobytes));
  ::close(ends[0]);
  ::waitpid(process, nullptr, 0);
  return std::int64_t{kilobytes} * 1024;
}

}  // namespace spillway::test
