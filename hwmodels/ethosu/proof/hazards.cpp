// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/hazards.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/proof/operand_runs.h"
#include "hwmodels/ethosu/proof/same_registers.h"

namespace spillway::ethosu::proof {
namespace {

constexpr std::size_t kernels_in_flight = 2;  // the same number on all products

/// A command that may still be running while later commands start.
struct Running {
  std::size_t command = 0;
  std::vector<OperandRuns> operands;
  bool tables = false;  // uses lookup tables in the processor's own memory
};

bool collide(const Running& a, const Running& b) {
  if (a.tables && b.tables) return true;
  for (const OperandRuns& first : a.operands) {
    for (const OperandRuns& second : b.operands) {
      if ((first.write || second.write) && share_bytes(first, second)) return true;
    }
  }
  return false;
}

/// The commands of one kind (kernels or transfers) that may still be running, oldest first.
struct Queue {
  std::size_t most = 0;
  std::deque<Running> commands;

  void push(Running command) {
    commands.push_back(std::move(command));
    keep(most);
  }
  void keep(std::size_t count) {
    while (commands.size() > count) commands.pop_front();
  }
};

class FlightCheck {
 public:
  explicit FlightCheck(const DecodedStream& stream) : stream_(stream) {
    const Config& config = find_config(stream.payload.product, stream.payload.macs);
    kernels_.most = kernels_in_flight;
    transfers_.most = static_cast<std::size_t>(config.outstanding_dma);
  }

  std::string run() {
    for (std::size_t c = 0; c < stream_.commands.size(); ++c) {
      const DecodedCommand& command = stream_.commands[c];
      if (command.kind == DecodedKind::kernel_wait) kernels_.keep(command.parameter);
      if (command.kind == DecodedKind::dma_wait) transfers_.keep(command.parameter);
      if (command.kind == DecodedKind::operation) {
        const Operation& op = stream_.operations[command.index];
        const bool tables = op.activation == ActivationWork::table;
        if (std::string found = start({c, operands_of(op), tables}, transfers_, kernels_);
            !found.empty()) {
          return found;
        }
      }
      if (command.kind == DecodedKind::dma_start) {
        const DmaCommand& dma = stream_.transfers[command.index];
        if (std::string found = start({c, operands_of(dma), dma.internal}, kernels_, transfers_);
            !found.empty()) {
          return found;
        }
      }
    }
    return "";
  }

 private:
  std::string start(Running command, const Queue& others, Queue& own) const {
    for (const Running& other : others.commands) {
      if (!collide(command, other)) continue;
      return fmt::format("{}, command {}: does not wait for command {}, which it shares bytes with",
                         stream_.name, command.command, other.command);
    }
    own.push(std::move(command));
    return "";
  }

