// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hwmodels/ethosu/block/block_dependency.h"
#include "hwmodels/ethosu/block/block_search.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "tests/reference.h"
#include "traces/tflite/reader.h"

namespace spillway::ethosu {
namespace {

// The compiler chooses the block for a whole operation and then divides the operation into slices
// of channels. Returns whether `next` is a further slice of the operation whose first slice is
// `first`.
bool goes_on(const Operation& first, const Operation& next) {
  const bool same = next.type == first.type && next.block == first.block &&
                    next.window.kernel_h == first.window.kernel_h &&
                    next.ofm.height == first.ofm.height && next.ofm.width == first.ofm.width &&
                    next.ofm.stride_y == first.ofm.stride_y;
  if (!same) return false;
  if (first.type == OperationType::conv) return next.ifm.base == first.ifm.base;
  return first.type == OperationType::depthwise && next.ofm.region == first.ofm.region &&
         next.ofm.base[0] > first.ofm.base[0] &&
         next.ofm.base[0] - first.ofm.base[0] < static_cast<Address>(first.ofm.stride_y);
}

std::vector<Operation> whole_operations(const DecodedStream& stream) {
  std::vector<Operation> whole;
  for (const DecodedCommand& command : stream.commands) {
    if (command.kind != DecodedKind::operation) continue;
    const Operation& next = stream.operations[command.index];
    if (whole.empty() || !goes_on(whole.back(), next)) {
      whole.push_back(next);
      continue;
    }
    whole.back().ofm.depth += next.ofm.depth;
    if (next.type == OperationType::depthwise) whole.back().ifm.depth += next.ifm.depth;
  }
  return whole;
}

std::vector<std::string> compiled_for_u85() {
  std::vector<std::string> files;
  for (const char* folder : {"models/compiled/fvp", "models/compiled/fvp/ops"}) {
    for (const auto& entry : std::filesystem::directory_iterator(test::shared_path(folder))) {
      const std::string path = entry.path().string();
      if (path.find("u85-") != std::string::npos) files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const BlockShape& shape) {
  return std::to_string(shape.height) + "x" + std::to_string(shape.width) + "x" +
         std::to_string(shape.depth);
}

std::string text_of(const BlockConfig& blocks) {
  return text_of(blocks.ofm) + " of " + text_of(*blocks.microblock) +
         (blocks.part_kernel ? ", kernel first" : "");
}

std::string wanted(const Operation& operation) {
  return text_of({operation.block, {}, operation.part_kernel, operation.microblock});
}

std::string found(const Config& config, const Operation& operation) {
  NpuOp op;
  op.operation = operation;
  // The block search treats the kernel of a matrix product specially. A command stream does not say
  // whether a kernel is a matrix product, so the test derives it from the size of the input.
  op.vector_product = operation.type == OperationType::conv && operation.ifm.height == 1 &&
                      operation.ifm.width == 1;
  return text_of(find_block_config(config, op));
}

// The block, microblock and traversal (depth first or part-kernel first) of 119 operations must be
// those of compiled files for U85 of all sizes.
TEST(EthosU85BlockSearch, ChoosesTheBlocksOfCompiledFiles) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp");
  int blocks = 0;
  for (const std::string& path : compiled_for_u85()) {
    const DecodedFile file = decode(read_tflite(path));
    for (const DecodedStream& stream : file.streams) {
      const Config& config = find_config(stream.payload.product, stream.payload.macs);
      for (const Operation& operation : whole_operations(stream)) {
        EXPECT_EQ(found(config, operation), wanted(operation)) << path << " operation " << blocks;
        ++blocks;
      }
    }
  }
  EXPECT_GT(blocks, 100);
}

// One of the 89 block dependencies (how many blocks of the previous kernel may be unfinished) may
// differ from the compiled file. The test does not check which one.
TEST(EthosU85BlockSearch, BlockDependenciesAreThoseOfCompiledFiles) {
  SPILLWAY_NEEDS_SHARED("models/compiled/fvp");
  int pairs = 0;
  int equal = 0;
  for (const std::string& path : compiled_for_u85()) {
    const DecodedFile file = decode(read_tflite(path));
    for (const DecodedStream& stream : file.streams) {
      const Config& config = find_config(stream.payload.product, stream.payload.macs);
      for (std::size_t i = 1; i < stream.operations.size(); ++i) {
        const Operation& op = stream.operations[i];
        ++pairs;
        if (block_dependency(config, stream.operations[i - 1], op) == op.block_dependency) ++equal;
      }
    }
  }
  EXPECT_EQ(pairs, 89);
  EXPECT_GE(equal, 88);
}

}  // namespace
}  // namespace spillway::ethosu
