// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/arena/arena.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/xcore/compiled/compiled_options.h"
#include "hwmodels/xcore/kernels/weights.h"
#include "hwmodels/xcore/lower/passes.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::xcore {
namespace {

constexpr Bytes xcore_alignment = 8;

/// The problem of a single memory: the buffers of the complete problem that lie in this memory, and
/// the operators, whose operands are numbered by the buffers of the part.
struct Part {
  PlanningProblem problem;
  std::vector<BufferIndex> original;  // per buffer of the part: its index in the complete problem
};

class ArenaPlanner {
 public:
  ArenaPlanner(const ArenaProblem& given, const Target& target, const ArenaOptions& options)
      : network_(given.network),
        given_(given),
        target_(target),
        options_(options),
        roles_(given.roles) {
    for (const MemorySpec& memory : target.memories) {
      MemorySpace space;
      space.name = memory.name;
      space.capacity = memory.capacity;
      space.alignment = xcore_alignment;
      memories_.push_back(space);
      names_.push_back(memory.name);
    }
    reads_in_place_ = options.constants != names_.front() && !given.loads;
    end_ = static_cast<TimeStep>(network_.operators.size()) + 1;
    choose_memories();
    const std::size_t buffers = given.problem.buffers.size();
    result_.network_plan.result.placements.resize(buffers);
    result_.network_plan.result.outer_buffers.assign(buffers, -1);
    result_.transient_bytes.assign(memories_.size(), 0);
    result_.persistent_bytes.assign(memories_.size(), 0);
    residency_of_.assign(buffers, -1);
  }

  ArenaPlan run() {
    NetworkPlan& planned = result_.network_plan;
    planned.plan.planner = options_.planner;
    planned.plan.memories = memories_;
    if (options_.both) choose_by_planner();
    for (std::size_t memory = 0; memory < memories_.size(); ++memory) {
      plan_memory(static_cast<MemoryIndex>(memory));
    }
    name_hosts();
    planned.problem = given_.problem;
    planned.problem.memories = memories_;
    return std::move(result_);
  }

  Bytes transient_in(const std::string& memory) { return plan_transient(index_of(memory)); }

  Bytes needed_in(const std::string& memory, Bytes transient) {
    return plan_rest(index_of(memory), transient);
  }

 private:
  void choose_memories() {
    home_.reserve(network_.tensors.size());
    for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
      const bool chosen = !options_.homes.empty() && !options_.homes[i].empty();
      const std::string& otherwise = chosen ? options_.homes[i] : default_memory(i);
      const std::string& rule = given_.rules[i];
      home_.push_back(index_of(rule.empty() ? otherwise : rule));
      const MemorySpec& memory = at(target_.memories, home_.back());
      if (memory.read_only && roles_[i].role != Role::constant) {
        throw UserError(ExitCode::usage, "--place: '" + network_.tensors[i].name +
                                             "' is written at run time, and " + memory.name +
                                             " is read only");
      }
    }
  }

  const std::string& default_memory(std::size_t tensor) const {
    switch (roles_[tensor].role) {
      case Role::operator_data:
        return options_.persistent;
      case Role::constant:
        return constant_memory(tensor);
      default:
        return is_paged(tensor) ? external_ : options_.transient;
    }
  }

  /// Whether the tensor is the copy of a paged feature map in external memory, which an
  /// XC_store_tensor writes and an XC_load_tensor reads.
  bool is_paged(std::size_t tensor) const {
    const std::int32_t op = roles_[tensor].op;
    return op >= 0 && at(network_.operators, op).type_name == store_tensor_name &&
           !at(network_.operators, op).outputs.empty() &&
           at(network_.operators, op).outputs.front() == static_cast<TensorIndex>(tensor);
  }

  /// Returns the name of a constant's memory. The constants of XC_ld_flash are in flash. Small
  /// constants are part of the program in the tile's memory, unless kernels read all constants in
  /// place.
  const std::string& constant_memory(std::size_t tensor) const {
    if (roles_[tensor].op >= 0 && is_in_flash(tensor)) {
      return flash_;
    }
    const bool small = network_.tensors[tensor].bytes <= load_threshold;
    return small && !reads_in_place_ ? names_.front() : options_.constants;
  }

  bool is_in_flash(std::size_t tensor) const {
    const Operator& op = at(network_.operators, roles_[tensor].op);
    return loads_from_flash(op.type_name);
  }

