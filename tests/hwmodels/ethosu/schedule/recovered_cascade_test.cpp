// SPDX-License-Identifier: Apache-2.0
// Tests recover_plan() on programs whose cascades (operators that run in turns, stripe by stripe)
// keep maps in rolling buffers (new rows overwrite old rows).
#include <algorithm>

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/schedule/cascades.h"
#include "hwmodels/recovered_plan.h"
#include "hwmodels/schedule.h"
#include "planner/checks/validate.h"
#include "tests/hwmodels/ethosu/schedule/cascaded_plan.h"
#include "traces/files/network_loader.h"

namespace spillway::ethosu {
namespace {

/// Returns the program in the form that the replay of a compiled file has: each kernel, with the
/// commands before it, is an operator.
Program one_operator_per_kernel(Program program) {
  program.operators.clear();
  for (Command& command : program.commands) {
    const auto op = static_cast<OperatorIndex>(program.operators.size());
    command.op = op;
    if (command.kind == CommandKind::dma_start) program.transfers[command.index].op = op;
    if (command.kind != CommandKind::kernel) continue;
    program.kernels[command.index].op = op;
    ProgramOperator added;
    added.name = "cmd" + std::to_string(op);
    program.operators.push_back(added);
  }
  return program;
}

bool lies_at(const Residency& residency, const Residency& room) {
  return residency.memory == room.memory && residency.offset == room.offset &&
         residency.size == room.size;
}

/// Recovers a plan from the program of `plan`. The recovered plan must be valid, and it must have
/// every rolling buffer (new rows overwrite old rows) of `plan` in its full size.
void expect_recovered(const Network& network, const Plan& plan, const Target& target) {
  const Program program = one_operator_per_kernel(spillway::schedule(network, plan, target, {}));
  const RecoveredPlan recovered = recover_plan(program, target);
  const auto violations = validate_plan(recovered.plan, recovered.network);
  ASSERT_TRUE(violations.empty()) << violations.front().message;
  for (const Residency& room : plan.residencies) {
    if (room.size == at(network.tensors, room.tensor).bytes) continue;
    if (is_constant(at(network.tensors, room.tensor))) continue;
    EXPECT_TRUE(std::any_of(recovered.plan.residencies.begin(), recovered.plan.residencies.end(),
                            [&](const Residency& found) { return lies_at(found, room); }))
        << residency_name(room, network);
  }
}

TEST(RecoveredCascades, HaveCompleteRollingBuffers) {
  const Target target = load_target("ethos-u65-256");
  int rolling = 0;
  for (const char* name : {"ds_cnn", "resnet8", "mobilenet_v1_0.25_96"}) {
    const Network network = lower(load_network(name), target);
    const CascadeShapes shapes = cascade_shapes(network, target);
    const auto ops = static_cast<std::int32_t>(network.operators.size());
    for (std::int32_t first = 0; first + 3 < ops; ++first) {
      const auto shape = shapes(first, first + 3, 1);
      if (!shape) continue;
      SCOPED_TRACE(name + std::string(" from ") + std::to_string(first));
      rolling +=
          static_cast<int>(std::count_if(shape->rolling_bytes.begin(), shape->rolling_bytes.end(),
                                         [](Bytes bytes) { return bytes > 0; }));
      expect_recovered(network, cascaded_plan(network, target, first, first + 3, *shape), target);
    }
  }
  EXPECT_GT(rolling, 30);
}

}  // namespace
}  // namespace spillway::ethosu
