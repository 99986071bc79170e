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

/// What a plan is read for.
struct PlanReader {
  const Network& plain;    // as its file has it
  const Network& lowered;  // for the target
  std::vector<MemorySpace> memories;
  MemoryIndex constants = no_memory;     // where constants belong
  const WeightNeeds* weights = nullptr;  // sizes of encoded weights; null = as they are
};

/// A tensor to which a file gives fewer bytes than the target stores.
struct SmallRow {
  TensorIndex tensor = no_tensor;
  Bytes given = 0;
  Bytes stored = 0;
};

/// What a row without an offset says of the memory of a feature map.
struct OpenRow {
  TensorPin pin;
  SourceLocation where;
};

/// What the file of a plan says, with the tensors of the lowered network.
struct GivenPlan {
  Plan plan;  // as far as the file goes
  std::vector<SmallRow> small_rows;
  std::vector<std::string> unused_rows;  // of tensors that the lowered network does without
  std::vector<OpenRow> open_rows;
};

/// Reads a plan in any of the forms of plan_forms.h, told apart by their content. Lists of places
/// (Vela's table, ExecuTorch's) and CSVs whose lifetimes are those of the network before lowering
/// say where tensors are for all of their life in the lowered one; other CSVs say when, too. Sizes
/// are accepted as the framework counts them and as the target stores them: the residencies have
/// the latter. Rows of a tensor after the first are places that the DMA moves it to, in files
/// without the columns of whole plans. Throws UserError(input_file), also for a constant that is
/// said to be in another memory than `reader.constants` without an offset there.
GivenPlan read_given_plan(const std::string& text, const std::string& source,
                          const PlanReader& reader);

}  // namespace spillway
