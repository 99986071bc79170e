// SPDX-License-Identifier: Apache-2.0
#include "sim/kept_runs.h"

#include <utility>

#include "sim/common_prefix.h"

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

}  // namespace

KeptRuns::Run KeptRuns::begun(const std::string& chip, const Program& program,
                              std::vector<Address> grains) const {
  Run begun;
  begun.chip = chip;
  begun.program = program;
  begun.turns = Turns(program);
  begun.grains = std::move(grains);
  std::size_t most = 0;
  const Run* best = nullptr;
  for (const Run& run : runs_) {
    if (!comparable(run, begun)) continue;
    const std::size_t common = common_commands(run.program, program, begun.grains);
    if (common <= most) continue;
    most = common;
    best = &run;
  }
  if (best == nullptr) return begun;
  begun.spacing = best->spacing;
  for (const auto& mark : best->marks) {
    if (mark->commands <= most && has_more(*mark, best->program, program)) {
      begun.marks.push_back(mark);
    }
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
