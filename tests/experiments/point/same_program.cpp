// SPDX-License-Identifier: Apache-2.0
#include "tests/experiments/point/same_program.h"

#include <algorithm>
#include <tuple>

namespace spillway {
namespace {

// If a struct gets a new member, one of these assertions fails. Then add the member to the function
// parts() of the struct, so that same_program() compares the member.
static_assert(sizeof(Access) == 48 && sizeof(Block) == 40 && sizeof(Kernel) == 16 &&
              sizeof(DmaTransfer) == 112 && sizeof(Command) == 16 && sizeof(TileStep) == 16 &&
              sizeof(TileTouch) == 48 && sizeof(TileLoad) == 48);

// The functions parts() return all members of a struct that two equal values must have in common.
auto parts(const Range& r) { return std::tie(r.first, r.count); }
auto parts(const Access& a) {
  return std::tie(a.address, a.run, a.rows, a.planes, a.row_stride, a.plane_stride, a.memory,
                  a.write, a.data);
}
auto parts(const Block& b) {
  return std::tuple(b.compute, b.decoder_wait, b.intake, b.output, b.sub_blocks, b.out_blocks,
                    b.intake_steps, b.write_steps, b.reads.first, b.reads.count, b.writes.first,
                    b.writes.count);
}
auto parts(const Kernel& k) {
  return std::tuple(k.op, k.blocks.first, k.blocks.count, k.block_dependency, k.elementwise);
}
auto parts(const DmaTransfer& t) {
  return std::tuple_cat(parts(t.source), parts(t.destination),
                        std::tie(t.op, t.internal, t.chained, t.channel));
}
auto parts(const TileStep& s) { return std::tie(s.kind, s.index, s.value); }
auto parts(const TileTouch& t) {
  return std::tie(t.base, t.stride, t.bytes, t.memory, t.write, t.table, t.table_entry);
}
auto parts(const TileLoad& l) {
  return std::tie(l.source_memory, l.source, l.memory, l.destination, l.bytes, l.continues);
}
auto parts(const HostTask& t) {
  return std::tuple(t.op, t.cycles, t.accesses.first, t.accesses.count);
}
auto parts(const Command& c) { return std::tie(c.kind, c.index, c.op, c.cycles); }
auto parts(const CommandStream& s) {
  return std::tuple_cat(std::tie(s.first_command), parts(s.words));
}
auto parts(const ProgramOperator& o) { return std::tie(o.name, o.type, o.macs, o.note, o.least); }

template <typename Item>
bool same_items(const std::vector<Item>& a, const std::vector<Item>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Item& x, const Item& y) { return parts(x) == parts(y); });
}

bool same_tasks(const std::vector<TileTask>& a, const std::vector<TileTask>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const TileTask& x, const TileTask& y) {
                      return x.op == y.op && x.issue_divider == y.issue_divider &&
                             same_items(x.threads, y.threads);
                    });
}

template <typename... Items>
bool same_sizes(const Program& a, const Program& b, Items... items) {
  return (((a.*items).size() == (b.*items).size()) && ...);
}

}  // namespace

// The numbers of items and the addresses of transfers are compared first, because most pairs of
// different programs differ in these members.
bool same_program(const Program& a, const Program& b) {
  return same_sizes(a, b, &Program::commands, &Program::transfers, &Program::accesses) &&
         a.peak_bytes == b.peak_bytes && same_items(a.transfers, b.transfers) &&
         same_items(a.streams, b.streams) && same_items(a.accesses, b.accesses) &&
         a.target == b.target && same_items(a.commands, b.commands) &&
         same_items(a.kernels, b.kernels) && same_items(a.blocks, b.blocks) &&
         same_tasks(a.core_tasks, b.core_tasks) && same_items(a.steps, b.steps) &&
         same_items(a.touches, b.touches) && same_items(a.loads, b.loads) &&
         same_items(a.host_tasks, b.host_tasks) && same_items(a.operators, b.operators) &&
         a.warnings == b.warnings;
}

}  // namespace spillway
