// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/index.h"
#include "base/terminal_text.h"
#include "traces/executorch/arena.h"
#include "traces/executorch/file.h"
#include "traces/executorch/kernels.h"
#include "traces/executorch/runtime.h"
#include "traces/executorch/values.h"
#include "traces/executorch/vela_blocks.h"
#include "traces/flatbuffer_size.h"
#include "traces/network_check.h"
#include "traces/own_metadata.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

// The two names of the Ethos-U backend. Its name was "ArmBackend" before ExecuTorch distinguished
// several backends of Arm.
constexpr std::array<std::string_view, 2> replayed_backends = {"EthosUBackend", "ArmBackend"};

std::string backend_of(const executorch::BackendDelegate& delegate) {
  return delegate.id() == nullptr ? "?" : name_text(delegate.id()->string_view());
}

bool is_replayed(const executorch::BackendDelegate& delegate) {
  return std::find(replayed_backends.begin(), replayed_backends.end(), backend_of(delegate)) !=
         replayed_backends.end();
}

std::optional<DataType> integers_of(std::int32_t bytes) {
  switch (bytes) {
    case 1:
      return DataType::int8;
    case 2:
      return DataType::int16;
    case 4:
      return DataType::int32;
    case 8:
      return DataType::int64;
    default:
      return std::nullopt;
  }
}

/// A delegate of the program. All calls of the delegate use the same tensors for commands, weights,
/// scratch memory and state.
struct Delegate {
  VelaBlocks blocks;
  TensorIndex commands = no_tensor, weights = no_tensor, scratch = no_tensor, state = no_tensor;
};

class ProgramReader {
 public:
  ProgramReader(const ExecutorchFile& file, Network& network)
      : file_(file),
        method_(file.method()),
        network_(network),
        values_(file, method_, network),
        arena_(file) {}

  void read() {
    require_replayed_backends();
    read_delegates();
    for (const std::int32_t input : tensors_in(method_.inputs())) {
      const TensorIndex tensor = values_.write(input, "input");
      if (std::find(network_.inputs.begin(), network_.inputs.end(), tensor) ==
          network_.inputs.end()) {
        network_.inputs.push_back(tensor);
      }
    }
    for (std::uint32_t c = 0; c < size_or_zero(method_.chains()); ++c) {
      const auto* const calls = method_.chains()->Get(c)->instructions();
      for (std::uint32_t i = 0; i < size_or_zero(calls); ++i) follow(*calls->Get(i));
    }
    for (const std::int32_t output : tensors_in(method_.outputs())) {
      network_.outputs.push_back(values_.read(output));
    }
    const std::string bytes = std::to_string(method_bytes(method_));
    add_own_metadata({{offline_plan_name, arena_.place(values_, method_, network_)},
                      {method_bytes_name, {bytes.begin(), bytes.end()}}},
                     network_);
  }

 private:
  std::vector<std::int32_t> tensors_in(const flatbuffers::Vector<std::int32_t>* list) const {
    std::vector<std::int32_t> tensors;
    for (std::uint32_t i = 0; i < size_or_zero(list); ++i) {
      const std::vector<std::int32_t> more = values_.tensors_of(list->Get(i));
      tensors.insert(tensors.end(), more.begin(), more.end());
    }
    return tensors;
  }

  void require_replayed_backends() const {
    std::set<std::string> others;
    for (std::uint32_t i = 0; i < size_or_zero(method_.delegates()); ++i) {
      const executorch::BackendDelegate& delegate = *method_.delegates()->Get(i);
      if (!is_replayed(delegate)) others.insert(backend_of(delegate));
    }
    if (!others.empty()) {
      file_.reject(fmt::format(
          "is an ExecuTorch program for {}, and only programs for the Ethos-U backend are replayed",
          fmt::join(others, " and ")));
    }
    if (size_or_zero(method_.delegates()) == 0) {
      file_.reject(
          "is an ExecuTorch program without a delegate: kernels on the CPU run all of it, and only "
          "programs for the Ethos-U backend are replayed");
    }
  }

  void read_delegates() {
    for (std::uint32_t i = 0; i < size_or_zero(method_.delegates()); ++i) {
      const executorch::BackendDelegate& from = *method_.delegates()->Get(i);
      const std::string what = fmt::format("delegate {}", i);
      Delegate delegate;
      delegate.blocks = read_vela_blocks(file_.delegate_data(from, what), file_, what);
      const VelaBlocks& blocks = delegate.blocks;
      delegate.commands = add_bytes(what + " commands", blocks.commands);
      delegate.weights = add_bytes(what + " weights", blocks.weights);
      delegate.scratch = add_scratch(what + " scratch", blocks.scratch_bytes);
      arena_.include_scratch(blocks.scratch_bytes);
      if (blocks.state_bytes > 0) delegate.state = add_state(what + " state", blocks.state_bytes);
      delegates_.push_back(std::move(delegate));
      if (network_.metadata.empty()) read_options(from);
    }
  }

