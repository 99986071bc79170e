// SPDX-License-Identifier: Apache-2.0
#include "tests/hwmodels/ethosu/replay/assembled_file.h"

#include <algorithm>
#include <utility>

#include "tests/hwmodels/ethosu/replay/compiled_network_writer.h"
#include "tests/hwmodels/ethosu/stream/assembler.h"
#include "traces/tflite/offline_plan.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway::test {
namespace {

using Contents = CompiledNetworkWriter::Contents;

constexpr int constants_region = 0;
constexpr int arena_region = 1;
constexpr int cache_region = 2;
constexpr int state_region = 5;
constexpr Bytes map_bytes = 8 * 8 * 16;
constexpr Bytes scale_bytes = 160;
constexpr Bytes weight_bytes = 512;

class FileAssembler {
 public:
  explicit FileAssembler(const AssembledFile& file) : file_(file) {}

  Network run() {
    const int maps = 1 + file_.npu_operators + hosts();
    work_ = maps * map_bytes;
    const Bytes arena = work_ + 2 * map_bytes + fetched_bytes + file_.unused_arena;
    arena_ = writer_.add("scratch", {static_cast<std::int32_t>(arena)}, DataType::uint8, 0);
    const Bytes fast = file_.cached ? 2 * map_bytes + fetched_bytes + file_.unused_cache : arena;
    fast_ = writer_.add("scratch_fast", {static_cast<std::int32_t>(fast)}, DataType::uint8, 0);
    add_operators();
    if (!file_.vela_version.empty()) {
      writer_.add_metadata("vela_version", {file_.vela_version.begin(), file_.vela_version.end()});
    }
    return writer_.finish();
  }

 private:
  static constexpr Bytes fetched_bytes = scale_bytes + weight_bytes;

  int hosts() const { return file_.host_between ? file_.npu_operators - 1 : 0; }

  void add_operators() {
    Network& network = writer_.network();
    TensorIndex map = next_map();
    network.inputs = {map};
    for (int i = 0; i < file_.npu_operators; ++i) {
      map = add_npu_operator(i, map);
      if (file_.host_between && i + 1 < file_.npu_operators) map = add_host_operator(map);
    }
    network.outputs = {map};
  }

  TensorIndex next_map() {
    const std::string name = "map" + std::to_string(maps_);
    return writer_.add(name, {1, 8, 8, 16}, DataType::int8,
                       static_cast<std::int32_t>(map_bytes * maps_++));
  }

  // Adds an operator that runs on the CPU: an addition of `from` and a constant. All these
  // operators share one constant.
  TensorIndex add_host_operator(TensorIndex from) {
    if (added_ == no_tensor) {
      added_ = writer_.add_constant("added", Contents(map_bytes, 3));
      Tensor& values = writer_.network().tensors[static_cast<std::size_t>(added_)];
      values.shape = {1, 8, 8, 16};
      values.type = DataType::int8;
    }
    Operator op;
    op.type = OpType::add;
    op.type_name = "ADD";
    op.inputs = {from, added_};
    const TensorIndex to = next_map();
    op.outputs = {to};
    op.name = writer_.network().tensors[static_cast<std::size_t>(to)].name;
    writer_.network().operators.push_back(op);
    return to;
  }

  TensorIndex add_npu_operator(int number, TensorIndex from) {
    const Bytes source = map_bytes * (maps_ - 1);
    const TensorIndex to = next_map();
    Operator op;
    op.type = OpType::custom;
    op.type_name = "ethos-u";
    op.inputs = {commands_of(number, source), constants_of(number), arena_, fast_, from};
    op.outputs = {to};
    op.name = writer_.network().tensors[static_cast<std::size_t>(to)].name;
    writer_.network().operators.push_back(op);
    return to;
  }

  TensorIndex commands_of(int number, Bytes source) {
    if (file_.shared_stream && commands_ != no_tensor) return commands_;
    commands_ = writer_.add_constant("command_stream" + std::to_string(number),
                                     payload(number, source, source + map_bytes));
    return commands_;
  }

