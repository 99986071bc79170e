// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "planner/plan.h"
#include "planner/plan_network.h"
#include "planner/weight_policy.h"
#include "traces/network.h"

namespace spillway {

/// The network and memories for which a plan is read.
struct PlanReader {
  const Network& plain;    // the network of the file
  const Network& lowered;  // after lowering for the target
  std::vector<MemorySpace> memories;
  MemoryIndex constants = no_memory;     // the memory of the constants
  const WeightNeeds* weights = nullptr;  // sizes of encoded weights; null = weights are not encoded
};

/// A tensor for which a file gives fewer bytes than the target stores.
struct SmallRow {
  TensorIndex tensor = no_tensor;
  Bytes given = 0;
  Bytes stored = 0;
};

/// A pin made from a row that has no offset but says in which memory a feature map must be or must
/// not be.
struct OpenRow {
  TensorPin pin;
  SourceLocation where;
};

/// The contents of a plan file, in terms of the tensors of the lowered network.
struct GivenPlan {
  Plan plan;  // the residencies, copies, flows and cascades that the file gives
  std::vector<SmallRow> small_rows;
  std::vector<std::string> unused_rows;  // names of rows that name no tensor of the lowered network
  std::vector<OpenRow> open_rows;
};

/// Reads a plan in the form `vela`, `executorch` or `csv` of plan_forms.h; the content decides
/// which.
/// - Lists of placements (Vela's table, ExecuTorch's list), and CSVs with the lifetimes of the
///   network before lowering, give one placement per tensor for its complete life.
/// - Other CSVs also give the lifetimes.
/// - In files without the columns of complete plans, sizes may be those of the framework or those
///   that the target stores; the residencies have the sizes that the target stores.
/// - In files without the columns of complete plans, further rows of a tensor are placements to
///   which the DMA copies the tensor.
/// Throws UserError(input_file), also if a row without an offset gives a constant another memory
/// than `reader.constants`.
GivenPlan read_given_plan(const std::string& text, const std::string& source,
                          const PlanReader& reader);

}  // namespace spillway
