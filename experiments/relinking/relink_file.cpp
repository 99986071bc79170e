// SPDX-License-Identifier: Apache-2.0
#include "experiments/relinking/relink_file.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"
#include "hwmodels/target/processor_family.h"
#include "planner/capacity_error.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Homes = std::vector<BufferHome>;

// The maximum number of buffers outside of fast memory that improve() moves one at a time. Buffers
// with the most traffic in bytes are moved, because moving buffers with less traffic hardly changes
// the time.
constexpr std::size_t most_moves = 48;

bool is_planner_by_time(const std::string& name) {
  return name.empty() || find_planner(name).planner->chooses_by_time();
}

Bytes bytes_of(const MovableBuffers& movable) { return movable.arena_bytes + movable.fast_bytes; }

/// A rewritten file that was simulated, and its time. `bytes` is empty for the original file.
struct Candidate {
  std::vector<std::uint8_t> bytes;
  Timing timing;
};

class Relinker {
 public:
  Relinker(const Network& compiled, const RelinkRequest& request)
      : compiled_(compiled),
        request_(request),
        family_(relinking_family(compiled)),
        target_(resolve_target(request.point)) {
    result_.before = family_.movable_buffers(compiled, target_);
  }

  RelinkedFile run() {
    simulate_original(compiled_, request_.point, result_.original, result_.does_not_fit);
    choose();
    finish();
    return std::move(result_);
  }

 private:
  void choose() {
    if (request_.plan) {
      result_.planner = "given plan";
      consider(given_homes(result_.before, request_.limits, *request_.plan));
    } else if (is_planner_by_time(request_.planner)) {
      result_.planner = "search";
      search();
    } else {
      result_.planner = request_.planner;
      consider(by_planner(request_.planner));
    }
  }

  std::optional<Homes> by_planner(const std::string& name) const {
    std::optional<Homes> homes = by_planner(name, true);
    return homes ? homes : by_planner(name, false);
  }

  std::optional<Homes> by_planner(const std::string& name, bool apart) const {
    ArenaLimits limits = request_.limits;
    limits.apart = apart;
    return planned_homes(result_.before, limits, *find_planner(name).planner,
                         request_.planner_options);
  }

  // Simulates the file with the homes (arena and offset) of the original, and with the homes that
  // several planners choose. Improves the original, and then the fastest of all these files, by
  // moving one buffer at a time.
  void search() {
    if (result_.original) {
      best_homes_ = own_homes(result_.before);
      best_ = Candidate{{}, *result_.original};
    }
    improve();
    for (const char* name :
         {"vela-spill", "size-threshold", "cadence-greedy", "exact", "vela-hillclimb"}) {
      for (const bool apart : {true, false}) consider(by_planner(name, apart));
    }
    improve();
  }

  void improve() {
    if (!best_) return;
    move_transfers_apart();
    for (const std::size_t index : most_moved()) {
      Homes homes = best_homes_;
      const bool fast = !homes[index].fast && result_.before.fast_bytes > 0;
      move(index, fast, homes);
      consider(homes);
    }
  }

  bool move(std::size_t index, bool fast, Homes& homes) const {
    const std::optional<BufferHome> home =
        free_home(result_.before, request_.limits, homes, index, fast);
    if (home) homes[index] = *home;
    return home.has_value();
  }

  // Moves buffers so that no transfer writes bytes that a running kernel uses, and simulates the
  // result. With such homes (arena and offset), a transfer can run at the same time as the kernel.
  void move_transfers_apart() {
    Homes homes = best_homes_;
    for (std::size_t i = 0; i < homes.size(); ++i) {
      const MovableBuffer& buffer = result_.before.buffers[i];
      if (buffer.free_from < buffer.lower && !buffer.of_runtime) move(i, homes[i].fast, homes);
    }
    consider(homes);
  }

