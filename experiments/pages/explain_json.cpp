// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/explain_json.h"

#include <algorithm>
#include <numeric>

#include "base/index.h"
#include "experiments/advice/point_command.h"
#include "experiments/point/option_table.h"
#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

ReportJson alternative_json(const PointResult& result, const Alternative& alternative) {
  const bool compiled = alternative.tensor == no_tensor;
  return {
      {"data", compiled ? alternative.data : at(result.network.tensors, alternative.tensor).name},
      {"from", at(result.target.memories, alternative.from).name},
      {"bytes", alternative.bytes},
      {"missing_bytes", std::max<Bytes>(0, alternative.missing)},
      {"operator_cycles", alternative.operator_cycles},
      {"total_cycles", alternative.total_cycles}};
}

}  // namespace

ReportJson explanation_json(const PointResult& result, const Explanation& explanation) {
  ReportJson json = {{"op", explanation.op},
                     {"fast_memory", at(result.target.memories, explanation.fast).name},
                     {"compiled", compiled_family(result.network) != nullptr},
                     {"blocks", explanation.blocks},
                     {"block_compute_cycles", explanation.block_compute},
                     {"block_output_cycles", explanation.block_output},
                     {"refused", explanation.refused}};
  json["alternatives"] = ReportJson::array();
  for (const Alternative& alternative : explanation.alternatives) {
    json["alternatives"].push_back(alternative_json(result, alternative));
  }
  return json;
}

ReportJson slowest_explained(const PointResult& result, std::size_t most) {
  const std::vector<OperatorTiming>& operators = result.timing.operators;
  std::vector<std::size_t> order(operators.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return operators[a].total() > operators[b].total();
  });
  order.resize(std::min(order.size(), most));
  ReportJson explained = ReportJson::array();
  for (const std::size_t op : order) {
    try {
      explained.push_back(explanation_json(result, explain(result, op)));
    } catch (const UserError& error) {  // the page shows the error instead of an explanation
      Explanation none;
      none.op = op;
      none.fast = 0;
      none.refused.emplace_back(error.what());
      explained.push_back(explanation_json(result, none));
    }
  }
  return explained;
}

std::string explain_command(const Network& input, const DesignPoint& point) {
  const bool named = input.source == "built-in" || input.source.empty();
  DesignPoint single = point;  // `explain` simulates one inference
  clear_option(find_point_option("runs"), single);
  return command_of(named ? input.name : input.source, single, "explain");
}

}  // namespace spillway
