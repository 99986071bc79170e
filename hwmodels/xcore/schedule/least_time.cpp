// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/schedule/least_time.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/target/peak_rate.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"
#include "planner/plan_network.h"

namespace spillway::xcore {
namespace {

/// Returns the most multiply-accumulates that the kernel computes with one instruction.
std::int64_t macs_per_slot(const KernelSpec& kernel, const Operator& op, const Network& network) {
  constexpr std::int64_t bits_of_byte = 8;
  const auto* const stream = std::get_if<StreamKernel>(&kernel);
  if (stream != nullptr && stream->reference) return 1;
  const auto* const conv = std::get_if<Convolution>(&kernel);
  const bool binary = conv != nullptr && (conv->transform == OutputTransform::bits ||
                                          conv->transform == OutputTransform::clamped);
  if (binary) return vector_bytes * bits_of_byte;
  if (op.inputs.empty() || op.inputs.front() == no_tensor) return vector_bytes;
  const std::int32_t element = element_bytes(at(network.tensors, op.inputs.front()));
  return std::max(1, vector_bytes / std::max(1, element));
}

/// Whether the kernel only starts a load or waits for loads. Such a kernel does not write its
/// outputs with instructions of its own, because the flash server delivers the words later.
bool only_starts_or_waits(const KernelSpec& kernel) {
  const auto* const load = std::get_if<LoadKernel>(&kernel);
  return std::holds_alternative<WaitKernel>(kernel) || (load != nullptr && load->early);
}

/// Whether an output begins at the same address as an input. Such an operator, for example a
/// reshape, possibly moves no bytes. So the lower bound does not count the bytes of this output.
bool is_in_place(const Place& output, const Operator& op, const Network& network,
                 const std::vector<Place>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (op.inputs[i] == no_tensor) continue;
    const Tensor& input = at(network.tensors, op.inputs[i]);
    if (is_constant(input) || input.kind == TensorKind::operator_data) continue;
    if (inputs[i].base == output.base && inputs[i].memory == output.memory) return true;
  }
  return false;
}

}  // namespace

/// The least number of bytes that an operator must move: in total, and per memory.
struct LeastTime::Moved {
  Bytes all = 0;
  std::vector<Bytes> per_memory;

  void add(const Place& place, Bytes bytes) {
    all += bytes;
    at(per_memory, place.memory) += bytes;
  }
};

LeastTime::LeastTime(const Target& target) : target_(target) {
  constexpr double hertz_per_khz = 1000;
  for (const MemorySpec& memory : target.memories) {
    bytes_per_cycle_.push_back(static_cast<double>(peak_bytes_per_second(target, memory)) /
                               (hertz_per_khz * static_cast<double>(target.clock_khz)));
  }
}

LeastTime::Moved LeastTime::moved_by(const KernelSpec& kernel, const Operator& op,
                                     const Network& network, const Operands& at) const {
  Moved moved;
  moved.per_memory.assign(target_.memories.size(), 0);
  const auto bytes_of = [&](TensorIndex tensor) {
    return spillway::at(network.tensors, tensor).bytes;
  };
  for (std::size_t i = 0; i < op.outputs.size(); ++i) {
    if (is_in_place(at.outputs[i], op, network, at.inputs)) continue;
    moved.add(at.outputs[i], bytes_of(op.outputs[i]));
  }
  const auto* const stream = std::get_if<StreamKernel>(&kernel);
  if (stream != nullptr && stream->sums > 0) moved.add(at.inputs.front(), bytes_of(op.inputs[0]));
  return moved;
}

Cycles LeastTime::of(const KernelSpec& kernel, const Operator& op, const Network& network,
                     const Operands& at, std::int64_t macs) const {
  if (only_starts_or_waits(kernel)) return 0;
  const Moved moved = moved_by(kernel, op, network, at);
  const std::int64_t slots =
      std::max(macs / macs_per_slot(kernel, op, network), moved.all / Bytes{vector_bytes});
  const auto* const stream = std::get_if<StreamKernel>(&kernel);
  const bool one_thread = stream != nullptr && stream->reference;
  Cycles least = slots * (one_thread ? parameters(target_).issue_divider : 1);
  for (std::size_t m = 0; m < bytes_per_cycle_.size(); ++m) {
    if (bytes_per_cycle_[m] <= 0) continue;
    const CacheParameters cache = target_.memories[m].cache.value_or(CacheParameters{});
    const Bytes kept = Bytes{cache.lines} * cache.line_bytes;
    const auto through = static_cast<double>(std::max<Bytes>(0, moved.per_memory[m] - kept));
    least = std::max(least, static_cast<Cycles>(through / bytes_per_cycle_[m]));
  }
  return least;
}

}  // namespace spillway::xcore
