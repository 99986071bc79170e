// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/host_cost.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "hwmodels/ethosu/lower/passes.h"

namespace spillway::ethosu {
namespace {

double cycles_per_element(const HostSpec& host, OpType type) {
  if (is_one_of(type, {OpType::logistic, OpType::tanh, OpType::softmax, OpType::log_softmax,
                       OpType::exp, OpType::log, OpType::sqrt, OpType::rsqrt, OpType::gelu})) {
    return host.cycles_per_function_element;
  }
  if (is_one_of(type, {OpType::reshape, OpType::squeeze, OpType::expand_dims, OpType::concatenation,
                       OpType::slice, OpType::pad, OpType::split})) {
    return host.cycles_per_moved_element;
  }
  const bool indexed = is_one_of(
      type, {OpType::resize_bilinear, OpType::transpose, OpType::gather, OpType::strided_slice});
  return indexed ? host.cycles_per_indexed_element : host.cycles_per_element;
}

}  // namespace

Cycles host_cycles(const Network& network, const Operator& op, const HostSpec& host) {
  double work = static_cast<double>(op.macs) * host.cycles_per_mac;
  if (op.macs == 0) {
    std::int64_t elements = 0;
    for (const TensorIndex tensor : op.outputs) {
      if (tensor != no_tensor) elements += element_count(at(network.tensors, tensor));
    }
    work = static_cast<double>(std::max<std::int64_t>(1, elements)) *
           cycles_per_element(host, op.type);
  }
  constexpr double most_work = 1e18;  // cycles; longer than any simulated run
  return host.cycles_per_operator + static_cast<Cycles>(std::ceil(std::min(work, most_work)));
}

const char* cost_note(OpType type) {
  const bool known = type != OpType::custom && type != OpType::unknown;
  return known ? "unvalidated cost" : "unmodelled, estimate";
}

std::vector<Access> host_accesses(const Network& network, const Operator& op,
                                  const std::function<Place(TensorIndex)>& place_of) {
  std::vector<Access> accesses;
  const auto touch = [&](TensorIndex tensor, bool write) {
    if (tensor == no_tensor) return;
    const Bytes bytes = at(network.tensors, tensor).bytes;
    if (bytes > 0) {
      accesses.push_back(linear_access(place_of(tensor), bytes, write, DataClass::host));
    }
  };
  for (const TensorIndex tensor : op.inputs) touch(tensor, false);
  for (const TensorIndex tensor : op.outputs) touch(tensor, true);
  return accesses;
}

Cycles cache_maintenance_cycles(const HostSpec& host, Bytes bytes) {
  const Bytes lines = (bytes + host.cache_line_bytes - 1) / host.cache_line_bytes;
  return lines * host.cycles_per_cache_line;
}

}  // namespace spillway::ethosu
