// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/index.h"
#include "tests/traces/executorch/raw_executorch.h"
#include "traces/executorch/reader.h"
#include "traces/executorch/runtime.h"
#include "traces/shape.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

using test::RawBytes;
using test::RawCall;
using test::RawProgram;
using test::RawValue;
using testing::ElementsAre;
using testing::HasSubstr;
using Kind = executorch::InstructionArguments;

std::vector<std::string> names_of(const Network& network) {
  std::vector<std::string> names;
  for (const Operator& op : network.operators) names.push_back(op.type_name);
  return names;
}

std::int32_t offset_of(const Network& network, TensorIndex tensor) {
  const std::vector<std::int32_t> offsets = read_offline_plan(network).value();
  return at(offsets, tensor);
}

std::string text_of(ByteView bytes) {
  return {reinterpret_cast<const char*>(bytes.data), bytes.size};
}

/// Returns the data of a delegate with one input and one output of four bytes each. `in` and `out`
/// are the offsets of input and output in a scratch memory of `scratch` bytes.
RawBytes delegate_data(std::uint32_t scratch, std::int32_t in = 0, std::int32_t out = 4) {
  test::RawMap input;
  test::RawMap output;
  input.offset = in;
  output.offset = out;
  return test::raw_blocks({{"vela_bin_stream"},
                           {"cmd_data", test::raw_text("COP1")},
                           {"weight_data", test::raw_text("weights")},
                           {"scratch_size", test::raw_number(scratch)},
                           {"inputs", test::raw_maps({input})},
                           {"outputs", test::raw_maps({output})},
                           {"vela_end_stream"}});
}

TEST(ExecutorchReader, MakesAnOperatorOfADelegateBetweenTheRuntimesCopies) {
  RawProgram program;
  program.delegates[0].data = delegate_data(30);
  const Network network = parsed(program);
  EXPECT_EQ(network.name, "net");
  ASSERT_THAT(names_of(network), ElementsAre(runtime_copy_name, "ethos-u", runtime_copy_name));
  const Operator& call = network.operators[1];
  ASSERT_EQ(call.inputs.size(), 5U);
  EXPECT_EQ(text_of(at(network.tensors, call.inputs[0]).data), "COP1");
  EXPECT_EQ(text_of(at(network.tensors, call.inputs[1]).data), "weights");
  EXPECT_EQ(at(network.tensors, call.inputs[2]).bytes, 30);
  EXPECT_EQ(call.inputs[3], no_tensor);
  EXPECT_EQ(offset_of(network, call.inputs[4]), 0);
  EXPECT_EQ(offset_of(network, call.outputs[0]), 4);
  EXPECT_EQ(network.operators[0].outputs[0], call.inputs[4]);
  EXPECT_EQ(network.operators[2].inputs[0], call.outputs[0]);
  // The planned buffer of the program lies after the scratch memory of the delegate. Its offset is
  // a multiple of 16 bytes.
  EXPECT_EQ(offset_of(network, network.inputs.at(0)), 32);
  EXPECT_EQ(offset_of(network, network.outputs.at(0)), 32 + 16);
}

TEST(ExecutorchReader, FindsTheSameInSegmentsBehindAnExtendedHeader) {
  RawProgram program;
  program.kernels = {"aten::mul.out"};
  program.constants.push_back({1, 2, 3, 4});
  program.values.push_back({{4}, 1, 0, 0, 1});
  program.values.push_back({{4}, 1, 1, 16});
  program.calls.push_back({Kind::KernelCall, 0, {1, 2, 3, 3}});
  program.outputs = {3};
  const Network inside = parsed(program);
  program.segments = true;
  const Network behind = parsed(program);
  ASSERT_EQ(inside.tensors.size(), behind.tensors.size());
  for (std::size_t i = 0; i < inside.tensors.size(); ++i) {
    const Tensor& tensor = inside.tensors[i];
    EXPECT_EQ(tensor.name, behind.tensors[i].name);
    EXPECT_EQ(tensor.bytes, behind.tensors[i].bytes);
    EXPECT_EQ(text_of(tensor.data), text_of(behind.tensors[i].data)) << tensor.name;
  }
  EXPECT_EQ(read_offline_plan(inside), read_offline_plan(behind));
  const Operator& kernel = behind.operators.back();
  EXPECT_EQ(text_of(at(behind.tensors, kernel.inputs.at(1)).data), "\1\2\3\4");
}

