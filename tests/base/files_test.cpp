// SPDX-License-Identifier: Apache-2.0
#include "base/files/files.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/files/file_exists.h"

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
  try {
    write_file("/dev/full", "x");
    FAIL() << "wrote to a full disk";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::run_failed);
  }
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
    try {
      read_bytes(path);
      FAIL() << path;
    } catch (const UserError& error) {
      EXPECT_EQ(error.code(), ExitCode::input_file);
    }
  }
}

}  // namespace
}  // namespace spillway
