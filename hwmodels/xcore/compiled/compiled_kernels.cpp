// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/compiled/compiled_kernels.h"

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_convolution.h"
#include "hwmodels/xcore/compiled/compiled_copies.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/compiled/load_tiling.h"
#include "hwmodels/xcore/compiled/planned_kernels.h"
#include "hwmodels/xcore/kernels/copy_kernels.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

KernelSpec load(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  LoadKernel kernel;
  constexpr std::int64_t from_ddr = 1, asynchronous = 2;
  const LoadOptions load = read_load(options);
  kernel.address = static_cast<Address>(load.address);
  kernel.from_external_ram = load.kind == from_ddr;
  kernel.early = load.kind == asynchronous;
  for (const std::int64_t size : load.sizes) {
    const std::size_t number = kernel.sizes.size();
    if (number >= op.outputs.size()) break;
    const Bytes bytes = at(network.tensors, op.outputs[number]).bytes;
    if (size != bytes || size % 4 != 0) {
      options.reject(fmt::format("loads {} bytes into a tensor of {}", size, bytes));
    }
    kernel.sizes.push_back(size);
  }
  if (kernel.sizes.size() != op.outputs.size()) {
    options.reject(
        fmt::format("has {} outputs and {} sizes", op.outputs.size(), kernel.sizes.size()));
  }
  return kernel;
}

/// A tensor that comes back from where it was stored in external memory.
KernelSpec load_tensor(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const LoadOptions load = read_load(options);
  LoadKernel kernel;
  kernel.address = static_cast<Address>(bounded_copy(options, load.address));
  kernel.sizes = {at(network.tensors, op.outputs.front()).bytes};
  kernel.from_external_ram = true;
  return kernel;
}

KernelSpec concat(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const std::vector<std::int64_t> sizes = options.integers("s");
  const auto inputs = static_cast<std::size_t>(options.integer("i"));
  if (inputs > sizes.size() || inputs > op.inputs.size()) {
    options.reject(fmt::format("says that it has {} inputs", inputs));
  }
  CopyKernel kernel;
  kernel.rows = options.integer("n");
  kernel.cost.add(Cost::copy_call);
  std::int64_t row = 0;
  for (std::size_t i = 0; i < inputs; ++i) row += bounded_copy(options, sizes[i]);
  require_fills_output(options, network, op, kernel.rows, row, 0);
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < inputs; ++i) {
    const auto run = static_cast<std::int32_t>(sizes[i]);
    kernel.body.push_back({static_cast<std::int32_t>(i), 0, 0, offset, run, row, run});
    add_copies(kernel.cost, static_cast<double>(kernel.rows), run);
    offset += run;
  }
  return kernel;
}

KernelSpec binary_i16(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const bool multiply = options.integer("type") == 1;
  const double vectors =
      static_cast<double>(elements_of(output_shape(network, op, 0))) / group_outputs;
  StreamKernel kernel;
  kernel.cost.add(Cost::unary_i16_call)
      .add(multiply ? Cost::mul_i16_vector : Cost::add_i16_vector, vectors);
  return kernel;
}

}  // namespace

std::optional<KernelSpec> compiled_kernel(const Network& network, const Operator& op) {
  const std::string& type = op.type_name;
  if (type == "XC_conv2d_v2") return compiled_convolution(network, op);
  if (type == "XC_maxpool2d") return compiled_maxpool(network, op);
  if (type == "XC_ld_flash" || type == "XC_ld_weights") return load(network, op);
  if (type == "XC_load_tensor") return load_tensor(network, op);
  if (type == "XC_pad" || type == "XC_pad_v2") return compiled_pad(network, op);
  if (type == "XC_slice" || type == "XC_strided_slice") return compiled_slice(network, op);
  if (type == "XC_concat") return concat(network, op);
  if (type == "XC_binaryi16") return binary_i16(network, op);
  return planned_kernel(network, op);
}

}  // namespace spillway::xcore
