// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/size_answer.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/advice/kept_points.h"
#include "experiments/advice/point_command.h"
#include "experiments/advice/size_of_files.h"
#include "experiments/advice/size_search.h"
#include "experiments/point/option_table.h"
#include "experiments/point/runtime_view.h"
#include "hwmodels/target/processor_family.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

constexpr Bytes most_default_sizes = 512;

std::vector<std::string> cells_without(const std::string& identity,
                                       const std::vector<std::string>& left_out) {
  static const std::vector<std::string> names = split(sweep_identity_columns, ',');
  std::vector<std::string> cells;
  const std::vector<std::string_view> all = raw_cells(identity);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool out = std::find(left_out.begin(), left_out.end(), names[i]) != left_out.end();
    cells.emplace_back(out ? "" : std::string(all[i]));
  }
  return cells;
}

Bytes size_in(const DesignPoint& point, const std::string& memory) {
  Bytes size = 0;
  for (const auto& [name, bytes] : point.target_options.capacities) {
    if (name == memory) size = bytes;
  }
  return size;
}

double cell_number(const std::string& cell) { return cell.empty() ? 0 : std::stod(cell); }

// Groups the points of a table into variants. The points of a variant differ only in planner,
// allocator and sizes of memories. The number of a variant is its order in the table, from 0.
class PointsBySize {
 public:
  PointsBySize(SweepTable& table, const std::string& memory) {
    std::map<std::vector<std::string>, std::size_t> known;
    for (std::size_t i = 0; i < table.points().size(); ++i) {
      const std::vector<std::string> key = cells_without(
          table.identity(i),
          {"network", "network_hash", "target_hash", "memories", "planner", "allocator"});
      const auto [entry, added] = known.try_emplace(key, keys_.size());
      if (added) {
        keys_.push_back(key);
        points_.emplace_back();
      }
      points_[entry->second][size_in(table.points()[i].point, memory)].push_back(i);
    }
  }

  std::size_t variants() const { return keys_.size(); }
  const std::map<Bytes, std::vector<std::size_t>>& of(std::size_t variant) const {
    return points_[variant];
  }

  // Returns a name of the variant as text: the cells in which the variant differs from other
  // variants.
  std::string label(std::size_t variant) const {
    std::vector<std::string> words;
    for (std::size_t c = 0; c < keys_[variant].size(); ++c) {
      const bool differs = std::any_of(keys_.begin(), keys_.end(), [&](const auto& other) {
        return other[c] != keys_[variant][c];
      });
      if (differs && !keys_[variant][c].empty()) words.push_back(keys_[variant][c]);
    }
    return fmt::format("{}", fmt::join(words, ", "));
  }

 private:
  std::vector<std::vector<std::string>> keys_;
  std::vector<std::map<Bytes, std::vector<std::size_t>>> points_;
};

std::vector<std::pair<std::string, double>> time_shares(const KeptPoints& kept, std::size_t point) {
  const double total = cell_number(kept.cell(point, "total_cycles"));
  std::vector<std::pair<std::string, double>> shares;
  const auto add = [&](const std::string& name, const std::string& column) {
    const double cycles = cell_number(kept.cell(point, column));
    if (cycles > 0) shares.emplace_back(name, cycles / total);
  };
  add("compute", "compute_cycles");
  for (const auto& [column, memory] : kept.columns("stall_", "_cycles")) {
    add(memory + " stalls", column);
  }
  add("DMA wait", "dma_wait_cycles");
  add("overhead", "overhead_cycles");
  add("CPU", "host_cycles");
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return shares;
}

/// Simulates the points of one table on demand. The table combines every size of the memory with
/// several planners.
class SizeTable {
 public:
  SizeTable(const SizeQuestion& question, SweepTable& table, const SweepRun& run, WorkerPool& pool)
      : question_(question),
        table_(table),
        kept_(table, run, pool),
        points_(table, question.memory) {}

  const PointsBySize& points() const { return points_; }
  KeptPoints& kept() { return kept_; }

  void simulate(std::size_t variant, const std::vector<Bytes>& sizes) {
    std::vector<std::size_t> wanted;
    for (const Bytes size : sizes) {
      const std::vector<std::size_t>& points = points_.of(variant).at(size);
      wanted.insert(wanted.end(), points.begin(), points.end());
    }
    kept_.simulate(wanted);
  }

