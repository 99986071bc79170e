// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block/block_alternatives.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "hwmodels/ethosu/block/block_search.h"
#include "hwmodels/ethosu/block/cycles.h"
#include "hwmodels/ethosu/block/traffic.h"

namespace spillway::ethosu {
namespace {

// The values of bytes_per_cycle and cycles_between_blocks were not fitted to measurements. They are
// good enough because the estimate is only used to rank blocks by time.
constexpr double bytes_per_cycle = 8;
constexpr double cycles_between_blocks = 50;
constexpr std::size_t tried_depths = 3;

/// Neighbouring blocks of the same extent along an axis of the OFM, from position `begin` on.
struct Span {
  std::int32_t begin = 0;
  std::int32_t extent = 0;
  std::int64_t count = 0;
};

/// Divides an axis of `whole` elements into blocks of `block` elements. Returns up to three spans:
/// the first whole block, all further whole blocks, and the smaller last block.
std::vector<Span> spans(std::int32_t whole, std::int32_t block) {
  std::vector<Span> result;
  const std::int32_t full = whole / block;
  if (full > 0) result.push_back({0, block, 1});
  if (full > 1) result.push_back({block, block, full - 1});
  if (whole % block > 0) result.push_back({full * block, whole % block, 1});
  return result;
}

/// Estimates the time of an operation with given blocks: the engines work on different blocks at
/// the same time, so each block takes as long as its slowest engine.
class TimeEstimate {
 public:
  explicit TimeEstimate(const Config& config) : config_(config) {}

  double of(const Operation& op) {
    const bool waits = has_one_input_buffer(config_, op);
    double total = 0;
    for (const Span& y : spans(op.ofm.height, op.block.height)) {
      for (const Span& x : spans(op.ofm.width, op.block.width)) {
        for (const Span& z : spans(op.ofm.depth, op.block.depth)) {
          const BlockPosition at{y.begin, x.begin, z.begin, {y.extent, x.extent, z.extent}};
          total += static_cast<double>(y.count * x.count * z.count) * of_block(op, at, waits);
        }
      }
    }
    // In two phases, only one engine works and the others wait: while the first step of the first
    // block is fetched, and while the output engine works on the last block. The last block is
    // taken to be as large as the first block.
    const BlockPosition first{
        0,
        0,
        0,
        {std::min(op.block.height, op.ofm.height), std::min(op.block.width, op.ofm.width),
         std::min(op.block.depth, op.ofm.depth)}};
    return total + fetch_cycles(op, first) / sub_block_count(config_, op) +
           output_cycles(config_, op, first.shape);
  }

 private:
  double of_block(const Operation& op, const BlockPosition& at, bool waits) {
    const auto compute = static_cast<double>(
        std::max(mac_array_cycles(config_, op, at.shape), ifm_input_cycles(config_, op, at.shape)));
    const double output = output_cycles(config_, op, at.shape);
    const double fetch = fetch_cycles(op, at);
    const double slowest =
        waits ? std::max(fetch + compute, output) : std::max({compute, output, fetch});
    return slowest + cycles_between_blocks;
  }

  double fetch_cycles(const Operation& op, const BlockPosition& at) {
    accesses_.clear();
    append_reads(config_, op, at, accesses_);
    // Counts the bytes of feature maps only. The lengths of weights and scales depend on the plan,
    // which is not known here.
    Bytes bytes = 0;
    for (const Access& access : accesses_) bytes += access.bytes();
    const double intake =
        config_.intake_cycles * static_cast<double>(pixels_taken_in(config_, op, at));
    return std::max(static_cast<double>(bytes) / bytes_per_cycle, intake);
  }

  const Config& config_;
  std::vector<Access> accesses_;
};

struct Candidate {
  double cycles = 0;
  BlockShape block;
};

}  // namespace

std::vector<BlockShape> block_alternatives(const Config& config, const NpuOp& op) {
  TimeEstimate estimate(config);
  Operation tried = op.operation;
  std::vector<Candidate> candidates;
  for (const BlockShape& block : fitting_blocks(config, op)) {
    if (block == op.operation.block) continue;
    tried.block = block;
    candidates.push_back({estimate.of(tried), block});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cycles < b.cycles; });
  std::vector<BlockShape> first, others;
  std::set<std::int32_t> depths;
  for (const Candidate& candidate : candidates) {
    const bool new_depth =
        first.size() < tried_depths && depths.insert(candidate.block.depth).second;
    (new_depth ? first : others).push_back(candidate.block);
  }
  first.insert(first.end(), others.begin(), others.end());
  if (first.size() > most_block_alternatives) first.resize(most_block_alternatives);
  return first;
}

}  // namespace spillway::ethosu
