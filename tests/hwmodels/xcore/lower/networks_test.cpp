// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/lower/lower.h"
#include "tests/hwmodels/xcore/kernels/tile.h"
#include "tests/hwmodels/xcore/kernels/tile_interpreter.h"
#include "tests/reference.h"
#include "traces/files/builtin_networks.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

std::vector<std::string> models() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(test::shared_path("models"))) {
    if (entry.path().extension() == ".tflite") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

xcore::LoweringOptions options_of(const std::string& weights, std::int32_t threads) {
  xcore::LoweringOptions options;
  options.threads = threads;
  options.weights_in_flash = weights == "flash";
  options.weights_in_external_ram = weights == "extram";
  return options;
}

Program program_of(const Network& lowered, const Target& tile, const std::string& arena,
                   const std::string& weights, std::int32_t threads) {
  xcore::ArenaOptions options = xcore::arena_named(arena);
  if (weights != "flash") options.constants = weights;
  const xcore::ArenaPlan plan = xcore::plan_arena(lowered, tile, options);
  EXPECT_EQ(plan.network_plan.result.status, PlanStatus::ok);
  xcore::ScheduleOptions schedule;
  schedule.threads = threads;
  return xcore::schedule(lowered, plan.network_plan.plan, tile, schedule);
}

TEST(XcoreNetworks, AllOfThemLowerForEveryArenaAndNameWhatStaysWithTflm) {
  SPILLWAY_NEEDS_SHARED("models/mlperf_vww96.tflite");
  const Target tile = test::xcore_tile();
  for (const std::string& path : models()) {
    const Network network = read_tflite(path);
    for (const char* weights : {"sram", "flash", "extram"}) {
      for (const std::int32_t threads : {1, 5}) {
        const Network lowered = xcore::lower(network, tile, options_of(weights, threads));
        const std::string warnings = testing::PrintToString(lowered.warnings);
        for (const char* arena : {"sram", "extram", "split"}) {
          const Program program = program_of(lowered, tile, arena, weights, threads);
          ASSERT_EQ(program.operators.size(), lowered.operators.size());
          for (const ProgramOperator& op : program.operators) {
            const bool left = op.note.find("TFLM reference") != std::string::npos;
            EXPECT_EQ(op.note.find("unmodelled"), std::string::npos) << path << ' ' << op.name;
            if (!left) continue;
            EXPECT_THAT(warnings, testing::HasSubstr(op.type.substr(3) + " left to TFLM")) << path;
          }
        }
      }
    }
  }
}

/// Returns the sum of issue slots over all operators. For each operator, only the busiest thread
/// counts.
std::int64_t busiest_slots(const Program& program) {
  std::int64_t slots = 0;
  for (const auto& counts : test::TileInterpreter(program, test::tile_extram).run()) {
    slots += counts.slots;
  }
  return slots;
}

TEST(XcoreNetworks, MoreThreadsAreNeverSlowerAndNeverFasterThanTheirNumber) {
  const Target tile = test::xcore_tile();
  for (const char* name : {"mobilenet_v1_0.25_96", "resnet8", "ds_cnn", "autoencoder"}) {
    const Network network = builtin_network(name).value();
    std::int64_t one = 0, before = 0;
    for (std::int32_t threads = 1; threads <= 5; ++threads) {
      const Network lowered = xcore::lower(network, tile, options_of("sram", threads));
      const std::int64_t slots = busiest_slots(program_of(lowered, tile, "sram", "sram", threads));
      if (threads == 1) {
        one = before = slots;
        continue;
      }
      EXPECT_LE(slots, before) << name << ' ' << threads;
      EXPECT_GE(slots * threads, one) << name << ' ' << threads;
      before = slots;
    }
  }
}

}  // namespace
}  // namespace spillway