  // Returns the result of the fastest planner for a variant (see PointsBySize) and a size. If
  // several planners are equally fast, returns the result of the first of these planners. Returns
  // nothing if no planner has a plan.
  std::optional<SizedPoint> best(std::size_t variant, Bytes size) const {
    std::optional<std::size_t> best;
    double latency = 0;
    for (const std::size_t point : points_.of(variant).at(size)) {
      if (!kept_.is_ok(point)) continue;
      const double own = cell_number(kept_.cell(point, "latency_us"));
      if (!best || own < latency) {
        best = point;
        latency = own;
      }
    }
    if (!best) return std::nullopt;
    SizedPoint found;
    found.size = size;
    found.planner = kept_.cell(*best, "planner");
    found.allocator = kept_.cell(*best, "allocator");
    found.latency_us = latency;
    found.cycles = static_cast<Cycles>(cell_number(kept_.cell(*best, "total_cycles")));
    const DesignPoint point = table_.points()[*best].point;
    found.command = command_of(question_.network, point);
    note_outside(*best, point, found);
    found.shares = time_shares(kept_, *best);
    return found;
  }

  // Throws an error with the reason why no planner has a plan. Simulates one point again in this
  // process, because a worker does not report whether the reason is a mistake of the user.
  [[noreturn]] void fail(std::size_t variant, Bytes size) {
    const std::size_t first = points_.of(variant).at(size).front();
    table_.row(first);
    if (table_.mistake()) throw UserError(*table_.mistake());
    const std::string message = kept_.cell(first, "message");
    throw UserError(ExitCode::run_failed,
                    fmt::format("no planner has a plan even with {} of {}: {}", format_size(size),
                                question_.memory, text_from_cell(message).value_or(message)));
  }

  Bytes peak(std::size_t variant, Bytes size) const {
    Bytes most = 0;
    for (const std::size_t point : points_.of(variant).at(size)) {
      const double peak = cell_number(kept_.cell(point, question_.memory + "_peak_bytes"));
      most = std::max(most, static_cast<Bytes>(peak));
    }
    return most;
  }

 private:
  // Records how many bytes of the arena are in memories other than the memory of the question. A
  // memory that has constants but no part of the arena is left out.
  void note_outside(std::size_t row, const DesignPoint& point, SizedPoint& found) const {
    const Target& target = table_.cache().target(point);
    const PlanningRequest request = planning_request(point, target);
    const auto count = static_cast<MemoryIndex>(target.memories.size());
    for (MemoryIndex m = 0; m < count; ++m) {
      const MemorySpec& memory = at(target.memories, m);
      const bool arena =
          std::find(request.arena.begin(), request.arena.end(), m) != request.arena.end();
      const bool constants = request.constants == m;
      if (memory.name == question_.memory || memory.read_only || (constants && !arena)) continue;
      const double peak = cell_number(kept_.cell(row, memory.name + "_peak_bytes"));
      if (peak > 0) found.outside.push_back({memory.name, static_cast<Bytes>(peak), constants});
    }
  }

  const SizeQuestion& question_;
  SweepTable& table_;
  KeptPoints kept_;
  PointsBySize points_;
};

void require_plannable(const SizeQuestion& question) {
  const Network& network = question.spec.networks.at(0);
  if (compiled_family(network) == nullptr) return;
  throw usage_error(
      network.name +
      " is compiled and brings its plan, which no size changes; give --network PLAIN, the network "
      "that it was compiled from: 'relink' writes a file for each size");
}

// Returns the size that counts as unlimited: 1 GiB, or the capacity of the memory part if this is
// smaller.
Bytes unlimited_size(const SizeQuestion& question, const PointList& points) {
  Bytes size = unlimited_bytes;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Target target = resolve_target(points[i].point);
    const MemorySpec& memory = target.memories[memory_index(target, question.memory)];
    if (memory.part_bytes > 0) size = std::min(size, memory.part_bytes);
  }
  if (question.up_to && *question.up_to > size) {
    throw usage_error("--up-to: {} is more than the {} that a part of {} holds",
                      format_size(*question.up_to), format_size(size), question.memory);
  }
  return size;
}

// Returns the planners that are tried if a question names no planners: the default planner of the
// target and a few other planners. If feature maps may be in several memories, the other planners
// use all of these memories; otherwise the other planners are cadence-greedy and tflm-greedy.
std::vector<std::string> usual_planners(const DesignPoint& point) {
  const Target target = resolve_target(point);
  std::vector<std::string> names = {planner_of(point, target)};
  const bool spills = planning_request(point, target).arena.size() > 1;
  for (const char* name :
       spills ? std::vector<const char*>{"cadence-greedy", "banked-greedy", "vela-spill", "belady"}
              : std::vector<const char*>{"cadence-greedy", "tflm-greedy"}) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
  }
  return names;
}