  void read_options(const executorch::BackendDelegate& delegate) {
    for (std::uint32_t i = 0; i < size_or_zero(delegate.compile_specs()); ++i) {
      const executorch::CompileSpec& spec = *delegate.compile_specs()->Get(i);
      const bool wanted = spec.key() != nullptr && spec.value() != nullptr &&
                          spec.key()->string_view() == vela_options_name;
      if (!wanted) continue;
      network_.metadata.push_back(
          {vela_options_name, {spec.value()->data(), spec.value()->size()}});
      return;
    }
  }

  TensorIndex add_bytes(const std::string& name, ByteView bytes) {
    if (bytes.size > std::numeric_limits<std::int32_t>::max()) {
      file_.reject(fmt::format("{} of {} bytes are more than 2^31", name, bytes.size));
    }
    Tensor tensor;
    tensor.name = name;
    tensor.kind = TensorKind::constant;
    tensor.type = DataType::uint8;
    tensor.bytes = static_cast<Bytes>(bytes.size);
    tensor.shape = {static_cast<std::int32_t>(bytes.size)};
    tensor.data = bytes;
    return values_.add(std::move(tensor));
  }

  TensorIndex add_room(const std::string& name, Bytes bytes, TensorKind kind) {
    if (bytes > std::numeric_limits<std::int32_t>::max()) {
      file_.reject(fmt::format("{} of {} bytes is more than 2^31", name, bytes));
    }
    Tensor tensor;
    tensor.name = name;
    tensor.kind = kind;
    tensor.type = DataType::uint8;
    tensor.bytes = bytes;
    tensor.shape = {static_cast<std::int32_t>(bytes)};
    return values_.add(std::move(tensor));
  }

  TensorIndex add_scratch(const std::string& name, Bytes bytes) {
    const TensorIndex index = add_room(name, bytes, TensorKind::scratch);
    arena_.put_into_scratch(index, 0);
    return index;
  }

  TensorIndex add_state(const std::string& name, Bytes bytes) {
    return add_room(name, bytes, TensorKind::variable);
  }

  void follow(const executorch::Instruction& instruction) {
    if (const auto* const move = instruction.instr_args_as_MoveCall()) {
      values_.make_view(one_tensor(move->move_to()), one_tensor(move->move_from()));
    } else if (const auto* const kernel = instruction.instr_args_as_KernelCall()) {
      run_kernel(*kernel);
    } else if (const auto* const call = instruction.instr_args_as_DelegateCall()) {
      call_delegate(*call);
    } else if (instruction.instr_args_type() == executorch::InstructionArguments::JumpFalseCall) {
      warn_of_jump();
    }
  }

  // Adds a warning for the first jump instruction of the program only, because a loop has several
  // jump instructions.
  void warn_of_jump() {
    if (warned_of_jump_) return;
    warned_of_jump_ = true;
    network_.warnings.emplace_back(
        "the program jumps: every instruction is run once, in the order of the file");
  }

  std::int32_t one_tensor(std::int64_t value) const {
    const std::vector<std::int32_t> tensors = values_.tensors_of(value);
    if (tensors.size() != 1) file_.reject(fmt::format("value {} is no tensor", value));
    return tensors.front();
  }

  std::string name_of_kernel(std::int32_t index) const {
    const auto count = static_cast<std::int64_t>(size_or_zero(method_.operators()));
    if (index < 0 || index >= count) {
      file_.reject(fmt::format("calls operator {}, but there are {}", index, count));
    }
    return kernel_name(*method_.operators()->Get(static_cast<flatbuffers::uoffset_t>(index)));
  }

  // Appends an operator for the call of a kernel. The last argument of the call is the result, a
  // tensor or a list of tensors. Kernels that only compute sizes have no tensor as result and are
  // skipped.
  void run_kernel(const executorch::Call& call) {
    const std::uint32_t count = size_or_zero(call.args());
    if (count == 0) return;
    const std::string name = name_of_kernel(call.index());
    std::vector<std::int32_t> results = values_.tensors_of(call.args()->Get(count - 1));
    if (results.empty()) return;
    if (is_view(name)) return values_.make_view(results.front(), one_tensor(call.args()->Get(0)));
    const std::vector<std::int32_t> view = results;
    if (writes_first_operand(name)) results = {one_tensor(call.args()->Get(0))};
    add_kernel(name, operands_of(call, results), results);
    if (writes_first_operand(name)) values_.make_view(view.front(), results.front());
  }

  std::vector<std::int32_t> operands_of(const executorch::Call& call,
                                        const std::vector<std::int32_t>& results) const {
    std::vector<std::int32_t> operands;
    for (std::uint32_t i = 0; i + 1 < call.args()->size(); ++i) {
      for (const std::int32_t tensor : values_.tensors_of(call.args()->Get(i))) {
        const bool result = std::find(results.begin(), results.end(), tensor) != results.end();
        if (!result) operands.push_back(tensor);
      }
    }
    return operands;
  }

