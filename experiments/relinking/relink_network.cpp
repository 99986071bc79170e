// SPDX-License-Identifier: Apache-2.0
#include "experiments/relinking/relink_network.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "experiments/point/chosen_lowering.h"
#include "experiments/point/option_table.h"
#include "experiments/point/plans/vela_plan.h"
#include "experiments/point/point_cache.h"
#include "experiments/relinking/smaller_blocks.h"
#include "hwmodels/target/processor_family.h"
#include "traces/files/network_loader.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

StreamCounts counts_of(const Program& program) {
  return {program.kernels.size(), program.transfers.size()};
}

Network compiled_plan(const NetworkRelinkRequest& request) {
  const std::string& text = request.plan_text;
  return parse_tflite(std::make_shared<const FileBytes>(text.begin(), text.end()),
                      request.plan_source);
}

class NetworkRelinker {
 public:
  NetworkRelinker(const Network& compiled, const Network& plain,
                  const NetworkRelinkRequest& request)
      : compiled_(compiled),
        request_(request),
        family_(relinking_family(compiled)),
        target_(resolve_target(request.point)) {
    if (family_.relink_plan == nullptr) {
      throw UserError(ExitCode::usage, "--network: files of this family take no plan");
    }
    const bool compiled_again = is_tflite_plan(request.plan_text);
    plain_ = family_.ordered_as_compiled(plain, compiled_again ? compiled_plan(request) : compiled,
                                         target_);
    result_.before = family_.movable_buffers(compiled, target_);
  }

  RelinkedFile run() {
    count_original();
    simulate_original(compiled_, request_.point, result_.original, result_.does_not_fit);
    const bool open = request_.planner.empty() && request_.plan_text.empty();
    try {
      write_planned();
    } catch (const UserError& error) {
      if (!open || error.code() != ExitCode::run_failed) throw;
      return by_places(error.what());
    }
    return open && !result_.rewritten ? by_places(result_.kept_because) : std::move(result_);
  }

 private:
  void count_original() {
    // The memories get no limits, so that the kernels and transfers can be counted even if the file
    // does not fit the memories.
    Target uncapped = target_;
    for (MemorySpec& memory : uncapped.memories) memory.capacity = unlimited;
    result_.counts_before =
        counts_of(family_.replay(compiled_, uncapped, request_.point.family_options));
  }

  // Rewrites the compiled file without a new plan: keeps its operations and changes only addresses.
  // `because` says why the file cannot be written for a new plan, or why that file is not used.
  RelinkedFile by_places(const std::string& because) const {
    RelinkRequest request;
    request.point = request_.point;
    request.planner_options = request_.planner_options;
    request.limits = arena_limits(result_.before, request_.point, target_);
    RelinkedFile places = relink_file(compiled_, request);
    places.not_planned = because;
    places.simulated += result_.simulated;
    return places;
  }

  /// A file that was written for a plan.
  struct Written {
    BlocksRun file;
    bool proven = false;
    std::string planner;
    Cycles planned = 0;              // simulated cycles of the plan
    Cycles with_planned_blocks = 0;  // cycles of the file before its blocks were made smaller
    std::size_t smaller_blocks = 0;  // number of kernels with smaller blocks
  };

  // Writes a file for each of points_of_plans() and keeps the fastest file. If no file can be
  // written for any of these points, throws the last error.
  void write_planned() {
    PointCache cache;
    std::optional<Written> best;
    std::exception_ptr failure;
    for (const DesignPoint& point : points_of_plans(cache)) {
      try {
        Written written = written_for(point, cache);
        if (best && best->file.run.timing.total <= written.file.run.timing.total) continue;
        best = std::move(written);
      } catch (const UserError&) {
        failure = std::current_exception();
      }
    }
    if (!best) std::rethrow_exception(failure);
    result_.planner = best->planner;
    result_.planned = best->planned;
    result_.with_planned_blocks = best->with_planned_blocks;
    result_.smaller_blocks = best->smaller_blocks;
    finish(std::move(best->file), best->proven);
  }

  // Returns the point of the fastest plan. If the planner has chosen the blocks of this plan, also
  // returns the point with the compiler's blocks: times of files differ a little from times of
  // plans, so the file with the compiler's blocks can be faster.
  std::vector<DesignPoint> points_of_plans(PointCache& cache) const {
    std::vector<DesignPoint> points = {with_chosen_lowering(plain_, point_of_plan(), cache)};
    const PointOption& blocks = find_point_option("blocks");
    const auto& chosen = points.front().chosen_options;
    if (std::find(chosen.begin(), chosen.end(), blocks.name) == chosen.end()) return points;
    points.push_back(points.front());
    set_option(blocks, {"compiler"}, points.back());
    return points;
  }

  DesignPoint point_of_plan() const {
    DesignPoint point = request_.point;
    point.planner = request_.planner.empty() ? "search" : request_.planner;
    point.planner_options = request_.planner_options;
    point.plan_text = request_.plan_text;
    point.plan_source = request_.plan_source;
    if (!point.plan_text.empty()) point.planner.clear();
    if (is_tflite_plan(point.plan_text)) family_.choose_as_compiled(point.family_options);
    limit_memory(point);
    pin_runtime_tensors(point);
    return point;
  }

