// SPDX-License-Identifier: Apache-2.0
#include "sim/core_index.h"

namespace spillway::sim {

CoreIndex::CoreIndex(const Program& program, Range steps, const std::vector<bool>& timed)
    : first_(steps.first), entries_(steps.count), timed_(timed), untimed_(timed.size() * 2, 0) {
  std::vector<std::uint32_t> open;  // loops around the current step
  std::int64_t iterations = 1;      // product of theirs
  for (std::uint32_t at = steps.first; at < steps.first + steps.count; ++at) {
    const CoreStep& step = program.steps[at];
    switch (step.kind) {
      case CoreStepKind::loop:
        open.push_back(at);
        iterations *= step.value;
        break;
      case CoreStepKind::end:
        iterations /= program.steps[open.back()].value;
        close_loop(open, at, program);
        break;
      case CoreStepKind::slots:
        if (!open.empty()) entries_[open.back() - first_].slots += step.value;
        break;
      case CoreStepKind::touch: {
        const CoreTouch& touch = program.touches[step.index];
        if (timed[touch.memory]) {
          if (!open.empty()) entries_[open.back() - first_].timed = true;
        } else {
          untimed_[touch.memory * 2U + (touch.write ? 1 : 0)] += touch.bytes * iterations;
        }
        break;
      }
      case CoreStepKind::load:
        if (!open.empty()) entries_[open.back() - first_].timed = true;
        break;
    }
  }
}

void CoreIndex::close_loop(std::vector<std::uint32_t>& open, std::uint32_t end,
                           const Program& program) {
  Entry& loop = entries_[open.back() - first_];
  loop.slots *= program.steps[open.back()].value;
  loop.end = end;
  open.pop_back();
  if (open.empty()) return;
  Entry& outer = entries_[open.back() - first_];
  outer.slots += loop.slots;
  outer.timed = outer.timed || loop.timed;
}

}  // namespace spillway::sim