TEST(ExecutorchReader, LooksUpBlocksThatAreKeptOutsideADelegatesData) {
  RawProgram program;
  const std::string key(64, 'k');
  program.named = {{key, test::raw_text("shared weights")}};
  program.delegates[0].data = test::raw_blocks({{"vela_bin_stream"},
                                                {"cmd_data", test::raw_text("COP1")},
                                                {"weight_data", test::raw_text(key), true},
                                                {"a_new_block", test::raw_text("skipped")},
                                                {"scratch_size", test::raw_number(32)},
                                                {"inputs", test::raw_maps({{}})},
                                                {"outputs", test::raw_maps({{}})},
                                                {"vela_end_stream"}});
  program.delegates.push_back(program.delegates[0]);
  program.calls.push_back({Kind::DelegateCall, 1, {1, 0}});
  program.outputs = {0};
  const Network network = parsed(program);
  const Tensor& first = at(network.tensors, network.operators[1].inputs[1]);
  const Tensor& second = at(network.tensors, network.operators[4].inputs[1]);
  EXPECT_EQ(text_of(first.data), "shared weights");
  EXPECT_EQ(first.data.data, second.data.data);  // equal constants share their bytes in memory
}

TEST(ExecutorchReader, ReadsMapsOfFourDimensionsAsEarlierReleasesWroteThem) {
  RawProgram program;
  test::RawMap map;
  map.shape = {1, 1, 2, 2};
  program.delegates[0].data = test::raw_blocks({{"vela_bin_stream"},
                                                {"cmd_data", test::raw_text("COP1")},
                                                {"weight_data"},
                                                {"scratch_data", RawBytes(40)},
                                                {"inputs", test::raw_maps({map})},
                                                {"outputs", test::raw_maps({map})},
                                                {"vela_end_stream"}});
  const Network network = parsed(program);
  EXPECT_EQ(at(network.tensors, network.operators[1].inputs[2]).bytes, 40);
  EXPECT_EQ(at(network.tensors, network.operators[1].outputs[0]).bytes, 4);
}

TEST(ExecutorchReader, DelegatesUseOneScratchMemoryInTurn) {
  RawProgram program;
  program.delegates = {{delegate_data(64)}, {delegate_data(200)}};
  program.values.push_back({{4}, 1, 2, 8});
  program.calls = {{Kind::DelegateCall, 0, {0, 1}}, {Kind::DelegateCall, 1, {1, 2}}};
  program.outputs = {2};
  program.buffers = {0, 30, 12};
  const Network network = parsed(program);
  ASSERT_EQ(network.operators.size(), 6U);
  EXPECT_EQ(offset_of(network, network.operators[1].inputs[4]), 0);
  EXPECT_EQ(offset_of(network, network.operators[4].inputs[4]), 0);
  EXPECT_EQ(offset_of(network, network.inputs[0]), 208);
  EXPECT_EQ(offset_of(network, network.outputs[0]), 208 + 32 + 8);
  // The program gives the sizes of its planned buffers. The runtime allocates whole buffers of
  // these sizes, so each buffer must be a tensor of this size.
  EXPECT_EQ(network.tensors.back().name, "planned buffer 2");
  EXPECT_EQ(network.tensors.back().bytes, 12);
}

TEST(ExecutorchReader, ADelegateThatIsCalledTwiceIsInMemoryOnce) {
  RawProgram program;
  program.calls = {{Kind::DelegateCall, 0, {0, 1}}, {Kind::DelegateCall, 0, {1, 0}}};
  program.outputs = {0};
  const Network network = parsed(program);
  EXPECT_EQ(network.operators[1].inputs[0], network.operators[4].inputs[0]);
  EXPECT_NE(network.operators[1].inputs[4], network.operators[4].inputs[4]);
  EXPECT_NE(network.inputs[0], network.outputs[0]);  // two tensors with the same offset
  EXPECT_EQ(offset_of(network, network.inputs[0]), offset_of(network, network.outputs[0]));
}

