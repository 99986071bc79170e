// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/tile/tile_repeats.h"

#include <algorithm>

namespace spillway::sim {

void TileRepeats::begin_thread(const TileThread& thread) {
  noted_.assign(thread.steps().loops(), {});
}

bool TileRepeats::repeats(const TileThread& thread, const Cache& cache, std::size_t moves) {
  if (!cache.has_state()) return false;
  const TileSteps::Loop& loop = thread.steps().loop(thread.loop());
  Noted& noted = noted_[thread.loop()];
  const Noted before = noted;
  noted = {cache.state(), thread.slots(), moves, generation_, loop.left};
  cycle_ = loop.period;
  // The comparison needs the cache's state one period of the loop ago. This state is not known in
  // two cases: in the first period of the loop, and if moves of cache lines were carried out since
  // then (forget_moves()).
  return before.left == noted.left + cycle_ && before.generation == generation_ &&
         before.state.dirty == noted.state.dirty && goes_on(thread, cache, before, noted);
}

/// The last cycle of the loop (TileRepeats) led from the state `before` to the state `now`. Returns
/// whether two conditions hold. First, each place in Cache::State now holds the line one stride
/// above the line that it held before: with a stride of 64 bytes, the line at address 1088 instead
/// of the line at 1024. Second, accesses with different strides use disjoint lines
/// (find_line_ranges()). If the result is true, sets first_move_ and slots_.
bool TileRepeats::goes_on(const TileThread& thread, const Cache& cache, const Noted& before,
                          const Noted& now) {
  if (!find_line_ranges(thread, static_cast<Address>(cache.line_bytes()))) return false;
  for (std::size_t way = 0; way < now.state.lines.size(); ++way) {
    const Address line = before.state.lines[way];
    if (line + static_cast<Address>(stride_of(line)) != now.state.lines[way]) return false;
  }
  first_move_ = before.moves;
  slots_ = now.slots - before.slots;
  return true;
}

/// Sets `cycles_` to the number of further cycles (periods) of the loop in which accesses with
/// different strides use disjoint cache lines. Two adjacent ranges of memory may share one cache
/// line, so up to two cycles at the end are left out if this makes the lines disjoint. Returns
/// false if the lines are not disjoint even then, or if no cycle is left.
bool TileRepeats::find_line_ranges(const TileThread& thread, Address line_bytes) {
  constexpr int most_dropped = 2;
  cycles_ = thread.steps().loop(thread.loop()).left / cycle_;
  for (int dropped = 0; dropped <= most_dropped && cycles_ > 0; ++dropped, --cycles_) {
    if (are_apart(thread, line_bytes)) return true;
  }
  return false;
}

/// Whether accesses with different strides (bytes by which an access advances per cycle of the
/// loop) use disjoint cache lines. The accesses of some earlier iterations and of the next
/// `cycles_` cycles are compared.
bool TileRepeats::are_apart(const TileThread& thread, Address line_bytes) {
  const TileSteps::Loop& loop = thread.steps().loop(thread.loop());
  // How many iterations back the ranges begin: ten cycles, or all iterations so far. Ten cycles are
  // more than enough, because goes_on() accepts a cycle only if this cycle has loaded all cached
  // lines whose stride is not 0. An older line that is still in the cache lies outside of all
  // ranges, so its stride is 0, and no later access of the loop reaches it.
  const std::int64_t since = std::min(loop.iterations - loop.left, 10 * cycle_);
  line_ranges_.clear();
  for (std::uint32_t t = loop.first_touch; t < loop.end_touch; ++t) {
    const TileSteps::Touch& touch = thread.steps().touch(t);
    const TileSteps::Reach& reach = loop.reaches[t - loop.first_touch];
    const std::int64_t stride = touch.stride[loop.depth];
    const std::int64_t from = -since * stride, to = (cycles_ * cycle_ - 1) * stride;
    const Address first = touch.address + static_cast<Address>(reach.below + std::min(from, to));
    const Address last = touch.address + static_cast<Address>(reach.above + std::max(from, to));
    line_ranges_.push_back({first & ~(line_bytes - 1), last | (line_bytes - 1), cycle_ * stride});
  }
  for (const LineRange& a : line_ranges_) {
    for (const LineRange& b : line_ranges_) {
      if (a.stride != b.stride && a.first <= b.last && b.first <= a.last) return false;
    }
  }
  return true;
}

std::int64_t TileRepeats::stride_of(Address line) const {
  for (const LineRange& range : line_ranges_) {
    if (line >= range.first && line <= range.last) return range.stride;
  }
  return 0;
}

}  // namespace spillway::sim