  MemoryIndex index_of(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) {
      throw UserError(ExitCode::usage, unknown_name_message("memory", name, names_));
    }
    return static_cast<MemoryIndex>(found - names_.begin());
  }

  void plan_memory(MemoryIndex memory) {
    const auto index = static_cast<std::size_t>(memory);
    const Bytes excess = plan_rest(memory, plan_transient(memory)) - memories_[index].capacity;
    PlanningResult& result = result_.network_plan.result;
    if (excess > 0 && result.status == PlanStatus::ok) {
      result.status = PlanStatus::does_not_fit;
      result.memory = memory;
      result.excess = excess;
    }
  }

  /// Places operator data and constants above the transient tensors (feature maps, buffers that
  /// loads fill, scratch). Returns the address after the last constant.
  Bytes plan_rest(MemoryIndex memory, Bytes transient) {
    const auto index = static_cast<std::size_t>(memory);
    const Bytes persistent = stack_operator_data(memory, transient);
    result_.transient_bytes[index] = transient;
    result_.persistent_bytes[index] = persistent;
    return lay_out_constants(memory, transient + persistent);
  }

  /// Places the transient tensors (feature maps, buffers that loads fill, scratch) in `memory` and
  /// returns the number of bytes up to the end of the last one.
  Bytes plan_transient(MemoryIndex memory) {
    const Part part = part_in(memory);
    if (part.problem.buffers.empty()) {
      return 0;
    }
    const bool decided = options_.both && !offsets_.empty();
    const PlanningResult planned = decided ? lower_of(part) : offsets_of(part);
    for (std::size_t i = 0; i < part.original.size(); ++i) {
      place(part.original[i], memory, planned.placements[i].offset);
      note_host(part, planned, i);
    }
    PlanningResult& result = result_.network_plan.result;
    if (result.note.empty()) {
      result.note = planned.note;
    }
    return peak_of(part, planned);
  }

  static Bytes peak_of(const Part& part, const PlanningResult& planned) {
    Bytes peak = 0;
    for (std::size_t i = 0; i < part.original.size(); ++i) {
      const Bytes size = round_up(part.problem.buffers[i].size, xcore_alignment);
      peak = std::max(peak, planned.placements[i].offset + size);
    }
    return peak;
  }

  /// Places the tensors of `part` twice: with the user's planner and with the planner `xformer`,
  /// which can let a result overwrite its operand. Returns the plan that needs less memory.
  PlanningResult lower_of(const Part& part) const {
    PlanningResult chosen = offsets_by_planner(part);
    PlannerOptions options = options_.planner_options;
    options.allocator.clear();
    PlanningResult chained = find_planner("xformer").planner->plan(part.problem, options);
    return peak_of(part, chained) < peak_of(part, chosen) ? chained : chosen;
  }

  /// Records which other buffer contains buffer `i` of the part on purpose, for example because a
  /// result overwrites its operand.
  void note_host(const Part& part, const PlanningResult& planned, std::size_t i) {
    const BufferIndex host = planned.outer_buffers.empty() ? -1 : planned.outer_buffers[i];
    if (host >= 0) {
      at(result_.network_plan.result.outer_buffers, part.original[i]) = at(part.original, host);
    }
  }

  /// Some buffers lie in the bytes of another buffer on purpose. For each such buffer, sets
  /// Residency::inside to the index of the residency of the other buffer.
  void name_hosts() {
    NetworkPlan& planned = result_.network_plan;
    for (std::size_t i = 0; i < residency_of_.size(); ++i) {
      const BufferIndex host = planned.result.outer_buffers[i];
      if (host < 0 || residency_of_[i] < 0) continue;
      at(planned.plan.residencies, residency_of_[i]).inside = at(residency_of_, host);
    }
  }

  /// Lets the planner divide the transient tensors between two memories and choose their offsets.
  /// The planner gets only the bytes of these memories that other data leave free.
  void choose_by_planner() {
    const std::vector<MemoryIndex> pair = {index_of(options_.transient), index_of(external_)};
    Part part = part_in(pair.front());
    part.problem.memories.clear();
    for (const MemoryIndex memory : pair) {
      part.problem.memories.push_back(at(memories_, memory));
      Bytes& capacity = part.problem.memories.back().capacity;
      capacity = std::max<Bytes>(0, capacity - bytes_beside_transients(memory));
    }
    const PlanningResult planned =
        find_planner(options_.planner).planner->plan(part.problem, options_.planner_options);
    offsets_.assign(given_.problem.buffers.size(), 0);
    for (std::size_t i = 0; i < part.original.size(); ++i) {
      const Placement& place = planned.placements[i];
      if (place.memory == no_memory) continue;
      at(home_, part.problem.buffers[i].tensor) = at(pair, place.memory);
      at(offsets_, part.original[i]) = place.offset;
      note_host(part, planned, i);
    }
    PlanningResult& result = result_.network_plan.result;
    result.note = planned.note;
    if (planned.status == PlanStatus::ok) return;
    result.status = planned.status;
    result.excess = planned.excess;
    result.memory = planned.memory == no_memory ? pair.front() : at(pair, planned.memory);
  }

  Bytes bytes_beside_transients(MemoryIndex memory) const {
    Bytes bytes = 0;
    for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
      if (home_[i] != memory) continue;
      const Bytes size = network_.tensors[i].bytes;
      const bool constant = roles_[i].role == Role::constant && roles_[i].op >= 0;
      if (constant) bytes += round_up(size, vector_bytes) + vector_bytes;
      if (roles_[i].role == Role::operator_data) bytes += round_up(size, xcore_alignment);
    }
    return bytes;
  }

  PlanningResult offsets_by_planner(const Part& part) const {
    PlanningResult result;
    for (const BufferIndex original : part.original) {
      result.placements.push_back({0, at(offsets_, original)});
    }
    return result;
  }

  /// Returns the offsets of the compiled file's plan. If the file has no plan, or if the user asks
  /// for a new plan (ArenaOptions::replan), lets the planner choose the offsets. Files of 2022
  /// contain no plan, because their runtime planned the arena. That runtime never wrote results
  /// over operands. So for a compiled file, the planner may write results over operands only if the
  /// user asks for a new plan.
  PlanningResult offsets_of(const Part& part) const {
    const auto& offline = given_.offline;
    if (!offline) {
      PlannerOptions options = options_.planner_options;
      options.in_place = options.in_place && (!given_.compiled || options_.replan);
      return find_planner(options_.planner).planner->plan(part.problem, options);
    }
    PlanningResult result;
    for (const Buffer& buffer : part.problem.buffers) {
      const auto tensor = static_cast<std::size_t>(buffer.tensor);
      if (tensor >= offline->size() || (*offline)[tensor] < 0) {
        throw UserError(ExitCode::input_file, {network_.source, 0, 0},
                        "the file's memory plan has no offset for tensor '" + buffer.name + "'");
      }
      result.placements.push_back({0, (*offline)[tensor]});
    }
    return result;
  }

  Part part_in(MemoryIndex memory) const {
    const PlanningProblem& whole = given_.problem;
    Part part;
    part.problem.memories = {at(memories_, memory)};
    part.problem.memories.front().capacity = unlimited;
    std::vector<BufferIndex> number(whole.buffers.size(), -1);
    for (std::size_t i = 0; i < whole.buffers.size(); ++i) {
      const Buffer& buffer = whole.buffers[i];
      if (buffer.kind == TensorKind::operator_data || home(buffer.tensor) != memory) {
        continue;
      }
      number[i] = static_cast<BufferIndex>(part.original.size());
      part.original.push_back(static_cast<BufferIndex>(i));
      part.problem.buffers.push_back(buffer);
    }
    for (BufferOperator op : whole.operators) {
      for (std::vector<BufferIndex>* operands : {&op.inputs, &op.outputs}) {
        for (BufferIndex& operand : *operands) {
          operand = operand < 0 ? -1 : at(number, operand);
        }
      }
      part.problem.operators.push_back(std::move(op));
    }
    return part;
  }

  MemoryIndex home(TensorIndex tensor) const { return at(home_, tensor); }

  void place(BufferIndex index, MemoryIndex memory, Bytes offset) {
    NetworkPlan& planned = result_.network_plan;
    const Buffer& buffer = at(given_.problem.buffers, index);
    at(planned.result.placements, index) = {memory, offset};
    at(residency_of_, index) = static_cast<std::int32_t>(planned.plan.residencies.size());
    planned.plan.residencies.push_back(
        {buffer.tensor, memory, offset, buffer.size, buffer.lower, buffer.upper});
  }

  /// Allocates operator data (what the runtime allocates once per operator) from the top of the
  /// arena downwards, in the order of the operators. `transient` is the number of bytes of
  /// transient tensors below. Returns the bytes of all operator data.
  Bytes stack_operator_data(MemoryIndex memory, Bytes transient) {
    std::vector<BufferIndex> data;
    Bytes total = 0;
    const std::vector<Buffer>& buffers = given_.problem.buffers;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      if (buffers[i].kind == TensorKind::operator_data && home(buffers[i].tensor) == memory) {
        data.push_back(static_cast<BufferIndex>(i));
        total += round_up(buffers[i].size, xcore_alignment);
      }
    }
    Bytes top = transient + total;
    for (const BufferIndex index : data) {
      top -= round_up(at(buffers, index).size, xcore_alignment);
      place(index, memory, top);
    }
    return total;
  }

  /// Places the constants in `memory` from address `end` on. Returns the address after the last
  /// constant.
  Bytes lay_out_constants(MemoryIndex memory, Bytes end) {
    for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
      const bool used = roles_[i].role == Role::constant && roles_[i].op >= 0;
      if (!used || home_[i] != memory) {
        continue;
      }
      const Bytes offset = constant_offset(i, end);
      const Bytes bytes = network_.tensors[i].bytes;
      result_.network_plan.plan.residencies.push_back(
          {static_cast<TensorIndex>(i), memory, offset, bytes, 0, end_});
      end = offset + bytes;
    }
    return end;
  }

  /// Returns the lowest possible address for a constant at or after `end`. If the kernels of a
  /// compiled file read constants in place, a constant gets the same position within a cache line
  /// as in the file. So kernels access the same cache lines as on the chip, if the file begins at a
  /// line boundary there. All other constants begin at a line boundary.
  Bytes constant_offset(std::size_t tensor, Bytes end) const {
    const Bytes line = round_up(end, vector_bytes);
    const ByteView data = network_.tensors[tensor].data;
    if (!given_.compiled || !reads_in_place_ || data.empty() || !network_.file) return line;
    const Bytes in_line = (data.begin() - network_.file->data()) % vector_bytes;
    const Bytes before = line - vector_bytes + in_line;
    return before >= end ? before : line + in_line;
  }

  const Network& network_;
  const ArenaProblem& given_;
  const Target& target_;
  const ArenaOptions& options_;
  const std::vector<TensorRole>& roles_;
  std::vector<MemorySpace> memories_;
  std::vector<std::string> names_;
  // Per tensor: the memory in which it is placed.
  std::vector<MemoryIndex> home_;
  // Per buffer of the plan: the index of its residency; -1 = the buffer has no residency.
  std::vector<std::int32_t> residency_of_;
  TimeStep end_ = 0;
  bool reads_in_place_ = false;  // kernels read constants directly in flash or external RAM
  // Per buffer: its offset if the planner chooses memories and offsets together. Empty = memories
  // are fixed and the planner only chooses offsets.
  std::vector<Bytes> offsets_;
  std::string external_ = "extram";
  std::string flash_ = "flash";
  ArenaPlan result_;
};

}  // namespace

