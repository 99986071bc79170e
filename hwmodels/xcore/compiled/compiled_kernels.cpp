// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/compiled/compiled_kernels.h"

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_convolution.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/compiled/load_tiling.h"
#include "hwmodels/xcore/kernels/copy_kernels.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"

namespace spillway::xcore {
namespace {

using Words = std::vector<std::int32_t>;

/// Bytes and counts of copies.
std::int32_t bounded(const CompiledOptions& options, std::int64_t value) {
  constexpr std::int64_t most = 1 << 28;
  if (value < 0 || value > most) options.reject(fmt::format("a copy of {} bytes or rows", value));
  return static_cast<std::int32_t>(value);
}

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
  kernel.address = static_cast<Address>(bounded(options, load.address));
  kernel.sizes = {at(network.tensors, op.outputs.front()).bytes};
  kernel.from_external_ram = true;
  return kernel;
}

/// What the copies of an operator write must be its output, no more and no less.
void require_fills_output(const CompiledOptions& options, const Network& network,
                          const Operator& op, std::int64_t rows, std::int64_t row_bytes,
                          std::int64_t beside) {
  const Bytes bytes = at(network.tensors, op.outputs.front()).bytes;
  const bool sane = rows >= 0 && row_bytes >= 0 && beside >= 0 && rows <= bytes &&
                    row_bytes <= bytes && beside <= bytes;
  if (!sane || rows * row_bytes + beside != bytes) {
    options.reject(fmt::format("its {} copies of {} bytes and {} more do not make an output of {}",
                               rows, row_bytes, beside, bytes));
  }
}

KernelSpec pad(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  PadRuns runs;
  if (options.has("pp")) {  // before 2024-04: top, rows, left, middle, right, bottom
    Words pp = options.words("pp", "pp", 6);
    for (std::int32_t& bytes : pp) bytes = bounded(options, bytes);
    runs = {pp[0] + pp[2], pp[4] + pp[2], pp[3], pp[1], pp[4] + pp[5]};
  } else {
    const auto value = [&](const char* key) { return bounded(options, options.integer(key)); };
    runs = {value("s"), value("p"), value("l"), value("n") + 1, value("e")};
  }
  const std::int64_t between = std::int64_t{runs.rows - 1} * runs.between;
  require_fills_output(options, network, op, runs.rows, runs.run,
                       std::int64_t{runs.start} + between + runs.end);
  return pad_of(runs);
}

/// A slice of 2022 says begin, end and strides per dimension: a copy of its output, whose runs are
/// not followed.
KernelSpec nested_slice(const Network& network, const Operator& op) {
  const auto bytes = static_cast<double>(at(network.tensors, op.outputs.front()).bytes);
  StreamKernel kernel;
  kernel.cost.add(Cost::copy_call)
      .add(Cost::copy_vector, bytes / vector_bytes)
      .add(Cost::unmodelled_element, 0);
  return kernel;
}

KernelSpec slice(const Network& network, const Operator& op) {
  const CompiledOptions options(network, op);
  if (options.has("b") && !options.has("l")) return nested_slice(network, op);
  const std::int32_t run = bounded(options, options.integer("l"));
  CopyKernel kernel;
  kernel.rows = options.integer("n");
  require_fills_output(options, network, op, kernel.rows, run, 0);
  kernel.body.push_back({0, 0, options.integer("s"), 0, options.integer("o"), run, run});
  kernel.cost.add(Cost::copy_call);
  add_copies(kernel.cost, static_cast<double>(kernel.rows), run);
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
  for (std::size_t i = 0; i < inputs; ++i) row += bounded(options, sizes[i]);
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
  if (type == "XC_pad") return pad(network, op);
  if (type == "XC_slice") return slice(network, op);
  if (type == "XC_concat") return concat(network, op);
  if (type == "XC_binaryi16") return binary_i16(network, op);
  return std::nullopt;
}

}  // namespace spillway::xcore
