// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/given_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/constants.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/plan_forms.h"
#include "planner/plan_io/row_tensors.h"
#include "planner/plan_io/tool_plans.h"
#include "planner/plan_io/whole_plan.h"
#include "planner/plan_network.h"

namespace spillway {
namespace {

/// Returns a problem with every tensor of the networks before and after lowering, because a list of
/// placements in ExecuTorch's form can name any of them.
PlanningProblem all_tensors(const PlanReader& reader) {
  PlanningProblem problem;
  problem.memories = reader.memories;
  std::set<std::string> names;
  for (const Network* network : {&reader.lowered, &reader.plain}) {
    for (const Tensor& tensor : network->tensors) {
      if (tensor.bytes <= 0 || !names.insert(tensor.name).second) continue;
      Buffer buffer;
      buffer.name = tensor.name;
      buffer.kind = tensor.kind;
      problem.buffers.push_back(std::move(buffer));
    }
  }
  return problem;
}

using Lifetimes = std::map<std::string, std::pair<TimeStep, TimeStep>>;

Lifetimes lifetimes(const Network& network) {
  Lifetimes lives;
  for (const Buffer& buffer : make_problem(network, {}).buffers) {
    lives.emplace(buffer.name, std::make_pair(buffer.lower, buffer.upper));
  }
  return lives;
}

class GivenPlanReader {
 public:
  GivenPlanReader(PlacedProblem placed, const PlanReader& reader)
      : placed_(std::move(placed)),
        reader_(reader),
        names_(reader.plain, reader.lowered),
        plain_lives_(lifetimes(reader.plain)) {
    given_.plan.memories = reader.memories;
    for (std::size_t i = 0; i < placed_.problem.buffers.size(); ++i) {
      meanings_.push_back(is_made_up(i) ? RowTensors::Meaning{} : meaning_of_row(i));
    }
    for (std::size_t i = 0; i < placed_.whole.size(); ++i) {
      if (placed_.placements[i].memory == no_memory) pin_open_row(i);
    }
  }

  GivenPlan whole() {
    std::vector<TensorIndex> tensors;
    for (const RowTensors::Meaning& meaning : meanings_) tensors.push_back(meaning.tensor);
    read_whole_plan(placed_, tensors, given_.plan);
    read_cascades(placed_, tensors, reader_.lowered, given_.plan);
    return std::move(given_);
  }

  /// Returns the plan of a CSV that has none of the columns of complete plans (`--plan-out`).
  GivenPlan csv() {
    if (has_lifetimes_before_lowering()) return places();
    std::map<TensorIndex, std::int32_t> latest;  // per tensor, the residency that was added last
    for (std::size_t i = 0; i < meanings_.size(); ++i) {
      const TensorIndex tensor = meanings_[i].tensor;
      if (!takes_part(i)) continue;
      if (meanings_[i].alias && has_row_of_its_own(tensor)) continue;
      const Buffer& buffer = placed_.problem.buffers[i];
      const auto index = static_cast<std::int32_t>(given_.plan.residencies.size());
      given_.plan.residencies.push_back({tensor, placed_.placements[i].memory,
                                         placed_.placements[i].offset, size_of(i), buffer.lower,
                                         buffer.upper});
      const auto [before, first] = latest.emplace(tensor, index);
      if (first) continue;
      add_copy(before->second, index);
      before->second = index;
    }
    return std::move(given_);
  }

  /// Returns a plan with the placements of the rows. The lifetimes come from the lowered network.
  GivenPlan places() {
    const std::map<TensorIndex, std::size_t> rows = row_of_each_tensor();
    for (const Buffer& buffer : make_problem(reader_.lowered, {}).buffers) {
      const auto row = rows.find(buffer.tensor);
      if (row != rows.end()) add_place(row->second, buffer.lower, buffer.upper);
    }
    const auto end = static_cast<TimeStep>(reader_.lowered.operators.size() + 1);
    for (const auto& [tensor, row] : rows) {
      if (is_constant(at(reader_.lowered.tensors, tensor))) add_place(row, 0, end);
    }
    for (const auto& [tensor, row] : rows) {
      if (!meanings_[row].alias) choose_among_names(tensor, row);
    }
    return std::move(given_);
  }

