// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files/files.h"
#include "hwmodels/ethosu/encoding/encoded_weights.h"
#include "hwmodels/ethosu/encoding/operation_weights.h"
#include "hwmodels/ethosu/encoding/stream.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/proof/weight_decoder.h"
#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/target/select_target.h"
#include "tests/reference.h"
#include "traces/csv/csv_reader.h"
#include "traces/tflite/reader.h"

namespace spillway::ethosu {
namespace {

constexpr const char* reference = "reference/ethos-u/encoded_sizes.csv";

// A row of the reference data: the weights of an operator as Vela 3.10 encoded them.
struct Row {
  std::string model;
  std::string accelerator;
  int operator_number =
      -1;  // index of the operator in the .tflite; -1 for weights that Vela makes up
  std::int64_t elements = 0;
  std::int32_t block_depth = 0;
  std::string traversal;
  std::vector<std::int32_t> depths;  // first channel of each slice, then the end of the last slice
  std::int64_t padded_elements = 0;
  Bytes weight_bytes = 0;
  Bytes total_bytes = 0;
  std::string ranges;
  std::string crc;
};

std::vector<Row> rows() {
  CsvReader csv(read_text(test::shared_path(reference)), reference);
  const auto column = [&](const char* name) { return csv.require_column({name}); };
  const auto model = column("model");
  const auto accelerator = column("accelerator");
  const auto number = column("tflite_op");
  const auto elements = column("weight_elements");
  const auto block = column("ofm_block_depth");
  const auto traversal = column("traversal");
  const auto depths = column("depth_slices");
  const auto padded = column("padded_elements");
  const auto weights = column("encoded_weight_bytes");
  const auto total = column("total_bytes");
  const auto ranges = column("ranges_core_depth_scale_weight");
  const auto crc = column("crc32_weight_streams");
  std::vector<Row> all;
  while (csv.next_row()) {
    Row row;
    row.model = csv.cell(model);
    row.accelerator = csv.cell(accelerator);
    if (!csv.cell(number).empty()) row.operator_number = static_cast<int>(csv.integer(number));
    row.elements = csv.integer(elements);
    row.block_depth = static_cast<std::int32_t>(csv.integer(block));
    row.traversal = csv.cell(traversal);
    std::istringstream cells(csv.cell(depths));
    for (std::string cell; std::getline(cells, cell, ';');) row.depths.push_back(std::stoi(cell));
    row.padded_elements = csv.integer(padded);
    row.weight_bytes = csv.integer(weights);
    row.total_bytes = csv.integer(total);
    row.ranges = csv.cell(ranges);
    row.crc = csv.cell(crc);
    all.push_back(row);
  }
  return all;
}

struct Lowered {
  Network plain;
  Network network;
  std::vector<NpuOp> ops;  // operations that read weights, with their blocks
};

Lowered lowered(const std::string& model, const std::string& accelerator) {
  const Target target = load_target(accelerator);
  Lowered result;
  result.plain = read_tflite(test::shared_path("models/" + model + ".tflite"));
  result.network = lower(result.plain, target);
  for (const auto& ops : network_ops(result.network, config_of(target))) {
    for (const BlockedOp& op : ops) {
      if (op.npu.weight_elements == 0) continue;
      result.ops.push_back(op.npu);
      set_blocks(op.blocks, result.ops.back().operation);
    }
  }
  return result;
}

// Returns the operation of a row. If the row has an operator number, returns the operation with the
// weights of this operator in the file. Otherwise returns the operation with made-up weights (added
// by the lowering) that has as many weights as the row.
const NpuOp& find_op(const Lowered& in, const Row& row) {
  for (const NpuOp& op : in.ops) {
    if (row.operator_number < 0) {
      if (op.weights == no_tensor && op.weight_elements == row.elements) return op;
      continue;
    }
    if (op.weights == no_tensor) continue;
    const Operator& from = at(in.plain.operators, row.operator_number);
    const ByteView& data = at(in.plain.tensors, from.inputs[1]).data;
    if (at(in.network.tensors, op.weights).data.data == data.data) return op;
  }
  throw std::runtime_error(fmt::format("{}: no operator {}", row.model, row.operator_number));
}

class SlowEncodedSizes : public testing::Test {
 protected:
  // Calls `visit(row, network, op, config)` for every row of the reference data. `op` is the
  // operation of the row, with the block depth that Vela chose.
  template <typename Visit>
  void for_each_row(Visit&& visit) {
    std::map<std::pair<std::string, std::string>, Lowered> networks;
    for (const Row& row : rows()) {
      const auto key = std::make_pair(row.model, row.accelerator);
      auto found = networks.find(key);
      if (found == networks.end()) {
        found = networks.emplace(key, lowered(row.model, row.accelerator)).first;
      }
      SCOPED_TRACE(
          fmt::format("{} on {}, operator {}", row.model, row.accelerator, row.operator_number));
      NpuOp op = find_op(found->second, row);
      op.operation.block.depth = row.block_depth;
      visit(row, found->second.network, op, config_of(load_target(row.accelerator)));
    }
  }
};

std::string described(const std::vector<EncodedStream>& streams, std::int32_t begin) {
  std::string text;
  for (std::size_t core = 0; core < streams.size(); ++core) {
    text += fmt::format("{}@{}:{}+{};", core, begin, streams[core].scales, streams[core].weights);
  }
  return text;
}

// Returns the cell `ranges` of the reference data with the bytes of scale records (bias, scale and
// shift of each channel) rounded up to multiples of 16. The reference data has the bytes without
// this padding.
std::string padded_ranges(const std::string& ranges) {
  std::string text;
  std::istringstream cells(ranges);
  for (std::string cell; std::getline(cells, cell, ';');) {
    const std::size_t colon = cell.find(':');
    const std::size_t plus = cell.find('+');
    const int scales = std::stoi(cell.substr(colon + 1, plus - colon - 1));
    text +=
        fmt::format("{}:{}{};", cell.substr(0, colon), (scales + 15) / 16 * 16, cell.substr(plus));
  }
  return text;
}

TEST_F(SlowEncodedSizes, EveryStreamIsAsLongAsThatOfTheCompiler) {
  SPILLWAY_NEEDS_SHARED(reference);
  int exact = 0;
  for_each_row([&](const Row& row, const Network& network, const NpuOp& op, const Config& config) {
    ASSERT_TRUE(has_weight_values(network, op));
    std::string ranges;
    Bytes total = 0;
    for (std::size_t i = 0; i + 1 < row.depths.size(); ++i) {
      const auto streams = encoded_streams(config, network, op, row.depths[i], row.depths[i + 1],
                                           WeightEncoder::vela_3);
      ranges += described(streams, row.depths[i]);
      for (const EncodedStream& stream : streams) total += stream.scales + stream.weights;
    }
    EXPECT_EQ(ranges, padded_ranges(row.ranges));
    EXPECT_EQ(total, row.total_bytes);
    exact += total == row.total_bytes ? 1 : 0;
  });
  EXPECT_EQ(exact, 531);
}

// Returns the CRC-32 of `bytes`, as zlib computes it.
std::uint32_t crc32(const std::vector<std::uint8_t>& bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

TEST_F(SlowEncodedSizes, EveryBitEqualsThatOfTheCompiler) {
  SPILLWAY_NEEDS_SHARED(reference);
  for_each_row([&](const Row& row, const Network& network, const NpuOp& op, const Config& config) {
    // The test checks only ethos-u65-512, the only product in the reference data with several cores
    // and slices.
    if (row.accelerator != "ethos-u65-512") return;
    const WeightOrder order = weight_order(config, op);
    std::vector<std::uint8_t> bytes;
    std::int64_t padded = 0;
    for (std::size_t i = 0; i + 1 < row.depths.size(); ++i) {
      const WeightValues values = operation_weights(network, op, row.depths[i], row.depths[i + 1]);
      for (std::int32_t core = 0; core < order.streams; ++core) {
        const WeightSequence sequence = brick_order(config, values, order, core);
        padded += static_cast<std::int64_t>(sequence.size());
        const auto stream = stream_bits(encode_stream(sequence, WeightEncoder::vela_3));
        EXPECT_EQ(proof::decoded_weights(stream), sequence);
        bytes.insert(bytes.end(), stream.begin(), stream.end());
      }
    }
    EXPECT_EQ(padded, row.padded_elements);
    EXPECT_EQ(fmt::format("{:08x}", crc32(bytes)), row.crc);
  });
}

TEST_F(SlowEncodedSizes, TraversalsEqualThoseOfTheCompiler) {
  SPILLWAY_NEEDS_SHARED(reference);
  for_each_row([&](const Row& row, const Network&, const NpuOp& op, const Config& config) {
    const Traversal traversal = weight_order(config, op).traversal;
    const char* names[] = {"depth-first", "part-kernel", "depthwise"};
    EXPECT_EQ(names[static_cast<int>(traversal)], row.traversal);
  });
}

// Returns the kernels of a compiled file that read weights, in the order of its command streams.
std::vector<Operation> weight_kernels(const std::string& file) {
  const Network compiled = read_tflite(test::shared_path(file));
  std::vector<Operation> kernels;
  for (const DecodedStream& stream : decode(compiled).streams) {
    for (const Operation& kernel : stream.operations) {
      if (reads_weights(kernel)) kernels.push_back(kernel);
    }
  }
  return kernels;
}

void expect_same_streams(const Operation& kernel, const std::vector<EncodedStream>& streams) {
  for (std::size_t i = 0; i < streams.size(); ++i) {
    EXPECT_EQ(streams[i].weights, kernel.weights[i].length);
    EXPECT_EQ(streams[i].scales, kernel.scales[i].length);
  }
}

// The encoded streams must be as long as the streams in files that a release of Vela after 3.10
// compiled. The slices and the blocks come from the command streams of these files. On U85, the
// first convolution has one input channel, so its weights are encoded in the sparse format.
TEST(EthosUEncodedSizes, StreamsAreAsLongAsThoseOfTheNewerCompiler) {
  const std::string folder = "models/compiled/fvp";
  SPILLWAY_NEEDS_SHARED(folder);
  for (const char* accelerator :
       {"ethos-u55-32", "ethos-u55-64", "ethos-u55-128", "ethos-u55-256", "ethos-u65-256",
        "ethos-u65-512", "ethos-u85-128", "ethos-u85-256", "ethos-u85-512", "ethos-u85-1024",
        "ethos-u85-2048"}) {
    const Lowered network = lowered("kws_micronet_m", accelerator);
    const auto kernels =
        weight_kernels(folder + "/kws_micronet_m__u" + (accelerator + 7) + ".tflite");
    const Config& config = config_of(load_target(accelerator));
    std::size_t next = 0;
    for (const NpuOp& op : network.ops) {
      std::int32_t begin = 0;
      while (begin < op.operation.ofm.depth) {
        ASSERT_LT(next, kernels.size());
        const Operation& kernel = kernels[next++];
        SCOPED_TRACE(fmt::format("{}, kernel {}", accelerator, next));
        const std::int32_t end = begin + kernel.ofm.depth;
        expect_same_streams(kernel, encoded_streams(config, network.network, op, begin, end,
                                                    WeightEncoder::vela_4));
        begin = end;
      }
    }
    EXPECT_EQ(next, kernels.size());
  }
}

}  // namespace
}  // namespace spillway::ethosu
