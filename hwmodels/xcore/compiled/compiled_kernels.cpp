// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/compiled/compiled_kernels.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_copies.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/compiled/load_tiling.h"
#include "hwmodels/xcore/kernels/copy_kernels.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

KernelSpec load(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  LoadKernel kernel;
  const LoadOptions load = read_load(options);
  kernel.address = static_cast<Address>(load.address);
  kernel.from_external_ram = load.kind == load_from_external_ram;
  kernel.early = load.kind == asynchronous_load;
  for (const std::int64_t size : load.sizes) {
    const std::size_t number = kernel.sizes.size();
    if (number >= op.outputs.size()) break;
    const Bytes bytes = at(network.tensors, op.outputs[number]).bytes;
    // The compiler pads constants in external RAM to whole cache lines. In some versions of the
    // file format, the size of a load includes this padding and is then larger than the tensor.
    const bool filled =
        kernel.from_external_ram && size > bytes && size - bytes < Bytes{vector_bytes};
    if (size != bytes && !filled) {
      options.reject(fmt::format("loads {} bytes into a tensor of {}", size, bytes));
    }
    kernel.sizes.push_back(bytes);
  }
  if (kernel.sizes.size() != op.outputs.size()) {
    options.reject(
        fmt::format("has {} outputs and {} sizes", op.outputs.size(), kernel.sizes.size()));
  }
  return kernel;
}

/// Returns the kernel of XC_load_tensor, which loads a tensor that was stored in external memory.
KernelSpec load_tensor(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const LoadOptions load = read_load(options);
  LoadKernel kernel;
  kernel.address = static_cast<Address>(bounded_copy(options, load.address));
  kernel.sizes = {at(network.tensors, op.outputs.front()).bytes};
  kernel.from_external_ram = true;
  return kernel;
}

/// Returns the number of rows of a concat, and how many bytes of a row come from each input. Later
/// files have these numbers under `n` and `s`. Files of 2023 have the number of rows under `e1`;
/// the bytes follow from the sizes of the two inputs.
std::pair<std::int64_t, std::vector<std::int64_t>> concat_rows(const CompiledOptions& options,
                                                               const Network& network,
                                                               const Operator& op) {
  if (!options.has("e1")) {
    std::vector<std::int64_t> sizes = options.integers("s");
    const auto inputs = static_cast<std::size_t>(options.integer("i"));
    if (inputs > sizes.size() || inputs > op.inputs.size()) {
      options.reject(fmt::format("says that it has {} inputs", inputs));
    }
    sizes.resize(inputs);
    return {options.integer("n"), sizes};
  }
  const std::int64_t rows = options.integers("e1").front();
  constexpr std::size_t inputs = 2;
  if (rows < 1 || op.inputs.size() < inputs || op.inputs[1] == no_tensor) {
    options.reject(fmt::format("joins {} rows of {} inputs", rows, op.inputs.size()));
  }
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < inputs; ++i) {
    sizes.push_back(at(network.tensors, op.inputs[i]).bytes / rows);
  }
  return {rows, sizes};
}

KernelSpec concat(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const auto [rows, sizes] = concat_rows(options, network, op);
  CopyKernel kernel;
  kernel.rows = rows;
  kernel.cost.add(Cost::copy_call);
  std::int64_t row = 0;
  for (const std::int64_t size : sizes) row += bounded_copy(options, size);
  require_fills_output(options, network, op, kernel.rows, row, 0);
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto run = static_cast<std::int32_t>(sizes[i]);
    kernel.body.push_back({static_cast<std::int32_t>(i), 0, 0, offset, run, row, run});
    add_copies(kernel.cost, static_cast<double>(kernel.rows), run);
    offset += run;
  }
  return kernel;
}

/// Returns the kernel of XC_broadcast. The options `b`, `s` and `n` say that each of `b` pieces of
/// `s` bytes is repeated `n` times. If a piece has one byte, or has 2 or 4 bytes and is repeated
/// often, the kernel fills the output with the value of the piece and copies nothing.
KernelSpec broadcast(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const std::int32_t size = bounded_copy(options, options.integer("s"));
  const std::int32_t copies = bounded_copy(options, options.integer("n"));
  const std::int32_t pieces = bounded_copy(options, options.integer("b"));
  const std::int32_t row = bounded_copy(options, std::int64_t{size} * copies);
  require_fills_output(options, network, op, pieces, row, 0);
  constexpr std::int32_t many = 64;
  const bool filled = size == 1 || ((size == 2 || size == 4) && copies >= many);
  CopyKernel kernel;
  kernel.rows = filled || pieces != 1 ? pieces : copies;
  const std::int32_t run = pieces == 1 && !filled ? size : row;
  kernel.body.push_back({0, 0, 0, 0, pieces == 1 ? 0 : size, run, run});
  kernel.cost.add(Cost::copy_call);
  add_copies(kernel.cost, filled ? pieces : static_cast<double>(pieces) * copies,
             filled ? row : size);
  return kernel;
}

KernelSpec binary_i16(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  const bool multiply = options.integer("type") == 1;
  const double vectors =
      static_cast<double>(elements_of(output_shape(network, op, 0))) / group_outputs;
  return StreamKernel{SlotSum()
                          .add(Cost::unary_i16_call)
                          .add(multiply ? Cost::mul_i16_vector : Cost::add_i16_vector, vectors)};
}

/// Returns the kernel of XC_mul of 2023, a loop over elements with the options `B` and `S`; nullopt
/// for later versions.
std::optional<KernelSpec> scalar_mul(const Network& network, const Operator& op) {
  if (!CompiledOptions(network, op).has("S")) return std::nullopt;
  const auto elements = static_cast<double>(elements_of(output_shape(network, op, 0)));
  return StreamKernel{SlotSum().add(Cost::mul_call).add(Cost::scalar_mul_element, elements)};
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
  if (type == "XC_broadcast") return broadcast(network, op);
  if (type == "XC_mul") return scalar_mul(network, op);
  if (type == "XC_binaryi16") return binary_i16(network, op);
  return planned_kernel(network, op);
}

}  // namespace spillway::xcore
