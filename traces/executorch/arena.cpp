// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/arena.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "traces/flatbuffer_size.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

// The alignment, in bytes, of the runtime's buffers and of a delegate's scratch memory.
constexpr Bytes buffer_alignment = 16;
constexpr Bytes largest_arena = std::numeric_limits<std::int32_t>::max();

Bytes aligned(Bytes bytes) {
  return (bytes + buffer_alignment - 1) / buffer_alignment * buffer_alignment;
}

void append_word(std::int32_t word, std::vector<std::uint8_t>& bytes) {
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(word) >> shift));
  }
}

}  // namespace

void ExecutorchArena::include_scratch(Bytes bytes) {
  scratch_bytes_ = std::max(scratch_bytes_, bytes);
}

void ExecutorchArena::put_into_scratch(TensorIndex tensor, Bytes offset) {
  in_scratch_[tensor] = offset;
}

void ExecutorchArena::add_buffers(ExecutorchValues& values,
                                  const executorch::ExecutionPlan& method) {
  const auto* const sizes = method.non_const_buffer_sizes();
  Bytes end = aligned(scratch_bytes_);
  buffers_.assign(1, {});
  for (std::uint32_t id = 1; id < size_or_zero(sizes); ++id) {
    const std::int64_t bytes = sizes->Get(id);
    if (bytes < 0 || bytes > largest_arena - end) {
      file_.reject(fmt::format("plans {} bytes in memory {}, which is out of range", bytes, id));
    }
    Tensor tensor;
    tensor.name = fmt::format("planned buffer {}", id);
    tensor.kind = TensorKind::scratch;
    tensor.type = DataType::uint8;
    tensor.bytes = bytes;
    tensor.shape = {static_cast<std::int32_t>(bytes)};
    values.add(std::move(tensor), {id, 0});
    buffers_.push_back({end, bytes});
    end = std::min(aligned(end + bytes), largest_arena);
  }
}

std::vector<std::uint8_t> ExecutorchArena::place(ExecutorchValues& values,
                                                 const executorch::ExecutionPlan& method,
                                                 const Network& network) {
  add_buffers(values, method);
  std::vector<std::uint8_t> plan;
  append_word(0, plan);
  append_word(0, plan);
  append_word(static_cast<std::int32_t>(network.tensors.size()), plan);
  for (std::size_t i = 0; i < network.tensors.size(); ++i) {
    const PlannedPlace& place = values.places()[i];
    const auto inside = in_scratch_.find(static_cast<TensorIndex>(i));
    std::int32_t offset = not_planned;
    if (inside != in_scratch_.end()) {
      offset = static_cast<std::int32_t>(inside->second);
    } else if (place.memory > 0) {
      const Tensor& tensor = network.tensors[i];
      const Buffer buffer = place.memory < buffers_.size() ? buffers_[place.memory] : Buffer{};
      if (place.offset > buffer.bytes || tensor.bytes > buffer.bytes - place.offset) {
        file_.reject(
            fmt::format("plans '{}' of {} bytes at byte {} of memory {}, which has {} bytes",
                        tensor.name, tensor.bytes, place.offset, place.memory, buffer.bytes));
      }
      offset = static_cast<std::int32_t>(buffer.begin + place.offset);
    }
    append_word(offset, plan);
  }
  return plan;
}

}  // namespace spillway
