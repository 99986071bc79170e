// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "base/index.h"
#include "planner/blocks.h"
#include "planner/in_place.h"
#include "planner/placement/placement.h"
#include "planner/relative_places.h"

namespace spillway {

namespace {

bool have_one_alignment(const std::vector<Buffer>& buffers) {
  return std::all_of(buffers.begin(), buffers.end(), [&](const Buffer& buffer) {
    return buffer.alignment == buffers.front().alignment;
  });
}

/// Whether the buffer needs bytes of its own: it is placed, has a lifetime, and does not lie
/// relative to another buffer.
bool counts(const Buffer& buffer) {
  return buffer.lower < buffer.upper && !buffer.stays_unplaced && !buffer.placed_inside;
}

/// Returns `buffers` with larger sizes and lifetimes: a buffer includes the buffers that are placed
/// inside it or directly after its end. counts() is false for these included buffers.
std::vector<Buffer> with_inner_buffers(std::vector<Buffer> buffers) {
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const Buffer& inner = buffers[i];
    if (!inner.placed_inside || inner.stays_unplaced) continue;
    const Anchor anchor = anchor_of(buffers, static_cast<BufferIndex>(i));
    Buffer& whole = at(buffers, anchor.buffer);
    whole.lower = std::min(whole.lower, inner.lower);
    whole.upper = std::max(whole.upper, inner.upper);
    whole.size = std::max(whole.size, anchor.distance + inner.size);
  }
  return buffers;
}

}  // namespace

Bytes least_peak(const PlanningProblem& problem, const std::vector<BufferIndex>& outer_buffers) {
  return lower_bound(with_inner_buffers(with_results_in_place(problem).buffers), outer_buffers);
}

Bytes lower_bound(std::vector<Buffer> buffers, const std::vector<BufferIndex>& outer_buffers) {
  for (std::size_t i = 0; i < outer_buffers.size(); ++i) {
    if (outer_buffers[i] >= 0) buffers[i].stays_unplaced = true;
  }
  return lower_bound(buffers);
}

Bytes lower_bound(const std::vector<Buffer>& buffers) {
  // If alignments differ, a buffer can lie in the padding of another buffer, so the bound must not
  // include padding.
  if (!have_one_alignment(buffers)) return most_live_bytes(buffers);
  struct Change {
    TimeStep step = 0;
    Bytes size = 0;  // rounded up; negative at the end of a lifetime
    Bytes padding = 0;
  };
  std::vector<Change> changes;
  for (const Buffer& buffer : buffers) {
    if (!counts(buffer)) continue;
    const Bytes size = round_up(buffer.size, buffer.alignment);
    changes.push_back({buffer.lower, size, size - buffer.size});
    changes.push_back({buffer.upper, -size, size - buffer.size});
  }
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return a.step != b.step ? a.step < b.step : a.size < b.size;
  });
  // The padding of each live buffer. The bound leaves out the largest padding, because the buffer
  // with this padding may be the topmost buffer.
  std::multiset<Bytes> paddings = {0};
  Bytes live = 0;
  Bytes bound = 0;
  for (const Change& change : changes) {
    live += change.size;
    if (change.size < 0) {
      paddings.erase(paddings.find(change.padding));
    } else {
      paddings.insert(change.padding);
    }
    bound = std::max(bound, live - *paddings.rbegin());
  }
  return bound;
}

Bytes most_live_bytes(const std::vector<Buffer>& buffers) {
  // Ends of lifetimes have negative bytes, so they come before starts at the same step.
  std::vector<std::pair<TimeStep, Bytes>> changes;
  changes.reserve(2 * buffers.size());
  for (const Buffer& buffer : buffers) {
    if (!counts(buffer)) continue;
    changes.emplace_back(buffer.lower, buffer.size);
    changes.emplace_back(buffer.upper, -buffer.size);
  }
  std::sort(changes.begin(), changes.end());
  Bytes live = 0;
  Bytes most = 0;
  for (const auto& [step, bytes] : changes) {
    live += bytes;
    most = std::max(most, live);
  }
  return most;
}

}  // namespace spillway
