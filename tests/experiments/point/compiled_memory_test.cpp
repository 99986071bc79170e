// SPDX-License-Identifier: Apache-2.0
// For a compiled file, the commands `run`, `plan`, `sweep` and `compare` must report the same bytes
// of memory.
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "experiments/point/as_compiled.h"
#include "experiments/point/point_cache.h"
#include "experiments/sweep/sweep_table.h"
#include "hwmodels/target/processor_family.h"
#include "planner/checks/validate.h"
#include "planner/peaks/footprint.h"
#include "planner/placement/placement.h"
#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

using ethosu::Product;
using test::AssembledFile;
using test::Constants;

AssembledFile random_file() {
  AssembledFile file;
  const auto [product, macs] = *rc::gen::element(
      std::pair(Product::u55, 64), std::pair(Product::u55, 256), std::pair(Product::u65, 256));
  file.product = product;
  file.macs = macs;
  file.npu_operators = *rc::gen::inRange(1, 7);
  file.convolutions = *rc::gen::inRange(1, 4);
  file.host_between = *rc::gen::arbitrary<bool>();
  file.constants =
      *rc::gen::element(Constants::one_tensor, Constants::one_buffer, Constants::of_their_own);
  file.constant_bytes = 16 * *rc::gen::inRange(1, 20'000);
  file.fetches = *rc::gen::arbitrary<bool>();
  const bool uses_cache = file.convolutions > 1 || file.fetches;
  file.cached = file.product == Product::u65 && uses_cache && *rc::gen::arbitrary<bool>();
  file.unused_arena = 16 * *rc::gen::inRange(0, 1000);
  file.vela_version = *rc::gen::element(std::string(), std::string("3.10.0"));
  return file;
}

/// Returns the sum of the sizes of all residencies (places in memory) that contain complete
/// constants. The sum must not exceed the size of the file, so bytes that several constants share
/// must be in one residency only.
Bytes constants_placed(const PointResult& result) {
  Bytes bytes = 0;
  for (const Residency& residency : result.plan.plan.residencies) {
    const auto& tensors = result.planned_network().tensors;
    const bool constant = is_constant(tensors[static_cast<std::size_t>(residency.tensor)]);
    if (constant && residency.kind == ResidencyKind::tensor) bytes += residency.size;
  }
  return bytes;
}

/// Runs a sweep of one point. Returns the cells of its row by the names of their columns.
std::map<std::string, std::string> swept(const Network& network, const DesignPoint& point) {
  SweepSpec spec;
  spec.networks = {network};
  spec.targets = {point.target};
  SweepTable table(spec);
  CsvReader reader(table.header() + table.row(0) + "\n", "sweep");
  RC_ASSERT(reader.next_row());
  std::map<std::string, std::string> row;
  for (std::size_t i = 0; i < reader.header().size(); ++i) row[reader.header()[i]] = reader.cell(i);
  return row;
}

TEST(CompiledMemory, IsReportedAlikeByRunsPlansAndSweeps) {
  EXPECT_TRUE(rc::check([] {
    const AssembledFile file = random_file();
    const Network network = test::assembled_network(file);
    const auto file_bytes = static_cast<Bytes>(test::assembled_bytes(file).size());
    const DesignPoint point = as_compiled(network, {});
    const PointResult result = run_point(network, {});
    RC_ASSERT(result.target.name == point.target);
    RC_ASSERT(constants_placed(result) <= file_bytes);
    for (std::size_t m = 0; m < result.target.memories.size(); ++m) {
      const Footprint planned =
          measure_footprint(result.plan.plan.residencies, static_cast<MemoryIndex>(m));
      RC_ASSERT(planned.required == result.timing.memories[m].peak);
      RC_ASSERT(planned.live_peak <= planned.required);
    }
    RC_ASSERT(lower_bound(result.plan.problem.buffers) <=
              result.timing.memories[0].peak + result.timing.memories[1].peak);
    RC_ASSERT(validate_plan(result.plan.plan, result.planned_network()).empty());
    auto row = swept(network, point);
    RC_ASSERT(row["total_cycles"] == std::to_string(result.timing.total));
    RC_ASSERT(row["memory_mode"] == result.target.mode.name);
    RC_ASSERT((row["memory_mode"] == "Dedicated_Sram") == file.cached);
  }));
}

TEST(CompiledMemory, AFileOfManyOperatorsFitsIfItsConstantsFit) {
  AssembledFile file;
  file.npu_operators = 12;
  file.constant_bytes = 1 << 20;
  const Network network = test::assembled_network(file);
  DesignPoint point;
  point.target_options.capacities = {{"flash", (1 << 20) + (64 << 10)}};
  EXPECT_NO_THROW(run_point(network, point)) << "12 MB when each operator had its own";
  point.target_options.capacities = {{"flash", 1 << 20}};
  EXPECT_THROW(run_point(network, point), UserError) << "commands need room, too";
}

TEST(AsCompiled, KeepsTheOptionsOfTheUser) {
  AssembledFile file;
  file.product = Product::u65;
  file.macs = 256;
  file.cached = true;
  const Network network = test::assembled_network(file);
  DesignPoint point;
  EXPECT_EQ(taken_from_file(as_compiled(network, point)),
            "target ethos-u65-256 and memory mode Dedicated_Sram");
  point.target_options.memory_mode = "Shared_Sram";
  EXPECT_EQ(taken_from_file(as_compiled(network, point)), "target ethos-u65-256");
  EXPECT_EQ(run_point(network, point).target.mode.name, "Shared_Sram");
  point.target = "imx93";
  EXPECT_EQ(taken_from_file(as_compiled(network, point)), "");
  point.target_options.memory_mode.clear();
  EXPECT_EQ(as_compiled(network, point).target, "imx93");
}

TEST(AsCompiled, UsesTheFastMemoryForWhichTheFileWasCompiled) {
  AssembledFile file;
  file.product = Product::u65;
  file.macs = 256;
  file.cached = true;
  file.unused_cache = Bytes{700} * 1024;
  const Network network = test::assembled_network(file);
  const PointResult result = run_point(network, {});
  EXPECT_EQ(result.target.mode.name, "Dedicated_Sram");
  EXPECT_GT(result.target.memories[0].capacity, file.unused_cache);
  DesignPoint small;
  small.target_options.capacities = {{"sram", Bytes{384} * 1024}};
  EXPECT_THROW(run_point(network, small), UserError) << "the user's size counts";
  DesignPoint mode;
  mode.target_options.memory_mode = "Dedicated_Sram_512KB";
  EXPECT_THROW(run_point(network, mode), UserError) << "the user's mode counts";
}

TEST(AsCompiled, LeavesAPlainNetworkWithoutATarget) {
  EXPECT_EQ(as_compiled(Network{}, {}).target, "");
}

}  // namespace
}  // namespace spillway