  // If the user gives no size of the fast memory, limits the fast memory to the bytes that the
  // compiled file uses. The new file then needs no more fast memory than the original.
  void limit_memory(DesignPoint& point) const {
    const std::string& name = target_.mode.cache;
    for (const auto& given : point.target_options.capacities) {
      if (given.first == name) return;
    }
    const bool one_arena = target_.mode.cache == target_.mode.arena;
    const Bytes used = one_arena ? result_.before.arena_bytes : result_.before.fast_bytes;
    if (used > 0) point.target_options.capacities.emplace_back(name, used);
  }

  // The host processor and the application expect some tensors in the arena, so these tensors are
  // pinned to the arena. If the planner does not support pins, no tensor is pinned. A plan with one
  // of these tensors outside of the arena is then rejected later.
  void pin_runtime_tensors(DesignPoint& point) const {
    PointCache cache;
    const Network& lowered = lowered_for(plain_, point, cache);
    const std::vector<TensorIndex> tensors = family_.runtime_tensors(compiled_, lowered, target_);
    const bool given = !point.plan_text.empty();
    if (given || target_.mode.cache == target_.mode.arena) return;
    const Planner& planner = *find_planner(point.planner).planner;
    if (!planner.chooses_by_time() && !planner.honours_pins(point.planner_options)) return;
    for (const TensorIndex tensor : tensors) {
      point.pins.push_back({at(lowered.tensors, tensor).name, target_.mode.arena, std::nullopt});
    }
  }

  Written written_for(const DesignPoint& point, PointCache& cache) {
    const PointResult planned = run_as_given(plain_, point, cache);
    Written written;
    written.planner = request_.plan_text.empty() ? point.planner : planned.plan.plan.planner;
    written.planned = planned.timing.total;
    written.file.bytes = family_.relink_plan(compiled_, planned.network, planned.plan.plan,
                                             planned.target, planned.family_options);
    written.file.run =
        run_point(parse_network(written.file.bytes, compiled_.source), request_.point);
    ++result_.simulated;
    written.with_planned_blocks = written.file.run.timing.total;
    if (may_divide_blocks()) divide_blocks_of(written);
    return written;
  }

  // Whether kernels may get smaller blocks than in the plan. Kernels keep the planned blocks in
  // three cases: the user gives the plan; the user names a planner that does not simulate its
  // plans; or the processor family cannot change blocks.
  bool may_divide_blocks() const {
    const bool by_time =
        request_.planner.empty() || find_planner(request_.planner).planner->chooses_by_time();
    return request_.plan_text.empty() && by_time && family_.with_smaller_blocks != nullptr;
  }

  // Gives kernels of the file smaller OFM blocks. Keeps the file as it is if smaller blocks do not
  // make it faster, or if the new file cannot be proven to compute the same results.
  void divide_blocks_of(Written& written) {
    BlocksRun divided = written.file;
    const SmallerBlocks smaller = divide_blocks(compiled_.source, request_.point, divided);
    result_.simulated += smaller.simulated;
    const Network emitted = parse_network(divided.bytes, compiled_.source);
    if (smaller.kernels == 0 || !family_.difference(compiled_, emitted).empty()) return;
    written.smaller_blocks = smaller.kernels;
    written.file = std::move(divided);
    written.proven = true;
  }

  // Stores `file` as the result if it is faster than the original file; otherwise stores the
  // original. If `proven` is false, proves that `file` computes the same results as the original.
  // Throws UserError(run_failed) if the proof fails.
  void finish(BlocksRun file, bool proven) {
    PointResult& run = file.run;
    const Network emitted = parse_network(file.bytes, compiled_.source);
    if (result_.original && run.timing.total >= result_.original->total) {
      const std::string because =
          fmt::format("the file for the plan takes {} cycles, its own {}",
                      with_thousands(run.timing.total), with_thousands(result_.original->total));
      return keep_original(compiled_, because, result_);
    }
    if (!proven) require_proof(family_, compiled_, emitted);
    result_.after = family_.movable_buffers(emitted, target_);
    result_.counts_after = counts_of(run.program);
    result_.rewritten = true;
    result_.bytes = std::move(file.bytes);
    result_.emitted = std::move(run.timing);
  }

  const Network& compiled_;
  const NetworkRelinkRequest& request_;
  const ProcessorFamily& family_;
  const Target target_;
  // The plain (not compiled) network, with its operators in the order of the compiled file.
  Network plain_;
  RelinkedFile result_;
};

}  // namespace

void require_not_compiled(const Network& plain) {
  if (compiled_family(plain) == nullptr) return;
  throw UserError(ExitCode::usage, "--network: " + plain.name +
                                       " is compiled; expected the plain network that the file "
                                       "was compiled from");
}

RelinkedFile relink_network(const Network& compiled, const Network& plain,
                            const NetworkRelinkRequest& request) {
  return NetworkRelinker(compiled, plain, request).run();
}

}  // namespace spillway
