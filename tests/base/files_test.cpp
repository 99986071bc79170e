// SPDX-License-Identifier: Apache-2.0
#include "base/files/files.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/files/file_exists.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

std::string temporary(const std::string& name) { return testing::TempDir() + name; }

TEST(WriteFile, ReplacesAFileWholeAndLeavesNoTemporary) {
  const std::string folder = temporary("spillway_write_file");
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  write_file(folder + "/a.csv", "one");
  write_file(folder + "/a.csv", "two");
  EXPECT_EQ(read_text(folder + "/a.csv"), "two");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

TEST(WriteFile, AFullDiskIsARunFailure) {
  EXPECT_NE(test::user_error([&] { write_file("/dev/full", "x"); }, ExitCode::run_failed), "");
}

TEST(FileExists, ReturnsFalseForImpossiblePaths) {
  for (const std::string& path : {std::string(5000, 'x'), std::string("/dev/null/file")}) {
    EXPECT_FALSE(file_exists(path));
    EXPECT_FALSE(is_regular_file(path));
    EXPECT_FALSE(is_folder(path));
  }
  EXPECT_TRUE(file_exists("/dev/null"));
  EXPECT_FALSE(is_regular_file("/dev/null"));
  EXPECT_TRUE(is_folder("/dev"));
}

TEST(ReadBytes, AMissingFileAndADirectoryAreInputErrors) {
  for (const std::string& path : {temporary("spillway_missing"), temporary("")}) {
    EXPECT_NE(test::user_error([&] { read_bytes(path); }), "") << path;
  }
}

}  // namespace
}  // namespace spillway