 private:
  bool is_made_up(std::size_t row) const {
    if (row >= placed_.whole.size()) return false;
    const bool buffer = placed_.whole[row].kind == ResidencyKind::weight_buffer &&
                        placed_.problem.buffers[row].name.rfind(buffer_of_made_up, 0) == 0;
    return buffer || placed_.whole[row].kind == ResidencyKind::made_up;
  }

  /// Returns the tensor that a row names. Files of other tools name weights in their own way; for
  /// rows with such names, returns no tensor.
  RowTensors::Meaning meaning_of_row(std::size_t row) const {
    const Buffer& buffer = placed_.problem.buffers[row];
    const bool of_tool = placed_.whole.empty();
    const bool own = buffer.kind == TensorKind::activation || buffer.kind == TensorKind::variable;
    if (of_tool && placed_.placements[row].memory == no_memory) return {};
    if (!of_tool || own) return names_.meaning_of(buffer.name, placed_.rows[row]);
    return names_.framework_bytes(buffer.name) ? names_.meaning_of(buffer.name, placed_.rows[row])
                                               : RowTensors::Meaning{};
  }

  /// Handles a row without an offset. If the row says in which memory its tensor must be or must
  /// not be, adds a pin.
  void pin_open_row(std::size_t row) {
    const TensorIndex tensor = meanings_[row].tensor;
    if (tensor == no_tensor || meanings_[row].alias) return;
    const MemoryIndex memory = placed_.whole[row].memory;
    if (is_constant(at(reader_.lowered.tensors, tensor))) {
      if (memory == no_memory || memory == reader_.constants) return;
      throw input_error(placed_.rows[row],
                        "constant '{}' has no offset in {}; give it one, or leave the memory empty",
                        placed_.problem.buffers[row].name,
                        at(placed_.problem.memories, memory).name);
    }
    const SourceLocation& where = placed_.rows[row];
    if (memory != no_memory) given_.open_rows.push_back({{tensor, memory, {}}, where});
    for (const MemoryIndex blocked : placed_.problem.buffers[row].blocked_memories) {
      TensorPin pin{tensor, {}, {}};
      pin.not_in = blocked;
      given_.open_rows.push_back({pin, where});
    }
  }

  /// Whether a row places a tensor: the row must have a placement and name a tensor of the lowered
  /// network. Adds a row with a placement that names another tensor to GivenPlan::unused_rows.
  bool takes_part(std::size_t row) {
    if (placed_.placements[row].memory == no_memory) return false;
    if (meanings_[row].tensor != no_tensor) return true;
    given_.unused_rows.push_back(placed_.problem.buffers[row].name);
    return false;
  }

  bool has_row_of_its_own(TensorIndex tensor) const {
    for (std::size_t i = 0; i < meanings_.size(); ++i) {
      const bool own = meanings_[i].tensor == tensor && !meanings_[i].alias;
      if (own && placed_.placements[i].memory != no_memory) return true;
    }
    return false;
  }

  /// Whether the rows of feature maps have the lifetimes of the network before lowering, and
  /// lowering changed some of these lifetimes. The lifetimes of the rows are then not used.
  bool has_lifetimes_before_lowering() const {
    const Lifetimes lowered_lives = lifetimes(reader_.lowered);
    bool changed = false;
    for (std::size_t i = 0; i < meanings_.size(); ++i) {
      const Buffer& row = placed_.problem.buffers[i];
      const auto plain = plain_lives_.find(row.name);
      if (plain == plain_lives_.end()) continue;
      if (std::make_pair(row.lower, row.upper) != plain->second) return false;
      const auto lowered = lowered_lives.find(row.name);
      changed = changed || meanings_[i].alias || lowered == lowered_lives.end() ||
                lowered->second != plain->second;
    }
    return changed;
  }

