// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/proof/arena_conflicts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/kernels/load_names.h"

namespace spillway::xcore::proof {
namespace {

// The offset of every tensor must be a multiple of this number, as in the compiler.
constexpr std::int64_t alignment = 8;
constexpr std::int32_t never = -1;

/// The first and last step in which a tensor is in use. Step 0 is before the first operator, and
/// operator i runs in step i + 1.
struct Life {
  std::int32_t first = never, last = never;

  void touch(std::int32_t step) {
    if (first == never) first = step;
    last = step;
  }
};

/// Kernels that read each element before they write at the place of this element. The result may
/// overwrite one of the first `operands` operands. Source: trait MemoryOverlappable of xformer's
/// IR/XCoreOps.td.
struct Overlappable {
  std::string_view type;
  std::size_t operands;
};
constexpr std::array<Overlappable, 5> elementwise = {{{"XC_add", 2},
                                                      {"XC_mul", 2},
                                                      {"XC_lookup", 1},
                                                      {"XC_binaryi16", 2},
                                                      {"XC_beta_activationf32", 1}}};
constexpr std::array<std::string_view, 2> pads = {"XC_pad", "XC_pad_3_to_4"};

class ArenaConflicts {
 public:
  ArenaConflicts(const Network& network, const ArenaLayout& original, const ArenaLayout& emitted)
      : network_(network), original_(original), emitted_(emitted), lives_(network.tensors.size()) {}

  std::string find() {
    find_lives();
    const std::vector<TensorIndex> placed = placed_tensors();
    std::string why = misaligned(placed);
    if (why.empty()) why = shared_bytes(placed);
    if (why.empty()) why = moved_wait();
    return why.empty() ? separated_state() : why;
  }

 private:
  const std::string& name(TensorIndex tensor) const { return at(network_.tensors, tensor).name; }
  std::int64_t bytes(TensorIndex tensor) const { return at(network_.tensors, tensor).bytes; }
  std::int64_t offset(TensorIndex tensor) const { return at(emitted_.offsets, tensor); }

  void find_lives() {
    const auto end = static_cast<std::int32_t>(emitted_.order.size()) + 1;
    for (const TensorIndex input : network_.inputs) at(lives_, input).touch(0);
    for (std::int32_t step = 1; step < end; ++step) {
      const Operator& op = *at(emitted_.order, step - 1);
      for (const auto* operands : {&op.inputs, &op.outputs}) {
        for (const TensorIndex tensor : *operands) {
          if (tensor != no_tensor) at(lives_, tensor).touch(step);
        }
      }
    }
    for (const TensorIndex output : network_.outputs) at(lives_, output).touch(end);
    for (std::size_t i = 0; i < lives_.size(); ++i) {
      if (network_.tensors[i].kind == TensorKind::variable) lives_[i] = {0, end};
    }
  }

  std::vector<TensorIndex> placed_tensors() const {
    std::vector<TensorIndex> placed;
    for (std::size_t i = 0; i < lives_.size(); ++i) {
      const bool in_arena = lives_[i].first != never && emitted_.offsets[i] >= 0;
      if (in_arena && network_.tensors[i].bytes > 0) placed.push_back(static_cast<TensorIndex>(i));
    }
    std::stable_sort(placed.begin(), placed.end(), [&](TensorIndex a, TensorIndex b) {
      return at(lives_, a).first < at(lives_, b).first;
    });
    return placed;
  }

  std::string misaligned(const std::vector<TensorIndex>& placed) const {
    for (const TensorIndex tensor : placed) {
      const bool aligned = offset(tensor) % alignment == 0;
      if (aligned || offset(tensor) == at(original_.offsets, tensor)) continue;
      return fmt::format("tensor '{}' has offset {}, which is no multiple of {}", name(tensor),
                         offset(tensor), alignment);
    }
    return "";
  }

  std::string shared_bytes(const std::vector<TensorIndex>& placed) const {
    for (std::size_t i = 0; i < placed.size(); ++i) {
      for (std::size_t j = i + 1; j < placed.size(); ++j) {
        std::string why = conflict(placed[i], placed[j]);
        if (!why.empty()) return why;
      }
    }
    return "";
  }

  static bool share_bytes(std::int64_t a, std::int64_t a_bytes, std::int64_t b,
                          std::int64_t b_bytes) {
    return a < b + b_bytes && b < a + a_bytes;
  }

