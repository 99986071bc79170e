// SPDX-License-Identifier: Apache-2.0
#include "sim/time_left.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/blocks_left.h"
#include "sim/least_time.h"

namespace spillway {
namespace {

using sim::BlocksLeft;
using sim::LeastTime;
using sim::Load;

// Transfers are looked at over so many kernels at most, from their start to their wait.
constexpr std::size_t farthest = 16;
// And kernels that are looked at together without them.
constexpr std::size_t nearest = 4;

// Bytes that transfers move after the end of kernel `from` and before the maps of kernel `to` are
// fetched. Kernels count from 1 here; 0 is the program's beginning.
struct Meanwhile {
  std::size_t from = 0, to = 0;
  Load load;
  double alone = 0;  // what a transfer takes by itself
};

// What is known of a kernel. Its times begin when its maps are fetched, which is when the one
// before has ended.
struct KernelTimes {
  KernelTimes(const Kernel& kernel_of, const Load& nothing)
      : kernel(&kernel_of),
        load(nothing),
        constants(nothing),
        before_last(nothing),
        at_last(nothing) {}

  const Kernel* kernel;
  double all = 0;              // until it ends
  double until_last = 0;       // until the last block but one has been computed: `at_last`
  Load load;                   // meanwhile
  Load constants;              // of the first block, which may come from the `at_last` before it on
  Load before_last;            // reads between that and `at_last`, beside the constants
  Load at_last;                // between that and the end
  bool reads_by_last = false;  // `constants` and `before_last` have come by then
};

class Bound {
 public:
  Bound(const Target& target, const Program& program)
      : program_(program), least_(target), clock_{target.clock_khz} {
    follow_commands();
  }

  TimeLeft left();

 private:
  void follow_commands();
  void begin_transfer(const DmaTransfer& transfer);
  void end_transfers();
  void add_kernel(const Kernel& kernel);
  void add_block(const Kernel& kernel, std::uint32_t index, KernelTimes& times) const;
  void add_first_step(const Block& block, Load& load) const;
  void count_time(const Kernel& kernel, KernelTimes& times) const;
  double with_transfers(std::size_t ended, const std::vector<Load>& fetched,
                        const std::vector<double>& left) const;
  double over_kernels(std::size_t ended, const std::vector<double>& left) const;
  double from_last(std::size_t kernel, const std::vector<double>& left, double next_last) const;
  double time_of(Cycles cycles) const { return static_cast<double>(clock_.to_time(cycles)); }
  double part_of(Cycles cycles, std::uint16_t parts) const {
    return std::floor(time_of(cycles) / parts);
  }

