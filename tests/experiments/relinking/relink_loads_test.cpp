// SPDX-License-Identifier: Apache-2.0
#include "experiments/relinking/relink_loads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "hwmodels/target/processor_family.h"
#include "tests/hwmodels/xcore/relink/loading_file.h"

namespace spillway {
namespace {

using test::LoadingFile;
using test::LoadsOf;
using testing::HasSubstr;

constexpr Bytes landing = test::layer_weight_bytes + test::layer_bias_bytes;

LoadsRequest request_on(const std::string& target) {
  LoadsRequest request;
  request.point.target = target;
  return request;
}

std::string proof_of(const Network& original, const LoadsFile& file) {
  return load_ordering_family(original)->difference(original, file.network);
}

TEST(RelinkLoads, MovesLoadsToTheirReadersSoThatTheArenaIsSmaller) {
  constexpr int layers = 4;
  const LoadingFile original(layers, LoadsOf::network);
  const LoadsFile file = relink_loads(original.network(), request_on("xcore.ai"));
  EXPECT_EQ(file.kept_because, "");
  EXPECT_EQ(file.arena_after, 2 * test::layer_map_bytes + landing) << "one layer's";
  const Bytes all_loaded = layers * landing + 2 * test::layer_map_bytes;
  EXPECT_LT(file.arena_after, all_loaded) << "what any plan takes in the old order";
  EXPECT_EQ(file.changes.loads_later, layers - 1);
  EXPECT_EQ(file.changes.loads_earlier, 0);
  EXPECT_EQ(file.changes.weights_moved, 2 * layers);
  EXPECT_EQ(file.emitted.total, file.original->total) << "loads block, so that time stays";
  EXPECT_EQ(proof_of(original.network(), file), "");
}

TEST(RelinkLoads, WrittenFilesRunInTheTimeThatTheyWereChosenFor) {
  for (const LoadsOf loads : {LoadsOf::network, LoadsOf::layers_waited}) {
    const LoadingFile original(3, loads);
    const LoadsFile file = relink_loads(original.network(), request_on("xcore.ai"));
    DesignPoint point = request_on("xcore.ai").point;
    EXPECT_EQ(run_point(parse_tflite(file.bytes, "written.tflite"), point).timing.total,
              file.emitted.total);
  }
}

TEST(RelinkLoads, AFileThatHasItsBestPlanStaysByteForByte) {
  const LoadingFile original(3, LoadsOf::network);
  const LoadsFile once = relink_loads(original.network(), request_on("xcore.ai"));
  const LoadsFile twice =
      relink_loads(parse_tflite(once.bytes, "once.tflite"), request_on("xcore.ai"));
  EXPECT_THAT(twice.kept_because, HasSubstr("no other order or places"));
  EXPECT_EQ(twice.bytes, once.bytes);
}

TEST(RelinkLoads, StartsLoadsBesideTheLayerInFrontWhereTheFileWaits) {
  const LoadingFile original(4, LoadsOf::layers_waited);
  const LoadsFile file = relink_loads(original.network(), request_on("xcore.ai"));
  EXPECT_EQ(file.kept_because, "");
  EXPECT_GT(file.changes.loads_earlier, 0);
  EXPECT_LT(file.emitted.total, file.original->total);
  EXPECT_LE(file.arena_after, file.arena_before);
  EXPECT_EQ(proof_of(original.network(), file), "");
}

TEST(RelinkLoads, FollowsANamedPlannerAndSaysWhyTheOriginalStays) {
  const LoadingFile original(3, LoadsOf::network);
  LoadsRequest request = request_on("xcore.ai");
  request.planner = "tflm-linear";
  const LoadsFile file = relink_loads(original.network(), request);
  EXPECT_NE(file.kept_because, "") << "one tensor behind the other is what the file has";
  EXPECT_EQ(file.planner, "tflm-linear");
  EXPECT_EQ(file.arena_after, file.arena_before);
}

}  // namespace
}  // namespace spillway