  void add_kernel(const std::string& name, const std::vector<std::int32_t>& operands,
                  const std::vector<std::int32_t>& results) {
    Operator op;
    op.type = kernel_type(name);
    op.type_name = name;
    for (const std::int32_t operand : operands) op.inputs.push_back(values_.read(operand));
    for (const std::int32_t result : results) op.outputs.push_back(values_.write(result, name));
    op.name = at(network_.tensors, op.outputs.front()).name;
    std::vector<const Tensor*> inputs;
    for (const TensorIndex input : op.inputs) inputs.push_back(&at(network_.tensors, input));
    const std::optional<std::int64_t> macs =
        kernel_macs(name, inputs, at(network_.tensors, op.outputs.front()));
    if (!macs) file_.reject(fmt::format("{} has more than 2^56 multiply-accumulates", name));
    op.macs = *macs;
    network_.operators.push_back(std::move(op));
  }

  void call_delegate(const executorch::Call& call) {
    const auto index = static_cast<std::size_t>(std::max(call.index(), 0));
    if (call.index() < 0 || index >= delegates_.size()) {
      file_.reject(
          fmt::format("calls delegate {}, but there are {}", call.index(), delegates_.size()));
    }
    const Delegate& delegate = delegates_[index];
    const std::size_t inputs = delegate.blocks.inputs.size();
    const std::size_t outputs = delegate.blocks.outputs.size();
    if (size_or_zero(call.args()) < inputs + outputs) {
      file_.reject(
          fmt::format("delegate {} has {} inputs and {} outputs and is called with {} values",
                      index, inputs, outputs, size_or_zero(call.args())));
    }
    std::vector<std::int32_t> values;
    for (std::uint32_t i = 0; i < inputs + outputs; ++i) {
      values.push_back(one_tensor(call.args()->Get(i)));
    }
    add_call(delegate, index, values);
  }

  void add_call(const Delegate& delegate, std::size_t index,
                const std::vector<std::int32_t>& values) {
    const std::string name = fmt::format("npu{}", calls_++);
    const std::size_t inputs = delegate.blocks.inputs.size();
    Operator in = copy(name + ".copy_in");
    Operator op;
    op.type = OpType::custom;
    op.type_name = "ethos-u";
    op.name = name;
    op.inputs = {delegate.commands, delegate.weights, delegate.scratch, no_tensor};
    if (delegate.state != no_tensor) op.inputs.push_back(delegate.state);
    Operator out = copy(name + ".copy_out");
    for (std::size_t i = 0; i < inputs; ++i) {
      in.inputs.push_back(values_.read(values[i]));
      const TensorIndex inside =
          add_map(fmt::format("{}.in{}", name, i), delegate.blocks.inputs[i]);
      in.outputs.push_back(inside);
      op.inputs.push_back(inside);
      check_bytes(index, i, at(network_.tensors, in.inputs.back()).bytes,
                  delegate.blocks.inputs[i].bytes);
    }
    for (std::size_t i = 0; i < delegate.blocks.outputs.size(); ++i) {
      const TensorIndex inside =
          add_map(fmt::format("{}.out{}", name, i), delegate.blocks.outputs[i]);
      op.outputs.push_back(inside);
      out.inputs.push_back(inside);
      out.outputs.push_back(values_.write(values[inputs + i], "delegate EthosUBackend"));
    }
    if (!in.inputs.empty()) network_.operators.push_back(std::move(in));
    network_.operators.push_back(std::move(op));
    if (!out.inputs.empty()) network_.operators.push_back(std::move(out));
  }

  static Operator copy(const std::string& name) {
    Operator op;
    op.type = OpType::custom;
    op.type_name = runtime_copy_name;
    op.name = name;
    return op;
  }

  TensorIndex add_map(const std::string& name, const DelegateMap& map) {
    Tensor tensor;
    tensor.name = name;
    const std::optional<DataType> type = integers_of(map.element_bytes);
    if (!type) file_.reject(fmt::format("{} has elements of {} bytes", name, map.element_bytes));
    tensor.type = *type;
    tensor.shape = map.shape;
    tensor.bytes = map.bytes;
    const TensorIndex index = values_.add(std::move(tensor));
    arena_.put_into_scratch(index, map.offset);
    return index;
  }

  // Rejects the program if the tensor passed to a delegate has another size than the delegate's
  // input. The runtime refuses to run such a program too.
  void check_bytes(std::size_t index, std::size_t input, Bytes given, Bytes wanted) const {
    if (given == wanted) return;
    file_.reject(fmt::format("delegate {} takes an input {} of {} bytes and is given {}", index,
                             input, wanted, given));
  }

  const ExecutorchFile& file_;
  const executorch::ExecutionPlan& method_;
  Network& network_;
  ExecutorchValues values_;
  ExecutorchArena arena_;
  std::vector<Delegate> delegates_;
  int calls_ = 0;
  bool warned_of_jump_ = false;
};

}  // namespace

Network parse_executorch(std::shared_ptr<const FileBytes> file_bytes, const std::string& source) {
  const ExecutorchFile file({file_bytes->data(), file_bytes->size()}, source);
  Network network;
  network.name = name_text(std::filesystem::path(source).stem().string());
  network.source = source;
  network.file = std::move(file_bytes);
  ProgramReader(file, network).read();
  if (const std::string defect = find_defect(network); !defect.empty()) file.reject(defect);
  return network;
}

}  // namespace spillway
