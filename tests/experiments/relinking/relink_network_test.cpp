// SPDX-License-Identifier: Apache-2.0
#include "experiments/relinking/relink_network.h"

#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/design_point.h"
#include "experiments/point/option_table.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/hwmodels/ethosu/replay/assembled_chain.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

/// The paths of a compiled file and of the plain network from which Vela compiled the file.
struct Pair {
  std::string compiled, plain;
};

std::string network_of(const std::string& path) {
  const std::string file = std::filesystem::path(path).filename().string();
  return file.substr(0, file.find("__"));
}

// Returns all pairs whose compiled file has `part` in its name, sorted by the path of this file.
std::vector<Pair> pairs_with(const std::string& part) {
  std::set<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::shared_path("models/compiled/peers"))) {
    paths.insert(entry.path().string());
  }
  std::vector<Pair> pairs;
  for (const std::string& path : paths) {
    if (path.find(part) == std::string::npos) continue;
    pairs.push_back({path, test::shared_path("models/" + network_of(path) + ".tflite")});
  }
  return pairs;
}

RelinkedFile relinked(const Pair& pair, const std::string& planner) {
  const Network compiled = load_network(pair.compiled);
  const Network plain = load_network(pair.plain);
  NetworkRelinkRequest request;
  request.point = as_compiled(compiled, {});
  request.planner = planner;
  return relink_network(compiled, plain, request);
}

// Checks that a relinked file takes the time of its plan. `planned` is the time of the plan's
// program. `with_planned_blocks` is the time of the file before `relink` gives kernels smaller
// blocks. These two times may differ by 3.5 %, for two reasons: the file waits for transfers by
// another rule than the plan's program, and stripes may have other blocks in the file than in the
// plan's program. The smaller blocks that `relink` then chooses must not make the file slower.
void expect_time_of_plan(const RelinkedFile& file, const std::string& name) {
  if (!file.rewritten) return;
  const auto planned = static_cast<double>(*file.planned);
  EXPECT_NEAR(static_cast<double>(file.with_planned_blocks) / planned, 1, 0.04) << name;
  EXPECT_LE(file.emitted.total, file.with_planned_blocks) << name;
}

/// Expects that `relink` writes a file which is not slower than the compiler's file.
RelinkedFile expect_not_slower(const Pair& pair) {
  RelinkedFile file = relinked(pair, "");
  EXPECT_LE(file.emitted.total, file.original->total) << pair.compiled;
  EXPECT_THAT(file.not_planned, testing::Not(testing::HasSubstr("proven"))) << pair.compiled;
  expect_time_of_plan(file, pair.compiled);
  return file;
}

TEST(LongRelinkNetwork, IsNeverSlowerThanTheCompilersFile) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  for (const Pair& pair : pairs_with("u55-128")) expect_not_slower(pair);
}

TEST(SlowRelinkNetwork, IsNeverSlowerThanEveryEighthOfTheCompilersFilesOnU65) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  const std::vector<Pair> pairs = pairs_with("u65-256");
  for (std::size_t i = 0; i < pairs.size(); i += 8) expect_not_slower(pairs[i]);
}

// The compiler uses the SRAM that its plan needs, which is often a little more than the maps need.
// In as much SRAM, `search` must not be slower than the compiler's file.
TEST(SlowRelinkNetwork, PlansOfSearchAreNotSlowerThanTheCompilersFileInItsSram) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  const std::vector<Pair> pairs = pairs_with("u55-128");
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    const Network compiled = load_network(pairs[i].compiled);
    const PointResult original = run_point(compiled, as_compiled(compiled, {}));
    DesignPoint point = as_compiled(compiled, {});
    point.planner = "search";
    const std::size_t sram = memory_index(original.target, "sram");
    point.target_options.capacities = {{"sram", original.program.peak_bytes.at(sram)}};
    const PointResult planned = run_point(load_network(pairs[i].plain), point);
    EXPECT_LE(planned.timing.total, original.timing.total) << pairs[i].compiled;
  }
}

// Only files for at least 24,000 bytes of SRAM count in the geometric mean, because smaller sizes
// are unusual for these networks.
TEST(LongRelinkNetwork, IsSixteenPercentFasterThanTheCompilersFileOnU65) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  double logarithms = 0;
  int files = 0;
  for (const Pair& pair : pairs_with("u65-256")) {
    const RelinkedFile file = expect_not_slower(pair);
    const std::string& path = pair.compiled;
    if (std::stol(path.substr(path.rfind("__") + 2)) < 24000) continue;
    logarithms += std::log(static_cast<double>(file.emitted.total) /
                           static_cast<double>(file.original->total));
    ++files;
  }
  EXPECT_LE(std::exp(logarithms / files), 0.84);
}

// Returns a relinked file. The original file is a chain of 25 blocks of four operations, which
// test::assembled_chain() makes. The new plan is one that `search` makes for `sram` bytes of SRAM.
RelinkedFile relinked_chain(Bytes sram) {
  const test::AssembledPair pair = test::assembled_chain(25);
  NetworkRelinkRequest request;
  request.point.target_options.capacities = {{"sram", sram}};
  request.point = as_compiled(pair.compiled, request.point);
  request.planner = "search";
  return relink_network(pair.compiled, pair.plain, request);
}