  TensorIndex constants_of(int number) {
    const std::string name = "flash" + std::to_string(number);
    const Bytes needed = Bytes{file_.npu_operators} * file_.convolutions * fetched_bytes;
    const Contents contents(static_cast<std::size_t>(std::max(file_.constant_bytes, needed)), 7);
    if (constants_ == no_tensor || file_.constants == Constants::of_their_own) {
      constants_ = writer_.add_constant(name, contents);
      return constants_;
    }
    if (file_.constants == Constants::one_tensor) return constants_;
    return writer_.add_sharing(name, constants_);
  }

  // Returns the command stream of an Ethos-U operator. In the arena, the first convolution reads
  // the map at offset `source`, and the last convolution writes the map at offset `sink`. No other
  // operator uses the maps between the convolutions.
  Contents payload(int number, Bytes source, Bytes sink) {
    Assembler assembler(file_.product, file_.macs);
    const int beside = file_.stateful ? state_region : arena_region;
    const int own_region = file_.cached ? cache_region : beside;
    const Bytes own = own_region == arena_region ? work_ : 0;
    const int places = file_.in_place ? 1 : 2;
    for (int i = 0; i < file_.convolutions; ++i) {
      const bool last = i + 1 == file_.convolutions;
      ethosu::Operation op;
      op.ifm = map_at(i == 0 ? arena_region : own_region,
                      i == 0 ? source : own + map_bytes * ((i - 1) % places));
      op.ofm =
          map_at(last ? arena_region : own_region, last ? sink : own + map_bytes * (i % places));
      op.block = {4, 8, 16};
      if (file_.in_place && i > 0 && !last) {
        assembler.operation(sum_with(map_at(arena_region, source), op));
        continue;
      }
      Bytes constants = (Bytes{number} * file_.convolutions + i) * fetched_bytes;
      int region = constants_region;
      if (file_.fetches) {
        assembler.dma(constants_region, constants, own_region, own + 2 * map_bytes, fetched_bytes);
        assembler.cmd0(ethosu::Command0::dma_wait, 0);
        region = own_region;
        constants = own + 2 * map_bytes;
      }
      const auto in = static_cast<std::uint8_t>(region);
      op.scales[0] = {static_cast<Address>(constants), scale_bytes, in};
      op.weights[0] = {static_cast<Address>(constants + scale_bytes), weight_bytes, in};
      assembler.operation(op);
      // The next transfer overwrites the weights that this kernel reads, so the stream waits for
      // the end of the kernel.
      if (file_.fetches) assembler.cmd0(ethosu::Command0::kernel_wait, 0);
    }
    return assembler.stop().payload();
  }

  static ethosu::Operation sum_with(const ethosu::FeatureMap& map, ethosu::Operation op) {
    op.type = ethosu::OperationType::elementwise;
    op.elementwise = ethosu::ElementwiseMode::add;
    op.ifm2 = map;
    op.reads_ifm2 = true;
    return op;
  }

  static ethosu::FeatureMap map_at(int region, Bytes address) {
    return ethosu::dense_map(8, 8, 16, 1, ethosu::Layout::nhcwb16,
                             static_cast<std::uint8_t>(region), static_cast<Address>(address));
  }

  const AssembledFile file_;
  CompiledNetworkWriter writer_;
  Bytes work_ = 0;  // offset in the arena of the maps between convolutions
  int maps_ = 0;
  TensorIndex arena_ = no_tensor, fast_ = no_tensor;
  TensorIndex commands_ = no_tensor, constants_ = no_tensor, added_ = no_tensor;
};

}  // namespace

std::vector<std::uint8_t> assembled_bytes(const AssembledFile& file) {
  return write_tflite(FileAssembler(file).run());
}

AssembledFile cached_file() {
  AssembledFile file;
  file.product = ethosu::Product::u65;
  file.macs = 256;
  file.convolutions = 5;
  file.cached = true;
  file.fetches = true;
  return file;
}

Network assembled_network(const AssembledFile& file) {
  Network network = parse_tflite(assembled_bytes(file), "assembled.tflite");
  network.name = "assembled";
  return network;
}

}  // namespace spillway::test
