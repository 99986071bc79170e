// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/ethosu/schedule/work_builder.h"

namespace spillway::ethosu {

/// Where a plan keeps the constants that the lowering makes up: tables and the like, those of one
/// operator behind those of the operator before.
class MadeUpConstants {
 public:
  MadeUpConstants(const Network& network, const NetworkOps& ops, const Plan& plan,
                  const TensorAddresses& addresses, const ScheduleOptions& options);

  /// Where those of `op` begin while it runs: in the fastest memory that has them then. A plan that
  /// has no place for them has them where its constants begin.
  Place of_operator(OperatorIndex op) const;

 private:
  std::vector<Bytes> fetched_bytes(std::size_t operators) const;
  void find_residencies(const Network& network);
  Place begin(TimeStep time) const;

  const Plan& plan_;
  const TensorAddresses& addresses_;
  std::vector<Bytes> before_;                  // bytes of the operators before, per operator
  std::vector<std::int32_t> residencies_;      // of all of them, into the plan's
  const Residency* first_constant_ = nullptr;  // by tensor
};

/// Where an operation's table, made-up operand and weights of ones lie, one behind the other.
struct MadeUp {
  Place table;
  Place operand;
  Place weights;
};

/// Of an operation whose made-up constants begin at `place`.
MadeUp made_up_of(const NpuOp& npu, const Place& place);

}  // namespace spillway::ethosu
