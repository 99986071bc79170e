// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <variant>

#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/load_names.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "hwmodels/xcore/lower/passes.h"

namespace spillway::xcore {
namespace {

void link_weights(Network& network) {
  const auto gone = [&](const Operator& op) {
    const bool load = is_compiled(op) && is_load(op.type_name);
    for (const TensorIndex output : op.outputs) {
      if (load) at(network.tensors, output).kind = TensorKind::weight;
    }
    return load || op.type_name == load_wait_name;
  };
  network.operators.erase(std::remove_if(network.operators.begin(), network.operators.end(), gone),
                          network.operators.end());
}

/// Sets the sizes of scratch tensors for the new number of threads, because every thread copies the
/// windows of its pixels to its own scratch memory.
void resize_scratch(Network& network, const XcoreParameters& core) {
  constexpr std::size_t scratch_operand = 4;
  const Threading threads = threading_of(core, core.replanned_threads);
  for (const Operator& op : network.operators) {
    if (!is_compiled(op) || op.inputs.size() <= scratch_operand) continue;
    const KernelSpec kernel = make_kernel(network, op, threads);
    const auto* const conv = std::get_if<Convolution>(&kernel);
    const TensorIndex scratch = op.inputs[scratch_operand];
    if (conv == nullptr || conv->scratch_bytes == 0 || scratch == no_tensor) continue;
    Tensor& tensor = at(network.tensors, scratch);
    tensor.bytes = conv->scratch_bytes * static_cast<Bytes>(conv->threads.size());
    tensor.shape = {static_cast<std::int32_t>(tensor.bytes)};
  }
}

}  // namespace

void replan(Network& network, const XcoreParameters& core) {
  if (core.replanned_weights == "sram") link_weights(network);
  if (core.replanned_threads > 0) resize_scratch(network, core);
}

}  // namespace spillway::xcore
