// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/ethosu/ops/operands.h"

namespace spillway::ethosu {

/// An operator of a lowered network that is to be converted into NPU operations.
struct OperatorSite {
  const Network& network;
  std::int32_t index = 0;
  // If the operator at `index` is a chain (operators that pass maps on inside the processor): the
  // member of the chain that is to be converted. Otherwise null.
  const Operator* of_chain = nullptr;

  /// Returns the operator to convert. If this operator is a result of splitting another operator
  /// during lowering, returns the operator before the split.
  const Operator& op() const {
    const Operator& listed = of_chain != nullptr ? *of_chain : at(network.operators, index);
    return listed.whole ? listed.whole->op : listed;
  }
  const Tensor& tensor(TensorIndex which) const { return at(network.tensors, which); }
};

/// Returns a new operation with the name, the activation, the first input and the first output of
/// the operator. `type` is the type of the operation in Vela's listings, for example "Conv2DBias".
NpuOp begin_op(const OperatorSite& site, const std::string& type);

/// Sets the operator's activation in `last`, the operation that writes the operator's output.
void apply_activation(const OperatorSite& site, NpuOp& last);

/// Returns a 1x1 average pooling that copies input `input` of the operator to output `output`. If
/// the scales of this input and output differ, the pooling also requantises.
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
