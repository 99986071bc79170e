// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "tests/cli/answer_run.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "tests/reference.h"
#include "tests/scratch_folder.h"

namespace spillway::cli {
namespace {

using testing::Not;

class Relinking : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("spillway_relink" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    const std::vector<std::uint8_t> bytes = test::assembled_bytes(test::cached_file());
    write_file(path("compiled.tflite"),
               {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  test::Outcome relink(std::vector<std::string> words) const {
    words.insert(words.begin(),
                 {"relink", path("compiled.tflite"), "--output", path("out.tflite")});
    return test::outcome_of(words);
  }

  fs::path folder_;
};

TEST_F(Relinking, WritesAFileThatCheckProvesEqual) {
  const test::Outcome outcome = relink({});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  const test::Outcome proof =
      test::outcome_of({"check", "--against", path("compiled.tflite"), path("out.tflite")});
  EXPECT_EQ(proof.code, ExitCode::ok) << proof.err;
  EXPECT_THAT(proof.out, HasSubstr("computes the same as"));
}

TEST_F(Relinking, ReadsThePlanThatItHasWritten) {
  const test::Outcome first = relink({"--plan-out", path("plan.csv"), "--planner", "vela-spill"});
  ASSERT_EQ(first.code, ExitCode::ok) << first.err;
  const std::string written = read_own_output(path("out.tflite"));
  const test::Outcome second = relink({"--plan", path("plan.csv")});
  ASSERT_EQ(second.code, ExitCode::ok) << second.err;
  EXPECT_EQ(read_own_output(path("out.tflite")), written);
}

TEST_F(Relinking, JsonAndSummaryShowTheSameTimes) {
  const test::Outcome outcome = relink({"--json", "-"});
  const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << outcome.out << outcome.err;
  EXPECT_EQ(json["document"], "relink");
  EXPECT_LE(json["cycles_after"], json["cycles_before"]);
  EXPECT_THAT(json["note"].get<std::string>(), HasSubstr("not run on silicon"));
}

TEST_F(Relinking, RefusesInvalidPlans) {
  ASSERT_EQ(relink({"--plan-out", path("plan.csv")}).code, ExitCode::ok);
  std::string plan = read_own_output(path("plan.csv"));
  const std::size_t last_row = plan.rfind('\n', plan.size() - 2) + 1;
  write_file(path("shorter.csv"), plan.substr(0, last_row));
  const test::Outcome missing = relink({"--plan", path("shorter.csv")});
  EXPECT_EQ(missing.code, ExitCode::input_file);
  EXPECT_THAT(missing.err, HasSubstr("gives no place for"));
  EXPECT_EQ(relink({"--plan", path("plan.csv"), "--planner", "single"}).code, ExitCode::usage);
}

TEST_F(Relinking, WorksForFilesWithoutAFastArena) {
  const test::Outcome outcome = relink({"--memory", "sram=16"});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("original  does not fit: "));
  EXPECT_THAT(outcome.out, HasSubstr("must provide an arena of"));
}

TEST_F(Relinking, WritesNoFileIfNoPlanFits) {
  const test::Outcome outcome = relink({"--memory", "sram=16,dram=1K"});
  EXPECT_EQ(outcome.code, ExitCode::run_failed) << outcome.out;
  EXPECT_FALSE(fs::exists(path("out.tflite")));
}

TEST_F(Relinking, RefusesTargetsOtherThanThatOfTheFile) {
  for (const char* target : {"ethos-u55-128", "ethos-u65-512", "ethos-u85-256", "xcore.ai"}) {
    const test::Outcome outcome = relink({"--target", target});
    EXPECT_EQ(outcome.code, ExitCode::usage) << target;
    EXPECT_THAT(outcome.err, HasSubstr("is compiled for ethos-u65-256, not for")) << target;
    EXPECT_FALSE(fs::exists(path("out.tflite"))) << target;
  }
}

TEST_F(Relinking, RefusesAnEmptyPlan) {
  write_file(path("plan.csv"), "");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--plan", path("plan.csv")},
        {"--plan", path("plan.csv"), "--network", "resnet8"}}) {
    const test::Outcome outcome = relink(words);
    EXPECT_EQ(outcome.code, ExitCode::input_file);
    EXPECT_THAT(outcome.err, HasSubstr("plan.csv: is empty, expected"));
  }
}

// Without SRAM, the relinked file has all maps and weights in its arena in DRAM. The original file
// has data in SRAM, so it does not fit.
TEST_F(Relinking, PutsNothingIntoAMemoryOfZeroBytes) {
  const test::Outcome outcome = relink({"--memory", "sram=0"});
  EXPECT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("original  does not fit: "));
}

TEST_F(Relinking, RefusesBuiltInNetworks) {
  const test::Outcome outcome =
      test::outcome_of({"relink", "ds_cnn", "--output", path("out.tflite")});
  EXPECT_EQ(outcome.code, ExitCode::input_file);
  EXPECT_THAT(outcome.err, HasSubstr("ds_cnn was not read from a .tflite file"));
}

