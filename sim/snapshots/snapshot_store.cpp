// SPDX-License-Identifier: Apache-2.0
#include "sim/snapshots/snapshot_store.h"

#include <memory>
#include <utility>
#include <vector>

#include "sim/snapshots/common_prefix.h"

namespace spillway::sim {
namespace {

// The number of runs that are kept. It is above 1 because several other runs may lie between two
// runs that resemble each other: a sweep runs all planners for one set of memory sizes before it
// goes on to the next set, and each planner may try several plans. A run of MobileNetV2 takes about
// 3 MB.
constexpr std::size_t most_runs = 8;

// The most snapshots (saved states) of a run. When a run reaches this number, it drops half of its
// snapshots.
constexpr std::size_t most_snapshots = 32;

// Returns the access that reads the words of the command stream; an empty access for programs
// without a stream.
Access words_of(const Program& program) {
  return program.streams.empty() ? Access{} : program.streams.front().words;
}

// Whether the runs resemble each other so much that `run` may use snapshots of the earlier run
// `before`. Even then, it can use only snapshots before the first command in which the two runs
// differ.
bool comparable(const SnapshotStore::Run& before, const SnapshotStore::Run& run) {
  const Access a = words_of(before.program);
  const Access b = words_of(run.program);
  const std::size_t streams = run.program.streams.size();
  return before.chip == run.chip && before.grains == run.grains && streams <= 1 &&
         before.program.streams.size() == streams && a.memory == b.memory &&
         ((a.address - b.address) & (run.grains[a.memory] - 1)) == 0 &&
         before.program.operators.size() == run.program.operators.size() &&
         before.turns.same_as(run.turns);
}

// Whether `program` can continue from a snapshot of the earlier program `before`. At the snapshot,
// `before` must not have reached the end of its commands or command words, unless `program` ends at
// the same command or word.
bool has_more(const Snapshot& snapshot, const Program& before, const Program& program) {
  if (snapshot.commands == before.commands.size() && snapshot.commands != program.commands.size()) {
    return false;
  }
  const std::int32_t words = words_of(program).run;
  return words == snapshot.stream_bytes ||
         (snapshot.stream_bytes_left > 0 &&
          words > snapshot.stream_bytes - snapshot.stream_bytes_left);
}

// Returns the snapshots of a run from which `program` can continue.
std::vector<std::shared_ptr<const Snapshot>> snapshots_for(const SnapshotStore::Run& run,
                                                           const Program& program) {
  const std::size_t common = common_commands(run.program, program, run.grains);
  std::vector<std::shared_ptr<const Snapshot>> snapshots;
  for (const auto& snapshot : run.snapshots) {
    if (snapshot->commands <= common && has_more(*snapshot, run.program, program)) {
      snapshots.push_back(snapshot);
    }
  }
  return snapshots;
}

}  // namespace

SnapshotStore::Run SnapshotStore::begun(const std::string& chip, const Program& program,
                                        std::vector<Address> grains) const {
  Run begun;
  begun.chip = chip;
  begun.program = program;
  begun.turns = Turns(program);
  begun.grains = std::move(grains);
  for (const Run& run : runs_) {
    if (!comparable(run, begun)) continue;
    auto snapshots = snapshots_for(run, program);
    const bool later =
        begun.snapshots.empty() ||
        (!snapshots.empty() && snapshots.back()->moment.now > begun.snapshots.back()->moment.now);
    if (snapshots.empty() || !later) continue;
    begun.snapshots = std::move(snapshots);
    begun.spacing = run.spacing;
  }
  return begun;
}

void SnapshotStore::Run::add(std::shared_ptr<const Snapshot> snapshot) {
  snapshots.push_back(std::move(snapshot));
  if (snapshots.size() < most_snapshots) return;
  for (std::size_t i = 0; 2 * i + 1 < snapshots.size(); ++i) snapshots[i] = snapshots[2 * i + 1];
  snapshots.resize(snapshots.size() / 2);
  spacing *= 2;
}

void SnapshotStore::add(Run run) {
  runs_.push_front(std::move(run));
  if (runs_.size() > most_runs) runs_.pop_back();
}

}  // namespace spillway::sim