TEST(SlowRelinkNetwork, WritesALongChainFasterThanItWas) {
  const RelinkedFile file = relinked_chain(49'152);
  EXPECT_TRUE(file.rewritten) << file.not_planned;
  EXPECT_LT(file.emitted.total, file.original->total);
  EXPECT_EQ(file.counts_after.kernels, 100U);
  EXPECT_GT(file.smaller_blocks, 0U);
  EXPECT_LT(file.emitted.total, file.with_planned_blocks);
  expect_time_of_plan(file, "chain");
}

// With less than 28,672 bytes of SRAM, the whole maps of the chain do not fit, so its convolutions
// must run in stripes.
TEST(SlowRelinkNetwork, WritesALongChainInStripes) {
  const RelinkedFile file = relinked_chain(20'480);
  EXPECT_TRUE(file.rewritten) << file.not_planned;
  EXPECT_LE(file.after.arena_bytes, 20'480);
  EXPECT_GT(file.counts_after.kernels, 500U);
  expect_time_of_plan(file, "chain");
}

TEST(RelinkNetwork, RefusesAFileOfAnotherNetwork) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  const Pair pair{
      test::shared_path("models/compiled/peers/mlperf_kws__u55-128__Shared_Sram.tflite"),
      test::shared_path("models/mlperf_vww96.tflite")};
  try {
    relinked(pair, "");
    FAIL() << "was taken";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::input_file) << error.what();
  }
}

// In the compiled file, some weights are sparse or in the fast weight format of a U85.
TEST(RelinkNetwork, WritesAFileWhoseOriginalHasWeightsInOtherFormats) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp_yolo");
  const std::string name = "yolo-fastest_192_face_v4";
  const Pair pair{test::shared_path("models/compiled/fvp_yolo/" + name + "__u85-128.tflite"),
                  test::shared_path("models/more/" + name + ".tflite")};
  const RelinkedFile file = relinked(pair, "cadence-greedy");
  EXPECT_TRUE(file.rewritten) << file.not_planned << file.kept_because;
  // The relinked file must chain at least the 17 additions that the compiled file chains.
  int chained = 0;
  for (const ethosu::DecodedStream& stream :
       ethosu::decode(parse_tflite(file.bytes, "new")).streams) {
    for (const ethosu::Operation& op : stream.operations) {
      chained += ethosu::takes_chained_operand(op) ? 1 : 0;
    }
  }
  EXPECT_GE(chained, 17);
}

TEST(RelinkNetwork, WritesThePlanOfANamedPlanner) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  const Pair pair{test::shared_path(
                      "models/compiled/peers/mlperf_vww96__u65-256__Dedicated_Sram__27648.tflite"),
                  test::shared_path("models/mlperf_vww96.tflite")};
  const RelinkedFile file = relinked(pair, "cadence-greedy");
  EXPECT_TRUE(file.rewritten) << file.kept_because;
  expect_time_of_plan(file, pair.compiled);
}

// The new file has kernels of the compiled file, but with shorter weights. The proof that both
// files compute the same must still recognise these kernels, because only then may they overlap in
// time as in the compiled file.
TEST(RelinkNetwork, WritesAPlanWithTheSmallestEncodingOfWeights) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  const std::string name = "coral_mobilenet_v1_0.25_128_quant";
  const Network compiled = load_network(test::shared_path(
      "models/compiled/peers/" + name + "__u65-256__Dedicated_Sram__24576.tflite"));
  const Network plain = load_network(test::shared_path("models/" + name + ".tflite"));
  DesignPoint point = as_compiled(compiled, {});
  point.planner = "cadence-greedy";
  point.planner_options.inputs_in = InputsIn::slow;
  point.target_options.capacities = {{"sram", 24016}};
  set_option(find_point_option("weight-policy"), {"prefetch"}, point);
  set_option(find_point_option("weight-encoding"), {"smallest"}, point);
  const PointResult planned = run_point(plain, point);
  NetworkRelinkRequest request;
  request.point = as_compiled(compiled, {});
  request.plan_text = write_plan_csv(planned.plan.plan, planned.network);
  request.plan_source = "plan.csv";
  const RelinkedFile file = relink_network(compiled, plain, request);
  EXPECT_TRUE(file.rewritten) << file.not_planned << file.kept_because;
}

// The compiled file needs 24,656 bytes of fast memory. The relinked file must fit into 8,192 bytes.
TEST(RelinkNetwork, WritesAFileThatFitsWhereTheCompilersDoesNot) {
  SPILLWAY_NEEDS_SHARED("models/compiled/peers");
  const Network compiled = load_network(test::shared_path(
      "models/compiled/peers/mlperf_vww96__u65-256__Dedicated_Sram__27648.tflite"));
  const Network plain = load_network(test::shared_path("models/mlperf_vww96.tflite"));
  NetworkRelinkRequest request;
  request.point.target_options.capacities = {{"sram", 8192}};
  request.point = as_compiled(compiled, request.point);
  const RelinkedFile file = relink_network(compiled, plain, request);
  EXPECT_FALSE(file.original);
  EXPECT_TRUE(file.rewritten) << file.not_planned;
  EXPECT_LE(file.after.fast_bytes, 8192);
  EXPECT_GT(file.counts_before.kernels, file.counts_after.kernels);
}

}  // namespace
}  // namespace spillway