TEST_F(Relinking, CheckRefusesAnotherFile) {
  test::AssembledFile other;
  other.product = ethosu::Product::u65;
  other.macs = 256;
  const std::vector<std::uint8_t> bytes = test::assembled_bytes(other);
  write_file(path("other.tflite"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const test::Outcome proof =
      test::outcome_of({"check", "--against", path("compiled.tflite"), path("other.tflite")});
  EXPECT_EQ(proof.code, ExitCode::run_failed);
  EXPECT_THAT(proof.err, HasSubstr("not proven to compute the same"));
  EXPECT_THAT(proof.out, Not(HasSubstr("computes the same")));
}

TEST_F(Relinking, WritesNoFileThatIsSlowerThanTheOriginal) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  for (const char* name : {"mlperf_vww96__u65-256__Dedicated_Sram__27648",
                           "mlperf_resnet_quant__u65-256__Dedicated_Sram__24576",
                           "mlperf_kws__u55-128__Shared_Sram"}) {
    const std::string file =
        test::shared_path(std::string("models/compiled/peers/") + name + ".tflite");
    const test::Outcome outcome =
        test::outcome_of({"relink", file, "--output", path("peer.tflite"), "--json", "-"});
    ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_LE(json["cycles_after"], json["cycles_before"]) << name;
    const test::Outcome run = test::outcome_of({"run", path("peer.tflite"), "--json", "-"});
    EXPECT_EQ(nlohmann::json::parse(run.out)["timing"]["total_cycles"], json["cycles_after"]);
  }
}

/// A fixture with a file for TensorFlow Lite Micro. This runtime places all feature maps in one
/// arena.
class RelinkingArenas : public test::InScratchFolder {
 protected:
  void SetUp() override {
    test::InScratchFolder::SetUp();
    const test::Outcome converted = test::outcome_of(
        {"convert", "mobilenet_v1_0.25_96", "--to", "tflite", "--output", path("net.tflite")});
    ASSERT_EQ(converted.code, ExitCode::ok) << converted.err;
  }

  test::Outcome relink(const std::vector<std::string>& more) const {
    return test::outcome_of(
        with({"relink", path("net.tflite"), "--output", path("out.tflite")}, more));
  }

  // Returns the peak in bytes of the plan that `planner` makes for the network in `file`.
  std::int64_t peak(const std::string& file, const std::string& planner) const {
    const test::Outcome outcome =
        test::outcome_of({"plan", path(file), "--planner", planner, "--json", "-"});
    const auto json = nlohmann::json::parse(outcome.out.substr(outcome.out.find("{\n")));
    return json["memories"][0]["peak_bytes"];
  }
};

TEST_F(RelinkingArenas, WritesAPlanThatTheRuntimesPlannerObeys) {
  // The plan of tflm-linear needs more memory than the plan that the runtime itself makes
  // (tflm-greedy). So `relink` must not write the plan of tflm-linear.
  ASSERT_EQ(relink({"--planner", "tflm-linear"}).code, ExitCode::ok);
  const std::int64_t greedy = peak("net.tflite", "tflm-greedy");
  EXPECT_EQ(peak("out.tflite", "tflm-greedy"), greedy) << "a worse plan is not written";
  ASSERT_EQ(test::outcome_of({"plan", path("net.tflite"), "--planner", "tflm-linear",
                              "--tflite-out", path("linear.tflite")})
                .code,
            ExitCode::ok);
  ASSERT_GT(peak("linear.tflite", "tflm-greedy"), greedy);
  const test::Outcome better =
      test::outcome_of({"relink", path("linear.tflite"), "--output", path("better.tflite")});
  EXPECT_EQ(better.code, ExitCode::ok) << better.err;
  EXPECT_LE(peak("better.tflite", "tflm-greedy"), greedy);
  EXPECT_THAT(better.out, HasSubstr("the runtime's own planner, given the new file, takes"));
}

TEST_F(RelinkingArenas, TakesAPlanFile) {
  ASSERT_EQ(test::outcome_of({"plan", path("net.tflite"), "--planner", "tflm-linear",
                              "--tflite-out", path("linear.tflite")})
                .code,
            ExitCode::ok);
  ASSERT_EQ(test::outcome_of(
                {"plan", path("net.tflite"), "--planner", "exact", "--output", path("plan.csv")})
                .code,
            ExitCode::ok);
  const test::Outcome outcome =
      test::outcome_of({"relink", path("linear.tflite"), "--plan", path("plan.csv"), "--output",
                        path("out.tflite"), "--json", path("relink.json")});
  ASSERT_EQ(outcome.code, ExitCode::ok) << outcome.err;
  const std::int64_t exact = peak("net.tflite", "exact");
  EXPECT_EQ(peak("out.tflite", "tflm-greedy"), exact);
  const auto json = nlohmann::json::parse(read_text(path("relink.json")));
  EXPECT_EQ(json["after"]["arena_bytes"], exact);
}

TEST_F(RelinkingArenas, RefusesOptionsOfCompiledNetworks) {
  EXPECT_EQ(relink({"--network", path("net.tflite")}).code, ExitCode::usage);
  EXPECT_THAT(relink({"--target", "ethos-u65-256"}).err, HasSubstr("is not compiled for Ethos-U"));
  const test::Outcome small = relink({"--memory", "sram=1K"});
  EXPECT_EQ(small.code, ExitCode::run_failed);
  EXPECT_THAT(small.err, HasSubstr("does not fit sram: required"));
  EXPECT_FALSE(std::filesystem::exists(path("out.tflite")));
}

}  // namespace
}  // namespace spillway::cli
