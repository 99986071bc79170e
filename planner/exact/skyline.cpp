// SPDX-License-Identifier: Apache-2.0
#include "planner/exact/skyline.h"

#include <algorithm>
#include <queue>

#include "base/index.h"
#include "base/rounding.h"
#include "planner/exact/section_trees.h"

namespace spillway::exact {
namespace {

class Upwards {
 public:
  Upwards(const Instance& instance, Bytes capacity, Bytes enough,
          const std::vector<std::int32_t>& preorder, Effort& effort)
      : instance_(instance),
        capacity_(capacity),
        enough_(enough),
        growth_(std::max<Bytes>(capacity / 2000, 1)),
        preorder_(preorder),
        effort_(effort),
        offsets_(preorder.size()),
        heights_(instance.section_total.size()),
        remaining_(instance.section_total),
        waiting_(instance.section_total.size()) {}

  std::vector<Bytes> run() {
    for (std::size_t rank = 0; rank < preorder_.size(); ++rank) queue_.push({0, to_rank(rank)});
    while (effort_.spend(work_of_candidate)) {
      if (queue_.empty() && waiting_count_ == 0) return std::move(offsets_);
      if (queue_.empty() && !grow()) return {};
      const Candidate next = queue_.top();
      queue_.pop();
      consider(next);
    }
    return {};
  }

 private:
  static constexpr std::int64_t work_of_candidate = 40;

  /// An item, as its position in `preorder`, and a lower bound of its lowest possible offset.
  struct Candidate {
    Bytes offset = 0;
    std::int32_t rank = 0;

    bool operator>(const Candidate& other) const {
      return offset != other.offset ? offset > other.offset : rank > other.rank;
    }
  };
  /// An item that waits until a section (range of time steps) has at most `bytes` unplaced bytes.
  struct Waiting {
    Bytes bytes = 0;
    std::int32_t rank = 0;

    bool operator<(const Waiting& other) const {
      return bytes != other.bytes ? bytes < other.bytes : rank > other.rank;
    }
  };
  template <typename Value, typename Compare>
  using Queue = std::priority_queue<Value, std::vector<Value>, Compare>;

  static std::int32_t to_rank(std::size_t rank) { return static_cast<std::int32_t>(rank); }
  const Item& item_at(std::int32_t rank) const { return at(instance_.items, at(preorder_, rank)); }

  void consider(const Candidate& candidate) {
    const Item& item = item_at(candidate.rank);
    const Bytes offset =
        round_up(heights_.highest(item.first_section, item.end_section), item.alignment);
    if (offset > candidate.offset) {
      queue_.push({offset, candidate.rank});
      return;
    }
    const RemainingTree::Fullest fullest = remaining_.fullest(item.first_section, item.end_section);
    if (offset + fullest.bytes > capacity_) {
      wait(candidate, fullest.section);
      return;
    }
    at(offsets_, at(preorder_, candidate.rank)) = offset;
    heights_.raise(item.first_section, item.end_section, offset + item.size);
    remaining_.take(item.first_section, item.end_section, item.size);
    wake();
  }

  void wait(const Candidate& candidate, std::int32_t section) {
    at(waiting_, section).push({capacity_ - candidate.offset, candidate.rank});
    ++waiting_count_;
    set_threshold(section);
  }

  void set_threshold(std::int32_t section) {
    const auto& queue = at(waiting_, section);
    const Bytes threshold = queue.empty() ? RemainingTree::no_threshold : queue.top().bytes;
    remaining_.set_threshold(section, threshold);
  }

  void wake() {
    for (std::int32_t s = remaining_.section_at_threshold(); s >= 0;
         s = remaining_.section_at_threshold()) {
      queue_.push({0, at(waiting_, s).top().rank});
      at(waiting_, s).pop();
      --waiting_count_;
      set_threshold(s);
    }
  }

  /// Raises the capacity until at least one item need not wait, and makes all waiting items
  /// candidates again. Returns false if the peak would then be at least enough_, or if the effort
  /// is used up.
  bool grow() {
    Bytes needed = unlimited;
    for (Queue<Waiting, std::less<>>& here : waiting_) {
      for (; !here.empty(); here.pop()) {
        const std::int32_t rank = here.top().rank;
        const Item& item = item_at(rank);
        const Bytes offset =
            round_up(heights_.highest(item.first_section, item.end_section), item.alignment);
        needed = std::min(needed,
                          offset + remaining_.fullest(item.first_section, item.end_section).bytes);
        queue_.push({offset, rank});
      }
    }
    for (std::size_t s = 0; s < waiting_.size(); ++s) set_threshold(to_rank(s));
    waiting_count_ = 0;
    capacity_ = std::max(needed, capacity_ + growth_);
    growth_ *= 2;
    return needed < enough_ &&
           effort_.spend(work_of_candidate * static_cast<std::int64_t>(queue_.size()));
  }

  const Instance& instance_;
  Bytes capacity_;
  Bytes enough_;
  Bytes growth_;
  const std::vector<std::int32_t>& preorder_;
  Effort& effort_;
  std::vector<Bytes> offsets_;
  SkylineTree heights_;
  RemainingTree remaining_;
  // Per section (range of time steps), the items that wait until it has fewer unplaced bytes.
  std::vector<Queue<Waiting, std::less<>>> waiting_;
  std::int64_t waiting_count_ = 0;
  Queue<Candidate, std::greater<>> queue_;
};

}  // namespace

std::vector<Bytes> pack_upwards(const Instance& instance, Bytes capacity, Bytes enough,
                                const std::vector<std::int32_t>& preorder, Effort& effort) {
  return Upwards(instance, capacity, enough, preorder, effort).run();
}

}  // namespace spillway::exact
