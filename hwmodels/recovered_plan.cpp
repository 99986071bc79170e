// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/recovered_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/index.h"
#include "hwmodels/access_span.h"
#include "hwmodels/untouched_storage.h"

namespace spillway {
namespace {

/// What a range of memory contains: a feature map, constants, or constants that the DMA has copied
/// to the range. The purpose is derived from the accesses to the range.
enum class Purpose : std::uint8_t { map, constant, buffer };

/// A range of memory that holds one piece of data, from its write to its last use.
struct Piece {
  std::size_t memory = 0;
  Bytes begin = 0;
  Bytes end = 0;
  // The operator that writes the piece; -1 = the piece exists before the first operator runs.
  OperatorIndex writer = -1;
  bool by_dma = false;
  TimeStep written = 0;
  TimeStep last_read = -1;  // step of the last read; -1 = never read
  bool overwritten = false;
  bool used_here = false;  // true = the processor or the host reads the piece itself, not a copy
  Purpose purpose = Purpose::map;
  std::set<OperatorIndex> readers;
};

bool is_map(DataClass data) {
  return data == DataClass::ifm || data == DataClass::ifm2 || data == DataClass::ofm ||
         data == DataClass::host;
}

/// Follows the contents of every byte through the program, to find tensors and their lifetimes.
class Recovery {
 public:
  Recovery(const Program& program, const Target& target)
      : program_(program), target_(target), owners_(target.memories.size()) {}

  RecoveredPlan run() {
    for (const Command& command : program_.commands) look_at(command);
    collect_tensors();
    return std::move(result_);
  }

 private:
  struct Owner {
    Bytes end = 0;
    std::size_t piece = 0;
  };
  using Owners = std::map<Bytes, Owner>;  // by address of the first byte

  void look_at(const Command& command) {
    switch (command.kind) {
      case CommandKind::kernel:
        look_at_kernel(program_.kernels[command.index]);
        break;
      case CommandKind::host:
        look_at_host(program_.host_tasks[command.index]);
        break;
      case CommandKind::dma_start:
        look_at_transfer(program_.transfers[command.index]);
        break;
      case CommandKind::kernel_wait:
        if (command.index == 0) idle_ = true;
        break;
      case CommandKind::dma_wait:
      case CommandKind::core:
      case CommandKind::barrier:
        break;
    }
  }

  void begin(OperatorIndex op) {
    step_ = op + 1;
    idle_ = false;
  }

  void look_at_kernel(const Kernel& kernel) {
    begin(kernel.op);
    std::map<DataClass, std::vector<AccessSpan>> reads;
    std::vector<AccessSpan> writes;
    for (std::uint32_t b = 0; b < kernel.blocks.count; ++b) {
      const Block& block = program_.blocks[kernel.blocks.first + b];
      for (std::uint32_t i = 0; i < block.reads.count; ++i) {
        const Access& access = program_.accesses[block.reads.first + i];
        add_span(reads[access.data], span_of(access));
      }
      for (std::uint32_t i = 0; i < block.writes.count; ++i) {
        add_span(writes, span_of(program_.accesses[block.writes.first + i]));
      }
    }
    for (auto& [data, spans] : reads) {
      for (const AccessSpan& span : joined(std::move(spans))) read(span, data, kernel.op, step_);
    }
    for (const AccessSpan& span : joined(std::move(writes))) write(span, kernel.op, false);
  }

  void look_at_host(const HostTask& task) {
    begin(task.op);
    for (std::uint32_t i = 0; i < task.accesses.count; ++i) {
      const Access& access = program_.accesses[task.accesses.first + i];
      if (access.write) {
        write(span_of(access), task.op, false);
      } else {
        read(span_of(access), access.data, task.op, step_);
      }
    }
  }

  // Records the accesses of a transfer for operator transfer.op (of step transfer.op + 1). The
  // transfer writes in step_ or, if the operator of step_ has ended, in the next step, but not
  // after step transfer.op + 1. It reads in step transfer.op, or when it writes if that is later.
  void look_at_transfer(const DmaTransfer& transfer) {
    const TimeStep now = idle_ ? std::max(step_, std::min(step_ + 1, transfer.op + 1)) : step_;
    read(span_of(transfer.source), DataClass::dma, transfer.op, std::max(now, transfer.op));
    if (transfer.internal) return;
    const TimeStep before = step_;
    step_ = now;
    write(span_of(transfer.destination), transfer.op, true);
    step_ = before;
  }

