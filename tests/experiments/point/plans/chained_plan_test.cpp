// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "base/files/files.h"
#include "base/index.h"
#include "experiments/point/design_point.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

// In the compiled file, Vela 5.0 chains 17 additions to the convolutions before them: the results
// of these convolutions stay inside the processor. The recovered plan must have these chains.
// Without chains, the plain network would take up to 8.8 % more time than the compiled file.
TEST(SlowChainedPlans, APlainNetworkWithTheCompilersPlanTakesTheTimeOfTheFile) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp_yolo");
  const std::string name = "yolo-fastest_192_face_v4";
  const Network plain = load_network(test::shared_path("models/more/" + name + ".tflite"));
  for (const std::string macs : {"128", "256", "512", "1024", "2048"}) {
    const std::string file =
        test::shared_path("models/compiled/fvp_yolo/" + name + "__u85-" + macs + ".tflite");
    DesignPoint point;
    point.target = "ethos-u85-" + macs;
    const PointResult replayed = run_point(load_network(file), point);
    point.plan_text = read_text(file);
    point.plan_source = file;
    const PointResult lowered = run_point(plain, point);
    const double ratio =
        static_cast<double>(lowered.timing.total) / static_cast<double>(replayed.timing.total);
    EXPECT_LT(std::abs(ratio - 1), 0.01) << macs << ": " << ratio;
    int chains = 0;
    for (const Operator& op : lowered.network.operators) {
      if (!op.chain) continue;
      ++chains;
      const TensorIndex handed_over = op.chain->front().outputs.front();
      for (const Residency& residency : lowered.plan.plan.residencies) {
        EXPECT_NE(residency.tensor, handed_over);
      }
    }
    EXPECT_EQ(chains, 17) << macs;
  }
}

}  // namespace
}  // namespace spillway
