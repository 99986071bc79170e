// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/files/gzip.h"
#include "tests/cli/run_outcome.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

class TraceOfARun : public test::InScratchFolder {
 protected:
  test::Outcome run(const std::vector<std::string>& options) const {
    std::vector<std::string> words = {"run", "ds_cnn", "--target", "ethos-u55-64"};
    words.insert(words.end(), options.begin(), options.end());
    return test::outcome_of(words);
  }
};

TEST_F(TraceOfARun, IsCompressedWhereItsNameEndsInGz) {
  ASSERT_EQ(run({"--trace", path("t.json")}).code, ExitCode::ok);
  ASSERT_EQ(run({"--trace", path("t.json.gz")}).code, ExitCode::ok);
  const std::string plain = read_text(path("t.json"));
  const std::string packed = read_text(path("t.json.gz"));
  EXPECT_EQ(packed, gzipped(plain));
  EXPECT_LT(packed.size() * 4, plain.size());
}

TEST_F(TraceOfARun, OtherFilesAreNotCompressed) {
  const test::Outcome outcome = run({"--per-op", path("ops.csv.gz")});
  EXPECT_EQ(outcome.code, ExitCode::usage);
  EXPECT_THAT(outcome.err, HasSubstr("only --trace FILE.json.gz is written compressed"));
  EXPECT_EQ(run({"--trace", path("t.json.xz")}).code, ExitCode::usage);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

}  // namespace
}  // namespace spillway::cli
