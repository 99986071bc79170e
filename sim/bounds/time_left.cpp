// SPDX-License-Identifier: Apache-2.0
#include "sim/bounds/time_left.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/bounds/blocks_left.h"
#include "sim/bounds/least_time.h"

namespace spillway {
namespace {

using sim::BlocksLeft;
using sim::LeastTime;
using sim::Load;

// To limit the work, with_transfers() includes only transfers for which one of the next `farthest`
// kernels waits.
constexpr std::size_t farthest = 16;
// When the parser has issued a kernel, it waits until at most this many kernels are outstanding.
constexpr std::size_t most_outstanding = 2;
// To limit the work, a bound without transfers covers at most this many kernels.
constexpr std::size_t nearest = 4;

// The bytes that a DMA transfer moves between the end of kernel `from` and the time at which kernel
// `to` fetches its maps. Kernels count from 1 here; 0 is the beginning of the program.
struct Meanwhile {
  std::size_t from = 0, to = 0;
  Load load;
  double alone = 0;  // least time of the transfer if nothing else is moved
};

// The bytes that a kernel moves: in total, until all its blocks but the last have been computed,
// and from then on. The bounds of the kernel's times follow from these bytes. A kernel begins with
// its first request of feature maps, after the end of the previous kernel. Weights that may have
// been read before this request do not count.
struct KernelLoads {
  KernelLoads(const Kernel& kernel_of, const Load& nothing)
      : kernel(&kernel_of), load(nothing), before_last(nothing), at_last(nothing) {}

  const Kernel* kernel;
  // Bytes from the kernel's first request until its end.
  Load load;
  // Bytes that have been read at the moment at which all blocks but the last one have been
  // computed; empty if these bytes are not known.
  Load before_last;
  // Bytes that are moved from the moment on at which all blocks but the last one have been
  // computed.
  Load at_last;
  bool reads_by_last = false;  // whether `before_last` is known
};

class Bound {
 public:
  Bound(const Target& target, const Program& program)
      : program_(program),
        least_(target),
        clock_{target.clock_khz},
        kernel_start_(target.npu.kernel_start) {
    follow_commands();
  }

  TimeLeft left();

 private:
  void follow_commands();
  void know_ended(std::size_t outstanding);
  void begin_transfer(const DmaTransfer& transfer);
  void end_transfers();
  void add_kernel(const Kernel& kernel);
  void add_block(const Kernel& kernel, std::uint32_t index, KernelLoads& loads,
                 LeastTime::ReadAhead& ahead) const;
  double with_transfers(std::size_t ended, const std::vector<Load>& fetched,
                        const std::vector<double>& requested) const;
  double start_of(std::size_t kernel) const;
  double over_kernels(std::size_t first, const std::vector<double>& left) const;
  double from_last(std::size_t kernel, const std::vector<double>& left, double next_last) const;

