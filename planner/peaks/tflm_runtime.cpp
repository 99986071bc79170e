// SPDX-License-Identifier: Apache-2.0
#include "planner/peaks/tflm_runtime.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "base/rounding.h"
#include "base/text.h"
#include "traces/shape.h"

namespace spillway {
namespace {

// Sizes of the structures on a 32-bit core, in bytes, with TF_LITE_STATIC_MEMORY.
constexpr Bytes allocators = 144;  // SingleArenaBufferAllocator, MicroAllocator, planner, subgraph
constexpr Bytes eval_tensor = 12;  // TfLiteEvalTensor
constexpr Bytes node = 32;         // NodeAndRegistration
// The bytes for a network input or output: TfLiteTensor, TfLiteAffineQuantization, zero point.
constexpr Bytes shown_tensor = 60;
constexpr Bytes scratch_handle = 8;     // ScratchBufferHandle
constexpr Bytes buffer_alignment = 16;  // alignment of MicroContext::AllocatePersistentBuffer
// The number of tensors of the custom operator that stands for operators of an Ethos-U: commands,
// constants and two scratch tensors.
constexpr Bytes accelerator_tensors = 4;

/// For one type of operator: the bytes of the parameters that the runtime parses from the file
/// (builtin data), and the bytes of the kernel's OpData.
struct KernelSize {
  OpType type;
  Bytes parameters;
  Bytes data;
};

// Sources: builtin_op_data.h, and OpData in conv.h, fully_connected.h, pooling.h, add.h, mul.h,
// softmax.h, ...
constexpr KernelSize kernel_sizes[] = {
    {OpType::conv_2d, 28, 56},
    {OpType::depthwise_conv_2d, 28, 56},
    {OpType::transpose_conv, 20, 64},
    {OpType::fully_connected, 16, 48},
    {OpType::average_pool_2d, 40, 32},
    {OpType::max_pool_2d, 40, 32},
    {OpType::add, 8, 60},
    {OpType::sub, 8, 60},
    {OpType::mul, 4, 36},
    {OpType::softmax, 4, 80},
    {OpType::reshape, 36, 0},
    {OpType::concatenation, 8, 60},
    {OpType::strided_slice, 24, 32},
    {OpType::pad, 0, 64},
};
constexpr KernelSize other_kernel{OpType::unknown, 4, 32};

Bytes in_buffer(Bytes bytes) { return round_up(bytes, buffer_alignment); }

const KernelSize& size_of(OpType type) {
  const auto* const found =
      std::find_if(std::begin(kernel_sizes), std::end(kernel_sizes),
                   [type](const KernelSize& size) { return size.type == type; });
  return found == std::end(kernel_sizes) ? other_kernel : *found;
}

// Whether the kernel data of the operator is a tensor of the network, so that the plan already
// counts it.
bool has_planned_data(const Network& network, const Operator& op) {
  return std::any_of(op.inputs.begin(), op.inputs.end(), [&](TensorIndex index) {
    return index != no_tensor && at(network.tensors, index).kind == TensorKind::operator_data;
  });
}

// Returns the bytes of two buffers: the multipliers and the shifts of all output channels. Returns
// 0 for operators without such buffers.
Bytes channel_data(const Network& network, const Operator& op) {
  const bool scaled = op.type == OpType::conv_2d || op.type == OpType::depthwise_conv_2d ||
                      op.type == OpType::transpose_conv;
  const Tensor* const output = output_of(network, op);
  if (!scaled || output == nullptr) return 0;
  constexpr Bytes word = 4;
  return 2 * in_buffer(word * channels_of(*output));
}

class RuntimeCount {
 public:
  RuntimeCount(const Network& network, TflmView view)
      : network_(network), view_(view), seen_(network.tensors.size(), false) {}

  Bytes run() {
    for (const Operator& op : network_.operators) add(op);
    for (const std::vector<TensorIndex>* shown : {&network_.inputs, &network_.outputs}) {
      for (const TensorIndex index : *shown) {
        see(index);
        bytes_ += shown_tensor;
      }
      bytes_ += in_buffer(static_cast<Bytes>(shown->size()) * 4);  // pointers to the tensors
    }
    return bytes_;
  }

 private:
  void add(const Operator& op) {
    if (view_ == TflmView::accelerator && !op.on_host) {
      if (!in_accelerator_) bytes_ += node + accelerator_tensors * eval_tensor;
      in_accelerator_ = true;
      return;
    }
    in_accelerator_ = false;
    for (const TensorIndex index : op.inputs) see(index);
    for (const TensorIndex index : op.outputs) see(index);
    bytes_ += node;
    if (has_planned_data(network_, op)) return;
    const KernelSize& size = size_of(op.type);
    bytes_ += size.parameters + in_buffer(size.data) + channel_data(network_, op);
  }

  void see(TensorIndex index) {
    if (index == no_tensor || at(seen_, index)) return;
    at(seen_, index) = true;
    bytes_ += eval_tensor;
    if (at(network_.tensors, index).kind == TensorKind::scratch) bytes_ += scratch_handle;
  }

  const Network& network_;
  TflmView view_;
  std::vector<bool> seen_;
  bool in_accelerator_ = false;
  Bytes bytes_ = allocators;
};

}  // namespace

Bytes tflm_runtime_bytes(const Network& network, TflmView view) {
  return RuntimeCount(network, view).run();
}

std::string tflm_runtime_line(const std::string& planner, const Network& network, TflmView view) {
  if (planner != tflm_planner) return "";
  return fmt::format("the runtime keeps about {} bytes besides (tensors, nodes, operator data)\n",
                     with_thousands(tflm_runtime_bytes(network, view)));
}

}  // namespace spillway
