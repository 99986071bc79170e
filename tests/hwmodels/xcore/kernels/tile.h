// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/target/target.h"
#include "hwmodels/xcore/family.h"
#include "planner/plan.h"
#include "tests/traces/add_tensor.h"
#include "traces/network.h"

namespace spillway::test {

constexpr std::uint8_t tile_sram = 0, tile_extram = 1, tile_flash = 2;

/// Returns an xcore.ai tile whose memories have unlimited size.
inline Target xcore_tile() {
  Target target;
  target.name = "tile";
  target.clock_khz = 600'000;
  target.processor = xcore::processor({});
  target.ports.emplace_back();
  for (const char* name : {"sram", "extram", "flash"}) {
    MemorySpec memory;
    memory.name = name;
    memory.capacity = unlimited;
    target.memories.push_back(memory);
  }
  return target;
}

/// Returns a plain network with one 1x1 convolution over a column of `pixels` pixels.
inline Network pointwise(std::int32_t inputs, std::int32_t outputs, std::int32_t pixels) {
  Network network;
  add_tensor(network, "x", DataType::int8, {1, 1, pixels, inputs});
  add_tensor(network, "w", DataType::int8, {outputs, 1, 1, inputs}, TensorKind::weight);
  add_tensor(network, "y", DataType::int8, {1, 1, pixels, outputs});
  Operator op;
  op.type = OpType::conv_2d;
  op.type_name = "CONV_2D";
  op.name = "pointwise";
  op.inputs = {0, 1};
  op.outputs = {2};
  network.operators = {op};
  network.inputs = {0};
  network.outputs = {2};
  return network;
}

}  // namespace spillway::test
