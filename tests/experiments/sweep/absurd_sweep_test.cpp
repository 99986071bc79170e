// SPDX-License-Identifier: Apache-2.0
// Tests declarations of huge sweeps. The program must refuse a sweep that would need more memory
// than the machine has, before it allocates this memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/sweep/skip_condition.h"
#include "experiments/sweep/sweep_size.h"
#include "experiments/sweep/sweep_table.h"
#include "tests/experiments/sweep/sweep_program.h"
#include "tests/user_error.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(AbsurdSweep, OfTenThousandMillionPointsIsCountedAndRefused) {
  SweepSpec spec;
  spec.networks = {load_network("ds_cnn")};
  spec.targets = {"ethos-u65-256"};
  spec.memories = {parse_memory_range("sram=1:100000:1"), parse_memory_range("dram=1:100000:1")};
  EXPECT_THAT(test::user_error([&] { SweepTable table(spec); }, ExitCode::usage),
              AllOf(HasSubstr("10,000,000,000 points"),
                    HasSubstr("100,000 sizes of sram x 100,000 sizes of dram"),
                    HasSubstr("10,000,000 at most")));
}

TEST(AbsurdSweep, OfMorePointsThanCanBeCountedIsRefused) {
  PointCount count;
  for (int i = 0; i < 5; ++i) count.times("sizes", 100'000);
  EXPECT_THAT(test::user_error([&] { count.require_sane(); }, ExitCode::usage),
              HasSubstr("more than 2^63 points"));
}

TEST(AbsurdSweep, OfTooManySizesSaysHowMany) {
  EXPECT_THAT(test::user_error([] { parse_memory_range("sram=1:1T:1"); }, ExitCode::usage),
              HasSubstr("are 1,099,511,627,776 sizes; expected 100,000 at most"));
  EXPECT_EQ(parse_memory_range("sram=1T").sizes, std::vector<Bytes>{Bytes{1} << 40});
}

TEST(AbsurdSweep, HasSkipConditionsOfAnyLength) {
  std::string text = "threads = 1";
  for (int i = 0; i < 300'000; ++i) text += i % 2 == 0 ? " and threads = 1" : " or threads = 2";
  const SkipCondition condition(text, {"threads"});
  EXPECT_TRUE(condition.holds({{"threads", "1"}}));
  EXPECT_TRUE(condition.holds({{"threads", "2"}}));
  EXPECT_FALSE(condition.holds({{"threads", "3"}}));
}

using AbsurdFolders = test::SmallSweep;

// The name of the folder has a line end. In the job script, the text after the line end would be a
// separate command.
TEST_F(AbsurdFolders, OfJobScriptsAreRefused) {
  const std::string evil = file("jobs\ntouch " + file("pwned"));
  EXPECT_EQ(test::Program(arguments("out.csv", {"--slurm", evil}), file("log")).wait(), 2);
  EXPECT_THAT(read_text(file("log")), HasSubstr("holds a control character"));
  EXPECT_FALSE(std::filesystem::exists(evil));
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::create_directory(file("work\n#SBATCH --wrap"));
  std::filesystem::current_path(file("work\n#SBATCH --wrap"));
  const int code =
      test::Program(arguments("out.csv", {"--slurm", file("jobs")}), file("log")).wait();
  std::filesystem::current_path(before);
  EXPECT_EQ(code, 2);
  EXPECT_THAT(read_text(file("log")), HasSubstr("the working folder"));
}

TEST_F(AbsurdFolders, OfTemporaryFilesAreNamed) {
  ::setenv("TMPDIR", "/nonexistent", 1);
  const int code =
      test::Program({"sweep", file("net.csv"), "--target", "ethos-u55-128", "--memory", "sram=64K"},
                    file("log"))
          .wait();
  ::unsetenv("TMPDIR");
  EXPECT_EQ(code, 1);
  EXPECT_THAT(read_text(file("log")), HasSubstr("TMPDIR: '/nonexistent' is no folder"));
}

}  // namespace
}  // namespace spillway
