// SPDX-License-Identifier: Apache-2.0
#include "sim/snapshots/kept_runs.h"

#include <memory>
#include <utility>
#include <vector>

#include "sim/snapshots/common_prefix.h"

namespace spillway::sim {
namespace {

// Planners are swept faster than sizes, and each may try some plans. A run of MobileNetV2 takes
// about 3 MB.
constexpr std::size_t most_runs = 8;

// Of a run: half of them are left where that many have come together.
constexpr std::size_t most_marks = 32;

// A program without a command stream has one of no bytes.
Access words_of(const Program& program) {
  return program.streams.empty() ? Access{} : program.streams.front().words;
}

// Whether programs that begin with the same commands can be the same until then.
bool comparable(const KeptRuns::Run& before, const KeptRuns::Run& run) {
  const Access a = words_of(before.program);
  const Access b = words_of(run.program);
  const std::size_t streams = run.program.streams.size();
  return before.chip == run.chip && before.grains == run.grains && streams <= 1 &&
         before.program.streams.size() == streams && a.memory == b.memory &&
         ((a.address - b.address) & (run.grains[a.memory] - 1)) == 0 &&
         before.program.operators.size() == run.program.operators.size() &&
         before.turns.same_as(run.turns);
}

// Whether up to the mark of `before` nobody has seen that it ends elsewhere, neither its commands
// nor their words.
bool has_more(const Mark& mark, const Program& before, const Program& program) {
  if (mark.commands == before.commands.size() && mark.commands != program.commands.size()) {
    return false;
  }
  const std::int32_t words = words_of(program).run;
  return words == mark.words_before ||
         (mark.words_left > 0 && words > mark.words_before - mark.words_left);
}

// The marks of a run from which `program` can go on.
std::vector<std::shared_ptr<const Mark>> marks_for(const KeptRuns::Run& run,
                                                   const Program& program) {
  const std::size_t common = common_commands(run.program, program, run.grains);
  std::vector<std::shared_ptr<const Mark>> marks;
  for (const auto& mark : run.marks) {
    if (mark->commands <= common && has_more(*mark, run.program, program)) marks.push_back(mark);
  }
  return marks;
}

}  // namespace

KeptRuns::Run KeptRuns::begun(const std::string& chip, const Program& program,
                              std::vector<Address> grains) const {
  Run begun;
  begun.chip = chip;
  begun.program = program;
  begun.turns = Turns(program);
  begun.grains = std::move(grains);
  for (const Run& run : runs_) {
    if (!comparable(run, begun)) continue;
    auto marks = marks_for(run, program);
    const bool later =
        begun.marks.empty() ||
        (!marks.empty() && marks.back()->moment.now > begun.marks.back()->moment.now);
    if (marks.empty() || !later) continue;
    begun.marks = std::move(marks);
    begun.spacing = run.spacing;
  }
  return begun;
}

void KeptRuns::Run::add(std::shared_ptr<const Mark> mark) {
  marks.push_back(std::move(mark));
  if (marks.size() < most_marks) return;
  for (std::size_t i = 0; 2 * i + 1 < marks.size(); ++i) marks[i] = marks[2 * i + 1];
  marks.resize(marks.size() / 2);
  spacing *= 2;
}

void KeptRuns::add(Run run) {
  runs_.push_front(std::move(run));
  if (runs_.size() > most_runs) runs_.pop_back();
}

}  // namespace spillway::sim
