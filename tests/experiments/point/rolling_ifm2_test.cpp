// SPDX-License-Identifier: Apache-2.0
// Tests residual connections within a cascade. The addition at the end of the cascade reads its
// second operand (IFM2) from a rolling buffer (new rows overwrite old rows), later than the first
// reader of this buffer reads the same rows. So the buffer must hold rows longer than for the first
// reader.
#include <algorithm>
#include <map>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "experiments/point/design_point.h"
#include "planner/checks/validate.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/experiments/point/expect_whole.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A residual connection: the operator `first` makes the map `map`, and the addition `sum` reads
/// this map later.
struct Residual {
  std::int32_t first = 0;
  std::int32_t sum = 0;
  TensorIndex map = no_tensor;
};

std::vector<Residual> residuals(const Network& network) {
  std::map<TensorIndex, std::int32_t> maker;
  std::vector<Residual> found;
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const auto op = static_cast<std::int32_t>(i);
    const Operator& of = network.operators[i];
    for (const TensorIndex input : of.inputs) {
      const auto made = maker.find(input);
      if (of.type_name == "ADD" && made != maker.end() && made->second + 1 < op) {
        found.push_back({made->second, op, input});
      }
    }
    for (const TensorIndex output : of.outputs) maker[output] = op;
  }
  return found;
}

/// Returns the plan with the operators from residual.first to residual.sum as a cascade (operators
/// that run in turns, stripe by stripe), whose stripes have `rows` rows. The map of the residual
/// connection has a rolling buffer (new rows overwrite old rows) of `held` rows.
Plan cascaded(const PointResult& before, const Residual& residual, std::int32_t rows,
              std::int32_t held) {
  Plan plan = before.plan.plan;
  const auto length = static_cast<std::size_t>(residual.sum - residual.first + 1);
  plan.cascades = {{residual.first, residual.sum, std::vector<std::int32_t>(length, rows)}};
  const Tensor& map = at(before.network.tensors, residual.map);
  for (Residency& residency : plan.residencies) {
    if (residency.tensor == residual.map) residency.size = map.bytes / map.shape[1] * held;
  }
  return plan;
}

class RollingIfm2 : public testing::Test {
 protected:
  RollingIfm2() {
    point_.target = "ethos-u65-256";
    point_.planner = "tflm-linear";
    point_.weight_policy = "in-place";
    before_ = run_point(network_, point_);
  }

  DesignPoint with(const Plan& plan) const {
    DesignPoint point = point_;
    point.planner.clear();
    point.plan_text = write_plan_csv(plan, before_.network);
    point.plan_source = "rolling.csv";
    return point;
  }

  /// Runs the plan. Returns std::nullopt if the program refuses the plan because the rolling buffer
  /// has too few rows for the order of the stripes.
  std::optional<PointResult> run(const Plan& plan) const {
    try {
      return run_point(network_, with(plan));
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), HasSubstr("rolling buffer"));
      return std::nullopt;
    }
  }

  const Network network_ = load_network("resnet8");
  DesignPoint point_;
  PointResult before_;
};

// Returns the bytes of data that the run reads from a memory. Command words do not count, because a
// rolling buffer (new rows overwrite old rows) needs other registers, which changes the number of
// command words.
Bytes data_read(const PointResult& result, std::size_t memory) {
  Bytes bytes = result.timing.memories[memory].read_bytes;
  const Bytes beat = 16;
  for (const CommandStream& stream : result.program.streams) {
    if (stream.words.memory == memory) bytes -= (stream.words.bytes() + beat - 1) / beat * beat;
  }
  return bytes;
}

TEST_F(RollingIfm2, MovesTheSameBytesAsAMapThatIsHeldWhole) {
  int tried = 0;
  for (const Residual& residual : residuals(before_.network)) {
    const std::int32_t height = at(before_.network.tensors, residual.map).shape[1];
    const std::int32_t rows = 2;
    const auto whole = run(cascaded(before_, residual, rows, height));
    ASSERT_TRUE(whole);
    std::int32_t held = 1;
    std::optional<PointResult> rolling;
    for (; held < height && !rolling; ++held) {
      rolling = run(cascaded(before_, residual, rows, held));
    }
    ASSERT_TRUE(rolling) << "the map never needs all its rows";
    ASSERT_GT(held, 2 * rows) << "the sum comes rows later than the operator in between";
    const Plan plan = cascaded(before_, residual, rows, held - 1);
    EXPECT_THAT(validate_plan(plan, before_.network), IsEmpty());
    for (std::size_t m = 0; m < rolling->timing.memories.size(); ++m) {
      EXPECT_EQ(data_read(*rolling, m), data_read(*whole, m));
      EXPECT_EQ(rolling->timing.memories[m].write_bytes, whole->timing.memories[m].write_bytes);
    }
    test::expect_whole(network_, with(plan), *rolling);
    ++tried;
  }
  EXPECT_GE(tried, 1);
}

}  // namespace
}  // namespace spillway