TEST(ExecutorchReader, KernelsAreOperatorsOfTheCpu) {
  RawProgram program;
  program.kernels = {"aten::linear.out", "aten::split_copy.Tensor_out", "my::own.out"};
  program.constants.emplace_back(12);
  program.values = {{{1, 4}, 1, 1, 0},   // value 0: the input
                    {{1, 4}, 1, 1, 16},  // value 1: the output of the delegate
                    {{3, 4}, 1, 0, 0, 1, {}, "fc.weight"},
                    {{1, 3}, 1, 1, 32},  // value 3: the output of the linear layer
                    {{1, 1}, 1, 1, 48},  // values 4, 5: the parts of the split
                    {{1, 1}, 1, 1, 52},
                    {{}, 0, 0, 0, 0, {4, 5}},    // value 6: the list of the parts
                    {{}, test::no_tensor_type},  // value 7: a number
                    {{1, 1}, 1, 1, 56}};         // value 8: the output of the third kernel
  program.calls.push_back({Kind::KernelCall, 0, {1, 2, 7, 3, 3}});
  program.calls.push_back({Kind::KernelCall, 1, {3, 7, 7, 6, 6}});
  program.calls.push_back({Kind::KernelCall, 2, {6, 8, 8}});
  program.calls.push_back({Kind::KernelCall, 2, {8, 7, 7}});  // the result is a number
  program.outputs = {8};
  program.buffers = {0, 64};
  const Network network = parsed(program);
  ASSERT_EQ(network.operators.size(), 6U);
  const Operator& linear = network.operators[3];
  EXPECT_EQ(linear.type_name, "aten::linear.out");
  // The operator keeps the type `custom`, because its operands may have another meaning than those
  // of the .tflite operator.
  EXPECT_EQ(linear.type, OpType::custom);
  EXPECT_EQ(linear.macs, 12);
  EXPECT_EQ(linear.inputs.size(), 2U);
  EXPECT_EQ(at(network.tensors, linear.inputs[1]).name, "fc.weight");
  EXPECT_TRUE(is_constant(at(network.tensors, linear.inputs[1])));
  const Operator& split = network.operators[4];
  EXPECT_EQ(split.type, OpType::split);
  EXPECT_EQ(split.inputs, linear.outputs);
  EXPECT_EQ(split.outputs.size(), 2U);
  EXPECT_EQ(network.operators[5].inputs, split.outputs);
  EXPECT_EQ(at(network.tensors, network.outputs[0]).name, "8 my::own.out");
}

TEST(ExecutorchReader, AViewWithoutAnInstructionSharesTheBytesAtItsAddress) {
  RawProgram program;
  program.kernels = {"aten::relu.out", "executorch_prim::et_view.default", "aten::add_.Tensor"};
  program.values.push_back({{2, 2}, 1, 1, 16});  // value 2: a view without an instruction
  program.values.push_back({{1, 4}, 1, 1, 16});  // value 3: a view that an instruction makes
  program.values.push_back({{4}, 1, 1, 0});      // value 4: the output of the RELU
  program.values.push_back({{4}, 1, 1, 0});      // value 5: the result of the in-place operator
  program.calls.push_back({Kind::KernelCall, 1, {1, 2, 3}});
  program.calls.push_back({Kind::KernelCall, 0, {2, 4, 4}});
  program.calls.push_back({Kind::KernelCall, 2, {4, 3, 5}});
  program.outputs = {5};
  const Network network = parsed(program);
  ASSERT_EQ(network.operators.size(), 5U);
  const TensorIndex of_delegate = network.operators[2].outputs[0];
  EXPECT_THAT(network.operators[3].inputs, ElementsAre(of_delegate));
  EXPECT_EQ(network.operators[4].inputs.back(), of_delegate);
  EXPECT_EQ(network.outputs, network.operators[4].outputs);
}

