// SPDX-License-Identifier: Apache-2.0
#include "tests/hwmodels/ethosu/replay/assembled_chain.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/encoding/encoded_weights.h"
#include "hwmodels/ethosu/encoding/operation_weights.h"
#include "hwmodels/ethosu/encoding/stream.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/target/select_target.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "tests/hwmodels/ethosu/replay/compiled_network_writer.h"
#include "tests/hwmodels/ethosu/stream/assembler.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway::test {
namespace {

using namespace ethosu;

using Contents = std::vector<std::uint8_t>;

constexpr std::int32_t side = 16;
constexpr std::int32_t narrow = 16;
constexpr std::int32_t wide = 48;

Contents random_contents(std::size_t bytes, std::mt19937& random) {
  Contents contents(bytes);
  for (std::uint8_t& byte : contents) byte = static_cast<std::uint8_t>(random() % 32);
  return contents;
}

class PlainChain {
 public:
  Network run(int blocks) {
    TensorIndex map = build_.input({1, side, side, narrow});
    for (int i = 0; i < blocks; ++i) map = add_block(map);
    Network network = build_.finish(map);
    fill(network);
    return parse_tflite(write_tflite(network), "chain.tflite");
  }

 private:
  TensorIndex add_block(TensorIndex from) {
    TensorIndex map = build_.convolution(from, wide);
    map = depthwise(map);
    map = build_.convolution(map, narrow);
    const TensorIndex sum = build_.map({1, side, side, narrow});
    build_.op(OpType::add, {map, from}, {sum});
    return sum;
  }

  TensorIndex depthwise(TensorIndex from) {
    const TensorIndex weights = build_.constant({1, 3, 3, wide}, TensorKind::weight);
    const TensorIndex bias = build_.constant({wide}, TensorKind::bias);
    const TensorIndex out = build_.map({1, side, side, wide});
    Window& window = build_.op(OpType::depthwise_conv_2d, {from, weights, bias}, {out}).window;
    window.kernel_h = window.kernel_w = 3;
    window.scheme = PaddingScheme::same;
    return out;
  }

  void fill(Network& network) {
    std::mt19937 random(1);
    for (Tensor& tensor : network.tensors) {
      if (tensor.kind != TensorKind::weight) continue;
      contents_.push_back(random_contents(static_cast<std::size_t>(tensor.bytes), random));
      tensor.data = {contents_.back().data(), contents_.back().size()};
    }
  }

  NetworkBuilder build_;
  std::deque<Contents> contents_;
};

class CompiledChain {
 public:
  explicit CompiledChain(const Network& plain)
      : target_(load_target("ethos-u65-256")),
        config_(config_of(target_)),
        lowered_(lower(plain, target_)),
        ops_(network_ops(lowered_, config_)) {}

  Network run() {
    const std::int32_t arena_bytes = map_bytes * maps;
    for (const std::vector<BlockedOp>& of_operator : ops_) add(of_operator.front().npu);
    const TensorIndex arena = writer_.add("scratch", {arena_bytes}, DataType::uint8, 0);
    const TensorIndex fast = writer_.add("scratch_fast", {arena_bytes}, DataType::uint8, 0);
    const TensorIndex commands =
        writer_.add_constant("command_stream", assembler_.stop().payload());
    const TensorIndex constants = writer_.add_constant("flash", constants_);
    const TensorIndex in = add_map(lowered_.inputs.front());
    const TensorIndex out = add_map(lowered_.outputs.front());
    Operator op;
    op.type = OpType::custom;
    op.type_name = "ethos-u";
    op.inputs = {commands, constants, arena, fast, in};
    op.outputs = {out};
    writer_.network().inputs = {in};
    writer_.network().outputs = {out};
    writer_.network().operators = {op};
    return parse_tflite(write_tflite(writer_.finish()), "chain_vela.tflite");
  }

 private:
  static constexpr std::int32_t map_bytes = side * side * wide;
  static constexpr std::int32_t maps = 4;

  TensorIndex add_map(TensorIndex tensor) {
    const Tensor& map = at(lowered_.tensors, tensor);
    return writer_.add(map.name, map.shape, map.type, map_bytes * place_of(tensor));
  }

  // Returns the place of a tensor in the arena. The arena has `maps` places, which tensors get in
  // turn. An inverted residual reads only the last tensor of the preceding residual, so older
  // tensors may be overwritten.
  std::int32_t place_of(TensorIndex tensor) {
    const auto known = places_.find(tensor);
    if (known != places_.end()) return known->second;
    const auto place = static_cast<std::int32_t>(places_.size()) % maps;
    places_[tensor] = place;
    return place;
  }

  void set_place(TensorIndex tensor, FeatureMap& map) {
    map = dense_map(map.height, map.width, map.depth, 1, map.layout, 1,
                    static_cast<Address>(map_bytes) * static_cast<Address>(place_of(tensor)));
  }

  void add(const NpuOp& op) {
    Operation operation = op.operation;
    set_place(op.ifm.tensor, operation.ifm);
    if (operation.reads_ifm2) set_place(op.ifm2.tensor, operation.ifm2);
    set_place(op.ofm.tensor, operation.ofm);
    if (reads_weights(operation)) add_constants(op, operation);
    assembler_.operation(operation);
  }

  void add_constants(const NpuOp& op, Operation& operation) {
    const std::int32_t channels = operation.ofm.depth;
    const WeightValues values = operation_weights(*op.network, op, 0, channels);
    const WeightOrder order = weight_order(config_, op, values);
    const auto records = static_cast<std::size_t>(scale_record_bytes(config_, order, channels, 0));
    operation.scales[0] = add_bytes(random_contents(records, random_));
    operation.weights[0] = add_bytes(
        stream_bits(encode_stream(brick_order(config_, values, order, 0), WeightEncoder::vela_3)));
  }

  ConstantStream add_bytes(const Contents& bytes) {
    const ConstantStream stream{static_cast<Address>(constants_.size()),
                                static_cast<Bytes>(bytes.size()), 0};
    constants_.insert(constants_.end(), bytes.begin(), bytes.end());
    return stream;
  }

  const Target target_;
  const Config& config_;
  const Network lowered_;
  const NetworkOps ops_;
  Assembler assembler_{Product::u65, 256};
  CompiledNetworkWriter writer_;
  Contents constants_;
  std::map<TensorIndex, std::int32_t> places_;
  std::mt19937 random_{2};
};

}  // namespace

AssembledPair assembled_chain(int blocks) {
  AssembledPair pair;
  pair.plain = PlainChain().run(blocks);
  pair.compiled = CompiledChain(pair.plain).run();
  return pair;
}

}  // namespace spillway::test