ArenaProblem::ArenaProblem(const Network& of, const ArenaOptions& options)
    : network(of),
      roles(tensor_roles(of)),
      rules(apply_placements(of, options.rules)),
      problem(make_problem(of, {})) {
  drop_kernel_workspaces(problem);
  for (Buffer& buffer : problem.buffers) buffer.alignment = xcore_alignment;
  if (!options.replan) offline = read_offline_plan(of);
  const auto any = [&](const auto& is) {
    return std::any_of(of.operators.begin(), of.operators.end(), is);
  };
  compiled = any(is_compiled);
  loads = any([](const Operator& op) { return is_load(op.type_name); });
}

ArenaOptions arena_named(const std::string& name) {
  ArenaOptions options;
  if (name == "extram") {
    options.transient = options.persistent = "extram";
  } else if (name == "split") {
    options.persistent = "extram";
  } else if (name != "sram") {
    throw UserError(ExitCode::usage,
                    fmt::format("unknown arena '{}'; an xcore.ai tile takes sram, extram, "
                                "sram+extram (maps in both) or split (operator data in extram)",
                                name));
  }
  return options;
}

ArenaPlan plan_arena(const Network& network, const Target& target, const ArenaOptions& options) {
  return plan_arena(ArenaProblem(network, options), target, options);
}

ArenaPlan plan_arena(const ArenaProblem& problem, const Target& target,
                     const ArenaOptions& options) {
  return ArenaPlanner(problem, target, options).run();
}

Bytes transient_bytes(const ArenaProblem& problem, const Target& target,
                      const ArenaOptions& options, const std::string& memory) {
  return ArenaPlanner(problem, target, options).transient_in(memory);
}

Bytes needed_bytes(const ArenaProblem& problem, const Target& target, const ArenaOptions& options,
                   const std::string& memory, Bytes transient) {
  return ArenaPlanner(problem, target, options).needed_in(memory, transient);
}

}  // namespace spillway::xcore