  const Program& program_;
  LeastTime least_;
  ClockDomain clock_;
  std::vector<KernelTimes> kernels_;
  std::vector<Meanwhile> started_, transfers_;  // not waited for, and waited for
};

void Bound::follow_commands() {
  for (const Command& command : program_.commands) {
    switch (command.kind) {
      case CommandKind::kernel:
        add_kernel(program_.kernels[command.index]);
        break;
      case CommandKind::dma_start:
        begin_transfer(program_.transfers[command.index]);
        break;
      case CommandKind::dma_wait:
        if (command.index == 0) end_transfers();
        break;
      case CommandKind::kernel_wait:
      case CommandKind::core:
      case CommandKind::host:
      case CommandKind::barrier:
        break;
    }
  }
  end_transfers();
}

// The parser has waited for all kernels but the last.
void Bound::begin_transfer(const DmaTransfer& transfer) {
  Meanwhile meanwhile{kernels_.empty() ? 0 : kernels_.size() - 1, 0, least_.nothing(), 0};
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
  KernelTimes times(kernel, least_.nothing());
  for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) add_block(kernel, i, times);
  count_time(kernel, times);
  kernels_.push_back(std::move(times));
}

Load::Way way_of(DataClass data) {
  if (data == DataClass::weights) return Load::weights;
  return data == DataClass::scales ? Load::scales : Load::maps;
}

// Scales of the first block may come before its kernel's time and after its weights: they do not
// count.
void Bound::add_block(const Kernel& kernel, std::uint32_t index, KernelTimes& times) const {
  const Block& block = program_.blocks[kernel.blocks.first + index];
  const bool last = index + 1 == kernel.blocks.count;
  for (std::uint32_t i = 0; i < block.reads.count; ++i) {
    const Access& access = program_.accesses[block.reads.first + i];
    const Load::Way way = way_of(access.data);
    if (index == 0 && way == Load::weights) least_.add(times.constants, access, way);
    if (index == 0 && way != Load::maps) continue;
    least_.add(times.load, access, way);
    if (!last && way != Load::scales) least_.add(times.before_last, access, way);
    if (last && index == 0) least_.add(times.at_last, access, way);
  }
  for (std::uint32_t i = 0; i < block.writes.count; ++i) {
    const Access& access = program_.accesses[block.writes.first + i];
    least_.add(times.load, access, Load::write_back);
    if (last) least_.add(times.at_last, access, Load::write_back);
  }
}

// Of a block's maps, what its first step needs.
void Bound::add_first_step(const Block& block, Load& load) const {
  for (std::uint32_t i = 0; i < block.reads.count; ++i) {
    const Access& access = program_.accesses[block.reads.first + i];
    if (way_of(access.data) != Load::maps) continue;
    const double bytes = static_cast<double>(access.bytes()) / block.sub_blocks;
    least_.add(load, access.memory, Load::maps, std::max(0.0, bytes - 1));
  }
}

// The MAC engine works on one block after the other, from the first step's maps of the first one
// on, and the output engine on what each gives first until it has put out the last.
void Bound::count_time(const Kernel& kernel, KernelTimes& times) const {
  if (kernel.blocks.count == 0) return;
  const Block* const blocks = &program_.blocks[kernel.blocks.first];
  const auto result = [&](const Block& block) {
    return kernel.elementwise ? 0 : part_of(block.compute, block.out_blocks);
  };
  double mac = 0;
  double output = 0;
  for (std::uint32_t i = 0; i < kernel.blocks.count; ++i) {
    if (!kernel.elementwise) mac += time_of(blocks[i].compute);
    output += time_of(blocks[i].output);
  }
  const Block& last = blocks[kernel.blocks.count - 1];
  Load first_step = least_.nothing();
  add_first_step(blocks[0], first_step);
  const double begin = least_.of(first_step);
  const double computed = begin + mac;
  Load until_last = times.before_last;
  add_first_step(last, until_last);
  Load writes = least_.nothing();
  for (std::uint32_t i = 0; i < last.writes.count; ++i) {
    least_.add(writes, program_.accesses[last.writes.first + i], Load::write_back);
  }
  times.all = std::max({computed + part_of(last.output, last.out_blocks),
                        begin + result(blocks[0]) + output, least_.of(times.load),
                        least_.of(until_last) + result(last) + least_.of(writes)});
  if (kernel.blocks.count == 1) return;
  // An elementwise block counts as computed with its first reads.
  times.reads_by_last = !kernel.elementwise;
  const double compute_last = kernel.elementwise ? 0 : time_of(last.compute);
  times.until_last = computed - compute_last;
  if (times.reads_by_last) {
    times.until_last = std::max(times.until_last, least_.of(times.before_last));
  }
}

// The most that transfers which begin after the first `ended` kernels add up to with these. Kernels
// after which none is waited for add no more than what they take by themselves.
double Bound::with_transfers(std::size_t ended, const std::vector<Load>& fetched,
                             const std::vector<double>& left) const {
  Load between = fetched[ended + 1];
  double most = least_.of(between) + kernels_[ended].all + left[ended + 1];
  const std::size_t end = std::min(kernels_.size(), ended + farthest);
  for (std::size_t to = ended + 2; to <= end; ++to) {
    between.add(kernels_[to - 2].load);
    if (fetched[to].empty()) continue;
    between.add(fetched[to]);
    most = std::max(most, least_.of(between) + kernels_[to - 1].all + left[to]);
  }
  return most;
}

// What is left when all but the last block of a kernel have been computed: constants of the next
// one may come from now on.
double Bound::from_last(std::size_t kernel, const std::vector<double>& left,
                        double next_last) const {
  const KernelTimes& times = kernels_[kernel];
  double most = least_.of(times.at_last) + left[kernel + 1];
  if (kernel + 1 == kernels_.size()) return most;
  const KernelTimes& next = kernels_[kernel + 1];
  Load load = times.at_last;
  Load all = load;
  all.add(next.constants);
  all.add(next.load);
  if (next.reads_by_last) {
    load.add(next.constants);
    load.add(next.before_last);
  }
  return std::max({most, least_.of(all) + left[kernel + 2], least_.of(load) + next_last});
}

// What is left when so many kernels have ended, as far as it follows from the bytes that come
// between that and the end of a later one. Constants of the next kernel may have come before.
double Bound::over_kernels(std::size_t ended, const std::vector<double>& left) const {
  Load load = kernels_[ended].load;
  double most = 0;
  const std::size_t end = std::min(kernels_.size(), ended + nearest);
  for (std::size_t to = ended + 2; to <= end; ++to) {
    load.add(kernels_[to - 1].load);
    load.add(kernels_[to - 1].constants);
    most = std::max(most, least_.of(load) + left[to]);
  }
  return most;
}

TimeLeft Bound::left() {
  const std::size_t count = kernels_.size();
  std::vector<double> left(count + 1, 0);                  // by how many have ended
  std::vector<double> asked(count + 1, 0);                 // since constants of that kernel were
  std::vector<Load> fetched(count + 2, least_.nothing());  // of transfers that begin later, by `to`
  Load rest = least_.nothing();
  std::stable_sort(transfers_.begin(), transfers_.end(),
                   [](const Meanwhile& a, const Meanwhile& b) { return a.from < b.from; });
  auto later = transfers_.rbegin();
  BlocksLeft blocks(least_, program_, clock_);
  double last = 0;
  double all = 0;
  for (std::size_t ended = count; ended-- > 0;) {
    const KernelTimes& kernel = kernels_[ended];
    blocks.add(*kernel.kernel, left[ended + 1]);
    if (kernel.kernel->blocks.count > 0) {
      left[ended] = blocks.from_maps();
      asked[ended] = blocks.from_constants();
    }
    for (; later != transfers_.rend() && later->from >= ended; ++later) {
      fetched[later->to].add(later->load);
      rest.add(later->load);
      const double then = later->to <= count ? asked[later->to - 1] : 0;
      left[ended] = std::max(left[ended], later->alone + then);
    }
    rest.add(kernel.load);
    last = from_last(ended, left, last);
    left[ended] = std::max({left[ended], kernel.all + left[ended + 1], least_.of(rest),
                            kernel.until_last + last, with_transfers(ended, fetched, left),
                            over_kernels(ended, left)});
    rest.add(kernel.constants);
    all = std::max({left[ended], asked[ended], least_.of(rest)});
  }
  // A little less, for what sums are rounded.
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
