// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/schedule/work_list.h"

namespace spillway::ethosu {

/// The places of the constants that the lowering makes up, such as lookup tables and weights that
/// are all 1. The constants of an operator lie after the constants of the previous operator.
class MadeUpConstants {
 public:
  MadeUpConstants(const Network& network, const NetworkOps& ops, const Plan& plan,
                  const TensorAddresses& addresses, const ScheduleOptions& options);

  /// Returns where the made-up constants (added by the lowering) of `op` lie when `op` runs: in the
  /// fastest memory that holds these constants at this time. If the plan gives made-up constants no
  /// place, their assumed place begins at the address of the network's first constant tensor.
  Place of_operator(OperatorIndex op) const;

 private:
  bool is_made_up(const FlowingSlice& slice) const;
  void find_residencies(const Network& network);
  Place begin(TimeStep time) const;

  const Plan& plan_;
  const TensorAddresses& addresses_;
  // Per operator: the total bytes of the made-up constants (added by the lowering) of all preceding
  // operators.
  std::vector<Bytes> before_;
  // Indices into the plan's residencies (place and steps): the residencies that hold made-up
  // constants (added by the lowering).
  std::vector<std::int32_t> residencies_;
  // The residency of the constant tensor with the lowest index; null = no constant tensor has a
  // place.
  const Residency* first_constant_ = nullptr;
};

/// The places of the made-up constants of an operation, in the order of their addresses: the lookup
/// table, the made-up operand, and the weights that are all 1.
struct MadeUp {
  Place table;
  Place operand;
  Place weights;
};

/// Returns the places of the made-up constants (added by the lowering) of operation `npu` if the
/// first constant is at `place`.
MadeUp made_up_of(const NpuOp& npu, const Place& place);

}  // namespace spillway::ethosu
