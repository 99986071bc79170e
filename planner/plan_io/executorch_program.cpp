// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "planner/check_problem.h"
#include "planner/plan_io/tool_plans.h"
#include "traces/executorch/file.h"
#include "traces/flatbuffer_size.h"

namespace spillway {
namespace {

/// Returns the bytes of an element with a type of ExecuTorch's enumeration ScalarType; 0 for types
/// that memory plans do not place.
Bytes element_bytes(std::int8_t type) {
  static const std::map<std::int8_t, Bytes> bytes = {
      {0, 1},  {1, 1},  {2, 2},  {3, 4},  {4, 8},  {5, 2},  {6, 4},  {7, 8},
      {11, 1}, {12, 1}, {13, 1}, {14, 4}, {15, 2}, {27, 2}, {28, 4}, {29, 8}};
  const auto found = bytes.find(type);
  return found == bytes.end() ? 0 : found->second;
}

/// How the calls of a method use one of its values.
struct ValueUse {
  TimeStep first = -1, last = -1;  // steps of the first and last call; -1 = no call
  std::int32_t calls = 0;
  std::string maker;
};

class MethodPlan {
 public:
  MethodPlan(const executorch::ExecutionPlan& method, const std::string& source)
      : method_(method), source_(source), uses_(size_or_zero(method.values())) {}

  PlacedProblem read(const std::vector<MemorySpace>& memories) {
    placed_.problem.memories = memories;
    if (memories.empty()) make_up_memories();
    follow_calls();
    for (std::size_t value = 0; value < uses_.size(); ++value) add_value(value);
    if (placed_.placements.empty()) {
      reject("the method places no tensor: it was exported without a memory plan");
    }
    placed_.expected.resize(placed_.placements.size());
    check_problem(placed_.problem, placed_.rows);
    return std::move(placed_);
  }

 private:
  [[noreturn]] void reject(const std::string& message) const {
    throw input_error({source_}, message);
  }

  void make_up_memories() {
    const auto* const sizes = method_.non_const_buffer_sizes();
    for (std::size_t id = 1; id < size_or_zero(sizes); ++id) {
      const std::int64_t size = sizes->Get(static_cast<flatbuffers::uoffset_t>(id));
      placed_.problem.memories.push_back(
          {fmt::format("memory {}", id), std::clamp<std::int64_t>(size, 0, unlimited)});
    }
  }

  const executorch::EValue* value_at(std::int64_t value) const {
    if (value < 0 || static_cast<std::size_t>(value) >= uses_.size()) {
      reject(fmt::format("refers to value {}, but there are {}", value, uses_.size()));
    }
    return method_.values()->Get(static_cast<flatbuffers::uoffset_t>(value));
  }

  // Records that a call uses a value. A call that uses a list uses each of its tensors; the value
  // -1 in a list is an absent tensor.
  void use(std::int64_t value, TimeStep step, const std::string& caller) {
    const executorch::EValue& entry = *value_at(value);
    const executorch::TensorList* list = entry.val_as_TensorList();
    if (list == nullptr) list = entry.val_as_OptionalTensorList();
    if (list != nullptr) {
      for (std::size_t i = 0; i < size_or_zero(list->items()); ++i) {
        const std::int32_t item = list->items()->Get(static_cast<flatbuffers::uoffset_t>(i));
        if (item >= 0 && value_at(item)->val_as_Tensor() != nullptr) note(item, step, caller);
      }
    } else if (entry.val_as_Tensor() != nullptr) {
      note(value, step, caller);
    }
  }

  void note(std::int64_t value, TimeStep step, const std::string& caller) {
    ValueUse& entry = uses_[static_cast<std::size_t>(value)];
    if (entry.first < 0) {
      entry.first = step;
      entry.maker = caller;
    }
    entry.last = step;
    ++entry.calls;
  }

  template <typename Names>
  static std::string name_at(const Names* names, std::int32_t index) {
    if (index < 0 || static_cast<std::size_t>(index) >= size_or_zero(names)) return "?";
    return name_of(*names->Get(static_cast<flatbuffers::uoffset_t>(index)));
  }
  static std::string name_of(const executorch::Operator& op) { return kernel_name(op); }
  static std::string name_of(const executorch::BackendDelegate& delegate) {
    return "delegate " + (delegate.id() == nullptr ? "?" : name_text(delegate.id()->str()));
  }

  void follow_calls() {
    for (std::size_t i = 0; i < size_or_zero(method_.inputs()); ++i) {
      use(method_.inputs()->Get(static_cast<flatbuffers::uoffset_t>(i)), 0, "input");
    }
    for (std::size_t c = 0; c < size_or_zero(method_.chains()); ++c) {
      const auto* const calls =
          method_.chains()->Get(static_cast<flatbuffers::uoffset_t>(c))->instructions();
      for (std::size_t i = 0; i < size_or_zero(calls); ++i) {
        follow(*calls->Get(static_cast<flatbuffers::uoffset_t>(i)));
      }
    }
    for (std::size_t i = 0; i < size_or_zero(method_.outputs()); ++i) {
      use(method_.outputs()->Get(static_cast<flatbuffers::uoffset_t>(i)), step_, "output");
    }
  }

