// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/block/block_dependency.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/emit/stream_writer.h"
#include "hwmodels/ethosu/relink/relink.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/ethosu/stream/register_steps.h"
#include "traces/file_patch.h"
#include "traces/files/patched_file.h"

namespace spillway::ethosu {
namespace {

// Divides an extent of a block by `divisor`. Returns the quotient, rounded down to whole
// microblocks (parts of a block that the array computes at a time), but at least one microblock. An
// extent that is not a multiple of the microblock is returned unchanged.
std::int32_t divided_extent(std::int32_t extent, std::int32_t divisor, std::int32_t microblock) {
  if (divisor <= 1 || extent % microblock != 0) return extent;
  return std::max(extent / microblock / divisor, 1) * microblock;
}

// Returns the number of kernels of a stream. The operations of a chain (they pass maps on inside
// the processor) count as one kernel.
std::size_t kernel_count(const DecodedStream& stream) {
  const auto begins = [](const Operation& op) { return !takes_chained_operand(op); };
  return static_cast<std::size_t>(
      std::count_if(stream.operations.begin(), stream.operations.end(), begins));
}

class BlockDivider {
 public:
  explicit BlockDivider(const DecodedStream& stream)
      : stream_(stream),
        config_(find_config(stream.payload.product, stream.payload.macs)),
        steps_(register_steps(stream.payload.stream)) {}

  // Returns the payload of the stream with divided blocks. `first` is the index of the stream's
  // first kernel in `divisions`.
  std::vector<std::uint8_t> run(const std::vector<BlockDivision>& divisions, std::size_t first) {
    std::size_t kernel = first;  // index of the next kernel in `divisions`
    const Operation* before = nullptr;
    Operation divided_before;
    for (std::size_t c = 0; c < steps_.size(); ++c) {
      if (stream_.commands[c].kind != DecodedKind::operation) continue;
      const Operation& op = stream_.operations[stream_.commands[c].index];
      Operation divided = op;
      if (before != nullptr && takes_chained_operand(op)) {
        if (op.block == before->block) divided.block = divided_before.block;
      } else {
        const bool keeps = keeps_blocks(stream_.commands[c].index);
        if (kernel < divisions.size() && !keeps) divide(divisions[kernel], divided);
        ++kernel;
      }
      set_block(divided, steps_[c].registers);
      if (before != nullptr && (is_changed(*before, divided_before) || is_changed(op, divided))) {
        set_dependency({*before, op}, {divided_before, divided}, steps_[c].registers);
      }
      before = &op;
      divided_before = divided;
    }
    return rewritten_payload(stream_.payload, steps_);
  }

 private:
  struct Pair {
    const Operation &before, &op;
  };

  // Returns whether the operation must keep its block: a resizing operation, or an operation that
  // leaves its result in the accumulators for the next operation.
  bool keeps_blocks(std::size_t index) const {
    const Operation& op = stream_.operations[index];
    if (op.ofm.tiling != Tiling::none) return op.type == OperationType::resize;
    return index + 1 == stream_.operations.size() ||
           !takes_chained_operand(stream_.operations[index + 1]);
  }

  void divide(const BlockDivision& division, Operation& op) const {
    const BlockShape microblock = op.microblock.value_or(config_.microblock);
    op.block.height = divided_extent(op.block.height, division.rows, microblock.height);
    op.block.width = divided_extent(op.block.width, division.columns, microblock.width);
  }

  static bool is_changed(const Operation& op, const Operation& divided) {
    return op.block.height != divided.block.height || op.block.width != divided.block.width;
  }

  static void set_block(const Operation& op, RegisterValues& registers) {
    registers[key_of(Command0::ofm_blk_height_m1)] =
        static_cast<std::uint64_t>(op.block.height - 1);
    registers[key_of(Command0::ofm_blk_width_m1)] = static_cast<std::uint64_t>(op.block.width - 1);
  }

  // Sets the block dependency (how many blocks of the previous kernel may be unfinished) of a
  // kernel whose block, or whose predecessor's block, has changed. The block dependency is normally
  // block_dependency() of the new blocks. Exceptions:
  // - If the compiler's number was less than block_dependency() of the old blocks, its reason is
  //   not known. The new number is then at most the compiler's number.
  // - A chained kernel keeps its number, because the compiler does not derive this number from
  //   blocks.
  // - A resizing kernel gets 0. The proof that the new file computes the same results
  //   (proof/hazards.cpp) assumes that each block of a resizing kernel reads all rows and columns.
  void set_dependency(const Pair& old, const Pair& divided, RegisterValues& registers) const {
    if (is_chained(old.op)) return;
    const std::int32_t given = old.op.block_dependency;
    const bool resizes = divided.op.type == OperationType::resize;
    const std::int32_t allowed =
        resizes ? 0 : block_dependency(config_, divided.before, divided.op);
    const bool stricter = given < block_dependency(config_, old.before, old.op);
    registers[key_of(Command0::blockdep)] =
        static_cast<std::uint64_t>(stricter ? std::min(given, allowed) : allowed);
  }

  const DecodedStream& stream_;
  const Config& config_;
  std::vector<RegisterStep> steps_;
};

}  // namespace

std::vector<std::uint8_t> with_smaller_blocks(const Network& compiled,
                                              const std::vector<BlockDivision>& divisions) {
  const DecodedFile file = decode(compiled);
  FilePatch patch;
  std::size_t kernels = 0;
  for (const DecodedStream& stream : file.streams) {
    const TensorIndex commands = at(compiled.operators, stream.operator_index).inputs[0];
    // If several ethos-u operators share a command stream, the divisions for the first operator
    // apply.
    if (patch.contents.count(commands) == 0) {
      patch.contents[commands] = BlockDivider(stream).run(divisions, kernels);
    }
    kernels += kernel_count(stream);
  }
  return patched_file(compiled, patch);
}

}  // namespace spillway::ethosu