  void read(const AccessSpan& span, DataClass data, OperatorIndex op, TimeStep step) {
    if (span.begin == span.end) return;
    std::vector<std::size_t> touched;
    Owners& owners = owners_[span.memory];
    Bytes at = span.begin;
    for (auto owner = first_touching(owners, span.begin); at < span.end;) {
      if (owner == owners.end() || owner->first >= span.end) {
        touched.push_back(found_at_start(span.memory, at, span.end));
        break;
      }
      if (owner->first > at) {
        touched.push_back(found_at_start(span.memory, at, owner->first));
      }
      touched.push_back(owner->second.piece);
      at = owner->second.end;
      ++owner;
    }
    for (const std::size_t piece : touched) {
      Piece& of = pieces_[piece];
      of.last_read = std::max(of.last_read, step);
      of.readers.insert(op);
      of.used_here = of.used_here || data != DataClass::dma;
      if (of.writer < 0 && of.purpose == Purpose::map && !is_map(data)) {
        of.purpose = Purpose::constant;
      }
      if (of.by_dma && !is_map(data)) of.purpose = Purpose::buffer;
      // Pieces that an operator reads together are one tensor. A DMA copy can span several tensors.
      if (data != DataClass::dma) unite(touched.front(), piece);
    }
  }

  std::size_t add(const Piece& piece) {
    pieces_.push_back(piece);
    parents_.push_back(pieces_.size() - 1);
    const std::size_t index = pieces_.size() - 1;
    owners_[piece.memory][piece.begin] = {piece.end, index};
    return index;
  }

  std::size_t found_at_start(std::size_t memory, Bytes begin, Bytes end) {
    Piece piece;
    piece.memory = memory;
    piece.begin = begin;
    piece.end = end;
    return add(piece);
  }

  static Owners::iterator first_touching(Owners& owners, Bytes begin) {
    auto owner = owners.upper_bound(begin);
    if (owner != owners.begin() && std::prev(owner)->second.end > begin) --owner;
    return owner;
  }

  void write(const AccessSpan& span, OperatorIndex op, bool by_dma) {
    if (span.begin == span.end) return;
    Piece piece;
    piece.memory = span.memory;
    piece.begin = span.begin;
    piece.end = span.end;
    piece.writer = op;
    piece.by_dma = by_dma;
    piece.written = step_;
    std::vector<std::size_t> unread;
    std::vector<std::size_t> overwritten;
    Owners& owners = owners_[span.memory];
    for (auto owner = first_touching(owners, span.begin);
         owner != owners.end() && owner->first < span.end;) {
      Piece& old = pieces_[owner->second.piece];
      old.overwritten = true;
      // An old piece that has not been read belongs to the same map as the new piece: the map is
      // not finished yet, because its rows or channels are written one after another.
      if (old.last_read < 0 && old.writer >= 0 && old.by_dma == by_dma) {
        unread.push_back(owner->second.piece);
      } else if (by_dma && old.last_read >= piece.written) {
        piece.written = old.last_read + 1;
      } else if (old.last_read >= piece.written) {
        overwritten.push_back(owner->second.piece);
      }
      owner = cut(owners, owner, span);
    }
    if (by_dma) piece.written = std::min(piece.written, op + 1);
    const std::size_t index = add(piece);
    for (const std::size_t old : unread) unite(old, index);
    for (const std::size_t old : overwritten) in_place_.emplace_back(index, old);
  }

  /// Removes the bytes of `span` from the range of `owner`. Returns the owner after `span`.
  static Owners::iterator cut(Owners& owners, Owners::iterator owner, const AccessSpan& span) {
    const Bytes begin = owner->first;
    const Owner old = owner->second;
    owner = owners.erase(owner);
    if (begin < span.begin) owners[begin] = {span.begin, old.piece};
    if (span.end < old.end) owner = owners.insert({span.end, {old.end, old.piece}}).first;
    return owner;
  }

  std::size_t root(std::size_t piece) {
    while (parents_[piece] != piece) piece = parents_[piece] = parents_[parents_[piece]];
    return piece;
  }

  /// Records that two pieces belong to one tensor. Does nothing if only one of the pieces is
  /// written by an operator or a transfer: a constant and a written map are never one tensor.
  void unite(std::size_t a, std::size_t b) {
    if ((pieces_[a].writer < 0) == (pieces_[b].writer < 0)) parents_[root(b)] = root(a);
  }

