// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/host_cost.h"

#include <algorithm>

namespace spillway::ethosu {
namespace {

// TFLM's interpreter between two kernels.
constexpr Cycles dispatch_cycles = 1024;

Cycles cycles_per_element(OpType type) {
  switch (type) {
    case OpType::logistic:
    case OpType::tanh:
    case OpType::softmax:
    case OpType::log_softmax:
    case OpType::exp:
    case OpType::log:
    case OpType::sqrt:
    case OpType::rsqrt:
    case OpType::gelu:
      return 64;  // transcendental function in software
    case OpType::reshape:
    case OpType::squeeze:
    case OpType::expand_dims:
    case OpType::concatenation:
    case OpType::slice:
    case OpType::pad:
    case OpType::split:
      return 1;  // memcpy
    case OpType::resize_bilinear:
    case OpType::transpose:
    case OpType::gather:
    case OpType::strided_slice:
      return 16;  // index arithmetic per element
    default:
      return 8;  // load, requantise, store
  }
}

}  // namespace

Cycles host_cycles(const Network& network, const Operator& op) {
  if (op.macs > 0) return dispatch_cycles + op.macs;
  Cycles elements = 0;
  for (const TensorIndex tensor : op.outputs) {
    elements += element_count(network.tensors[static_cast<std::size_t>(tensor)]);
  }
  return dispatch_cycles + std::max<Cycles>(1, elements) * cycles_per_element(op.type);
}

}  // namespace spillway::ethosu
