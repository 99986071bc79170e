// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/same_network.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::ethosu::proof {
namespace {

bool same_bytes(const ByteView& a, const ByteView& b) {
  return a.size == b.size && std::equal(a.data, a.data + a.size, b.data);
}

// Returns the tensors whose contents or size depend on a plan: command streams, encoded weights and
// arenas.
std::set<TensorIndex> planned_tensors(const Network& network) {
  std::set<TensorIndex> tensors;
  for (const Operator& op : network.operators) {
    if (!is_npu_operator(op)) continue;
    for (std::size_t i = 0; i < std::min(operands_of_driver, op.inputs.size()); ++i) {
      tensors.insert(op.inputs[i]);
    }
  }
  return tensors;
}

std::string tensor_difference(const Tensor& a, const Tensor& b, bool planned) {
  if (a.name != b.name || a.type != b.type || a.kind != b.kind) return "is another one";
  if (!same_bytes(a.zero_points, b.zero_points) || a.scale != b.scale ||
      a.zero_point != b.zero_point) {
    return "has another quantisation";
  }
  if (planned) return "";
  if (a.shape != b.shape || a.bytes != b.bytes) return "has another shape";
  return same_bytes(a.data, b.data) ? "" : "has other contents";
}

bool same_window(const Window& a, const Window& b) {
  return a.kernel_h == b.kernel_h && a.kernel_w == b.kernel_w && a.stride_h == b.stride_h &&
         a.stride_w == b.stride_w && a.dilation_h == b.dilation_h && a.dilation_w == b.dilation_w &&
         a.pad_top == b.pad_top && a.pad_bottom == b.pad_bottom && a.pad_left == b.pad_left &&
         a.pad_right == b.pad_right;
}

bool same_operator(const Operator& a, const Operator& b) {
  return a.type == b.type && a.type_name == b.type_name && a.inputs == b.inputs &&
         a.outputs == b.outputs && same_bytes(a.options, b.options) &&
         same_window(a.window, b.window) && a.activation == b.activation && a.axis == b.axis &&
         a.alpha == b.alpha && a.begin_mask == b.begin_mask && a.ellipsis_mask == b.ellipsis_mask &&
         a.new_axis_mask == b.new_axis_mask && a.shrink_axis_mask == b.shrink_axis_mask &&
         a.align_corners == b.align_corners && a.half_pixel_centers == b.half_pixel_centers;
}

bool same_metadata(const Network& a, const Network& b) {
  return std::equal(a.metadata.begin(), a.metadata.end(), b.metadata.begin(), b.metadata.end(),
                    [](const NamedBytes& x, const NamedBytes& y) {
                      return x.name == y.name &&
                             (x.name == offline_plan_name || same_bytes(x.data, y.data));
                    });
}

}  // namespace

std::string network_difference(const Network& original, const Network& emitted) {
  if (original.inputs != emitted.inputs || original.outputs != emitted.outputs) {
    return "inputs or outputs of the network are others";
  }
  if (original.tensors.size() != emitted.tensors.size()) return "the number of tensors differs";
  const std::set<TensorIndex> planned = planned_tensors(original);
  for (std::size_t t = 0; t < original.tensors.size(); ++t) {
    const bool is_planned = planned.count(static_cast<TensorIndex>(t)) > 0;
    const std::string found =
        tensor_difference(original.tensors[t], emitted.tensors[t], is_planned);
    if (!found.empty()) return fmt::format("tensor {} {}", original.tensors[t].name, found);
  }
  if (original.operators.size() != emitted.operators.size()) {
    return "the number of operators differs";
  }
  for (std::size_t i = 0; i < original.operators.size(); ++i) {
    if (!same_operator(original.operators[i], emitted.operators[i])) {
      return fmt::format("operator {} is another one", i);
    }
  }
  return same_metadata(original, emitted) ? "" : "metadata besides the offsets of tensors differ";
}

}  // namespace spillway::ethosu::proof
