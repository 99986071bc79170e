// SPDX-License-Identifier: Apache-2.0
// Tests the readers of tables that other tools write.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "tests/reference.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway {
namespace {

TEST(VelaPerLayer, HasTheLargestOfItsPartsAsOperatorCycles) {
  SPILLWAY_NEEDS_SHARED("reference/vela/per_layer");
  const std::string folder = test::shared_path("reference/vela/per_layer");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    const auto layers = parse_vela_per_layer(read_text(path), path);
    EXPECT_FALSE(layers.empty()) << path;
    for (const VelaLayer& layer : layers) {
      EXPECT_EQ(layer.op_cycles,
                std::max({layer.npu_cycles, layer.sram_cycles, layer.dram_cycles,
                          layer.on_chip_flash_cycles, layer.off_chip_flash_cycles}))
          << path << " " << layer.name;
    }
  }
}

TEST(VelaPerLayer, OfAnotherFormIsRefused) {
  EXPECT_THROW(parse_vela_per_layer("a,b\n1,2\n", "v.csv"), UserError);
}

}  // namespace
}  // namespace spillway