  std::vector<std::size_t> most_moved() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < result_.before.buffers.size(); ++i) {
      if (!result_.before.buffers[i].of_runtime && !best_homes_[i].fast) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return result_.before.buffers[a].moved > result_.before.buffers[b].moved;
    });
    order.resize(std::min(order.size(), most_moves));
    return order;
  }

  // Simulates a file with these homes (arena and offset) of the buffers. Keeps the homes, and
  // returns true, if the file is the fastest so far. Returns false if the file is not faster, or if
  // the homes do not fit the target's memories.
  bool consider(const std::optional<Homes>& homes) {
    if (!homes || (best_ && is_same(*homes, best_homes_))) return false;
    std::optional<Candidate> candidate = simulated(*homes);
    if (!candidate || (best_ && candidate->timing.total >= best_->timing.total)) return false;
    best_ = std::move(candidate);
    best_homes_ = *homes;
    return true;
  }

  static bool is_same(const Homes& a, const Homes& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const BufferHome& x, const BufferHome& y) {
                        return x.fast == y.fast && x.offset == y.offset;
                      });
  }

  std::optional<Candidate> simulated(const Homes& homes) {
    Candidate candidate;
    candidate.bytes = family_.relink(compiled_, homes);
    const Network emitted = parse_network(candidate.bytes, compiled_.source);
    try {
      candidate.timing = run_point(emitted, request_.point).timing;
    } catch (const CapacityError&) {
      return std::nullopt;
    }
    ++result_.simulated;
    return candidate;
  }

  void finish() {
    if (best_ && best_->bytes.empty()) return keep("no other places are faster");
    if (best_ && (!result_.original || best_->timing.total <= result_.original->total)) {
      return take_best();
    }
    if (!result_.original) {
      throw UserError(ExitCode::run_failed,
                      "no places fit into the memories; the original does not, either: " +
                          result_.does_not_fit);
    }
    keep(best_ ? fmt::format("the new places take {} cycles, its own {}",
                             with_thousands(best_->timing.total),
                             with_thousands(result_.original->total))
               : "no other places fit into the memories");
  }

  void take_best() {
    const Network emitted = parse_network(best_->bytes, compiled_.source);
    const MovableBuffers after = family_.movable_buffers(emitted, target_);
    const bool faster = !result_.original || best_->timing.total < result_.original->total;
    if (!faster && bytes_of(after) >= bytes_of(result_.before)) {
      return keep("nothing is won by other places");
    }
    require_proof(family_, compiled_, emitted);
    result_.after = after;
    result_.bytes = std::move(best_->bytes);
    result_.emitted = std::move(best_->timing);
  }

  void keep(const std::string& because) { keep_original(compiled_, because, result_); }

  const Network& compiled_;
  const RelinkRequest& request_;
  const ProcessorFamily& family_;
  const Target target_;
  RelinkedFile result_;
  std::optional<Candidate> best_;
  Homes best_homes_;
};

}  // namespace

bool is_option_of_relink(const PointOption& option) {
  const std::string_view name = option.name;
  return option.stage == Stage::target || name == "memory" || name == "reserve" ||
         name == "allocator";
}

const ProcessorFamily& relinking_family(const Network& compiled) {
  const ProcessorFamily* const family = compiled_family(compiled);
  if (family != nullptr && family->relink != nullptr) return *family;
  throw UserError(ExitCode::usage, compiled.name +
                                       " is no compiled file that can be relinked; expected a "
                                       ".tflite that Vela made");
}

ArenaLimits arena_limits(const MovableBuffers& movable, const DesignPoint& point,
                         const Target& target) {
  const auto limit = [&](MemoryIndex memory, Bytes own) {
    const std::string& name = at(target.memories, memory).name;
    for (const auto& [given, bytes] : point.target_options.capacities) {
      if (given == name) return at(target.memories, memory).capacity;
    }
    return own;
  };
  ArenaLimits limits;
  if (movable.fast_memory != no_memory) {
    limits.fast = limit(movable.fast_memory, movable.fast_bytes);
  }
  const bool shared = movable.arena_memory == movable.fast_memory;
  limits.arena = shared ? movable.arena_bytes
                        : limit(movable.arena_memory,
                                movable.fast_memory == no_memory ? movable.arena_bytes : unlimited);
  return limits;
}

RelinkedFile relink_file(const Network& compiled, const RelinkRequest& request) {
  return Relinker(compiled, request).run();
}

void simulate_original(const Network& compiled, const DesignPoint& point,
                       std::optional<Timing>& timing, std::string& does_not_fit) {
  try {
    timing = run_point(compiled, point).timing;
  } catch (const CapacityError& error) {
    does_not_fit = error.what();
  }
}

void require_proof(const ProcessorFamily& family, const Network& compiled, const Network& emitted) {
  const std::string found = family.difference(compiled, emitted);
  if (!found.empty()) {
    throw UserError(ExitCode::run_failed,
                    "the new file is not proven to compute the same: " + found);
  }
}

void keep_original(const Network& compiled, const std::string& because, RelinkedFile& result) {
  result.kept_because = because;
  result.after = result.before;
  result.emitted = *result.original;
  const ByteView contents = file_contents(compiled);
  result.bytes.assign(contents.begin(), contents.end());
}

}  // namespace spillway
