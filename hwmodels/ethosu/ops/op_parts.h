// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/ethosu/ops/operands.h"

namespace spillway::ethosu {

/// An operator that is turned into NPU operations. There is a file for each kind of operator; all
/// these files take the operator in this form.
struct OperatorSite {
  const Network& network;
  std::int32_t index = 0;
  const Operator* of_chain = nullptr;  // the operator of a chain; null = the operator at `index`

  /// The operator to convert. For a part of a split operator, this is the operator before the
  /// split.
  const Operator& op() const {
    const Operator& listed = of_chain != nullptr ? *of_chain : at(network.operators, index);
    return listed.whole ? listed.whole->op : listed;
  }
  const Tensor& tensor(TensorIndex which) const { return at(network.tensors, which); }
};

/// A new operation with the operator's name and activation, its first input map and its output map.
NpuOp begin_op(const OperatorSite& site, const std::string& type);

/// Sets the operator's activation in `last`, the operation that writes the operator's output.
void apply_activation(const OperatorSite& site, NpuOp& last);

/// A 1x1 pooling operation that copies input `input` to output `output`, and requantises if their
/// scales differ.
NpuOp copy_op(const OperatorSite& site, std::size_t input, std::size_t output);

std::vector<NpuOp> convolution_ops(const OperatorSite& site);
std::vector<NpuOp> pooling_ops(const OperatorSite& site);
std::vector<NpuOp> mean_ops(const OperatorSite& site);
std::vector<NpuOp> resize_ops(const OperatorSite& site);
std::vector<NpuOp> elementwise_ops(const OperatorSite& site);
std::vector<NpuOp> softmax_ops(const OperatorSite& site);
std::vector<NpuOp> copy_ops(const OperatorSite& site);
std::vector<NpuOp> memory_copy_ops(const OperatorSite& site);
std::vector<NpuOp> pad_ops(const OperatorSite& site);
std::vector<NpuOp> transpose_ops(const OperatorSite& site);
std::vector<NpuOp> activation_ops(const OperatorSite& site);
std::vector<NpuOp> leaky_relu_ops(const OperatorSite& site);
std::vector<NpuOp> prelu_ops(const OperatorSite& site);
std::vector<NpuOp> squared_difference_ops(const OperatorSite& site);
std::vector<NpuOp> arg_max_ops(const OperatorSite& site);
std::vector<NpuOp> lstm_ops(const OperatorSite& site);

}  // namespace spillway::ethosu
