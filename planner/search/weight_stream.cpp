// SPDX-License-Identifier: Apache-2.0
#include "planner/search/weight_stream.h"

#include <algorithm>

#include "base/index.h"

namespace spillway::search {
namespace {

class Stream {
 public:
  Stream(StreamResources& resources, const std::vector<StreamedWeights>& weights, StreamOrder order)
      : resources_(resources), weights_(weights), order_(order), slices_(weights.size()) {
    of_step_.resize(resources.movable_bytes.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
      missing_.push_back(weights[i].granules);
      at(of_step_, weights[i].step).push_back(i);
    }
  }

  std::vector<std::vector<StreamedSlice>> run() {
    double remaining = 0;
    for (auto step = static_cast<std::int32_t>(resources_.movable_bytes.size()) - 1; step >= 0;
         --step) {
      // If the fetches of this step take more DMA time than the step has, the excess reduces the
      // DMA time of the preceding step.
      remaining = std::min(remaining, 0.0) + at(resources_.movable_bytes, step);
      under_their_own_operator(step, remaining);
      before_their_operator(step, remaining);
      waiting_.insert(waiting_.end(), at(of_step_, step).begin(), at(of_step_, step).end());
    }
    for (std::vector<StreamedSlice>& slices : slices_) std::reverse(slices.begin(), slices.end());
    return std::move(slices_);
  }

 private:
  /// Schedules fetches of slices during the operator that reads these slices. A slice arrives while
  /// the preceding slices are read, so the first slice cannot be fetched in this way.
  void under_their_own_operator(std::int32_t step, double& remaining) {
    for (const std::size_t i : at(of_step_, step)) {
      const StreamedWeights& need = weights_[i];
      if (need.most_slices < 2 || need.granules < 2) continue;
      const std::int32_t first = (need.granules + need.most_slices - 1) / need.most_slices;
      const std::int32_t most = std::min(need.granules - first, granules_in(i, remaining / 2));
      if (most >= fewest(i)) take(i, most, step, remaining);
    }
  }

  void before_their_operator(std::int32_t step, double& remaining) {
    while (remaining > resources_.latency && !waiting_.empty()) {
      const std::size_t i = order_ == StreamOrder::nearest ? waiting_.back() : waiting_.front();
      const std::int32_t wanted = std::max(granules_in(i, remaining), fewest(i));
      const bool taken = slices_in(i) < weights_[i].most_slices &&
                         take(i, std::min(wanted, missing_[i]), step, remaining);
      if (!taken || missing_[i] == 0) {
        waiting_.erase(std::find(waiting_.begin(), waiting_.end(), i));
      }
    }
  }

  std::int32_t slices_in(std::size_t i) const {
    return static_cast<std::int32_t>(slices_[i].size());
  }

  double bytes_of_granule(std::size_t i) const {
    return static_cast<double>(std::max<Bytes>(1, weights_[i].bytes)) / weights_[i].granules;
  }

  std::int32_t granules_in(std::size_t i, double moved) const {
    const double bytes = std::max(0.0, moved - resources_.latency) / resources_.slowdown;
    return static_cast<std::int32_t>(
        std::min(bytes / bytes_of_granule(i), static_cast<double>(weights_[i].granules)));
  }

  /// Returns the smallest number of granules (units into which weights can be divided) of which a
  /// slice is made: the granules of the weights divided by the maximum number of slices, or all
  /// granules that have no slice yet if these are fewer.
  std::int32_t fewest(std::size_t i) const {
    const std::int32_t even =
        (weights_[i].granules + weights_[i].most_slices - 1) / weights_[i].most_slices;
    return std::min(even, missing_[i]);
  }

  /// Makes a slice of weights `i` from as many of `granules` granules as fit in free memory from
  /// `step` until the weights are read. Returns false and makes no slice if so few granules fit
  /// that a slice is not worthwhile.
  bool take(std::size_t i, std::int32_t granules, std::int32_t step, double& remaining) {
    Bytes free = at(resources_.free_bytes, step);
    for (std::int32_t held = step; held <= weights_[i].step; ++held) {
      free = std::min(free, at(resources_.free_bytes, held));
    }
    granules = static_cast<std::int32_t>(
        std::min(static_cast<double>(free) / bytes_of_granule(i), static_cast<double>(granules)));
    if (granules < fewest(i) || granules <= 0) return false;
    const auto bytes = static_cast<double>(granules) * bytes_of_granule(i);
    for (std::int32_t held = step; held <= weights_[i].step; ++held) {
      at(resources_.free_bytes, held) -= static_cast<Bytes>(bytes) + 1;
    }
    slices_[i].push_back({granules, step});
    missing_[i] -= granules;
    remaining -= bytes * resources_.slowdown + resources_.latency;
    return true;
  }

  StreamResources& resources_;
  const std::vector<StreamedWeights>& weights_;
  StreamOrder order_;
  std::vector<std::vector<StreamedSlice>> slices_;
  // Per element of weights_, the number of granules (units of the weights) that no slice contains
  // yet.
  std::vector<std::int32_t> missing_;
  /// Per step, the indices of the weights that are read at this step.
  std::vector<std::vector<std::size_t>> of_step_;
  // Weights of later steps of which some granules (units of the weights) may not be in a slice yet.
  std::vector<std::size_t> waiting_;
};

}  // namespace

std::vector<std::vector<StreamedSlice>> stream_weights(StreamResources& resources,
                                                       const std::vector<StreamedWeights>& weights,
                                                       StreamOrder order) {
  return Stream(resources, weights, order).run();
}

}  // namespace spillway::search
