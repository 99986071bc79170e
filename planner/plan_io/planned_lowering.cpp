// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/planned_lowering.h"

#include <map>

#include "base/index.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/plan_forms.h"

namespace spillway {

void adopt_plan_formats(const std::string& text, const std::string& source, Network& lowered) {
  if (recognise_plan(text) != PlanForm::csv || !has_column(text, {"format"})) return;
  std::map<std::string, Tensor*> bricks;
  for (Tensor& tensor : lowered.tensors) {
    if (tensor.layout == TensorLayout::nhcwb16) bricks.emplace(tensor.name, &tensor);
  }
  const PlacedProblem placed = read_plan_csv(text, source, {});
  for (std::size_t i = 0; i < placed.whole.size(); ++i) {
    if (placed.whole[i].format != TensorLayout::nhwc) continue;
    const std::string& id = placed.problem.buffers[i].name;
    auto found = bricks.find(id);
    // The ids of a tensor's second, third, ... residencies are NAME#2, NAME#3, ...
    if (found == bricks.end()) found = bricks.find(id.substr(0, id.rfind('#')));
    if (found == bricks.end()) continue;
    Tensor& tensor = *found->second;
    tensor.layout = TensorLayout::nhwc;
    tensor.bytes = storage_bytes(tensor.type, element_count(tensor));
  }
}

std::optional<OperatorBlocks> plan_blocks(const std::string& text, const std::string& source) {
  if (recognise_plan(text) != PlanForm::csv || !has_column(text, {"block"})) return std::nullopt;
  OperatorBlocks blocks;
  for (const PlanRow& row : read_plan_csv(text, source, {}).whole) {
    blocks.insert(row.blocks.begin(), row.blocks.end());
  }
  return blocks;
}

}  // namespace spillway
