// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/lower/operator_data.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/index.h"
#include "hwmodels/xcore/kernels/kernel.h"
#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/lower/loads.h"

namespace spillway::xcore {
namespace {

constexpr Bytes alignment = 8;
constexpr Bytes work_pointer_bytes = 8;
// The runtime before 2023 aligns every allocation to 16 bytes: nine objects and structs, and the
// work of each thread.
constexpr Bytes separate_object_bytes = 192;
constexpr Bytes separate_work_bytes = 48;

struct KnownSize {
  std::string_view type_name;
  Bytes host, device;
  bool threaded;
};

// sizeof(OpData) of lib_tflite_micro, on the host and, where the layout is known, on the chip.
constexpr std::array<KnownSize, 21> known_sizes = {{
    {"XC_ld_flash", 56, 48, false},
    {"XC_ld_weights", 56, 48, false},
    {early_load_name, 56, 48, false},
    {"XC_conv2d_v2", 88, 48, true},
    {"XC_maxpool2d", 88, 48, true},
    {"XC_add", 168, 168, false},
    {"XC_mul", 16, 8, false},
    {"XC_lookup", 56, 48, false},
    {"XC_pad", 40, 40, false},
    {"XC_pad_v2", 40, 40, false},
    {"XC_pad_3_to_4", 8, 8, false},
    {"XC_slice", 32, 32, false},
    {"XC_strided_slice", 32, 32, false},
    {"XC_broadcast", 32, 32, false},
    {"XC_concat", 128, 128, false},
    {"XC_softmax", 56, 56, false},
    {"XC_batched_softmax", 56, 56, false},
    {"XC_mean", 40, 40, false},
    {"XC_unaryi16", 56, 56, false},
    {"XC_binaryi16", 56, 56, false},
    {"XC_expand_8_to_16", 56, 56, false},
}};

Bytes round_up(Bytes bytes) { return ceil_div(bytes, alignment) * alignment; }

}  // namespace

Bytes thread_entry_bytes(bool separate_objects) {
  return separate_objects ? separate_work_bytes : work_pointer_bytes;
}

OperatorDataSize operator_data_size(const Operator& op, std::int32_t entry_count,
                                    const Threading& threads) {
  if (op.type_name == "XC_concat" && threads.concat_on_one_thread) return {80, 80};
  const auto* const known =
      std::find_if(known_sizes.begin(), known_sizes.end(),
                   [&](const KnownSize& size) { return size.type_name == op.type_name; });
  if (known == known_sizes.end()) return {};
  const bool objects = threads.separate_objects && known->threaded;
  const Bytes entries = known->threaded ? thread_entry_bytes(objects) * entry_count : 0;
  if (objects) return {separate_object_bytes + entries, separate_object_bytes + entries};
  return {round_up(known->host) + entries, round_up(known->device) + entries};
}

std::int32_t thread_entries(const Network& network, const Operator& op, const Threading& threads) {
  if (op.type_name != "XC_conv2d_v2" && op.type_name != "XC_maxpool2d") return 0;
  const KernelSpec kernel = make_kernel(network, op, threads);
  if (const auto* const conv = std::get_if<Convolution>(&kernel)) {
    return static_cast<std::int32_t>(conv->threads.size());
  }
  if (const auto* const pool = std::get_if<MaxPoolKernel>(&kernel)) {
    return static_cast<std::int32_t>(pool->window.threads.size());
  }
  return 1;
}

void add_operator_data(Network& network, const Threading& threads) {
  for (Operator& op : network.operators) {
    if (operator_data_of(network, op) != no_tensor) continue;
    const Bytes bytes = operator_data_size(op, thread_entries(network, op, threads), threads).host;
    if (bytes == 0) continue;
    Tensor data;
    data.name = op.name + "/data";
    data.shape = {static_cast<std::int32_t>(bytes)};
    data.kind = TensorKind::operator_data;
    data.bytes = bytes;
    op.inputs.push_back(static_cast<TensorIndex>(network.tensors.size()));
    network.tensors.push_back(data);
  }
}

TensorIndex operator_data_of(const Network& network, const Operator& op) {
  for (const TensorIndex input : op.inputs) {
    if (input == no_tensor) continue;
    if (at(network.tensors, input).kind == TensorKind::operator_data) {
      return input;
    }
  }
  return no_tensor;
}

}  // namespace spillway::xcore