  /// Returns the row that places each tensor: the row with the tensor's own name or, if there is
  /// none, the row with an alias. For a constant, it is the row in the memory of the constants.
  /// Rows of the constant in other memories are left out, because they describe buffers to which
  /// the constant is copied.
  std::map<TensorIndex, std::size_t> row_of_each_tensor() {
    std::map<TensorIndex, std::size_t> rows;
    for (const bool alias : {false, true}) {
      for (std::size_t i = 0; i < meanings_.size(); ++i) {
        if (meanings_[i].alias != alias || !takes_part(i)) continue;
        const TensorIndex tensor = meanings_[i].tensor;
        const bool constant = is_constant(at(reader_.lowered.tensors, tensor));
        if (constant && placed_.placements[i].memory != reader_.constants) continue;
        const auto [known, added] = rows.emplace(tensor, i);
        if (added || alias) continue;
        throw input_error(placed_.rows[i], "'{}' is placed twice", placed_.problem.buffers[i].name);
      }
    }
    return rows;
  }

  /// Decides where a tensor with two placements lies. A plan of the network before lowering can
  /// place the input and the output of a reshape at two addresses. If lowering removed the reshape,
  /// both names mean one tensor. The tensor gets one of the two addresses if that address is free
  /// for the tensor's complete life. Otherwise a copy moves the tensor from one address to the
  /// other.
  void choose_among_names(TensorIndex tensor, std::size_t own) {
    for (std::size_t other = 0; other < meanings_.size(); ++other) {
      if (meanings_[other].tensor != tensor || !meanings_[other].alias) continue;
      const Placement& there = placed_.placements[other];
      const Placement& here = placed_.placements[own];
      if (there.memory == no_memory ||
          (there.memory == here.memory && there.offset == here.offset)) {
        continue;
      }
      Residency* residency = place_of(tensor);
      if (residency == nullptr || is_free(*residency)) return;
      const Residency before = *residency;
      residency->memory = there.memory;
      residency->offset = there.offset;
      if (is_free(*residency)) return;
      *residency = before;
      if (!move_between(own, other, *residency)) continue;
      return;
    }
  }

  Residency* place_of(TensorIndex tensor) {
    for (Residency& residency : given_.plan.residencies) {
      if (residency.tensor == tensor) return &residency;
    }
    return nullptr;
  }

  bool is_free(const Residency& place) const {
    return std::none_of(given_.plan.residencies.begin(), given_.plan.residencies.end(),
                        [&](const Residency& other) {
                          return &other != &place && other.memory == place.memory &&
                                 live_together(other, place) &&
                                 other.offset < place.offset + place.size &&
                                 place.offset < other.offset + other.size;
                        });
  }

  /// Gives the tensor two residencies: first at the address of the name that is used first, then at
  /// the other address. A copy fills the second residency just before an operator reads the tensor
  /// for the first time. Returns false if no operator reads the tensor.
  bool move_between(std::size_t own, std::size_t other, Residency& residency) {
    const auto step_of = [&](std::size_t row) {
      const auto life = plain_lives_.find(placed_.problem.buffers[row].name);
      return life == plain_lives_.end() ? 0 : life->second.first;
    };
    const bool own_first = step_of(own) < step_of(other);
    const TimeStep first_use = first_read(residency.tensor, residency.lower);
    if (first_use <= residency.lower) return false;
    Residency later = residency;
    const Placement& first = placed_.placements[own_first ? own : other];
    const Placement& second = placed_.placements[own_first ? other : own];
    residency.memory = first.memory;
    residency.offset = first.offset;
    residency.upper = first_use;
    later.memory = second.memory;
    later.offset = second.offset;
    later.lower = first_use;
    const auto from = static_cast<std::int32_t>(&residency - given_.plan.residencies.data());
    const auto to = static_cast<std::int32_t>(given_.plan.residencies.size());
    given_.plan.copies.push_back({later.tensor, from, to, first_use - 1, first_use});
    given_.plan.residencies.push_back(later);
    return true;
  }

