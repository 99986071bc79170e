// SPDX-License-Identifier: Apache-2.0
// Checks that each row of the CSV files in tests/data/reference is also in the full reference data.
// In a clone without the full reference data, tests compare results with these files.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/text.h"
#include "tests/checkout.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

TEST(ReferenceData, HasOnlyRowsOfTheFullReferenceData) {
  const fs::path full = test::checkout_path("../shared");
  if (!fs::exists(full)) GTEST_SKIP() << "no reference data: ../shared is missing";
  const fs::path own = test::checkout_path("tests/data");
  std::size_t compared = 0;
  for (const auto& entry : fs::recursive_directory_iterator(own / "reference")) {
    if (entry.path().extension() != ".csv") continue;
    const std::string all = read_text((full / fs::relative(entry.path(), own)).string()) + "\n";
    // A table in tests/data may leave out rows of the full table, but must not have rows that the
    // full table does not have.
    for (const std::string& line : split(read_text(entry.path().string()), '\n')) {
      EXPECT_NE(all.find(line + "\n"), std::string::npos) << entry.path() << ": " << line;
    }
    ++compared;
  }
  EXPECT_GT(compared, 50U);
}

}  // namespace
}  // namespace spillway
