// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// The value of Operand::tensor for a map between two operations of one operator. Such a map lies
/// in the operator's scratch tensor.
constexpr TensorIndex scratch_operand = -2;

/// The value of Operand::tensor for a constant map that the network does not contain and that the
/// lowering to NPU operations creates. Such a map lies among the network's constants.
constexpr TensorIndex made_up_operand = -3;

/// An operand of an NpuOp: the tensor that holds it, and its offset in this tensor.
struct Operand {
  TensorIndex tensor = no_tensor;  // no_tensor = absent, or a scalar in a register
  Bytes offset = 0;
};

/// One operation of the NPU before a plan is known. In `operation`, addresses are not set. Block
/// and traversal (depth first or part-kernel first) are set later, by network_ops().
struct NpuOp {
  std::int32_t op = 0;  // index into the operators of the lowered network
  std::string type;     // as in Vela's listings, such as "Conv2DBias"
  // The name that Vela gives the operation: the name of the output, in some cases followed by the
  // purpose of the operation.
  std::string name;
  Operation operation;
  Operand ifm;
  Operand ifm2;
  Operand ofm;
  // Extents of the whole maps that contain ifm, ifm2 and ofm. They are needed because Vela 3.10
  // (U55 and U65) chooses blocks for whole maps. Vela 5.0 (U85) chooses blocks for the parts of
  // maps that an operation reads and writes.
  BlockShape ifm_whole{0, 0, 0};  // 0 = the operand is the whole map
  BlockShape ifm2_whole{0, 0, 0};
  BlockShape ofm_whole{0, 0, 0};
  TensorIndex weights = no_tensor;
  TensorIndex bias = no_tensor;
  bool vector_product = false;  // a fully-connected operation
  bool table = false;           // the operation loads a lookup table by DMA first
  Bytes table_bytes = 256;
  std::int64_t weight_elements = 0;
  // How many neighbouring pixels of the original IFM are folded into the depth of one pixel.
  std::int32_t folded_pixels = 1;
  // How many columns of zeros are added left of the kernel, so that its taps begin at a folded
  // pixel.
  std::int32_t zero_columns_left = 0;
  // The number of bytes that DMA copies from ifm to ofm without computing; 0 = the operation
  // computes.
  Bytes copied_bytes = 0;

  /// Makes the operation apply a lookup table of `bytes` bytes to its result.
  void load_table(Bytes bytes);
  // The network with the weights, and the processor for which the weights are encoded. Both belong
  // to the caller of network_ops() and must outlive this NpuOp.
  const Network* network = nullptr;
  const Config* config = nullptr;
};

/// Whether the elementwise operation has a single operand.
bool is_unary(ElementwiseMode mode);

/// Whether an elementwise operation of two operands has a single constant value instead of IFM2.
bool has_scalar(const Operation& op);

}  // namespace spillway::ethosu
