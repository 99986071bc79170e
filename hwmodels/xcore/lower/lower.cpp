// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/lower/lower.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "hwmodels/xcore/compiled/load_tiling.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "hwmodels/xcore/lower/operator_split.h"
#include "hwmodels/xcore/lower/passes.h"
#include "hwmodels/xcore/lower/rewriter.h"
#include "hwmodels/xcore/parameters.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::xcore {
namespace {

/// Whether the compiler of 2022 left operators of this type to TFLM, because the compiler had no
/// rule for the type.
bool left_by_2022(const Operator& op) {
  constexpr std::array types = {
      OpType::average_pool_2d, OpType::mean, OpType::sum, OpType::add, OpType::sub, OpType::mul,
      OpType::softmax};
  return std::find(types.begin(), types.end(), op.type) != types.end();
}

void lower_one(Lowering& lowering, const Operator& op) {
  if (lowering.version() == XformerVersion::of_2022 && left_by_2022(op)) return lowering.keep(op);
  switch (op.type) {
    case OpType::conv_2d:
    case OpType::depthwise_conv_2d:
      return lower_convolution(lowering, op);
    case OpType::fully_connected:
      return lower_fully_connected(lowering, op);
    case OpType::transpose_conv:
      return lower_transpose_conv(lowering, op);
    case OpType::average_pool_2d:
      return lower_average_pool(lowering, op);
    case OpType::max_pool_2d:
      return lower_max_pool(lowering, op);
    case OpType::mean:
    case OpType::sum:
      return lower_mean(lowering, op);
    case OpType::add:
    case OpType::sub:
    case OpType::mul:
      return lower_binary(lowering, op);
    case OpType::relu:
    case OpType::relu6:
    case OpType::logistic:
    case OpType::tanh:
    case OpType::hard_swish:
      return lower_lookup(lowering, op);
    case OpType::softmax:
      return lower_softmax(lowering, op);
    case OpType::quantize:
    case OpType::dequantize:
      return lower_quantize(lowering, op);
    case OpType::reshape:
    case OpType::squeeze:
    case OpType::expand_dims:
      return lower_reshape(lowering, op);
    case OpType::pad:
      return lower_pad(lowering, op);
    case OpType::slice:
    case OpType::strided_slice:
      return lower_slice(lowering, op);
    case OpType::concatenation:
      return lower_concatenation(lowering, op);
    case OpType::custom:
      return lower_larq(lowering, op);
    default:
      return lowering.keep(op);
  }
}

bool is_lowered(const Network& network) {
  return std::any_of(network.operators.begin(), network.operators.end(),
                     [](const Operator& op) { return op.type_name.compare(0, 3, "XC_") == 0; });
}

/// Removes the memory plan from a plain (not compiled) file: lowering changes the tensors, so a
/// plan by another tool does not fit any more.
void drop_stale_plan(Network& network) {
  const auto stale =
      std::remove_if(network.metadata.begin(), network.metadata.end(),
                     [](const NamedBytes& entry) { return entry.name == offline_plan_name; });
  if (stale == network.metadata.end()) return;
  network.metadata.erase(stale, network.metadata.end());
  network.warnings.push_back(
      fmt::format("'{}' of a file that xformer did not compile is ignored", offline_plan_name));
}

/// Adds warnings about operators without a kernel in the XMOS runtime, and about kernels of that
/// runtime that Spillway does not model. The costs of all these operators are only assumptions.
void name_reference_operators(Network& network) {
  std::map<std::string, int> left, unmodelled;
  for (const Operator& op : network.operators) {
    const KernelSpec kernel = make_kernel(network, op, {});
    const auto* const stream = std::get_if<StreamKernel>(&kernel);
    if (stream != nullptr && stream->reference) ++left[op.type_name];
    const bool own = op.type_name.compare(0, 3, "XC_") == 0;
    if (own && stream != nullptr && stream->unmodelled) ++unmodelled[op.type_name];
  }
  for (const auto& [type, count] : unmodelled) {
    network.warnings.push_back(fmt::format(
        "xcore.ai: {} {} not modelled ('spillway list costs' says what it is taken to cost)", count,
        type));
  }
  for (const auto& [type, count] : left) {
    network.warnings.push_back(fmt::format(
        "xcore.ai: {} {} left to TFLM's reference kernel ('spillway list costs' says at what cost)",
        count, type));
  }
}

}  // namespace

Network lower(const Network& network, const Target& target, const LoweringOptions& options) {
  const auto& core = parameters(target);
  require_operands(network);
  require_addressable(network);
  Network result;
  if (is_lowered(network)) {
    if (!options.channelwise.empty() || !options.reference.empty() || !options.row_splits.empty()) {
      throw UserError(
          ExitCode::usage,
          network.name + " is lowered already: its output transforms and splits are " + "chosen");
    }
    result = network;
    require_loads_tile_the_file(result);
    replan(result, core);
    if (options.max_load_bytes > 0) group_loads(result, options.max_load_bytes);
  } else {
    const ListedConvolutions listed = find_listed(network, options);
    const SplitNetwork split = split_operators(network, options.row_splits);
    Lowering lowering(split, options, listed, core.xformer);
    for (const Operator& op : split.network.operators) lower_one(lowering, op);
    result = lowering.take();
    drop_stale_plan(result);
    if (options.weights_in_flash) {
      const Bytes largest = options.max_load_bytes > 0 ? options.max_load_bytes : unlimited;
      add_loads(result, LoadSource::flash, core.early_loads ? largest : 0);
    } else if (options.weights_in_external_ram && core.load_external_weights) {
      add_loads(result, LoadSource::external_ram, 0);
    }
    if (options.max_load_bytes > 0) group_loads(result, options.max_load_bytes);
    if (core.page_after > 0) page_tensors(result, core.page_after);
  }
  add_operator_data(result, threading_of(core, options.threads));
  name_reference_operators(result);
  return result;
}

}  // namespace spillway::xcore