  const DecodedStream& stream_;
  Queue kernels_, transfers_;
};

Box block_at(const Operation& op, std::int64_t number) {
  std::optional<Box> found;
  std::int64_t at = 0;
  for_each_block(op, [&](const BlockPosition& block) {
    if (at++ != number) return;
    found = Box{block.y, block.y + block.shape.height, block.x, block.x + block.shape.width,
                block.z, block.z + block.shape.depth};
  });
  return found.value_or(Box{});
}

// Returns the range [low, high) of input rows or columns that the output rows or columns [from, to)
// need. `size` is the extent of the input.
std::pair<std::int32_t, std::int32_t> needed(std::int32_t from, std::int32_t to,
                                             std::int32_t stride, std::int32_t extent,
                                             std::int32_t padding, Upscale upscale,
                                             std::int32_t size) {
  const std::int32_t factor = upscale == Upscale::none ? 1 : 2;
  const std::int32_t low = (from * stride - padding) / factor;
  const std::int32_t high = ((to - 1) * stride + extent - padding + factor - 1) / factor;
  return {std::clamp(low, 0, size), std::clamp(high, 0, size)};
}

// Returns a box of the input that contains everything that a block of outputs reads. For a kernel
// that resizes or transposes, the box is the whole map.
Box input_of(const Operation& op, const FeatureMap& map, const Box& block) {
  Box box{0, map.height, 0, map.width, 0, map.depth};
  if (op.type == OperationType::resize || op.transpose != Transpose::hwc) return box;
  if (op.type == OperationType::elementwise) {
    if (map.height > 1) box.y0 = block.y0, box.y1 = std::min(block.y1, map.height);
    if (map.width > 1) box.x0 = block.x0, box.x1 = std::min(block.x1, map.width);
    return box;
  }
  const Window& window = op.window;
  std::tie(box.y0, box.y1) = needed(block.y0, block.y1, window.stride_h, window.extent_h(),
                                    window.pad_top, op.upscale, map.height);
  std::tie(box.x0, box.x1) = needed(block.x0, block.x1, window.stride_w, window.extent_w(),
                                    window.pad_left, op.upscale, map.width);
  return box;
}

// Returns the number of input channels that `op` reads in one step. A convolution takes several
// steps per block; any other kernel reads all channels in one step.
std::int32_t step_channels(const Config& config, const Operation& op) {
  if (op.type != OperationType::conv) return std::max(1, op.ifm.depth);
  if (config.product == Product::u85) return op.part_kernel ? 16 : 64;
  return op.ifm.element_bytes == 2 ? 16 : 32;
}

// Returns the box of an input that step `number` of `op` reads.
Box step_input(const Config& config, const Operation& op, const FeatureMap& input,
               std::int32_t number) {
  const std::int32_t channels = step_channels(config, op);
  const std::int32_t steps = std::max(1, (op.ifm.depth + channels - 1) / channels);
  const Box block = block_at(op, number / steps);
  Box box = input_of(op, input, block);
  const bool own_channels = op.type == OperationType::depthwise ||
                            op.type == OperationType::resize ||
                            (op.type == OperationType::pool && !reduces_depth(op));
  if (own_channels && op.transpose == Transpose::hwc) {
    box.z0 = block.z0;
    box.z1 = std::min(input.depth, block.z1);
  }
  if (steps > 1 && !op.ifm2_is_weights) {
    box.z0 = number % steps * channels;
    box.z1 = std::min(input.depth, box.z0 + channels);
  }
  return box;
}

// Returns whether the first steps of `op` read bytes that the last blocks of `before` may not have
// written yet. The block dependency of `op` says how many blocks of `before` may be unfinished when
// `op` starts.
bool too_early(const Config& config, const Operation& before, const Operation& op,
               const FeatureMap& input) {
  const std::int32_t allowed = op.block_dependency;
  const std::int64_t last = block_count(before);
  if (before.transpose != Transpose::hwc) return allowed > 0;
  for (std::int32_t i = 0; i < allowed; ++i) {
    const OperandRuns reads{"", input.region, false,
                            runs_of(input, step_input(config, op, input, i))};
    for (std::int64_t j = std::max<std::int64_t>(0, last - (allowed - i)); j < last; ++j) {
      const OperandRuns writes{"", before.ofm.region, true,
                               runs_of(before.ofm, block_at(before, j))};
      if (share_bytes(reads, writes)) return true;
    }
  }
  return false;
}

bool meets(const Operation& before, const FeatureMap& input) {
  const FeatureMap written = stored_ofm(before);
  if (written.tiling == Tiling::none || input.tiling == Tiling::none) return false;
  const auto all = [](const FeatureMap& map) {
    return OperandRuns{"", map.region, false,
                       runs_of(map, {0, map.height, 0, map.width, 0, map.depth})};
  };
  return share_bytes(all(written), all(input));
}

/// Two consecutive kernels of the emitted stream (`before` and `op`), and the kernels of the
/// original stream to which they are compared (`old_before` and `old_op`).
struct KernelPair {
  const Operation& old_before;
  const Operation& old_op;
  const Operation& before;
  const Operation& op;
};

// Returns whether two conditions hold: in the original stream, the output of the first kernel and
// `input` of the second kernel share bytes; in the emitted stream, both lie in one region, at the
// same distance from each other as in the original.
bool same_meeting(const KernelPair& pair, const FeatureMap& old_input, const FeatureMap& input) {
  return meets(pair.old_before, old_input) && pair.before.ofm.region == input.region &&
         pair.before.ofm.base[0] - input.base[0] == pair.old_before.ofm.base[0] - old_input.base[0];
}

bool is_ordered(const Config& config, const KernelPair& pair, const FeatureMap& old_input,
                const FeatureMap& input) {
  if (!meets(pair.before, input)) return true;
  const bool as_compiled = pair.op.block_dependency <= pair.old_op.block_dependency &&
                           same_meeting(pair, old_input, input);
  return as_compiled || !too_early(config, pair.before, pair.op, input);
}

std::string check_pair(const Config& config, const KernelPair& pair) {
  const Operation& op = pair.op;
  const bool met = (op.reads_ifm && meets(pair.old_before, pair.old_op.ifm)) ||
                   (op.reads_ifm2 && meets(pair.old_before, pair.old_op.ifm2));
  // If the kernels share no bytes in the original, the compiler's reason for its block dependency
  // is unknown. The block dependency is the number of unfinished blocks of the previous kernel, so
  // a larger number means less waiting. To be safe, the emitted kernel must not have a larger
  // number than the kernel in the original.
  if (!met && op.block_dependency > pair.old_op.block_dependency) {
    return "waits for fewer blocks of the kernel before than in the original";
  }
  if (op.reads_ifm && !is_ordered(config, pair, pair.old_op.ifm, op.ifm)) {
    return "may read its IFM before the kernel before has written it";
  }
  if (op.reads_ifm2 && !is_ordered(config, pair, pair.old_op.ifm2, op.ifm2)) {
    return "may read its IFM2 before the kernel before has written it";
  }
  return "";
}

/// The kernels of a stream, and for each kernel the registers that it reads.
struct Kernels {
  const std::vector<Operation>& operations;
  std::vector<RegisterStep> steps;

