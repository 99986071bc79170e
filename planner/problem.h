// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan.h"

namespace spillway {

/// A relative placement: the buffer lies `offset` bytes from the start of buffer `inside`.
struct PlacedInside {
  BufferIndex inside = -1;
  Bytes offset = 0;
  bool behind = false;  // the buffer starts at or after the end of `inside`, so both share no bytes
};

/// A tensor that needs `size` bytes of memory during the steps [lower, upper).
struct Buffer {
  std::string name;
  TensorIndex tensor = no_tensor;
  TensorKind kind = TensorKind::activation;
  TimeStep lower = 0;
  TimeStep upper = 0;
  Bytes size = 0;
  Bytes alignment = 1;
  std::int32_t reads = 0;  // number of operators that read the buffer
  /// Number of elements that operators read and write in the buffer; an element counts once per
  /// access. 0 = planners use size * (1 + reads).
  std::int64_t access_score = 0;
  /// Whether the buffer is an output of the network, which the application reads after the run.
  bool is_output = false;

  std::optional<Bytes> offline_offset;  // from the file's offline plan; for tflm and tflm-greedy
  std::optional<MemoryIndex> pinned_memory;
  std::optional<Bytes> pinned_offset;
  std::vector<MemoryIndex> blocked_memories;
  std::optional<PlacedInside> placed_inside;
  /// Whether no planner may place the buffer, for example because the application owns it.
  bool stays_unplaced = false;
  /// For TinyEngine: the layer at which a depthwise operator with stride 2 writes over the buffer.
  /// After this layer, only a quarter of the buffer holds data.
  std::optional<std::int32_t> stride2_inplace_layer;
};

/// Whether a tensor of this kind keeps its contents from one inference to the next. Such a tensor
/// is live during the complete run.
inline bool is_persistent(TensorKind kind) {
  return kind == TensorKind::variable || kind == TensorKind::operator_data;
}

/// What TinyEngine's kernel of an operator needs besides its operands; sizes in bytes.
struct KernelWorkspace {
  bool works_in_place = false;  // int8 depthwise kernel that may write over its input
  bool stride2 = false;         // the kernel has stride 2, so its output is a quarter of its input
  Bytes im2col = 0;
  Bytes im2col_in_place = 0;
  Bytes kernel = 0;
};

/// An operator, for planners that write results over operands. Operands are buffer indices; -1 =
/// constant.
struct BufferOperator {
  std::string name;
  std::vector<BufferIndex> inputs;
  std::vector<BufferIndex> outputs;
  bool overlappable = false;  // the operator may write its output over an input
  /// The input whose bytes the first output may take, byte for byte, after the input's last use; -1
  /// = none.
  BufferIndex overwrites = -1;
  KernelWorkspace workspace = {};
};

/// The input of every planner. Where a planner sorts buffers by a key, it takes buffers with equal
/// keys in the order of `buffers`, unless the reproduced tool does otherwise. Memories are sorted
/// from the fastest to the slowest.
struct PlanningProblem {
  std::vector<Buffer> buffers;
  std::vector<MemorySpace> memories;
  std::vector<BufferOperator> operators;
};

struct Placement {
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
};

}  // namespace spillway
