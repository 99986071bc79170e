// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan.h"

namespace spillway {

/// Relative placement: this buffer is `offset` bytes from the start of `inside`.
struct PlacedInside {
  BufferIndex inside = -1;
  Bytes offset = 0;
  bool behind = false;  // beyond the bytes of the other one, of which it shares none
};

/// What is to be placed: one live range.
struct Buffer {
  std::string name;
  TensorIndex tensor = no_tensor;
  TensorKind kind = TensorKind::activation;
  TimeStep lower = 0;
  TimeStep upper = 0;
  Bytes size = 0;
  Bytes alignment = 1;
  std::int32_t reads = 0;         // by how many operators
  std::int64_t access_score = 0;  // element accesses, reads and writes; 0 = size * (1 + reads)
  bool is_output = false;         // of the network: handed over after the last operator

  std::optional<Bytes> offline_offset;  // planned ahead, honoured by tflm-greedy only
  std::optional<MemoryIndex> pinned_memory;
  std::optional<Bytes> pinned_offset;
  std::vector<MemoryIndex> blocked_memories;
  std::optional<PlacedInside> placed_inside;
  bool skipped = false;                               // left out of the plan altogether
  std::optional<std::int32_t> stride2_inplace_layer;  // TinyEngine's stride-2 in-place rule
};

/// Keeps its contents between inferences or operators, and so lives all run.
inline bool is_persistent(TensorKind kind) {
  return kind == TensorKind::variable || kind == TensorKind::operator_data;
}

/// What TinyEngine's kernel of an operator needs beside its operands.
struct KernelWorkspace {
  bool works_in_place = false;  // int8 depthwise: may write over its input
  bool stride2 = false;         // and leaves a quarter of it
  Bytes im2col = 0;
  Bytes im2col_in_place = 0;
  Bytes kernel = 0;
};

/// Operators as planners with in-place rules need them; values are buffer indices, -1 = constant.
struct BufferOperator {
  std::string name;
  std::vector<BufferIndex> inputs;
  std::vector<BufferIndex> outputs;
  bool overlappable = false;  // may write its output over an input
  /// The input whose bytes the first output may take, byte for byte, after its last use; -1 = none.
  BufferIndex overwrites = -1;
  KernelWorkspace workspace = {};
};

/// Input of every planner: buffers in insertion order (which decides ties) and memories, fastest
/// first.
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