  explicit Kernels(const DecodedStream& stream) : operations(stream.operations) {
    for (RegisterStep& step : register_steps(stream.payload.stream)) {
      if (is_kernel(step.command)) steps.push_back(std::move(step));
    }
  }
};

/// Checks the block dependencies (how many blocks of the previous kernel may be unfinished) of an
/// emitted stream. The stream divides the network differently than the original, so its kernels can
/// differ from those of the original.
class OrderCheck {
 public:
  OrderCheck(const DecodedStream& original, const DecodedStream& emitted)
      : config_(find_config(emitted.payload.product, emitted.payload.macs)),
        original_(original),
        emitted_(emitted) {}

  /// Returns a sentence about the first kernel that can start too early; empty if no kernel can.
  std::string run() const {
    for (std::size_t i = 1; i < emitted_.operations.size(); ++i) {
      const std::string found = check(i);
      if (!found.empty()) return fmt::format("kernel {}: {}", i, found);
    }
    return "";
  }

 private:
  // Returns the end of an error message if kernel `i` can start too early after kernel `i` - 1;
  // otherwise an empty string.
  std::string check(std::size_t i) const {
    const Operation& before = emitted_.operations[i - 1];
    const Operation& op = emitted_.operations[i];
    // If the internal buffer (SHRAM) has at most this size, lookup tables lie in the banks of the
    // accumulators.
    constexpr std::int32_t small_shram_kib = 16;
    const bool tables_in_use =
        config_.product != Product::u85 && config_.shram_kib <= small_shram_kib &&
        before.activation == ActivationWork::table && op.activation != ActivationWork::table;
    if (tables_in_use && op.block_dependency > 0) {
      return "may write over the table that the kernel before reads";
    }
    const auto is_early = [&](bool reads, const FeatureMap Operation::*input) {
      return reads && meets(before, op.*input) && too_early(config_, before, op, op.*input) &&
             !is_in_original(i, input);
    };
    const bool early = is_early(op.reads_ifm, &Operation::ifm) ||
                       is_early(op.reads_ifm2, &Operation::ifm2) || chain_is_early(i);
    return early ? "may read its input before the kernel before has written it" : "";
  }

  // Returns whether kernel `i` is a later kernel of a chain (kernels that pass maps on inside the
  // processor) and reads bytes that the last kernel before the chain may not have written yet. The
  // block dependency of the chain's first kernel (how many blocks of the previous kernel may be
  // unfinished) holds for the whole chain.
  bool chain_is_early(std::size_t i) const {
    const Operation& op = emitted_.operations[i];
    std::size_t first = i;
    while (first > 0 && takes_chained_operand(emitted_.operations[first])) --first;
    if (first == i || first == 0 || emitted_.operations[first].block_dependency == 0) return false;
    const Operation& before = emitted_.operations[first - 1];
    return (op.reads_ifm && meets(before, op.ifm)) || (op.reads_ifm2 && meets(before, op.ifm2));
  }

  // Returns whether the original also runs kernel `i` immediately after its predecessor, and
  // whether both kernels there overlap in memory in the same way. The block dependency in the
  // original (how many blocks of the previous kernel may be unfinished) must be at least that of
  // kernel `i`.
  bool is_in_original(std::size_t i, const FeatureMap Operation::*input) const {
    const Operation& before = emitted_.operations[i - 1];
    const Operation& op = emitted_.operations[i];
    for (std::size_t k = 1; k < original_.operations.size(); ++k) {
      const KernelPair pair{original_.operations[k - 1], original_.operations[k], before, op};
      if (pair.old_op.block_dependency >= op.block_dependency &&
          same_kernel(original_.steps[k - 1], emitted_.steps[i - 1], before) &&
          same_kernel(original_.steps[k], emitted_.steps[i], op) &&
          same_meeting(pair, pair.old_op.*input, op.*input)) {
        return true;
      }
    }
    return false;
  }

  const Config& config_;
  const Kernels original_, emitted_;
};

}  // namespace

std::string hazards_of_other_commands(const DecodedStream& original, const DecodedStream& emitted) {
  std::string found = FlightCheck(emitted).run();
  if (!found.empty()) return found;
  found = OrderCheck(original, emitted).run();
  return found.empty() ? "" : fmt::format("{}, {}", emitted.name, found);
}

std::string hazards(const DecodedStream& original, const DecodedStream& emitted) {
  if (std::string found = FlightCheck(emitted).run(); !found.empty()) return found;
  const Config& config = find_config(emitted.payload.product, emitted.payload.macs);
  for (std::size_t i = 1; i < emitted.operations.size(); ++i) {
    const std::string found =
        check_pair(config, {original.operations[i - 1], original.operations[i],
                            emitted.operations[i - 1], emitted.operations[i]});
    if (!found.empty()) return fmt::format("{}, kernel {}: {}", emitted.name, i, found);
  }
  return "";
}

}  // namespace spillway::ethosu::proof
