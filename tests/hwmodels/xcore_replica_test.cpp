// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/xcore/arena.h"
#include "hwmodels/xcore/lower.h"
#include "tests/hwmodels/core_interpreter.h"
#include "tests/hwmodels/xcore_tile.h"
#include "traces/split_arena_replica.h"

namespace spillway {
namespace {
TEST(XcoreReplica, print) {
  const Network net = xcore::lower(split_arena_replica(), test::xcore_tile(), {});
  for (const char* arena : {"sram", "extram", "split"}) {
    auto opt = xcore::arena_named(arena);
    opt.planner = getenv("PLANNER") ? getenv("PLANNER") : "xformer";
    const auto plan = xcore::plan_arena(net, test::xcore_tile(), opt);
    std::cout << arena << " " << plan.transient_bytes[0] << " " << plan.transient_bytes[1] << " "
              << plan.persistent_bytes[0] << " " << plan.persistent_bytes[1] << "\n";
    const Program program = xcore::schedule(net, plan.network_plan.plan, test::xcore_tile(), {});
    const auto result = test::CoreInterpreter(program, 1).run();
    std::map<std::string, std::array<double, 5>> sum;
    for (std::size_t i = 0; i < result.size(); ++i) {
      auto& s = sum[program.operators[i].type];
      s[0] += 1;
      s[1] += double(result[i].slots) / 1.2 + 2.0 * double(result[i].loaded_bytes) +
              249.0 * double(result[i].loads);
      s[2] += double(result[i].fills);
      s[3] += double(result[i].evictions);
      s[4] += double(result[i].loaded_bytes);
    }
    for (const auto& [t, s] : sum)
      printf("   %s %g %.0f  %.0f %.0f  -> %.0f bytes %.0f\n", t.c_str(), s[0], s[1], s[2], s[3],
             s[1] + 29.1 * (s[2] + s[3]), s[4]);
  }
}
}  // namespace
}  // namespace spillway