// Sets the memory of the question if the user has not given a memory, and the planners if the user
// has not given planners. The memory is the fastest memory for feature maps of the first point. The
// planners are the usual_planners() of all points, which differ between points with one and points
// with several memories for feature maps.
void set_defaults(SizeQuestion& question, const PointList& points) {
  const DesignPoint first = points[0].point;
  const Target target = resolve_target(first);
  if (question.memory.empty()) {
    question.memory = at(target.memories, planning_request(first, target).arena.front()).name;
  }
  memory_index(target, question.memory);
  std::vector<std::string>& planners = question.spec.planners;
  if (!planners.empty()) return;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const std::string& name : usual_planners(points[i].point)) {
      if (std::find(planners.begin(), planners.end(), name) == planners.end()) {
        planners.push_back(name);
      }
    }
  }
}

SweepSpec with_sizes(const SizeQuestion& question, const std::vector<Bytes>& sizes) {
  SweepSpec spec = question.spec;
  MemoryRange range;
  range.memory = question.memory;
  range.sizes = sizes;
  spec.memories.push_back(range);
  return spec;
}

struct UnlimitedResults {
  std::vector<SizedPoint> points;  // results of the fastest planner for each variant of the options
  Bytes peak = 0;
};

// Simulates every variant (see PointsBySize) with the memory size `size`, which counts as
// unlimited. `table` must contain only this size. Returns the results, and the highest peak of the
// memory.
UnlimitedResults simulate_unlimited(const SizeQuestion& question, Bytes size, SweepTable& table,
                                    const SweepRun& run, WorkerPool& pool) {
  SweepRun unkept = run;
  unkept.output.clear();
  SizeTable sizes(question, table, unkept, pool);
  UnlimitedResults with_unlimited;
  for (std::size_t v = 0; v < sizes.points().variants(); ++v) {
    sizes.simulate(v, {size});
    const std::optional<SizedPoint> best = sizes.best(v, size);
    if (!best) sizes.fail(v, size);
    with_unlimited.points.push_back(*best);
    with_unlimited.peak = std::max(with_unlimited.peak, sizes.peak(v, size));
  }
  return with_unlimited;
}

SizeAnswer search_variant(const SizeQuestion& question, SizeTable& table, std::size_t variant,
                          const SizedPoint& with_unlimited) {
  SizeSearch search;
  for (const auto& [size, points] : table.points().of(variant)) search.sizes.push_back(size);
  search.simulate = [&](const std::vector<Bytes>& sizes) { table.simulate(variant, sizes); };
  search.best = [&](Bytes size) { return table.best(variant, size); };
  SizeAnswer answer = smallest_for(question, with_unlimited, search);
  answer.label = table.points().label(variant);
  return answer;
}

// Returns a line about the bytes that the runtime of TensorFlow Lite Micro needs in addition to its
// plans, computed for the first point. Returns an empty text if `planners` does not contain the
// planner of this runtime.
std::string beside_plans(const std::vector<std::string>& planners, SweepTable& table) {
  const auto runtime = std::find(planners.begin(), planners.end(), tflm_planner);
  if (runtime == planners.end()) return "";
  const DesignPoint point = table.points()[0].point;
  const Network& lowered = lowered_for(table.spec().networks.front(), point, table.cache());
  return tflm_runtime_line(*runtime, lowered, runtime_view_of(resolve_target(point)));
}

}  // namespace

SizeAnswers answer_size(SizeQuestion question, const SweepRun& run) {
  if (question.plain || !question.compiler.empty()) return answer_file_size(question, run.workers);
  require_plannable(question);
  const PointList choices = expand(question.spec);
  set_defaults(question, choices);
  const Bytes most = unlimited_size(question, choices);
  const SweepSpec unlimited_spec = with_sizes(question, {most});
  SweepTable unlimited_table(unlimited_spec);
  // The workers of this pool call `unlimited_table` to compute the rows of every table, also of
  // tables with other sizes. The reason is the cache of `unlimited_table`: it keeps the results of
  // planners that search, and a search for another size can use these results.
  WorkerPool pool(run.workers, [&](const std::string& code) {
    return timed_row(unlimited_table, unlimited_table.points().coded(code));
  });
  const UnlimitedResults with_unlimited =
      simulate_unlimited(question, most, unlimited_table, run, pool);
  SizeAnswers answers;
  answers.network = question.spec.networks[0].name;
  answers.memory = question.memory;
  answers.planners = question.spec.planners;
  const std::vector<Bytes> sizes =
      sizes_to_try(question, with_unlimited.peak, most_default_sizes, answers);
  const SweepSpec spec = with_sizes(question, sizes);
  SweepTable table(spec);
  SizeTable by_size(question, table, run, pool);
  for (std::size_t v = 0; v < by_size.points().variants(); ++v) {
    answers.answers.push_back(search_variant(question, by_size, v, with_unlimited.points.at(v)));
  }
  by_size.kept().finish();
  answers.simulated = by_size.kept().count();
  answers.points = table.points().size();
  answers.beside_plans = beside_plans(answers.planners, table);
  return answers;
}

}  // namespace spillway
