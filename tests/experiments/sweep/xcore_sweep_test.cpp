// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/sweep/sweep_table.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

SweepSpec tile_sweep(const std::string& network,
                     const std::vector<std::pair<std::string, std::string>>& options) {
  SweepSpec spec;
  spec.networks = {load_network(network)};
  spec.targets = {"xcore.ai"};
  for (const auto& [name, value] : options) add_option(spec, name, value);
  return spec;
}

/// Returns the total cycles of every point, by the point's cell in the column `options`.
std::map<std::string, std::int64_t> cycles_of(const SweepSpec& spec) {
  SweepTable table(spec);
  std::map<std::string, std::int64_t> cycles;
  for (std::size_t i = 0; i < table.points().size(); ++i) {
    cycles[table.points()[i].options] =
        run_point(spec.networks[0], table.points()[i].point).timing.total;
  }
  return cycles;
}

TEST(XcoreSweep, TheOperatorDataOfAdditionsAloneCanStayInSram) {
  const auto cycles =
      cycles_of(tile_sweep("split-arena-replica", {{"arena", "sram"},
                                                   {"arena", "split"},
                                                   {"place", "activation=sram"},
                                                   {"place", "XC_add:operator_data=sram"}}));
  const auto row = [&](const char* arena, const char* place) {
    return cycles.at(std::string("arena=") + arena + " place=" + place);
  };
  const auto inside = row("sram", "activation=sram");
  const auto split = row("split", "activation=sram");
  const auto kept = row("split", "XC_add:operator_data=sram");
  EXPECT_LT(inside, kept);
  // In a split arena, operator data (parameters that the runtime keeps for each operator) lie in
  // external RAM. Therefore the run takes longer (`split`) than with everything in SRAM (`inside`).
  // If the operator data of the additions stay in SRAM (`kept`), about 42 % of the additional time
  // must disappear.
  EXPECT_NEAR(static_cast<double>(split - kept) / static_cast<double>(split - inside), 0.42, 0.06);
}

TEST(XcoreSweep, EveryChoiceOfTheCompilerIsAPointOfItsOwn) {
  const SweepSpec spec = tile_sweep("resnet8", {{"threads", "1"},
                                                {"threads", "5"},
                                                {"weights", "sram"},
                                                {"weights", "extram"},
                                                {"one-pixel", "split"},
                                                {"one-pixel", "whole"},
                                                {"op-split", "0:2:4"},
                                                {"op-split", "0:2:8"},
                                                {"reference", "#0"},
                                                {"reference", "#1"}});
  SweepTable together(spec);
  // With one thread, --one-pixel has no effect. So only the points with five threads have both
  // values of this option.
  constexpr std::size_t count = 8 + 16;
  ASSERT_EQ(together.points().size(), count);
  std::map<std::string, int> identities;
  for (std::size_t i = 0; i < count; ++i) {
    ++identities[together.identity(i)];
    SweepTable alone(spec);
    EXPECT_EQ(together.row(i), alone.row(i));
  }
  EXPECT_EQ(identities.size(), count);
}

}  // namespace
}  // namespace spillway
