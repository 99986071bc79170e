// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/check_problem.h"
#include "planner/plan_io/whole_plan.h"

namespace spillway {
namespace {

[[noreturn]] void reject_plan(const SourceLocation& where, const std::string& what) {
  throw input_error(where, what);
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// Parses the number before `separator` and removes the number and the separator from `text`. With
/// separator 0, the complete text is the number. Returns nothing if the text is malformed.
std::optional<std::int64_t> take_number(std::string_view& text, char separator) {
  const std::size_t end = separator == 0 ? text.size() : text.find(separator);
  if (end == std::string_view::npos) return std::nullopt;
  const auto value = parse_integer(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  if (!value || *value < 0 || *value > largest_buffer) return std::nullopt;
  return value;
}

class WholePlanReader {
 public:
  WholePlanReader(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors, Plan& plan)
      : placed_(placed), tensors_(tensors), plan_(plan), residency_of_(placed.whole.size(), -1) {}

  void read() {
    for (std::size_t i = 0; i < placed_.whole.size(); ++i) add_residency(i);
    for (std::size_t i = 0; i < placed_.whole.size(); ++i) {
      link(i);
      add_flows(i);
    }
    for (std::size_t i = 0; i < placed_.whole.size(); ++i) add_buffers(i);
  }

 private:
  void add_residency(std::size_t i) {
    const Buffer& buffer = placed_.problem.buffers[i];
    const PlanRow& row = placed_.whole[i];
    rows_.emplace(buffer.name, i);
    if (row.outside) {
      plan_.outside.push_back(tensors_[i]);
      return;
    }
    if (placed_.placements[i].memory == no_memory) return require_open_map(i);
    residency_of_[i] = static_cast<std::int32_t>(plan_.residencies.size());
    plan_.residencies.push_back({tensors_[i], placed_.placements[i].memory,
                                 placed_.placements[i].offset, buffer.size, buffer.lower,
                                 buffer.upper, -1, row.kind, row.shared_until});
  }

  /// Throws for a row without an offset, unless it is the row of a feature map that is neither
  /// inside another row nor a copy. A planner can place such feature maps later.
  void require_open_map(std::size_t i) const {
    const Buffer& buffer = placed_.problem.buffers[i];
    const PlanRow& row = placed_.whole[i];
    const bool map = row.kind == ResidencyKind::tensor &&
                     (buffer.kind == TensorKind::activation || buffer.kind == TensorKind::variable);
    if (map && row.inside.empty() && row.copied_from.empty()) return;
    reject_plan(placed_.rows[i], fmt::format("'{}' needs an offset; feature maps that are neither "
                                             "inside another row nor copies may go without",
                                             buffer.name));
  }

  std::int32_t residency_named(const std::string& id, std::size_t row) const {
    const auto found = rows_.find(id);
    if (found == rows_.end() || residency_of_[found->second] < 0) {
      reject_plan(placed_.rows[row], fmt::format("no row with a place is called '{}'", id));
    }
    return residency_of_[found->second];
  }

  void link(std::size_t i) {
    const PlanRow& row = placed_.whole[i];
    if (residency_of_[i] < 0) return;
    if (!row.inside.empty()) {
      at(plan_.residencies, residency_of_[i]).inside = residency_named(row.inside, i);
    }
    if (row.copied_from.empty()) return;
    plan_.copies.push_back({tensors_[i], residency_named(row.copied_from, i), residency_of_[i],
                            row.copy_after, row.copy_before});
  }

  void add_flows(std::size_t i) {
    for (const std::string_view text : parts_of(placed_.whole[i].flows, ' ')) {
      const std::optional<WeightFlow> flow = parse_weight_flow(text);
      if (!flow) {
        reject_plan(placed_.rows[i],
                    fmt::format("'{}' is no flow like 4=0:1024+160@3;16:1024+160@5", text));
      }
      plan_.weights.push_back(*flow);
    }
  }

  void add_buffers(std::size_t i) {
    for (std::string_view text : parts_of(placed_.whole[i].serves, ' ')) {
      WeightFlow* const flow = take_flow(text);
      const auto turn = take_number(text, 0);
      const bool known = flow != nullptr && residency_of_[i] >= 0 && turn &&
                         static_cast<std::size_t>(*turn) < flow->slices.size();
      if (!known) {
        reject_plan(placed_.rows[i], "expected OPERATOR/TURN of flows that other rows have");
      }
      const auto place = static_cast<std::size_t>(*turn);
      if (flow->buffers.size() <= place) flow->buffers.resize(place + 1, -1);
      flow->buffers[place] = residency_of_[i];
    }
  }

  /// Removes `OPERATOR/` (or `OPERATOR.2/` for the operator's second flow) from `text` and returns
  /// this flow; null if the plan has no such flow.
  WeightFlow* take_flow(std::string_view& text) {
    const bool numbered = text.find('.') < text.find('/');
    const auto op = take_number(text, numbered ? '.' : '/');
    const auto number = numbered ? take_number(text, '/') : 1;
    if (!op || !number) return nullptr;
    std::int64_t found = 0;
    for (WeightFlow& flow : plan_.weights) {
      if (flow.op == *op && ++found == *number) return &flow;
    }
    return nullptr;
  }

  const PlacedProblem& placed_;
  const std::vector<TensorIndex>& tensors_;
  Plan& plan_;
  std::map<std::string, std::size_t> rows_;
  std::vector<std::int32_t> residency_of_;  // per row; -1 = outside the plan or not placed
};

}  // namespace

std::optional<WeightFlow> parse_weight_flow(std::string_view text) {
  WeightFlow flow;
  const auto op = take_number(text, '=');
  if (!op) return std::nullopt;
  flow.op = static_cast<std::int32_t>(*op);
  for (std::string_view part : parts_of(text, ';')) {
    const auto channel = take_number(part, ':');
    const auto weights = take_number(part, '+');
    const auto scales = take_number(part, '@');
    const auto fetch_at = part == "kept" ? kept_in_buffer : take_number(part, 0);
    if (!channel || !weights || !scales || !fetch_at) return std::nullopt;
    flow.slices.push_back(
        {static_cast<std::int32_t>(*channel), *weights, *scales, static_cast<TimeStep>(*fetch_at)});
  }
  if (flow.slices.empty()) return std::nullopt;
  return flow;
}

void read_whole_plan(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors,
                     Plan& plan) {
  WholePlanReader(placed, tensors, plan).read();
}

void read_cascades(const PlacedProblem& placed, const std::vector<TensorIndex>& tensors,
                   const Network& network, Plan& plan) {
  // Stripe height; keys: cascade, operator.
  std::map<std::int64_t, std::map<std::int32_t, std::int32_t>> heights;
  std::map<std::int64_t, SourceLocation> where;
  for (std::size_t i = 0; i < placed.whole.size(); ++i) {
    std::string_view text = placed.whole[i].cascade;
    if (text.empty()) continue;
    const auto number = take_number(text, ':');
    const auto rows = take_number(text, 0);
    if (!number || !rows) {
      reject_plan(placed.rows[i], "expected a cascade like 0:4, number and rows");
    }
    for (std::size_t op = 0; op < network.operators.size(); ++op) {
      const auto& outputs = network.operators[op].outputs;
      if (outputs.empty() || outputs.front() != tensors[i]) continue;
      heights[*number][static_cast<std::int32_t>(op)] = static_cast<std::int32_t>(*rows);
      where.emplace(*number, placed.rows[i]);
    }
  }
  for (const auto& [number, by_op] : heights) {
    Cascade cascade{by_op.begin()->first, by_op.rbegin()->first, {}};
    for (const auto& [op, rows] : by_op) cascade.stripe_heights.push_back(rows);
    if (cascade.last_op - cascade.first_op + 1 !=
        static_cast<std::int32_t>(cascade.stripe_heights.size())) {
      reject_plan(where.at(number),
                  fmt::format("the operators of cascade {} do not follow each other", number));
    }
    plan.cascades.push_back(std::move(cascade));
  }
}

}  // namespace spillway
