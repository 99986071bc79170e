// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "experiments/point/design_point.h"
#include "fuzz/byte_source.h"
#include "fuzz/harness.h"
#include "hwmodels/ethosu/encoding/stream.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "planner/plan_io/tool_plans.h"
#include "tests/hwmodels/ethosu/stream/assembler.h"
#include "tests/traces/executorch/raw_executorch.h"
#include "traces/network_check.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::fuzz {
namespace {

using ethosu::Operation;
using test::Assembler;

constexpr Bytes region_bytes = Bytes{1} << 16;

// Returns a compiled network whose operator has the command stream `payload`. The operands of the
// operator are the command stream, the weights, the arena twice (as scratch and as fast scratch),
// and an input map.
Network compiled_network(const std::vector<std::uint8_t>& payload) {
  Network network;
  network.name = network.source = "fuzz";
  network.file = std::make_shared<const FileBytes>(payload.begin(), payload.end());
  const auto add = [&](const char* name, TensorKind kind, Bytes bytes) {
    Tensor tensor;
    tensor.name = name;
    tensor.kind = kind;
    tensor.bytes = bytes;
    tensor.shape = {static_cast<std::int32_t>(bytes)};
    network.tensors.push_back(tensor);
  };
  add("commands", TensorKind::constant, static_cast<Bytes>(payload.size()));
  network.tensors[0].data = {network.file->data(), network.file->size()};
  add("weights", TensorKind::constant, region_bytes);
  add("arena", TensorKind::scratch, region_bytes);
  add("fast", TensorKind::scratch, region_bytes);
  add("in", TensorKind::activation, 256);
  add("out", TensorKind::activation, 256);
  Operator op;
  op.type = OpType::custom;
  op.type_name = op.name = "ethos-u";
  op.inputs = {0, 1, 2, 3, 4};
  op.outputs = {5};
  network.operators.push_back(op);
  network.inputs = {4};
  network.outputs = {5};
  return network;
}

void run_vela_stream(ByteView input) {
  const std::vector<std::uint8_t> payload(input.begin(), input.end());
  const Network network = compiled_network(payload);
  catch_user_error([&] { ethosu::decode(network); });
  for (const char* target : {"ethos-u55-128", "ethos-u65-256", "ethos-u85-256"}) {
    catch_user_error([&] {
      DesignPoint point;
      point.target = target;
      const PointResult result = run_point(network, point);
      for (const OperatorTiming& op : result.timing.operators) {
        if (op.total() < 0) report_finding("an operator of negative time");
      }
    });
  }
}

std::string convolution_payload(ethosu::Product product, int macs) {
  Operation op;
  op.ifm = ethosu::dense_map(8, 8, 16, 1, ethosu::Layout::nhcwb16, 1, 0);
  op.ofm = ethosu::dense_map(8, 8, 32, 1, ethosu::Layout::nhcwb16, 1, 0x1000);
  op.block = {4, 8, 16};
  op.weights[0] = {0x100, 512, 0};
  op.scales[0] = {0, 160, 0};
  Assembler assembler(product, macs);
  assembler.dma(0, 0, 1, 0x2000, 256).operation(op).operation(op).stop();
  const std::vector<std::uint8_t> payload = assembler.payload();
  return {payload.begin(), payload.end()};
}

std::vector<std::string> vela_stream_seeds() {
  return {convolution_payload(ethosu::Product::u55, 128),
          convolution_payload(ethosu::Product::u65, 256),
          convolution_payload(ethosu::Product::u85, 256)};
}

// Reads the input as an ExecuTorch program, both as a network and as a plan of its buffers.
void run_pte(ByteView input) {
  catch_user_error([&] { read_executorch_program(text_of(input), "fuzz.pte"); });
  catch_user_error([&] {
    const auto file = std::make_shared<const FileBytes>(input.begin(), input.end());
    const Network network = parse_executorch(file, "fuzz.pte");
    if (const std::string defect = find_defect(network); !defect.empty()) report_finding(defect);
    if (read_offline_plan(network).value().size() != network.tensors.size()) {
      report_finding("the plan is of another network");
    }
    const PointResult result = run_point(network, {});
    for (const OperatorTiming& op : result.timing.operators) {
      if (op.total() < 0) report_finding("an operator of negative time");
    }
  });
}

// Returns two ExecuTorch files with the same program. The first file stores its data in the program
// itself, the second file in segments. The program quantises a map of floats, passes the map to a
// compiled convolution, and adds a constant to the result.
std::vector<std::string> pte_seeds() {
  std::vector<std::string> seeds;
  test::RawMap in;
  in.shape = {1, 1, 1, 8, 8, 16};
  test::RawMap out;
  out.shape = {1, 1, 1, 8, 8, 32};
  out.offset = 0x1000;
  const std::string payload = convolution_payload(ethosu::Product::u65, 256);
  test::RawProgram program;
  program.kernels = {"quantized_decomposed::quantize_per_tensor.out", "aten::add.out"};
  program.constants.emplace_back(8 * 8 * 32);
  program.values = {{{1, 16, 8, 8}, 6, 1, 0},
                    {{1, 16, 8, 8}, 1, 1, 4096},
                    {{1, 32, 8, 8}, 1, 1, 0},
                    {{1, 32, 8, 8}, 1, 0, 0, 1},
                    {{1, 32, 8, 8}, 1, 2, 0}};
  program.calls = {{executorch::InstructionArguments::KernelCall, 0, {0, 1, 1}},
                   {executorch::InstructionArguments::DelegateCall, 0, {1, 2}},
                   {executorch::InstructionArguments::KernelCall, 1, {2, 3, 4, 4}}};
  program.outputs = {4};
  program.buffers = {0, 8192, 2048};
  program.delegates[0].options = "--memory-mode=Shared_Sram";
  program.delegates[0].data = test::raw_blocks({{"vela_bin_stream"},
                                                {"cmd_data", test::raw_text(payload)},
                                                {"weight_data", test::RawBytes(1024)},
                                                {"scratch_size", test::raw_number(0x3000)},
                                                {"inputs", test::raw_maps({in})},
                                                {"outputs", test::raw_maps({out})},
                                                {"vela_end_stream"}});
  for (const bool segments : {false, true}) {
    program.segments = segments;
    const test::RawBytes bytes = program_bytes(program);
    seeds.emplace_back(bytes.begin(), bytes.end());
  }
  return seeds;
}

void run_xformer_options(ByteView input) {
  Network network;
  network.source = "fuzz";
  Operator op;
  op.type = OpType::custom;
  op.type_name = "XC_conv2d_v2";
  op.options = input;
  catch_user_error([&] { xcore::is_compiled(op); });
  catch_user_error([&] {
    const xcore::CompiledOptions options(network, op);
    for (const char* key : {"s", "t", "p", "th", "mp", "a", "ka", "kernel_type", "tc", "par"}) {
      if (!options.has(key)) continue;
      catch_user_error([&] { options.integer(key); });
      catch_user_error([&] { options.integers(key); });
      catch_user_error([&] { options.words(key, "k", 4); });
      catch_user_error([&] { options.thread_words(key, "k"); });
      catch_user_error([&] { options.thread_lists(key); });
    }
  });
}

// Returns two flexbuffers, one with the map {"s": 5} and one with the map {"t": [1, 2]}. xformer
// stores the options of an operator in this format.
std::vector<std::string> xformer_seeds() {
  return {std::string("s\0\1\3\1\1\1\5\4\2\x24\1", 12),
          std::string("t\0\2\1\2\1\5\1\1\1\4\x2c\2\x24\1", 15)};
}

void run_weight_encoder(ByteView input) {
  ByteSource source(input);
  const auto encoder = static_cast<ethosu::WeightEncoder>(source.number(0, 2));
  ethosu::WeightSequence weights;
  const std::int64_t zeros = source.number(0, 8);
  while (!source.empty()) {
    const std::uint8_t byte = source.byte();
    weights.push_back(
        static_cast<std::int16_t>(static_cast<std::int8_t>(byte) * (byte % 5 == 0 ? 1 : 2) / 2));
    weights.insert(weights.end(), static_cast<std::size_t>(byte % (zeros + 1)), 0);
  }
  if (weights.empty()) return;
  const auto sections = ethosu::encode_stream(weights, encoder);
  std::size_t coded = 0;
  for (const ethosu::StreamSection& section : sections) {
    coded += section.indices.size();
    for (const std::uint32_t run : section.runs) coded += run;
  }
  if (coded != weights.size()) report_finding("the sections hold another number of weights");
  if (ethosu::stream_bytes(sections) % 16 != 0) report_finding("no whole granules");
}

std::vector<std::string> weight_encoder_seeds() {
  const std::string zeros(3, '\0');
  return {std::string(64, '\1'), "\1\4some weights, with a few " + zeros + " zeros",
          std::string(300, '\x80')};
}

}  // namespace

std::vector<Harness> stream_harnesses() {
  return {{"vela_stream", Shape::words, run_vela_stream, vela_stream_seeds},
          {"pte", Shape::words, run_pte, pte_seeds},
          {"xformer_options", Shape::bytes, run_xformer_options, xformer_seeds},
          {"weight_encoder", Shape::decisions, run_weight_encoder, weight_encoder_seeds}};
}

}  // namespace spillway::fuzz
