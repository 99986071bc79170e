// SPDX-License-Identifier: Apache-2.0
#include "tests/hwmodels/ethosu/replay/assembled_program.h"

#include "base/index.h"
#include "traces/shape.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::test {
namespace {

class ProgramAssembler {
 public:
  ProgramAssembler(const Network& network, const AssembledFile& file)
      : network_(network), file_(file), offsets_(read_offline_plan(network).value()) {}

  RawProgram run() {
    program_.values.clear();
    program_.calls.clear();
    program_.delegates.clear();
    for (const Tensor& tensor : network_.tensors) add_value(tensor);
    program_.inputs = network_.inputs;
    program_.outputs = network_.outputs;
    for (const Operator& op : network_.operators) {
      if (op.type == OpType::custom) {
        add_delegate(op);
      } else {
        add_kernel(op);
      }
    }
    program_.buffers = {0, next_};
    return std::move(program_);
  }

 private:
  void add_value(const Tensor& tensor) {
    RawValue value;
    value.sizes = tensor.shape;
    if (tensor.kind == TensorKind::activation) {
      value.memory = 1;
      value.offset = static_cast<std::uint32_t>(next_);
      next_ += tensor.bytes;
    } else if (tensor.kind == TensorKind::constant) {
      value.data = static_cast<std::uint32_t>(program_.constants.size());
      program_.constants.emplace_back(tensor.data.begin(), tensor.data.end());
    }
    program_.values.push_back(value);
  }

  RawMap map_of(TensorIndex tensor) const {
    RawMap map;
    map.shape = at(network_.tensors, tensor).shape;
    map.shape.insert(map.shape.begin(), 6 - map.shape.size(), 1);
    map.offset = at(offsets_, tensor);
    return map;
  }

  RawBytes contents_of(TensorIndex tensor) const {
    const ByteView data = at(network_.tensors, tensor).data;
    return {data.begin(), data.end()};
  }

  void add_delegate(const Operator& op) {
    std::vector<RawMap> inputs;
    std::vector<RawMap> outputs;
    RawCall call;
    call.index = static_cast<std::int32_t>(program_.delegates.size());
    call.args.assign(op.inputs.begin() + 4, op.inputs.end());
    for (const TensorIndex input : call.args) inputs.push_back(map_of(input));
    for (const TensorIndex output : op.outputs) outputs.push_back(map_of(output));
    call.args.insert(call.args.end(), op.outputs.begin(), op.outputs.end());
    const Bytes scratch = at(network_.tensors, op.inputs[2]).bytes;
    std::vector<RawBlock> blocks = {
        {"vela_bin_stream"},
        {"cmd_data", contents_of(op.inputs[0])},
        {"weight_data", contents_of(op.inputs[1])},
        {"scratch_size", raw_number(static_cast<std::uint32_t>(scratch))}};
    if (file_.stateful) {
      blocks.push_back({"persistent_size", raw_number(assembled_state)});
      blocks.push_back({"persistent_init", RawBytes(assembled_state / 2, 3)});
    }
    blocks.insert(
        blocks.end(),
        {{"inputs", raw_maps(inputs)}, {"outputs", raw_maps(outputs)}, {"vela_end_stream"}});
    program_.delegates.push_back({raw_blocks(blocks)});
    program_.calls.push_back(call);
  }

  void add_kernel(const Operator& op) {
    if (program_.kernels.empty()) program_.kernels = {"aten::add.out"};
    RawCall call;
    call.kind = et::InstructionArguments::KernelCall;
    call.args = op.inputs;
    // A kernel call lists the result twice: as an operand and as the return value.
    call.args.insert(call.args.end(), 2, op.outputs.front());
    program_.calls.push_back(call);
  }

  const Network& network_;
  const AssembledFile& file_;
  std::vector<std::int32_t> offsets_;
  RawProgram program_;
  Bytes next_ = 0;
};

}  // namespace

RawProgram assembled_program(const AssembledFile& file) {
  const Network network = assembled_network(file);
  return ProgramAssembler(network, file).run();
}

}  // namespace spillway::test