TEST(ExecutorchReader, TensorsThatAreReadBeforeTheyAreWrittenAreState) {
  RawProgram program;
  program.kernels = {"aten::add.out"};
  // Value 2: an activation in the first program, which writes it first; a state in the second
  // program, which reads it first.
  program.values.push_back({{4}, 1, 1, 8});
  program.calls = {{Kind::KernelCall, 0, {0, 2, 2, 2}}, {Kind::DelegateCall, 0, {2, 1}}};
  const Network first = parsed(program);
  EXPECT_EQ(at(first.tensors, first.operators[0].outputs[0]).kind, TensorKind::activation);
  program.calls.insert(program.calls.begin(), {Kind::DelegateCall, 0, {2, 1}});
  const Network kept = parsed(program);
  const TensorIndex state = kept.operators[0].inputs[0];
  EXPECT_EQ(at(kept.tensors, state).kind, TensorKind::variable);
  EXPECT_EQ(kept.operators[3].outputs[0], state);  // the next inference reads this state
}

TEST(ExecutorchReader, SaysThatJumpsAreNotFollowed) {
  RawProgram program;
  program.calls.push_back({Kind::JumpFalseCall});
  program.calls.push_back({Kind::JumpFalseCall});
  EXPECT_THAT(parsed(program).warnings, ElementsAre(HasSubstr("the program jumps")));
}

TEST(ExecutorchReader, KeepsVelasOptions) {
  RawProgram program;
  program.delegates[0].options = "--memory-mode=Shared_Sram";
  const Network network = parsed(program);
  ASSERT_GE(network.metadata.size(), 1U);
  EXPECT_EQ(network.metadata[0].name, vela_options_name);
  EXPECT_EQ(text_of(network.metadata[0].data), "--memory-mode=Shared_Sram");
}

/// The numbers of records in a program, by kind, as a public audit counts them.
struct AuditedMethod {
  std::size_t tensors, dimensions, plain_values, lists, list_items, instructions, arguments;
};

Bytes bytes_of(const AuditedMethod& counts) {
  RawProgram program;
  program.values.assign(counts.tensors, {{}, 1, 1, 0});
  program.values[0].sizes.assign(counts.dimensions, 1);
  program.values.insert(program.values.end(), counts.plain_values, {{}, test::no_tensor_type});
  for (std::size_t i = 0; i < counts.lists; ++i) {
    RawValue list;
    list.integers.assign(i == 0 ? counts.list_items - counts.lists + 1 : 1, 7);
    program.values.push_back(list);
  }
  program.calls.assign(counts.instructions, {Kind::KernelCall, 0, {}});
  program.calls[0].args.assign(counts.arguments, 0);
  program.delegates.clear();
  const RawBytes bytes = program_bytes(program);
  return method_bytes(ExecutorchFile({bytes.data(), bytes.size()}, "audited").method());
}

// The audit counted the records of two programs: DS-CNN and ResNet-8 of MLPerf Tiny on a
// Cortex-M55. The expected bytes are also from this audit ("DS-CNN persistent metadata audit").
TEST(ExecutorchReader, CountsTheRuntimesRecordsAsAPublicAuditDoes) {
  EXPECT_EQ(bytes_of({62, 127, 120, 32, 64, 12, 172}), 7917);
  EXPECT_EQ(bytes_of({65, 139, 33, 7, 14, 15, 213}), 5617);
}

TEST(ExecutorchReader, ANetworkHasTheBytesOfTheRuntimesRecords) {
  EXPECT_GT(method_bytes_of(parsed(RawProgram{})).value_or(0), 0);
  EXPECT_EQ(method_bytes_of(Network{}), std::nullopt);
}

TEST(ExecutorchReader, NamesAreSingleLines) {
  RawProgram program;
  program.kernels = {"aten::re\nlu.out"};
  program.values.push_back({{4}, 1, 1, 0});
  program.calls.push_back({Kind::KernelCall, 0, {1, 2, 2}});
  program.outputs = {2};
  const Network network = parsed(program);
  EXPECT_EQ(network.operators.back().type_name, "aten::re\\nlu.out");
  for (const Tensor& tensor : network.tensors) {
    EXPECT_EQ(tensor.name.find('\n'), std::string::npos) << tensor.name;
  }
}

}  // namespace
}  // namespace spillway
