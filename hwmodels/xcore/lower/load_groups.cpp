// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "hwmodels/xcore/kernels/load_names.h"
#include "hwmodels/xcore/kernels/shapes.h"
#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "hwmodels/xcore/lower/passes.h"
#include "hwmodels/xcore/lower/rewriter.h"

namespace spillway::xcore {
namespace {

class LoadGrouper {
 public:
  LoadGrouper(Network& network, Bytes max_load_bytes)
      : network_(network), max_load_bytes_(max_load_bytes) {}

  void run() {
    std::vector<Operator> before = std::move(network_.operators);
    network_.operators.clear();
    for (std::size_t i = 0; i < before.size(); ++i) {
      // Between a load (operator that copies weights into the arena) and its own convolution, there
      // can be a load for the next convolution, which starts early.
      const bool early = i + 2 < before.size() && before[i + 1].type_name == early_load_name;
      const std::size_t next = i + (early ? 2 : 1);
      const bool pair = next < before.size() && is_pair(before[i], before[next]);
      if (pair && add_groups(before[i], before[next], early ? &before[i + 1] : nullptr)) {
        i = next;
      } else {
        network_.operators.push_back(std::move(before[i]));
      }
    }
  }

 private:
  static bool is_pair(const Operator& load, const Operator& convolution) {
    return load.type_name == "XC_ld_flash" && load.options.size == 0 && load.outputs.size() == 2 &&
           convolution.type_name == "XC_conv2d_v2" && convolution.type == OpType::conv_2d &&
           convolution.options.size == 0 && convolution.inputs.size() >= 5 &&
           convolution.inputs[1] == load.outputs[0] && convolution.inputs[2] == load.outputs[1] &&
           convolution.inputs[3] == no_tensor && convolution.inputs[4] == no_tensor;
  }

  /// Divides the channels of a convolution into ranges, each with its own load. Returns false, and
  /// adds nothing, in four cases: one load of all weights is small enough; the channels are not two
  /// or more complete groups of 16; these groups have no equal shares of a loaded tensor; the
  /// convolution writes its output tensor through a view with another number of channels than the
  /// tensor has. `early`, the load of the next convolution that starts already before this
  /// convolution, is placed after the load of the last range.
  bool add_groups(const Operator& load, const Operator& convolution, const Operator* early) {
    const TensorIndex y = convolution.outputs.front();
    const std::int32_t channels = at(network_.tensors, y).shape.back();
    const std::int32_t granules = channels / group_outputs;
    const bool shown_otherwise = !convolution.output_views.empty() &&
                                 convolution.output_views.front().shape.back() != channels;
    if (channels % group_outputs != 0 || granules < 2 || shown_otherwise) return false;
    Bytes bytes = 0;
    for (const TensorIndex loaded : load.outputs) {
      if (at(network_.tensors, loaded).bytes % granules != 0) return false;
      bytes += at(network_.tensors, loaded).bytes;
    }
    if (bytes == 0 || bytes <= max_load_bytes_) return false;
    const auto at_once =
        static_cast<std::int32_t>(std::max<Bytes>(1, max_load_bytes_ * granules / bytes));
    const std::int32_t groups = (granules + at_once - 1) / at_once;
    std::vector<TensorIndex> parts;
    for (const Span share_of : share(granules, groups)) {
      parts.push_back(add_group(load, convolution, share_of.size(), granules,
                                "/group" + std::to_string(parts.size())));
      if (early != nullptr && parts.size() == static_cast<std::size_t>(groups)) {
        network_.operators.insert(network_.operators.end() - 1, *early);
      }
    }
    join(std::move(parts), y);
    return true;
  }

  TensorIndex add_group(Operator load, Operator convolution, std::int32_t share,
                        std::int32_t granules, const std::string& suffix) {
    for (std::vector<TensorIndex>* operands : {&load.inputs, &load.outputs}) {
      for (TensorIndex& operand : *operands) {
        const Bytes bytes = at(network_.tensors, operand).bytes / granules * share;
        operand = add_part(operand, suffix, {1, static_cast<std::int32_t>(bytes)}, bytes);
      }
    }
    load.name += suffix;
    const Tensor& whole = at(network_.tensors, convolution.outputs.front());
    Shape shape = whole.shape;
    shape.back() = shape.back() / granules * share;
    const TensorIndex y =
        add_part(convolution.outputs.front(), suffix, shape, whole.bytes / granules * share);
    convolution.inputs[1] = load.outputs[0];
    convolution.inputs[2] = load.outputs[1];
    convolution.outputs = {y};
    for (OperandView& view : convolution.output_views) view.shape.back() = shape.back();
    convolution.name += suffix;
    convolution.macs = convolution.macs / granules * share;
    network_.operators.push_back(std::move(load));
    network_.operators.push_back(std::move(convolution));
    return y;
  }

  TensorIndex add_part(TensorIndex whole, const std::string& suffix, Shape shape, Bytes bytes) {
    Tensor part = at(network_.tensors, whole);
    part.name += suffix;
    part.shape = std::move(shape);
    part.bytes = bytes;
    part.data = {};
    network_.tensors.push_back(std::move(part));
    return static_cast<TensorIndex>(network_.tensors.size()) - 1;
  }

  void join(std::vector<TensorIndex> parts, TensorIndex y) {
    auto next = parts.begin();
    while (parts.end() - next > concat_inputs) {
      std::vector<TensorIndex> first(next, next + concat_inputs);
      Shape shape = at(network_.tensors, y).shape;
      Bytes bytes = 0;
      shape.back() = 0;
      for (const TensorIndex part : first) {
        shape.back() += at(network_.tensors, part).shape.back();
        bytes += at(network_.tensors, part).bytes;
      }
      const std::string suffix = "/joined" + std::to_string(parts.end() - next);
      const TensorIndex joined = add_part(y, suffix, shape, bytes);
      add_concat(std::move(first), joined);
      next += concat_inputs - 1;
      *next = joined;
    }
    add_concat({next, parts.end()}, y);
  }

  void add_concat(std::vector<TensorIndex> parts, TensorIndex y) {
    Operator op;
    op.type = OpType::concatenation;
    op.type_name = "XC_concat";
    op.name = at(network_.tensors, y).name;
    op.inputs = std::move(parts);
    op.outputs = {y};
    op.axis = static_cast<std::int32_t>(at(network_.tensors, y).shape.size()) - 1;
    network_.operators.push_back(std::move(op));
  }

  Network& network_;
  Bytes max_load_bytes_;
};

}  // namespace

void group_loads(Network& network, Bytes max_load_bytes) {
  LoadGrouper(network, max_load_bytes).run();
}

}  // namespace spillway::xcore
