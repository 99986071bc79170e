// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/host_cost.h"

#include <cmath>

namespace spillway {
namespace {

enum class HostWork : std::uint8_t { none, movement, arithmetic };

HostWork work_of(OpType type) {
  switch (type) {
    case OpType::reshape:
    case OpType::squeeze:
    case OpType::expand_dims:
    case OpType::shape:
    case OpType::call_once:
    case OpType::var_handle:
      return HostWork::none;
    case OpType::transpose:
    case OpType::concatenation:
    case OpType::split:
    case OpType::split_v:
    case OpType::pack:
    case OpType::unpack:
    case OpType::slice:
    case OpType::strided_slice:
    case OpType::pad:
    case OpType::pad_v2:
    case OpType::mirror_pad:
    case OpType::gather:
    case OpType::broadcast_to:
    case OpType::tile:
    case OpType::fill:
    case OpType::space_to_depth:
    case OpType::depth_to_space:
    case OpType::space_to_batch:
    case OpType::batch_to_space:
    case OpType::read_variable:
    case OpType::assign_variable:
      return HostWork::movement;
    default:
      return HostWork::arithmetic;
  }
}

double cycles_per_element(const HostSpec& host, OpType type) {
  switch (work_of(type)) {
    case HostWork::none:
      return 0;
    case HostWork::movement:
      return host.cycles_per_moved_element;
    case HostWork::arithmetic:
      return host.cycles_per_element;
  }
  return 0;
}

}  // namespace

Cycles host_operator_cycles(const HostSpec& host, const Network& network, const Operator& op) {
  double elements = 0;
  for (const TensorIndex index : op.outputs) {
    elements +=
        static_cast<double>(element_count(network.tensors[static_cast<std::size_t>(index)]));
  }
  const double work = elements * cycles_per_element(host, op.type) +
                      static_cast<double>(op.macs) * host.cycles_per_mac;
  return host.cycles_per_operator + static_cast<Cycles>(std::ceil(work));
}

Cycles cache_maintenance_cycles(const HostSpec& host, Bytes bytes) {
  const Bytes lines = (bytes + host.cache_line_bytes - 1) / host.cache_line_bytes;
  return lines * host.cycles_per_cache_line;
}

}  // namespace spillway
