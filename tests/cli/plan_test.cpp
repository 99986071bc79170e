// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "cli/command.h"

namespace spillway::cli {
namespace {

using testing::HasSubstr;

struct Outcome {
  ExitCode code = ExitCode::ok;
  std::string out;
  std::string err;
};

Outcome run(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  Outcome outcome;
  outcome.code = run_command_line(arguments, {out, err});
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

/// A file that is gone when the test ends.
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

constexpr const char* three_buffers = "id,lower,upper,size\na,0,2,64\nb,1,3,32\nc,2,4,64\n";

TEST(PlanCommand, PrintsPeaksBoundTablesAndMap) {
  const TemporaryCsv file(three_buffers);
  const Outcome outcome =
      run({"plan", "--buffers", file.path(), "--planner", "exact", "--memory", "sram=128"});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("peak sram                     96 bytes\n"
                                     "peak in total                 96 bytes\n"
                                     "lower bound                   96 bytes live at once\n"
                                     "proven optimal\n"));
  EXPECT_THAT(outcome.out, HasSubstr("| sram         | n/a          |                 128 |"));
  EXPECT_THAT(outcome.out, HasSubstr("sram: 96 bytes, 3 tensors, 2 bytes per column\n"));
}

TEST(PlanCommand, WritesAPlanThatCheckAccepts) {
  const TemporaryCsv file(three_buffers);
  const std::string plan = testing::TempDir() + "written_plan.csv";
  ASSERT_EQ(
      run({"plan", "--buffers", file.path(), "--memory", "sram=96,dram=1K", "--output", plan}).code,
      ExitCode::ok);
  const Outcome checked = run({"check", "--buffers", plan, "--memory", "sram=96,dram=1K"});
  EXPECT_EQ(checked.code, ExitCode::ok) << checked.out;
  EXPECT_EQ(checked.out, "3 buffers, no violation\n");
  std::remove(plan.c_str());
}

TEST(PlanCommand, FailsWithStatusFourWhenABudgetIsMissed) {
  const TemporaryCsv file(three_buffers);
  const Outcome outcome =
      run({"plan", "--buffers", file.path(), "--memory", "sram=1K", "--require", "sram<=64"});
  EXPECT_EQ(outcome.code, ExitCode::check_missed);
  EXPECT_THAT(outcome.err, HasSubstr("sram: required 96 bytes, available 64, excess 32"));
  EXPECT_THAT(outcome.err, HasSubstr("'a' 64"));
}

TEST(PlanCommand, KeepsReservedBytesFree) {
  const TemporaryCsv file(three_buffers);
  EXPECT_EQ(run({"plan", "--buffers", file.path(), "--planner", "exact", "--memory", "sram=128",
                 "--reserve", "sram=32"})
                .code,
            ExitCode::ok);
  const Outcome outcome = run({"plan", "--buffers", file.path(), "--planner", "exact", "--memory",
                               "sram=128", "--reserve", "sram=33"});
  EXPECT_EQ(outcome.code, ExitCode::run_failed);
  EXPECT_EQ(outcome.err, "spillway: proven: no plan fits into sram\n");
}

TEST(PlanCommand, MistakesInTheFileNameTheRow) {
  const auto error = [](const std::string& rows, std::vector<std::string> more = {}) {
    const TemporaryCsv file("id,lower,upper,size,offset\n" + rows);
    std::vector<std::string> arguments = {"plan", "--buffers", file.path()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const Outcome overlap = error("a,0,2,8,0\nb,1,3,8,4\n");
  EXPECT_EQ(overlap.code, ExitCode::input_file);
  EXPECT_THAT(overlap.err, HasSubstr(".csv:3: buffer 'b': its fixed offset makes it overlap 'a'"));
  EXPECT_THAT(error("a,0,2,0,\n").err, HasSubstr(".csv:2:7: size '0': expected 1 to"));
  EXPECT_THAT(error("a,0,2,1099511627777,\n").err, HasSubstr(".csv:2:7"));
  EXPECT_THAT(error("a,3,2,8,\n").err, HasSubstr(".csv:2:5"));
  EXPECT_THAT(error("a,0,2,8,\na,2,3,8,\n").err, HasSubstr("the id is used twice"));
  const Outcome large = error("a,0,2,80,\n", {"--memory", "sram=64"});
  EXPECT_EQ(large.code, ExitCode::run_failed);
  EXPECT_THAT(large.err, HasSubstr("16 bytes over"));
}

TEST(PlanCommand, BadOptionsAreUsageErrors) {
  const TemporaryCsv file(three_buffers);
  EXPECT_EQ(run({"plan"}).code, ExitCode::usage);
  EXPECT_THAT(run({"plan", "--buffers", file.path(), "--planner", "exat"}).err,
              HasSubstr("did you mean 'exact'"));
  EXPECT_THAT(
      run({"plan", "--buffers", file.path(), "--memory", "sram=1K", "--require", "srm<=1"}).err,
      HasSubstr("did you mean 'sram'"));
  EXPECT_EQ(run({"plan", "--buffers", file.path(), "--require", "sram=1K"}).code, ExitCode::usage);
}

TEST(CheckCommand, PrintsEachViolationOnItsOwnLine) {
  const TemporaryCsv file(
      "id,lower,upper,size,alignment,offset\na,0,2,64,16,0\nb,1,3,64,16,40\n"
      "c,0,1,8,1,\n");
  const Outcome outcome = run({"check", "--buffers", file.path(), "--memory", "sram=96"});
  EXPECT_EQ(outcome.code, ExitCode::run_failed);
  EXPECT_THAT(outcome.out, HasSubstr(".csv:4: 'c' has no offset\n"));
  EXPECT_THAT(outcome.out, HasSubstr("overlap: "));
  EXPECT_THAT(outcome.out, HasSubstr("misaligned: "));
  EXPECT_THAT(outcome.out, HasSubstr("out of bounds: "));
  EXPECT_EQ(outcome.err, "spillway: 4 violations\n");
}

}  // namespace
}  // namespace spillway::cli
