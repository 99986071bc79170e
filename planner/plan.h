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

/// What lies in a residency.
enum class ResidencyKind : std::uint8_t {
  tensor,         // a whole tensor, or the rolling buffer of one inside a cascade
  weight_buffer,  // slices of the weights `tensor`, on their way to the processor
  made_up,        // constants that are no tensors of the network: tables, weights of ones. Filled
                  // by a copy, a copy of all of them, which is read where it is in a faster memory
};

/// Where a buffer is in a plan.
struct Residency {
  TensorIndex tensor = no_tensor;  // of the network; none for made-up constants and their buffers
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
  Bytes size = 0;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::int32_t inside = -1;  // residency whose storage it shares on purpose (in-place, views)
  ResidencyKind kind = ResidencyKind::tensor;
  /// Up to this step it may share bytes with residencies that end by then: it is filled within a
  /// step, over what that step has read already. Not after `lower`: its bytes are its own at once.
  TimeStep shared_until = 0;
};

/// A transfer of a tensor between two of its residencies, run by the DMA somewhere within
/// [earliest, latest): after the operator at `earliest` has ended, before the one at `latest`
/// starts.
struct Copy {
  TensorIndex tensor = no_tensor;  // none for made-up constants
  std::int32_t from = -1;          // indices into Plan::residencies
  std::int32_t to = -1;
  TimeStep earliest = 0;
  TimeStep latest = 0;
};

/// WeightFlowSlice::fetch_at of what is not fetched: it is in its buffer since an earlier operator
/// that reads the same weights had it brought there.
constexpr TimeStep kept_in_buffer = -1;

/// Output channels, from `first_channel` to that of the next slice, whose weights are read
/// together.
struct WeightFlowSlice {
  std::int32_t first_channel = 0;
  Bytes weights = 0;      // encoded
  Bytes scales = 0;       // in front of the weights
  TimeStep fetch_at = 0;  // buffered: fetched once the operator of this step has begun, 0 = at
                          // once; at the operator's own step, while the slice before it runs;
                          // or kept_in_buffer

  bool kept() const { return fetch_at == kept_in_buffer; }
  Bytes bytes() const { return weights + scales; }
};

/// How an operator's weights reach the processor, or some of its output channels' where others have
/// flows of their own: one part may be read in place, another stay in a buffer and a third take
/// turns in two. Every operator that reads weights of the network has one in a complete plan;
/// schedule() takes one that has none as in place.
struct WeightFlow {
  std::int32_t op = -1;                 // index into Network::operators
  std::vector<std::int32_t> buffers;    // residencies of kind weight_buffer, which the slices fill
                                        // in turn; none = the weights are read where they lie
  std::vector<WeightFlowSlice> slices;  // by channel, as they are fetched and read

  bool in_place() const { return buffers.empty(); }
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

/// A slice of an operator's weights and the flow that it comes by.
struct FlowingSlice {
  const WeightFlow* flow = nullptr;
  std::size_t turn = 0;  // into the flow's slices

  const WeightFlowSlice& slice() const { return flow->slices[turn]; }
  /// Index into Plan::residencies; -1 = it is read where it lies.
  std::int32_t buffer() const {
    return flow->in_place() ? -1 : flow->buffers[turn % flow->buffers.size()];
  }
};

/// Per operator of a network of `operators` operators the slices of all its flows, by channel: the
/// order in which they are fetched and read, and lie in memory. Flows of others are left out.
std::vector<std::vector<FlowingSlice>> slices_by_operator(const Plan& plan, std::size_t operators);

/// The first flow of operator `op`; null = it has none.
const WeightFlow* flow_of(const Plan& plan, std::int32_t op);

/// Whether `residency` is a buffer for slices of made-up weights, which are no tensor of the
/// network.
inline bool is_buffer_of_made_up(const Residency& residency) {
  return residency.kind == ResidencyKind::weight_buffer && residency.tensor == no_tensor;
}

/// What people call constants that are no tensors of the network.
constexpr const char* made_up_name = "made-up constants";

/// Name of what lies in `residency`, for people: of the tensor, "buffer of NAME", "made-up
/// constants".
std::string residency_name(const Residency& residency, const Network& network);

/// Kind of what lies in `residency`, as files and pages name it: that of the tensor,
/// "weight_buffer" or "made_up".
std::string residency_kind_name(const Residency& residency, const Network& network);

}  // namespace spillway