  void collect_tensors() {
    for (const ProgramOperator& op : program_.operators) {
      Operator added;
      added.name = op.name;
      added.type_name = op.type;
      added.macs = op.macs;
      result_.network.operators.push_back(std::move(added));
    }
    result_.plan.memories = memory_spaces(target_);
    std::vector<std::vector<std::size_t>> groups = grouped();
    while (unite_laps(groups)) groups = grouped();
    std::vector<std::int32_t> residency_of(pieces_.size(), -1);
    for (const std::vector<std::size_t>& group : groups) {
      for (const std::size_t piece : group) {
        residency_of[piece] = static_cast<std::int32_t>(result_.plan.residencies.size());
      }
      add_tensor(group);
    }
    for (const auto& [piece, host] : in_place_) share(residency_of[piece], residency_of[host]);
    delay_buffers();
    name_tensors();
  }

  /// Returns the pieces of each tensor, in the order in which their first pieces were found.
  std::vector<std::vector<std::size_t>> grouped() {
    std::map<std::size_t, std::vector<std::size_t>> members;  // of each tensor, by root piece
    for (std::size_t i = 0; i < pieces_.size(); ++i) members[root(i)].push_back(i);
    std::vector<std::vector<std::size_t>> groups;
    groups.reserve(members.size());
    for (auto& [root, group] : members) groups.push_back(std::move(group));
    std::sort(groups.begin(), groups.end(),
              [](const auto& a, const auto& b) { return a.front() < b.front(); });
    return groups;
  }

  /// Joins two maps if one map overwrites the other map before all of the other map has been read.
  /// Such maps use one rolling buffer, in which new rows overwrite old rows. Returns whether any
  /// maps were joined.
  bool unite_laps(const std::vector<std::vector<std::size_t>>& groups) {
    std::vector<Piece> maps;
    std::vector<std::size_t> firsts;
    for (const std::vector<std::size_t>& group : groups) {
      Piece whole = whole_of(group);
      if (whole.writer < 0 || whole.purpose != Purpose::map) continue;
      maps.push_back(std::move(whole));
      firsts.push_back(group.front());
    }
    std::set<std::pair<std::size_t, std::size_t>> in_place;
    for (const auto& [piece, host] : in_place_) in_place.emplace(root(piece), root(host));
    bool united = false;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      for (std::size_t j = i + 1; j < maps.size(); ++j) {
        if (!collide(maps[i], maps[j])) continue;
        const std::size_t a = root(firsts[i]);
        const std::size_t b = root(firsts[j]);
        if (a == b || in_place.count({a, b}) + in_place.count({b, a}) > 0) continue;
        parents_[b] = a;
        united = true;
      }
    }
    return united;
  }

  static bool collide(const Piece& a, const Piece& b) {
    const auto end = [](const Piece& of) { return std::max(of.last_read, of.written) + 1; };
    return a.memory == b.memory && a.begin < b.end && b.begin < a.end && a.written < end(b) &&
           b.written < end(a);
  }

  /// Notes that residency `index` lies in the bytes of residency `host`, if it fits into `host`.
  /// For example, an operator writes its result (`index`) over its operand (`host`).
  void share(std::int32_t index, std::int32_t host) {
    Residency& inside = at(result_.plan.residencies, index);
    const Residency& whole = at(result_.plan.residencies, host);
    const bool fits =
        whole.offset <= inside.offset && inside.offset + inside.size <= whole.offset + whole.size;
    if (fits && index != host && inside.inside < 0 && whole.inside != index) inside.inside = host;
  }

  /// Delays each weight buffer that overwrites a map part by part until all of the map has been
  /// read, because buffer and map must not overlap in a plan.
  void delay_buffers() {
    for (Residency& buffer : result_.plan.residencies) {
      if (buffer.kind != ResidencyKind::weight_buffer) continue;
      for (const Residency& map : result_.plan.residencies) {
        const bool shares = map.memory == buffer.memory &&
                            map.offset < buffer.offset + buffer.size &&
                            buffer.offset < map.offset + map.size;
        const bool ends = buffer.lower < map.upper && map.upper < buffer.upper;
        if (shares && ends && map.lower < buffer.lower) buffer.lower = map.upper;
      }
    }
  }

  /// Whether the memory mode places feature maps in this memory. In other memories, operands that
  /// no command writes are constants.
  bool may_hold_maps(std::size_t memory) const {
    const std::string& name = target_.memories[memory].name;
    return name == target_.mode.arena || name == target_.mode.cache;
  }

