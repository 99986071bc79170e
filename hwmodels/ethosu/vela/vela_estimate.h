// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/work_list.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"

namespace spillway::ethosu {

/// The bytes that one operation moves from and to one memory, as Vela counts them.
struct VelaBytes {
  double map_read = 0;
  double map_write = 0;
  double weight_read = 0;
  double weight_write = 0;  // written by DMA into a buffer
  double other_read = 0;    // scales, tables, scalars

  double total() const { return map_read + map_write + weight_read + weight_write + other_read; }
};

/// The estimate for one operation: a row of Vela's per-layer listing.
struct VelaRow {
  std::int32_t op = 0;      // index into the operators of the lowered network
  std::string source_type;  // type of the operator in the source network, such as "CONV_2D"
  std::string type;         // Vela's type of the operation, such as "Conv2DBias"
  std::string name;         // name of the operation in Vela's listing
  std::string operator_name;
  double npu_cycles = 0;
  std::vector<double> access_cycles;  // per memory of the target
  std::int64_t macs = 0;
  std::vector<VelaBytes> bytes;  // per memory of the target
  bool buffered = false;         // whether DMA copies the weights into a buffer

  double op_cycles() const;  // the largest of NPU and access cycles
};

/// Returns the value of ScheduleOptions::weight_ratio for the ratio `with_scales` of Vela's
/// summary. Vela's ratio is the encoded bytes of all weights and scales, divided by the original
/// bytes of all weights. The returned ratio does not count the scales.
double ratio_without_scales(const Network& network, const Target& target, double with_scales);

/// Returns Vela 3.10's own estimate of a lowered network under `plan`, one row per operation:
/// * The estimate assumes full blocks and ideal memories.
/// * The time of an operation is the maximum of processor time and memory times.
/// * Operators on the CPU have no row, because they cost nothing in Vela's estimate.
/// * Operators of a cascade (operators that run in turns, stripe by stripe) have the block sizes of
///   their stripes. As in Vela, the number of blocks is counted for the whole operator.
std::vector<VelaRow> vela_estimate(const Network& network, const Plan& plan, const Target& target,
                                   const ScheduleOptions& options);

/// Returns Vela 3.10's own estimate of a lowered network under `plan`, one row per operation. `ops`
/// are the operations with the block sizes that the caller has chosen.
std::vector<VelaRow> vela_estimate(const Network& network, const NetworkOps& ops, const Plan& plan,
                                   const Target& target, const ScheduleOptions& options);

}  // namespace spillway::ethosu