  const Program& program_;
  LeastTime least_;
  ClockDomain clock_;
  Cycles kernel_start_;
  std::size_t ended_ = 0;  // number of kernels that have certainly ended when the parser continues
  std::vector<KernelLoads> kernels_;
  // `started_` has the transfers since the last command that waits for all transfers (dma_wait with
  // index 0). `transfers_` has all earlier transfers, each with the first kernel after such a wait.
  std::vector<Meanwhile> started_, transfers_;
};

void Bound::follow_commands() {
  for (const Command& command : program_.commands) {
    switch (command.kind) {
      case CommandKind::kernel:
        add_kernel(program_.kernels[command.index]);
        know_ended(most_outstanding);
        break;
      case CommandKind::dma_start:
        begin_transfer(program_.transfers[command.index]);
        break;
      case CommandKind::dma_wait:
        if (command.index == 0) end_transfers();
        break;
      case CommandKind::kernel_wait:
        know_ended(command.index);
        break;
      case CommandKind::core:
        break;
      case CommandKind::host:
      case CommandKind::barrier:
        know_ended(0);
        break;
    }
  }
  end_transfers();
}

// Notes that the parser continues only when at most `outstanding` of the issued kernels have not
// ended.
void Bound::know_ended(std::size_t outstanding) {
  if (kernels_.size() > outstanding) ended_ = std::max(ended_, kernels_.size() - outstanding);
}

// Notes that a transfer begins. The parser has waited for the end of `ended_` kernels before this
// transfer.
void Bound::begin_transfer(const DmaTransfer& transfer) {
  Meanwhile meanwhile{ended_, 0, least_.nothing(), 0};
  least_.add(meanwhile.load, transfer.source, Load::dma_read);
  meanwhile.alone = least_.until_done(meanwhile.load);
  if (!transfer.internal) {
    least_.add(meanwhile.load, transfer.destination, Load::dma_write);
    meanwhile.alone += least_.acknowledged(transfer.destination.memory);
  }
  started_.push_back(std::move(meanwhile));
}

void Bound::end_transfers() {
  for (Meanwhile& meanwhile : started_) {
    meanwhile.to = kernels_.size() + 1;
    transfers_.push_back(std::move(meanwhile));
  }
  started_.clear();
}

void Bound::add_kernel(const Kernel& kernel) {
  KernelLoads loads(kernel, least_.nothing());
  // An elementwise block may count as computed before all its reads have arrived. So it is not
  // known which bytes have been read when the block counts as computed.
  loads.reads_by_last = kernel.blocks.count > 1 && !kernel.elementwise;
  LeastTime::ReadAhead ahead = least_.read_ahead();
  for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) add_block(kernel, i, loads, ahead);
  kernels_.push_back(std::move(loads));
}

Load::Way way_of(DataClass data) {
  if (data == DataClass::weights) return Load::weights;
  return data == DataClass::scales ? Load::scales : Load::maps;
}

void Bound::add_block(const Kernel& kernel, std::uint32_t index, KernelLoads& loads,
                      LeastTime::ReadAhead& ahead) const {
  const Block& block = program_.blocks[kernel.blocks.first + index];
  const bool last = index + 1 == kernel.blocks.count;
  for (std::uint32_t i = 0; i < block.reads.count; ++i) {
    const Access& access = program_.accesses[block.reads.first + i];
    const Load::Way way = way_of(access.data);
    double still_ahead = ahead[access.memory];
    const auto add = [&](Load& load) {
      if (way != Load::weights) return least_.add(load, access, way);
      still_ahead = ahead[access.memory];
      least_.add_weights(load, access, still_ahead);
    };
    add(loads.load);
    if (loads.reads_by_last && !last && way != Load::scales) add(loads.before_last);
    if (last && index == 0) add(loads.at_last);
    ahead[access.memory] = still_ahead;
  }
  for (std::uint32_t i = 0; i < block.writes.count; ++i) {
    const Access& access = program_.accesses[block.writes.first + i];
    least_.add(loads.load, access, Load::write_back);
    if (last) least_.add(loads.at_last, access, Load::write_back);
  }
}

// Returns a lower bound of the time from the end of the first `ended` kernels to the end of the
// run. Each later kernel that waits for a transfer gives a bound: the time of the transfers and
// kernels before this kernel, plus the bound of the time from this kernel's first request to the
// end. The function returns the largest of these bounds. Kernels that wait for no transfer would
// give no larger bound.
double Bound::with_transfers(std::size_t ended, const std::vector<Load>& fetched,
                             const std::vector<double>& requested) const {
  Load between = fetched[ended + 1];
  double most = least_.of(between) + requested[ended];
  const std::size_t end = std::min(kernels_.size(), ended + farthest);
  for (std::size_t to = ended + 2; to <= end; ++to) {
    between.add(kernels_[to - 2].load);
    if (fetched[to].empty()) continue;
    between.add(fetched[to]);
    most = std::max(most, least_.of(between) + requested[to - 1]);
  }
  return most;
}

// Returns a lower bound of the time left (until the program ends) at the moment from which only the
// last block of a kernel has still to be computed.
double Bound::from_last(std::size_t kernel, const std::vector<double>& left,
                        double next_last) const {
  const KernelLoads& loads = kernels_[kernel];
  double most = least_.of(loads.at_last) + left[kernel + 1];
  if (kernel + 1 == kernels_.size()) return most;
  const KernelLoads& next = kernels_[kernel + 1];
  Load load = loads.at_last;
  Load all = load;
  all.add(next.load);
  if (next.reads_by_last) load.add(next.before_last);
  return std::max({most, least_.of(all) + left[kernel + 2], least_.of(load) + next_last});
}

// Returns a lower bound of the time left (until the program ends) at a kernel's first request. The
// bound follows from the bytes that the kernel alone has to move, and from the bytes that the
// kernel and some of the kernels after it have to move together.
double Bound::over_kernels(std::size_t first, const std::vector<double>& left) const {
  Load load = kernels_[first].load;
  double most = least_.of(load) + left[first + 1];
  const std::size_t end = std::min(kernels_.size(), first + nearest);
  for (std::size_t to = first + 2; to <= end; ++to) {
    load.add(kernels_[to - 1].load);
    most = std::max(most, least_.of(load) + left[to]);
  }
  return most;
}

// Returns the least time from the end of the previous kernel to a kernel's first request. The time
// is 0 for a kernel without blocks, which makes no requests, and for the first kernel that has
// blocks, which waits for no other kernel.
double Bound::start_of(std::size_t kernel) const {
  const auto has_blocks = [](const KernelLoads& loads) { return loads.kernel->blocks.count > 0; };
  const auto begin = kernels_.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(kernel);
  if (!has_blocks(kernels_[kernel]) || std::none_of(begin, end, has_blocks)) return 0;
  return static_cast<double>(clock_.to_time(kernel_start_));
}

TimeLeft Bound::left() {
  const std::size_t count = kernels_.size();
  // left[k] is the bound of the time from the end of the first k kernels to the end of the program.
  std::vector<double> left(count + 1, 0);
  // For each kernel: the bound of the time from its first request to the end of the program.
  std::vector<double> requested(count + 1, 0);
  // Per kernel: the bytes of the transfers for which the kernel waits. In iteration k of the loop,
  // only transfers that begin after the end of k or more kernels are included.
  std::vector<Load> fetched(count + 2, least_.nothing());
  Load rest = least_.nothing();
  std::stable_sort(transfers_.begin(), transfers_.end(),
                   [](const Meanwhile& a, const Meanwhile& b) { return a.from < b.from; });
  auto later = transfers_.rbegin();
  BlocksLeft blocks(least_, program_, clock_);
  double last = 0;
  double all = 0;
  for (std::size_t k = count; k-- > 0;) {
    const KernelLoads& kernel = kernels_[k];
    last = blocks.add(*kernel.kernel, left[k + 1], from_last(k, left, last));
    requested[k] = std::max(least_.of(kernel.before_last) + last, over_kernels(k, left));
    if (kernel.kernel->blocks.count > 0) {
      requested[k] = std::max(requested[k], blocks.from_first_request());
    }
    for (; later != transfers_.rend() && later->from >= k; ++later) {
      fetched[later->to].add(later->load);
      rest.add(later->load);
      left[k] = std::max(left[k], later->alone + requested[later->to - 1]);
    }
    rest.add(kernel.load);
    const double started = requested[k] + start_of(k);
    left[k] = std::max({left[k], started, least_.of(rest), with_transfers(k, fetched, requested)});
    all = std::max({left[k], least_.of(rest)});
  }
  // Makes a bound slightly smaller, because sums of doubles may have been rounded up.
  const auto rounded = [](double time) { return static_cast<Picoseconds>(time * (1 - 1e-9)); };
  TimeLeft result{rounded(all), {}};
  for (std::size_t k = 1; k <= count; ++k) result.after.push_back(rounded(left[k]));
  return result;
}

}  // namespace

TimeLeft least_time_left(const Target& target, const Program& program) {
  if (program.kernels.empty() || !program.core_tasks.empty() || target.npu.kernels_overlap) {
    return {0, std::vector<Picoseconds>(program.kernels.size(), 0)};
  }
  return Bound(target, program).left();
}

}  // namespace spillway
