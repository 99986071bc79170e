// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/schedule/work_builder.h"

namespace spillway::ethosu {

/// Where a plan keeps the constants that the lowering makes up, such as lookup tables and weights
/// of ones. The constants of an operator follow those of the operator before.
class MadeUpConstants {
 public:
  MadeUpConstants(const Network& network, const NetworkOps& ops, const Plan& plan,
                  const TensorAddresses& addresses, const ScheduleOptions& options);

  /// Where the constants of `op` begin while it runs, in the fastest memory that holds them then.
  /// If the plan has no place for them, they begin where the first constant tensor does.
  Place of_operator(OperatorIndex op) const;

 private:
  bool is_made_up(const FlowingSlice& slice) const;
  void find_residencies(const Network& network);
  Place begin(TimeStep time) const;

  const Plan& plan_;
  const TensorAddresses& addresses_;
  std::vector<Bytes> before_;                  // bytes of the operators before, per operator
  std::vector<std::int32_t> residencies_;      // of all of them, into the plan's
  const Residency* first_constant_ = nullptr;  // by tensor
};

/// Where the table, the made-up operand and the weights of ones of an operation lie, in this order.
struct MadeUp {
  Place table;
  Place operand;
  Place weights;
};

/// The places for an operation whose made-up constants begin at `place`.
MadeUp made_up_of(const NpuOp& npu, const Place& place);

}  // namespace spillway::ethosu
