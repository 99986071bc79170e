// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/fvp_experiment.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "hwmodels/target/target.h"
#include "report/table_formats.h"
#include "tests/reference.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::vector<FvpResult>& results() {
  static const std::vector<FvpResult> of_all = [] {
    const std::string file = test::checkout_path("experiments/ethos_u_fvp.toml");
    return run_fvp_experiment(parse_fvp_experiment(read_text(file), file));
  }();
  return of_all;
}

// The mean and the worst relative error of the cycles of a group of measurements.
struct Errors {
  double mean = 0;
  double worst = 0;
};

// Returns the errors of the measurements in `group` on the accelerators whose name begins with
// `family`, for the networks whose name begins with `network`.
Errors errors_of(const std::string& group, const std::string& family,
                 const std::string& network = "") {
  Errors errors;
  int count = 0;
  for (const FvpResult& result : results()) {
    const FvpCase& one = result.reference;
    if (one.group != group || one.accelerator.find(family) != 0) continue;
    if (one.name.find(network) != 0) continue;
    ++count;
    errors.mean += std::abs(result.error());
    errors.worst = std::max(errors.worst, std::abs(result.error()));
  }
  errors.mean /= std::max(count, 1);
  return errors;
}

TEST(FvpExperiment, KeywordNetworkIsWithinToleranceOnElevenAccelerators) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp/kws_micronet_m__u55-32.tflite");
  EXPECT_LE(errors_of("networks", "u55", "kws").worst, 0.025);
  EXPECT_LE(errors_of("networks", "u65", "kws").worst, 0.06);
  EXPECT_LE(errors_of("networks", "u85", "kws").mean, 0.03);
  EXPECT_LE(errors_of("networks", "u85", "kws").worst, 0.06);
}

TEST(FvpExperiment, DetectorIsWithinToleranceOnElevenAccelerators) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp_yolo/yolo-fastest_192_face_v4__u55-32.tflite");
  EXPECT_LE(errors_of("networks", "u55", "yolo").worst, 0.02);
  EXPECT_LE(errors_of("networks", "u65", "yolo").worst, 0.08);
  EXPECT_LE(errors_of("networks", "u85", "yolo").worst, 0.03);
}

TEST(FvpExperiment, AllUnitsAreReadAndTheirSumMatchesTheFvp) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp_yolo/yolo-fastest_192_face_v4__u85-512.tflite");
  const std::vector<FvpUnits> kinds = units_by_kind(results());
  int units = 0;
  Cycles ours = 0;
  Cycles published = 0;
  for (const FvpUnits& kind : kinds) {
    units += kind.count;
    ours += kind.cycles;
    published += kind.reference;
  }
  // A unit is the sequence of kernels that a command stream runs between two interrupts. There are
  // measurements for U85-256 and U85-512: 16 and 13 units of the keyword network, and 92 and 88
  // units of YOLO-Fastest.
  EXPECT_EQ(units, 16 + 13 + 92 + 88);
  EXPECT_NEAR(static_cast<double>(ours) / static_cast<double>(published), 1, 0.03);
  for (std::size_t i = 1; i < kinds.size(); ++i) {
    EXPECT_GE(std::abs(kinds[i - 1].error()), std::abs(kinds[i].error()));
  }
}

TEST(FvpExperiment, BeatsOfNetworksAreExact) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp/kws_micronet_m__u55-32.tflite");
  for (const FvpResult& result : results()) {
    if (result.reference.group == "operators") continue;
    if (result.reference.group == "units") continue;
    ASSERT_EQ(result.beats.size(), result.reference.counters.size());
    for (std::size_t i = 0; i < result.beats.size(); ++i) {
      EXPECT_EQ(result.beats[i], result.reference.counters[i].beats)
          << result.reference.accelerator << ' ' << result.reference.name << ' ' << i;
    }
  }
}

TEST(FvpExperiment, SweptAdapterParametersAreWithinFivePercent) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp/kws_micronet_m__u55-32.tflite");
  EXPECT_LE(errors_of("sweeps", "u55").worst, 0.05);
  EXPECT_LE(errors_of("sweeps", "u85").worst, 0.05);
}

TEST(FvpExperiment, SingleOperatorsAreWithinTheirLimits) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp/kws_micronet_m__u55-32.tflite");
  EXPECT_LE(errors_of("operators", "u85").mean, 0.05);
  EXPECT_LE(errors_of("operators", "u85").worst, 0.20);
  int rows = 0;
  int near = 0;
  for (const FvpResult& result : results()) {
    const FvpCase& one = result.reference;
    if (one.group != "operators") continue;
    ++rows;
    near += std::abs(result.error()) <= 0.06 || std::abs(result.cycles - one.cycles) <= 300;
  }
  EXPECT_GE(near, 0.8 * rows);
}

// Returns whether a number of cycles on an accelerator of the product, such as "u85", exceeds its
// tolerance. Accelerators of the same product have the same timing rules.
bool misses_cycles(const std::vector<std::string>& missed, const std::string& product) {
  return std::any_of(missed.begin(), missed.end(), [&](const std::string& line) {
    return line.rfind(product + "-", 0) == 0 && line.find(" cycles, FVP ") != std::string::npos;
  });
}

