// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/work_builder.h"
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

/// One operation, with the figures of Vela's per-layer listing.
struct VelaRow {
  std::int32_t op = 0;      // index into the operators of the lowered network
  std::string source_type;  // the network's own operator: "CONV_2D"
  std::string type;         // "Conv2DBias"
  std::string name;         // name of the operation
  std::string operator_name;
  double npu_cycles = 0;
  std::vector<double> access_cycles;  // per memory of the target
  std::int64_t macs = 0;
  std::vector<VelaBytes> bytes;  // per memory of the target
  bool buffered = false;         // DMA copies the weights into a buffer

  double op_cycles() const;  // the largest of NPU and access cycles
};

/// Converts a ratio of Vela's summary to a ratio for ScheduleOptions::weight_ratio. Vela's ratio is
/// all encoded bytes, scales included, divided by all original bytes of weights. The result leaves
/// out the scales.
double ratio_without_scales(const Network& network, const Target& target, double with_scales);

/// Vela 3.10's own estimate of a lowered network under `plan`. It assumes full blocks and ideal
/// memories, and takes the maximum of processor and memories for each operation. Operators on the
/// host are left out because they cost nothing in Vela's estimate. Operators of a cascade have the
/// blocks of their stripes; as in Vela, these blocks are counted over the whole operator.
std::vector<VelaRow> vela_estimate(const Network& network, const Plan& plan, const Target& target,
                                   const ScheduleOptions& options);

/// Vela 3.10's own estimate of a lowered network under `plan`, with the blocks in `ops`, which the
/// caller has chosen, instead of those of network_ops().
std::vector<VelaRow> vela_estimate(const Network& network, const NetworkOps& ops, const Plan& plan,
                                   const Target& target, const ScheduleOptions& options);

}  // namespace spillway::ethosu