  void follow(const executorch::Instruction& instruction) {
    ++step_;
    if (const auto* const move = instruction.instr_args_as_MoveCall()) {
      use(move->move_from(), step_, "move");
      use(move->move_to(), step_, "move");
      return;
    }
    const executorch::Call* const kernel = instruction.instr_args_as_KernelCall();
    const executorch::Call* const call =
        kernel != nullptr ? kernel : instruction.instr_args_as_DelegateCall();
    if (call == nullptr) return;
    const std::string caller = kernel != nullptr ? name_at(method_.operators(), call->index())
                                                 : name_at(method_.delegates(), call->index());
    const auto* const args = call->args();
    for (std::size_t i = 0; i < size_or_zero(args); ++i) {
      use(args->Get(static_cast<flatbuffers::uoffset_t>(i)), step_, caller);
    }
    constexpr const char* view = "executorch_prim::et_view";
    if (caller.rfind(view, 0) == 0 && size_or_zero(args) >= 2) {
      view_of_[args->Get(args->size() - 1)] = args->Get(0);
    }
  }

  Bytes bytes_of(const executorch::Tensor& tensor, std::size_t value) const {
    Bytes bytes = element_bytes(tensor.scalar_type());
    if (bytes == 0) {
      reject(fmt::format("value {}: unknown scalar type {}", value, tensor.scalar_type()));
    }
    for (std::size_t i = 0; i < size_or_zero(tensor.sizes()); ++i) {
      const std::int32_t size = tensor.sizes()->Get(static_cast<flatbuffers::uoffset_t>(i));
      if (size < 0 || (size > 0 && bytes > largest_buffer / size)) {
        reject(fmt::format("value {}: a size of {} is out of range", value, size));
      }
      bytes *= size;
    }
    return bytes;
  }

  void add_value(std::size_t value) {
    const executorch::Tensor* const tensor =
        value_at(static_cast<std::int64_t>(value))->val_as_Tensor();
    if (tensor == nullptr || tensor->allocation_info() == nullptr) return;
    const Bytes bytes = bytes_of(*tensor, value);
    if (bytes == 0) return;
    const executorch::AllocationDetails& place = *tensor->allocation_info();
    if (place.memory_id() < 1 || place.memory_id() > placed_.problem.memories.size()) {
      reject(fmt::format("value {} is in memory {}, but there are {}", value, place.memory_id(),
                         placed_.problem.memories.size()));
    }
    const ValueUse& uses = uses_[value];
    // State that is kept between calls, and tensors that no call uses, are live during the complete
    // run.
    const bool kept = tensor->data_buffer_idx() > 0 || uses.first < 0;
    Buffer buffer;
    buffer.name = fmt::format("{} {}", value, uses.maker.empty() ? "unused" : uses.maker);
    buffer.kind = kept ? TensorKind::variable : TensorKind::activation;
    buffer.lower = kept ? 0 : uses.first;
    buffer.upper = (kept ? step_ : uses.last) + 1;
    buffer.size = bytes;
    buffer.reads = std::max(0, uses.calls - 1);
    const auto offset =
        static_cast<std::uint64_t>(place.memory_offset_high()) << 32U | place.memory_offset_low();
    if (offset > static_cast<std::uint64_t>(largest_buffer)) {
      reject(fmt::format("value {}: the offset {} is out of range", value, offset));
    }
    const Placement placement{static_cast<MemoryIndex>(place.memory_id()) - 1,
                              static_cast<Bytes>(offset)};
    share_with_base(value, placement, buffer);
    numbers_[static_cast<std::int32_t>(value)] =
        static_cast<BufferIndex>(placed_.problem.buffers.size());
    placed_.problem.buffers.push_back(buffer);
    placed_.placements.push_back(placement);
    placed_.rows.push_back({source_});
  }

  // Makes a view share the bytes of its base tensor if view and base have the same address. The
  // base has a lower number than the view, so numbers_ has its buffer already.
  void share_with_base(std::size_t value, const Placement& placement, Buffer& buffer) const {
    const auto base = view_of_.find(static_cast<std::int32_t>(value));
    if (base == view_of_.end()) return;
    const auto outer = numbers_.find(base->second);
    if (outer == numbers_.end()) return;
    const Placement& other = placed_.placements[static_cast<std::size_t>(outer->second)];
    if (other.memory != placement.memory || other.offset != placement.offset) return;
    buffer.placed_inside = PlacedInside{outer->second, 0};
  }

  const executorch::ExecutionPlan& method_;
  const std::string& source_;
  std::vector<ValueUse> uses_;                    // per value of the method, its use by calls
  std::map<std::int32_t, std::int32_t> view_of_;  // key: value that is a view; value: its base
  std::map<std::int32_t, BufferIndex> numbers_;   // key: value of the method; value: its buffer
  TimeStep step_ = 0;
  PlacedProblem placed_;
};

}  // namespace

bool looks_like_executorch_program(std::string_view bytes) {
  return looks_like_executorch({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

PlacedProblem read_executorch_program(const std::string& bytes, const std::string& source,
                                      const std::vector<MemorySpace>& memories) {
  const ExecutorchFile file({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()},
                            source);
  return MethodPlan(file.method(), source).read(memories);
}

}  // namespace spillway
