// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Operand::tensor of a map between two operations of one operator: it lies in the operator's
/// scratch tensor.
constexpr TensorIndex scratch_operand = -2;

/// Operand::tensor of a constant map that the compiler makes up: it lies with the network's own.
constexpr TensorIndex made_up_operand = -3;

/// An operand of an NpuOp: the tensor that holds it, and where in the tensor it begins.
struct Operand {
  TensorIndex tensor = no_tensor;  // no_tensor = absent, or a scalar in a register
  Bytes offset = 0;
};

/// One operation of the NPU before a plan is known: everything of `operation` is set but addresses,
/// block and traversal, which network_ops() sets.
struct NpuOp {
  std::int32_t op = 0;  // index into the lowered Network::operators
  std::string type;     // as Vela's listings name it: "Conv2DBias"
  std::string name;     // as Vela names it: of its output, or with what the operation is for
  Operation operation;
  Operand ifm;
  Operand ifm2;
  Operand ofm;
  // Extents of the maps that ifm, ifm2 and ofm are parts of: Vela chooses blocks for these.
  BlockShape ifm_whole{0, 0, 0};  // no extent: the operation's own map
  BlockShape ifm2_whole{0, 0, 0};
  BlockShape ofm_whole{0, 0, 0};
  TensorIndex weights = no_tensor;
  TensorIndex bias = no_tensor;
  bool vector_product = false;  // fully connected
  bool table = false;           // loads a lookup table by DMA first
  Bytes table_bytes = 256;
  std::int64_t weight_elements = 0;
  std::int32_t folded_pixels = 1;      // that the IFM's depth has of the original one's pixels
  std::int32_t zero_columns_left = 0;  // of the kernel, so that its taps begin at a folded pixel
  Bytes copied_bytes = 0;              // by DMA, ifm to ofm; nothing is computed then

  /// Applies a lookup table of `bytes` to the result.
  void load_table(Bytes bytes);
  // Of network_ops(), which both must outlive: whose weights are encoded, and for what.
  const Network* network = nullptr;
  const Config* config = nullptr;
};

/// An elementwise operation of one operand.
bool is_unary(ElementwiseMode mode);

/// Whether one of two operands is a single constant value.
bool has_scalar(const Operation& op);

}  // namespace spillway::ethosu
