// SPDX-License-Identifier: Apache-2.0
#include "base/index.h"
#include "hwmodels/xcore/lower/make_kernel.h"

namespace spillway::xcore {

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
