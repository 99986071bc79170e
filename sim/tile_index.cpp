// SPDX-License-Identifier: Apache-2.0
#include "sim/tile_index.h"

namespace spillway::sim {

TileIndex::TileIndex(const Program& program, Range steps, const std::vector<bool>& timed)
    : first_(steps.first), entries_(steps.count), timed_(timed), untimed_(timed.size() * 2, 0) {
  std::vector<std::uint32_t> open;             // loops around the current step
  std::vector<std::int64_t> iterations = {1};  // products of theirs, from none to all
  for (std::uint32_t at = steps.first; at < steps.first + steps.count; ++at) {
    const TileStep& step = program.steps[at];
    switch (step.kind) {
      case TileStepKind::loop:
        open.push_back(at);
        iterations.push_back(iterations.back() * step.value);
        break;
      case TileStepKind::end:
        iterations.pop_back();
        close_loop(open, at, program);
        break;
      case TileStepKind::slots:
        if (!open.empty()) entries_[open.back() - first_].slots += step.value;
        break;
      case TileStepKind::touch: {
        const TileTouch& touch = program.touches[step.index];
        if (timed[touch.memory]) {
          if (!open.empty()) entries_[open.back() - first_].timed = true;
        } else {
          untimed_[touch.memory * 2U + (touch.write ? 1 : 0)] += touch.bytes * iterations.back();
        }
        break;
      }
      case TileStepKind::load:
        if (!open.empty()) entries_[open.back() - first_].timed = true;
        break;
    }
  }
}

void TileIndex::close_loop(std::vector<std::uint32_t>& open, std::uint32_t end,
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
