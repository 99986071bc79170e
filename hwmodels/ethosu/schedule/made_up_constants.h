// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/schedule/work_builder.h"

namespace spillway::ethosu {

/// The places of the constants that the lowering makes up, such as lookup tables and weights of
/// ones. The constants of an operator follow those of the operator before.
class MadeUpConstants {
 public:
  MadeUpConstants(const Network& network, const NetworkOps& ops, const Plan& plan,
                  const TensorAddresses& addresses, const ScheduleOptions& options);

  /// Returns the place of the constants of `op` while it runs, in the fastest memory that holds
  /// them then. If the plan does not place them, they begin at the first constant tensor.
  Place of_operator(OperatorIndex op) const;

 private:
  bool is_made_up(const FlowingSlice& slice) const;
  void find_residencies(const Network& network);
  Place begin(TimeStep time) const;

  const Plan& plan_;
  const TensorAddresses& addresses_;
  std::vector<Bytes> before_;                  // per operator, bytes of all operators before it
  std::vector<std::int32_t> residencies_;      // residencies of the constants, as indices into the
                                               // plan's
  const Residency* first_constant_ = nullptr;  // the constant tensor with the lowest index
};

/// The places of the table, the made-up operand and the weights of ones of an operation, in this
/// order.
struct MadeUp {
  Place table;
  Place operand;
  Place weights;
};

/// Returns the places for an operation whose made-up constants begin at `place`.
MadeUp made_up_of(const NpuOp& npu, const Place& place);

}  // namespace spillway::ethosu
