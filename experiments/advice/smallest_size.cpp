// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/smallest_size.h"

#include <algorithm>
#include <map>

namespace spillway {
namespace {

constexpr std::size_t most_gap_trials = 8;

std::size_t bits_of(std::size_t number) {
  std::size_t bits = 0;
  for (; number > 0; number /= 2) ++bits;
  return bits;
}

class Bracketing {
 public:
  explicit Bracketing(const SizeTrials& trials)
      : trials_(trials),
        budget_(
            std::max(bits_of(trials.count) + 1, trials.count == 0 ? 0 : (trials.count - 1) / 5)) {}

  SmallestSize run() {
    if (trials_.count == 0) return {};
    try_all(halving_sizes());
    bisect();
    for (std::size_t gap_trials = 0; gap_trials < most_gap_trials; ++gap_trials) {
      const std::optional<std::size_t> gap = middle_of_widest_gap();
      // Stops if too few trials are left to bisect below the middle size, which would be necessary
      // if this size is good.
      if (!gap || tried_.size() + 1 + bits_of(trials_.count) > budget_) break;
      try_all({*gap});
      if (tried_.at(*gap)) bisect();
    }
    SmallestSize found;
    found.size = smallest_good();
    for (const auto& [size, good] : tried_) found.tried.push_back(size);
    return found;
  }

 private:
  // Returns the largest size, its half, a quarter and so on, as numbers from 0 to `count` - 1.
  // Returns only as many of these sizes as leave enough trials for bisection.
  std::vector<std::size_t> halving_sizes() const {
    const std::size_t bits = bits_of(trials_.count);
    const std::size_t most = budget_ > 2 * bits ? bits : 1;
    std::vector<std::size_t> sizes;
    for (std::size_t end = trials_.count; end > 0 && sizes.size() < most; end /= 2) {
      sizes.push_back(end - 1);
    }
    return sizes;
  }

  void try_all(const std::vector<std::size_t>& sizes) {
    trials_.try_sizes(sizes);
    for (const std::size_t size : sizes) tried_[size] = trials_.is_good(size);
  }

  std::optional<std::size_t> smallest_good() const {
    const auto found =
        std::find_if(tried_.begin(), tried_.end(), [](const auto& entry) { return entry.second; });
    return found == tried_.end() ? std::nullopt : std::optional(found->first);
  }

  // Bisects between the smallest good size and the next smaller tried size, which is not good.
  void bisect() {
    for (;;) {
      const std::optional<std::size_t> good = smallest_good();
      if (!good) return;
      const auto place = tried_.find(*good);
      const std::size_t begin = place == tried_.begin() ? 0 : std::prev(place)->first + 1;
      if (begin == *good) return;
      try_all({begin + (*good - begin) / 2});
    }
  }

  // Returns the middle of the widest range of untried sizes below the smallest good size. If no
  // size is good, all ranges of untried sizes count. Returns nothing if all these sizes were tried.
  std::optional<std::size_t> middle_of_widest_gap() const {
    const std::size_t end = smallest_good().value_or(trials_.count);
    std::size_t begin = 0, widest = 0;
    std::optional<std::size_t> middle;
    const auto look = [&](std::size_t next) {
      if (next > begin && next - begin > widest) {
        widest = next - begin;
        middle = begin + widest / 2;
      }
      begin = next + 1;
    };
    for (const auto& [size, good] : tried_) {
      if (size <= end) look(size);
    }
    if (end == trials_.count) look(end);
    return middle;
  }

  const SizeTrials& trials_;
  std::size_t budget_;
  // For each size that was tried, by its number: whether it is good.
  std::map<std::size_t, bool> tried_;
};

}  // namespace

SmallestSize find_smallest_size(const SizeTrials& trials) { return Bracketing(trials).run(); }

}  // namespace spillway
