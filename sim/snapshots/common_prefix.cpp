// SPDX-License-Identifier: Apache-2.0
#include "sim/snapshots/common_prefix.h"

#include <algorithm>
#include <tuple>

namespace spillway::sim {
namespace {

// The sizes of these structs change if a struct gets another member. Then Prefix must compare the
// new member, too.
static_assert(sizeof(Access) == 48 && sizeof(Block) == 40 && sizeof(Kernel) == 16 &&
              sizeof(DmaTransfer) == 112 && sizeof(Command) == 16);

class Prefix {
 public:
  Prefix(const Program& a, const Program& b, const std::vector<Address>& grains)
      : a_(a), b_(b), grains_(grains) {}

  std::size_t commands() const {
    const std::size_t most = std::min(a_.commands.size(), b_.commands.size());
    std::size_t count = 0;
    while (count < most && same(a_.commands[count], b_.commands[count])) ++count;
    return count;
  }

 private:
  bool same(const Command& a, const Command& b) const {
    if (std::tie(a.kind, a.index, a.op, a.cycles) != std::tie(b.kind, b.index, b.op, b.cycles)) {
      return false;
    }
    switch (a.kind) {
      case CommandKind::kernel:
        return same(a_.kernels[a.index], b_.kernels[b.index]);
      case CommandKind::dma_start:
        return same(a_.transfers[a.index], b_.transfers[b.index]);
      case CommandKind::host:
        return same(a_.host_tasks[a.index], b_.host_tasks[b.index]);
      case CommandKind::core:
        return false;
      case CommandKind::dma_wait:
      case CommandKind::kernel_wait:
      case CommandKind::barrier:
        break;
    }
    return true;
  }

  bool same(const Kernel& a, const Kernel& b) const {
    const auto parts = [](const Kernel& k) {
      return std::tuple(k.op, k.blocks.first, k.blocks.count, k.block_dependency, k.elementwise,
                        k.one_input_buffer);
    };
    if (parts(a) != parts(b)) return false;
    const auto first = a_.blocks.begin() + a.blocks.first;
    return std::equal(first, first + a.blocks.count, b_.blocks.begin() + b.blocks.first,
                      [this](const Block& x, const Block& y) { return same(x, y); });
  }

  bool same(const Block& a, const Block& b) const {
    const auto work = [](const Block& x) {
      return std::tie(x.compute, x.decoder_wait, x.intake, x.output, x.sub_blocks, x.out_blocks,
                      x.intake_steps, x.write_steps);
    };
    return work(a) == work(b) && same_accesses(a.reads, b.reads) &&
           same_accesses(a.writes, b.writes);
  }

  bool same(const DmaTransfer& a, const DmaTransfer& b) const {
    return std::tie(a.op, a.internal, a.chained, a.channel) ==
               std::tie(b.op, b.internal, b.chained, b.channel) &&
           same(a.source, b.source) && same(a.destination, b.destination);
  }

  bool same(const HostTask& a, const HostTask& b) const {
    return a.op == b.op && a.cycles == b.cycles && same_accesses(a.accesses, b.accesses);
  }

  bool same_accesses(const Range& a, const Range& b) const {
    if (a.first != b.first || a.count != b.count) return false;
    for (std::uint32_t i = 0; i < a.count; ++i) {
      if (!same(a_.accesses[a.first + i], b_.accesses[b.first + i])) return false;
    }
    return true;
  }

  bool same(const Access& a, const Access& b) const {
    if (std::tie(a.run, a.rows, a.planes, a.memory, a.write, a.data) !=
        std::tie(b.run, b.rows, b.planes, b.memory, b.write, b.data)) {
      return false;
    }
    const Address grain = grains_[a.memory];
    return ((a.address - b.address) & (grain - 1)) == 0 &&
           same_stride(a.rows, a.row_stride, b.row_stride, grain) &&
           same_stride(a.planes, a.plane_stride, b.plane_stride, grain);
  }

  static bool same_stride(std::int32_t steps, std::int64_t a, std::int64_t b, Address grain) {
    return steps <= 1 || (static_cast<Address>(a - b) & (grain - 1)) == 0;
  }

  const Program& a_;
  const Program& b_;
  const std::vector<Address>& grains_;
};

}  // namespace

std::size_t common_commands(const Program& a, const Program& b,
                            const std::vector<Address>& grains) {
  return Prefix(a, b, grains).commands();
}

}  // namespace spillway::sim
