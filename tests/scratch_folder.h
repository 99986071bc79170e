// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace spillway::test {

/// A test with an empty folder, which is deleted after the test. The name of the folder contains
/// the name of the test and the number of the process, so tests that run at the same time have
/// different folders.
class InScratchFolder : public testing::Test {
 protected:
  InScratchFolder() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("spillway_") + test.test_suite_name() + "_" + test.name() +
               std::to_string(::getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~InScratchFolder() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

}  // namespace spillway::test
