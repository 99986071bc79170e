// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "traces/network.h"

namespace spillway {

/// Lifetimes are half-open [lower, upper) everywhere: network inputs exist at 0, operator i runs at
/// i + 1.
using TimeStep = std::int32_t;
using BufferIndex = std::int32_t;
using MemoryIndex = std::int32_t;  // fastest memory first; no_memory = not placed
constexpr MemoryIndex no_memory = -1;
constexpr Bytes unlimited = std::numeric_limits<Bytes>::max() / 4;

/// A memory as planners see it.
struct MemorySpace {
  std::string name;
  Bytes capacity = unlimited;
  Bytes alignment = 1;
};

/// Where a buffer is in a plan.
struct Residency {
  TensorIndex tensor = no_tensor;
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
  Bytes size = 0;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::int32_t inside = -1;  // residency whose storage it shares on purpose (in-place, views)
};

/// A transfer of a tensor between two of its residencies, run by the DMA somewhere within
/// [earliest, latest): after the operator at `earliest` has ended, before the one at `latest`
/// starts.
struct Copy {
  TensorIndex tensor = no_tensor;
  std::int32_t from = -1;  // indices into Plan::residencies
  std::int32_t to = -1;
  TimeStep earliest = 0;
  TimeStep latest = 0;
};

/// How an operator's weights reach the processor.
struct WeightFlow {
  std::int32_t op = -1;  // index into Network::operators
  enum class Mode : std::uint8_t { in_place, buffered, prefetched } mode = Mode::in_place;
  MemoryIndex buffer_memory = no_memory;   // buffered and prefetched: where the copy lands
  std::vector<Bytes> buffer_offsets;       // one = single buffer, two = double buffer
  std::vector<std::int32_t> slice_depths;  // first output channel of each slice, ascending
  std::vector<Bytes> slice_bytes;          // encoded weights of each slice; empty = by channels
  TimeStep prefetch_at = 0;                // prefetched: the operator during which it is fetched
};

/// Operators run together stripe by stripe over rolling buffers.
struct Cascade {
  std::int32_t first_op = 0;
  std::int32_t last_op = 0;
  std::vector<std::int32_t> stripe_heights;  // rows of output per operator and stripe
};

/// For every tensor, in which memory and at which offset it lives when, and what the DMA copies.
/// A tensor with several residencies moves between them by `copies`.
struct Plan {
  std::string planner;
  std::vector<MemorySpace> memories;
  std::vector<Residency> residencies;
  std::vector<Copy> copies;
  std::vector<WeightFlow> weights;
  std::vector<Cascade> cascades;
  std::vector<TensorIndex> outside;  // owned by the application: in no memory of the plan
};

}  // namespace spillway