  /// Returns a sentence if two tensors share bytes while both are needed; empty = no conflict.
  /// Requires that the life of `a` does not begin after the life of `b`.
  std::string conflict(TensorIndex a, TensorIndex b) const {
    const Life &first = at(lives_, a), &second = at(lives_, b);
    if (second.first > first.last) return "";
    if (!share_bytes(offset(a), bytes(a), offset(b), bytes(b))) return "";
    const bool handed_over = first.last == second.first && first.first < second.first;
    if (handed_over && may_replace(*at(emitted_.order, second.first - 1), a, b)) return "";
    return fmt::format("tensors '{}' and '{}' share bytes of the arena while both are needed",
                       name(a), name(b));
  }

  static bool is_in(const std::vector<TensorIndex>& operands, TensorIndex tensor) {
    return std::find(operands.begin(), operands.end(), tensor) != operands.end();
  }

  /// Whether `op` is allowed to write `result` over the bytes of its operand.
  bool may_replace(const Operator& op, TensorIndex operand, TensorIndex result) const {
    if (!is_in(op.inputs, operand) || !is_in(op.outputs, result)) return false;
    // A wait moves no bytes, so it overwrites nothing. moved_wait() checks the places of its
    // operands and results.
    if (op.type_name == load_wait_name) return true;
    return lies_as_in_original(operand, result) || kernel_allows(op, operand, result);
  }

  bool lies_as_in_original(TensorIndex operand, TensorIndex result) const {
    const std::int64_t from = at(original_.offsets, operand), to = at(original_.offsets, result);
    return from >= 0 && to >= 0 && from - to == offset(operand) - offset(result);
  }

  bool kernel_allows(const Operator& op, TensorIndex operand, TensorIndex result) const {
    const std::int64_t distance = offset(operand) - offset(result);
    for (const Overlappable& kernel : elementwise) {
      if (op.type_name != kernel.type) continue;
      const std::size_t replaceable = std::min(kernel.operands, op.inputs.size());
      const auto rest = op.inputs.begin() + static_cast<std::ptrdiff_t>(replaceable);
      const bool read_otherwise = std::find(rest, op.inputs.end(), operand) != op.inputs.end();
      return !read_otherwise && distance == 0 && bytes(operand) == bytes(result);
    }
    // A pad copies from front to back. If the operand does not end before the result, every byte of
    // the operand is read before the pad overwrites it.
    if (std::find(pads.begin(), pads.end(), op.type_name) == pads.end()) return false;
    const std::int64_t added = bytes(result) - bytes(operand);
    return op.inputs.front() == operand && added >= 0 && distance >= added;
  }

  /// Returns a sentence about a wait whose results do not lie where the load writes them; empty =
  /// none. A wait moves no bytes, so the places must be the same.
  std::string moved_wait() const {
    for (const Operator* op : emitted_.order) {
      if (op->type_name != load_wait_name) continue;
      for (std::size_t i = 0; i < op->outputs.size(); ++i) {
        if (offset(op->outputs[i]) == offset(op->inputs[i])) continue;
        return fmt::format("tensor '{}' lies elsewhere than '{}', which is loaded for it",
                           name(op->outputs[i]), name(op->inputs[i]));
      }
    }
    return "";
  }

  /// Returns a sentence about an input and an output that share their place in the original but not
  /// in the emitted file; empty = none. Such an output is state that the next inference reads as
  /// the input, so both must stay in one place.
  std::string separated_state() const {
    for (const TensorIndex input : network_.inputs) {
      for (const TensorIndex output : network_.outputs) {
        const std::int32_t place = at(original_.offsets, input);
        const bool shared =
            place >= 0 && place == at(original_.offsets, output) && bytes(input) == bytes(output);
        if (!shared || offset(input) == offset(output)) continue;
        return fmt::format("input '{}' and output '{}' share their place in the original only",
                           name(input), name(output));
      }
    }
    return "";
  }

  const Network& network_;
  const ArenaLayout &original_, &emitted_;
  std::vector<Life> lives_;  // in the emitted order
};

}  // namespace

std::string arena_conflict(const Network& network, const ArenaLayout& original,
                           const ArenaLayout& emitted) {
  return ArenaConflicts(network, original, emitted).find();
}

}  // namespace spillway::xcore::proof