  /// Returns the first step after `step` at which an operator reads `tensor`; 0 = none.
  TimeStep first_read(TensorIndex tensor, TimeStep step) const {
    const auto& ops = reader_.lowered.operators;
    for (auto op = static_cast<std::size_t>(step); op < ops.size(); ++op) {
      const auto& inputs = ops[op].inputs;
      if (std::find(inputs.begin(), inputs.end(), tensor) != inputs.end()) {
        return static_cast<TimeStep>(op) + 1;
      }
    }
    return 0;
  }

  void add_place(std::size_t row, TimeStep lower, TimeStep upper) {
    given_.plan.residencies.push_back({meanings_[row].tensor, placed_.placements[row].memory,
                                       placed_.placements[row].offset, size_of(row), lower, upper});
  }

  /// Adds a copy between two residencies of a tensor. The DMA copies while both residencies exist.
  void add_copy(std::int32_t from, std::int32_t to) {
    const Residency& next = at(given_.plan.residencies, to);
    const Residency& previous = at(given_.plan.residencies, from);
    given_.plan.copies.push_back({next.tensor, from, to, next.lower, previous.upper});
  }

  /// Returns the size of a row's residency. If the row gives the size of the complete tensor, exact
  /// or rounded up to the row's alignment (at least 16), returns the size that the target stores;
  /// otherwise returns the row's size.
  Bytes size_of(std::size_t row) {
    const TensorIndex tensor = meanings_[row].tensor;
    const Bytes given = placed_.problem.buffers[row].size;
    const Bytes stored = stored_bytes(tensor);
    if (given == 0) return stored;
    const Bytes counted =
        names_.framework_bytes(placed_.problem.buffers[row].name).value_or(stored);
    const Bytes alignment = std::max<Bytes>(16, placed_.problem.buffers[row].alignment);
    const bool means_whole = (given >= counted && given <= round_up(counted, alignment)) ||
                             (given >= stored && given <= round_up(stored, alignment));
    if (given < stored) given_.small_rows.push_back({tensor, given, stored});
    return means_whole ? stored : given;
  }

  Bytes stored_bytes(TensorIndex tensor) {
    if (reader_.weights == nullptr || !is_constant(at(reader_.lowered.tensors, tensor))) {
      return at(reader_.lowered.tensors, tensor).bytes;
    }
    if (constants_.tensors.empty()) {
      constants_ = stored_constants(reader_.lowered, *reader_.weights, {});
    }
    return at(constants_.tensors, tensor);
  }

  PlacedProblem placed_;
  const PlanReader& reader_;
  const RowTensors names_;
  const Lifetimes plain_lives_;  // key: name of a tensor of the network before lowering
  std::vector<RowTensors::Meaning> meanings_;  // per row, what its name means
  StoredConstants constants_;
  GivenPlan given_;
};

}  // namespace

GivenPlan read_given_plan(const std::string& text, const std::string& source,
                          const PlanReader& reader) {
  const PlanForm form = recognise_plan(text);
  if (form == PlanForm::vela) {
    return GivenPlanReader(read_vela_allocation(text, source, reader.memories), reader).places();
  }
  if (form == PlanForm::executorch) {
    return GivenPlanReader(read_executorch_plan(text, source, all_tensors(reader)), reader)
        .places();
  }
  PlacedProblem placed = read_plan_csv(text, source, reader.memories);
  const bool whole = placed.is_whole;
  GivenPlanReader given(std::move(placed), reader);
  return whole ? given.whole() : given.csv();
}

}  // namespace spillway