  /// Returns one piece that covers all pieces of a tensor.
  Piece whole_of(const std::vector<std::size_t>& group) const {
    Piece whole = pieces_[group.front()];
    if (whole.writer < 0 && !may_hold_maps(whole.memory)) whole.purpose = Purpose::constant;
    for (const std::size_t member : group) {
      const Piece& piece = pieces_[member];
      whole.begin = std::min(whole.begin, piece.begin);
      whole.end = std::max(whole.end, piece.end);
      whole.written = std::min(whole.written, piece.written);
      whole.last_read = std::max(whole.last_read, piece.last_read);
      whole.readers.insert(piece.readers.begin(), piece.readers.end());
      if (piece.purpose != Purpose::map) whole.purpose = piece.purpose;
      whole.overwritten = whole.overwritten || piece.overwritten;
      whole.used_here = whole.used_here || piece.used_here;
    }
    // A tensor that looks like a constant but is overwritten later is an input of the network: the
    // DMA copies it elsewhere, and other data then use its place.
    const bool input = whole.purpose == Purpose::constant && whole.overwritten;
    if (input) whole.purpose = Purpose::map;
    return whole;
  }

  void add_tensor(const std::vector<std::size_t>& group) {
    Piece whole = whole_of(group);
    const bool read_by_all = std::all_of(group.begin(), group.end(), [&](std::size_t piece) {
      return pieces_[piece].last_read >= 0;
    });
    const auto index = static_cast<TensorIndex>(result_.network.tensors.size());
    const auto end = static_cast<TimeStep>(program_.operators.size() + 1);
    Tensor tensor;
    tensor.bytes = whole.end - whole.begin;
    tensor.kind = whole.purpose == Purpose::map ? TensorKind::activation : TensorKind::weight;
    const bool output = whole.writer >= 0 && !read_by_all;
    const bool constant = whole.purpose == Purpose::constant;
    if (output) result_.network.outputs.push_back(index);
    if (whole.writer < 0 && !constant) result_.network.inputs.push_back(index);
    for (const OperatorIndex reader : whole.readers) {
      // Not inputs of their readers: a weight buffer (the input is the constant that is copied into
      // it), and a map that only the DMA reads (the input is the copy that the DMA makes).
      if (whole.purpose == Purpose::buffer || !(whole.used_here || constant)) break;
      at(result_.network.operators, reader).inputs.push_back(index);
    }
    if (whole.writer >= 0 && whole.purpose == Purpose::map) {
      at(result_.network.operators, whole.writer).outputs.push_back(index);
    }
    result_.network.tensors.push_back(std::move(tensor));
    const TimeStep upper = output || constant ? end : whole.last_read + 1;
    result_.plan.residencies.push_back(
        {index, static_cast<MemoryIndex>(whole.memory), whole.begin, whole.end - whole.begin,
         whole.written, std::max(upper, whole.written + 1), -1,
         whole.purpose == Purpose::buffer ? ResidencyKind::weight_buffer : ResidencyKind::tensor});
    wholes_.push_back(std::move(whole));
  }

  static const char* prefix_of(Purpose purpose) {
    switch (purpose) {
      case Purpose::map:
        return "input of ";
      case Purpose::constant:
        return "constants of ";
      case Purpose::buffer:
        break;
    }
    return "weights of ";
  }

  /// Names a map after the operator that writes it, and any other tensor after its first reader.
  void name_tensors() {
    std::map<std::string, int> uses;
    for (std::size_t i = 0; i < wholes_.size(); ++i) {
      const Piece& whole = wholes_[i];
      const bool by_writer = whole.writer >= 0 && whole.purpose == Purpose::map;
      const OperatorIndex op =
          by_writer || whole.readers.empty() ? whole.writer : *whole.readers.begin();
      std::string name = at(program_.operators, op).name;
      if (!by_writer) name.insert(0, prefix_of(whole.purpose));
      const int use = ++uses[name];
      if (use > 1) name += "#" + std::to_string(use);
      result_.network.tensors[i].name = std::move(name);
    }
  }

  const Program& program_;
  const Target& target_;
  std::vector<Owners> owners_;  // per memory: the pieces to which its bytes belong at present
  std::vector<Piece> pieces_;
  std::vector<std::size_t> parents_;  // disjoint sets: pieces of one tensor have the same root
  std::vector<std::pair<std::size_t, std::size_t>> in_place_;  // piece, and piece it overwrites
  std::vector<Piece> wholes_;  // per tensor: the union of its pieces
  TimeStep step_ = 0;          // step of the operator whose command came last; 0 = none
  bool idle_ = false;          // the operator of step_ has ended
  RecoveredPlan result_;
};

}  // namespace

std::vector<MemorySpace> memory_spaces(const Target& target) {
  std::vector<MemorySpace> spaces;
  for (const MemorySpec& memory : target.memories) {
    spaces.push_back({memory.name, memory.capacity, 1});
  }
  return spaces;
}

RecoveredPlan recover_plan(const Program& program, const Target& target) {
  RecoveredPlan recovered = Recovery(program, target).run();
  add_untouched_storage(program, recovered);
  return recovered;
}

}  // namespace spillway
