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
  std::string name;     // of its output
  Operation operation;
  Operand ifm;
  Operand ifm2;
  Operand ofm;
  TensorIndex weights = no_tensor;
  TensorIndex bias = no_tensor;
  bool vector_product = false;    // fully connected
  bool constant_operand = false;  // ifm2 is one 32-bit element among the network's constants
  bool table = false;             // loads a lookup table by DMA first
  Bytes table_bytes = 256;
  std::int64_t weight_elements = 0;
  std::int32_t folded_pixels = 1;      // that the IFM's depth has of the original one's pixels
  std::int32_t zero_columns_left = 0;  // of the kernel, so that its taps begin at a folded pixel
  // Of network_ops(), which both must outlive: whose weights are encoded, and for what.
  const Network* network = nullptr;
  const Config* config = nullptr;
};

/// An elementwise operation of one operand.
bool is_unary(ElementwiseMode mode);

/// Whether one of two operands is a single constant value.
bool has_scalar(const Operation& op);

/// The operations that run operator `op` of a lowered network, in order; none for an operator on
/// the host.
std::vector<NpuOp> npu_ops(const Network& network, std::int32_t op);

/// Bytes that the operations of an operator need for maps between them; 0 for most.
Bytes scratch_bytes(const Network& network, std::int32_t op);

}  // namespace spillway::ethosu
