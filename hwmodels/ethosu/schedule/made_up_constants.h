// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/schedule/work_builder.h"

namespace spillway::ethosu {

/// The places of the constants that the lowering makes up, such as lookup tables and weights that
/// are all 1. The constants of an operator follow those of the previous operator.
class MadeUpConstants {
 public:
  MadeUpConstants(const Network& network, const NetworkOps& ops, const Plan& plan,
                  const TensorAddresses& addresses, const ScheduleOptions& options);

  /// Returns where the made-up constants of `op` lie while it runs: in the fastest memory that
  /// holds them then. If the plan gives them no place, they are assumed to begin at the address of
  /// the network's first constant tensor.
  Place of_operator(OperatorIndex op) const;

 private:
  bool is_made_up(const FlowingSlice& slice) const;
  void find_residencies(const Network& network);
  Place begin(TimeStep time) const;

  const Plan& plan_;
  const TensorAddresses& addresses_;
  // Per operator: the bytes of made-up constants of all operators before it.
  std::vector<Bytes> before_;
  // The residencies of the made-up constants, as indices into the plan's residencies.
  std::vector<std::int32_t> residencies_;
  // The constant tensor with the lowest index.
  const Residency* first_constant_ = nullptr;
};

/// The places of the made-up constants of an operation, in the order in which they lie: the lookup
/// table, the made-up operand, and the weights that are all 1.
struct MadeUp {
  Place table;
  Place operand;
  Place weights;
};

/// Returns the places for an operation whose made-up constants begin at `place`.
MadeUp made_up_of(const NpuOp& npu, const Place& place);

}  // namespace spillway::ethosu
