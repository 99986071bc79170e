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

/// Lifetimes are half-open [lower, upper) everywhere and are counted in steps. Network inputs exist
/// at step 0; operator i runs at step i + 1.
using TimeStep = std::int32_t;
using BufferIndex = std::int32_t;
using MemoryIndex = std::int32_t;  // fastest memory first; no_memory = not placed
constexpr MemoryIndex no_memory = -1;
constexpr Bytes unlimited = std::numeric_limits<Bytes>::max() / 4;

struct MemorySpace {
  std::string name;
  Bytes capacity = unlimited;
  Bytes alignment = 1;
};

/// The contents of a residency.
enum class ResidencyKind : std::uint8_t {
  tensor,         // a complete tensor, or the rolling buffer of a tensor inside a cascade
  weight_buffer,  // buffer for slices of the weights in tensor Residency::tensor
  /// Constants that are not tensors of the network (tables, weights that are all ones), or a copy
  /// of all of these constants. Operators read the copy instead of the original if the copy is in a
  /// faster memory.
  made_up,
};

/// A range of addresses in a memory that a buffer occupies during steps [lower, upper).
struct Residency {
  TensorIndex tensor = no_tensor;  // no_tensor = the contents are no tensor of the network
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
  Bytes size = 0;
  TimeStep lower = 0;
  TimeStep upper = 0;
  /// The index of the residency whose bytes this residency shares on purpose, for example because a
  /// result overwrites its operand; -1 = none.
  std::int32_t inside = -1;
  ResidencyKind kind = ResidencyKind::tensor;
  /// Before this step, the residency may share bytes with residencies that have already ended when
  /// the step begins. Plans of compiled files need this, because their command streams load data
  /// over bytes that the same step has already read. If shared_until is not later than `lower`, the
  /// residency may share no bytes in this way.
  TimeStep shared_until = 0;
};

/// A DMA transfer of a tensor between two of its residencies. It begins after the operator at step
/// `earliest` has ended, and it ends before the operator at step `latest` starts.
struct Copy {
  TensorIndex tensor = no_tensor;  // no_tensor = constants that are no tensors of the network
  std::int32_t from = -1;          // indices into Plan::residencies
  std::int32_t to = -1;
  TimeStep earliest = 0;
  TimeStep latest = 0;
};

/// The value of WeightFlowSlice::fetch_at for a slice that is not fetched. An earlier operator that
/// reads the same weights has left the slice in its buffer.
constexpr TimeStep kept_in_buffer = -1;

/// The weights of the output channels from `first_channel` to the first channel of the next slice.
/// The processor reads all weights of a slice together.
struct WeightFlowSlice {
  std::int32_t first_channel = 0;
  Bytes weights = 0;  // encoded bytes
  Bytes scales = 0;   // bytes of biases and scales in front of the weights
  /// The step at whose start the DMA begins to copy the slice to its buffer; 0 = at the start of
  /// the run. If fetch_at is the step of the slice's own operator, the slice is copied while the
  /// operator uses the preceding slice. kept_in_buffer = the slice is not copied. Has no meaning
  /// for slices that are read in place.
  TimeStep fetch_at = 0;

  bool kept() const { return fetch_at == kept_in_buffer; }
  Bytes bytes() const { return weights + scales; }
};

/// How the weights of an operator reach the processor. An operator may have several flows for
/// different output channels: some weights may be read in place, some may stay in a buffer and some
/// may alternate between two buffers. In a complete plan every operator that reads weights of the
/// network has a flow. If an operator has no flow, schedule() lets it read its weights in place.
struct WeightFlow {
  std::int32_t op = -1;  // index into Network::operators
  /// Indices of residencies of kind weight_buffer. The slices fill these buffers in rotation. Empty
  /// = the weights are read in place.
  std::vector<std::int32_t> buffers;
  /// Sorted by channel. Slices are fetched and read in this order.
  std::vector<WeightFlowSlice> slices;

  bool in_place() const { return buffers.empty(); }
};

/// Consecutive operators that run alternately, stripe by stripe. Rolling buffers between them hold
/// only the rows that are still needed.
struct Cascade {
  std::int32_t first_op = 0;
  std::int32_t last_op = 0;
  /// Per operator, the number of rows of its output that one stripe computes.
  std::vector<std::int32_t> stripe_heights;
};

/// Says in which memory, at which offset and during which steps each tensor lies, and what the DMA
/// copies. A tensor with several residencies is moved between them by `copies`.
struct Plan {
  std::string planner;
  std::vector<MemorySpace> memories;
  std::vector<Residency> residencies;
  std::vector<Copy> copies;
  std::vector<WeightFlow> weights;
  std::vector<Cascade> cascades;
  /// Tensors that the application owns; they are in no memory of the plan.
  std::vector<TensorIndex> outside;
};

/// A slice of an operator's weights, and the flow to which it belongs.
struct FlowingSlice {
  const WeightFlow* flow = nullptr;
  std::size_t slice_index = 0;  // index into the flow's slices

  const WeightFlowSlice& slice() const { return flow->slices[slice_index]; }
  /// Returns the weight buffer of the slice, as an index into Plan::residencies; -1 = the slice is
  /// read in place.
  std::int32_t buffer() const {
    return flow->in_place() ? -1 : flow->buffers[slice_index % flow->buffers.size()];
  }
};

/// Returns one list per operator of a network with `operators` operators: the slices of all flows
/// of the operator, sorted by channel. Slices are fetched, read and stored in this order. Flows of
/// operators that the network does not have are left out.
std::vector<std::vector<FlowingSlice>> slices_by_operator(const Plan& plan, std::size_t operators);

/// Returns the first flow of operator `op`; null if the operator has none.
const WeightFlow* flow_of(const Plan& plan, std::int32_t op);

/// Whether `residency` is a buffer for slices of made-up weights (weights that lowering adds and
/// that are no tensor of the network).
inline bool is_buffer_of_made_up(const Residency& residency) {
  return residency.kind == ResidencyKind::weight_buffer && residency.tensor == no_tensor;
}

/// The name, in output for users, of the constants that lowering adds and that the network's file
/// does not contain.
constexpr const char* made_up_name = "made-up constants";

/// Returns the name of the residency's contents for users: the tensor's name, "buffer of NAME" or
/// "made-up constants" (made_up_name).
std::string residency_name(const Residency& residency, const Network& network);

/// Returns the kind of the residency's contents as files and HTML pages name it: the tensor's kind,
/// "weight_buffer" or "made_up".
std::string residency_kind_name(const Residency& residency, const Network& network);

}  // namespace spillway
