// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "base/files/files.h"

namespace spillway::test {

/// A temporary file with the given text. The destructor deletes the file.
class TemporaryCsv {
 public:
  explicit TemporaryCsv(const std::string& text) : path_(testing::TempDir() + name()) {
    write_file(path_, text);
  }
  ~TemporaryCsv() { std::remove(path_.c_str()); }
  TemporaryCsv(const TemporaryCsv&) = delete;
  TemporaryCsv& operator=(const TemporaryCsv&) = delete;

  const std::string& path() const { return path_; }

 private:
  static std::string name() {
    return std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".csv";
  }

  std::string path_;
};

}  // namespace spillway::test