// A target must be called validated if, and only if, all measured cycles of its product are within
// their tolerances.
TEST(FvpExperiment, ATargetIsCalledValidatedIfItsProductMeetsAllTolerances) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp/kws_micronet_m__u55-32.tflite");
  const std::string file = test::checkout_path("experiments/ethos_u_fvp.toml");
  const std::vector<std::string> missed =
      missed_fvp_figures(parse_fvp_experiment(read_text(file), file), results());
  for (const FvpResult& result : results()) {
    const std::string& name = result.reference.accelerator;
    const std::string product = name.substr(0, name.find('-'));
    EXPECT_EQ(load_target("ethos-" + name).validated, !misses_cycles(missed, product)) << name;
  }
}

FvpResult result_of(Cycles published, Cycles cycles, std::int64_t beats) {
  FvpResult result;
  result.reference.group = "networks";
  result.reference.accelerator = "u55-32";
  result.reference.name = "n";
  result.reference.cycles = published;
  result.reference.counters = {{"sram", false, 100}};
  result.cycles = cycles;
  result.beats = {beats};
  return result;
}

TEST(FvpExperiment, ReportsCyclesBeyondToleranceAndAnyDifferenceInBeats) {
  FvpExperiment experiment;
  experiment.tolerance = {{"networks", 0.05}, {"units", 0.08}};
  experiment.cycle_floor = 300;
  EXPECT_THAT(missed_fvp_figures(experiment, {result_of(1000, 1300, 100)}), IsEmpty());
  EXPECT_THAT(missed_fvp_figures(experiment, {result_of(10000, 10499, 100)}), IsEmpty());
  EXPECT_THAT(missed_fvp_figures(experiment, {result_of(10000, 10501, 100)}), SizeIs(1));
  const auto missed = missed_fvp_figures(experiment, {result_of(10000, 9000, 101)});
  ASSERT_THAT(missed, SizeIs(2));
  EXPECT_THAT(missed[1], HasSubstr("u55-32 n: 101 beats read from sram, FVP 100"));
}

FvpResult unit_of(const std::string& kind, Cycles published, Cycles cycles) {
  FvpResult result = result_of(published, cycles, 100);
  result.reference.group = "units";
  result.reference.unit = {0, 1, kind};
  return result;
}

TEST(FvpExperiment, ToleranceOfUnitsAppliesToTheSumOfTheirKind) {
  FvpExperiment experiment;
  experiment.tolerance = {{"units", 0.08}};
  const std::vector<FvpResult> even = {unit_of("Conv2D", 1000, 2000),
                                       unit_of("Conv2D", 2000, 1000)};
  EXPECT_THAT(missed_fvp_figures(experiment, even), IsEmpty());
  const std::vector<FvpResult> off = {unit_of("Conv2D", 10000, 11000),
                                      unit_of("Add", 20000, 18000)};
  EXPECT_THAT(missed_fvp_figures(experiment, off), SizeIs(1));
}

TEST(FvpExperiment, ReportHasOneTableForEachQuestion) {
  const Printout report =
      fvp_report({}, {result_of(1000, 1100, 101), unit_of("Conv2D", 10000, 11000)});
  const auto csv = [&](const std::string& table) { return csv_table(report, table); };
  EXPECT_THAT(csv("runs"), HasSubstr("u55-32,n,1000,1100,10.00,,,0,-100.0,sram read +1\n"));
  EXPECT_THAT(csv("means"), HasSubstr("\"networks, u55\",1,10.00,10.00,0,1\n"));
  EXPECT_THAT(csv("kinds"), HasSubstr("u55-32,Conv2D,1,10000,11000,10.0\n"));
  EXPECT_THAT(csv("units"), HasSubstr("u55-32,n,Conv2D,10000,11000,1000\n"));
}

// A unit is the sequence of kernels between two interrupts. `of_cycles` is the sum of the units'
// errors in cycles, divided by the sum of their published cycles. `beyond` counts only the part of
// an error that exceeds the step of the FVP's clock (1,000 cycles). `of_clock_steps` is the error
// that an exact simulator would have, because the FVP rounds the times of both interrupts to steps:
// a third of a step per unit on average.
TEST(FvpExperiment, ErrorsOfUnitsAreWeighedByCyclesAndByTheStepOfTheClock) {
  const UnitErrors errors = unit_errors(
      {unit_of("Conv2D", 2000, 3000), unit_of("Add", 20000, 17000), result_of(1000, 5000, 100)});
  EXPECT_DOUBLE_EQ(errors.all.mean, (0.5 + 0.15) / 2);
  EXPECT_DOUBLE_EQ(errors.all.of_cycles, 4000.0 / 22000);
  EXPECT_DOUBLE_EQ(errors.beyond.mean, 0.1 / 2);
  EXPECT_DOUBLE_EQ(errors.beyond.of_cycles, 2000.0 / 22000);
  EXPECT_NEAR(errors.of_clock_steps.mean, (1.0 / 6 + 1.0 / 60) / 2, 1e-12);
  EXPECT_NEAR(errors.of_clock_steps.of_cycles, 2000.0 / 3 / 22000, 1e-12);
  EXPECT_EQ(unit_errors({}).all.mean, 0);
}

TEST(FvpExperiment, SaysWhereTheReferenceDataShouldBe) {
  EXPECT_THAT(test::user_error([&] {
                parse_fvp_experiment(
                    "kind = 'f'\ndescription = 'd'\n[[network]]\nreference = 'nowhere'\n",
                    "a/b.toml");
              }),
              HasSubstr("a/nowhere"));
}

}  // namespace
}  // namespace spillway
