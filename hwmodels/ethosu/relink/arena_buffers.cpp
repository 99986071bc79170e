// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/arena_buffers.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/replay/host_tensors.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "traces/executorch/patch.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes buffer_step = 16;  // in bytes: alignment of bricks, weights and transfers

bool is_arena(std::size_t region) { return region == arena_region || region == fast_arena_region; }

Bytes end_of(const MovableBuffer& buffer) { return buffer.home.offset + buffer.size; }

using Piece = std::size_t;

/// Byte ranges of the arenas, called pieces; a Piece is the index of one piece. Each read or write
/// of a command adds a piece. A union-find structure joins the pieces that belong to the same
/// buffer.
class Pieces {
 public:
  Piece add(MovableBuffer buffer) {
    buffers_.push_back(std::move(buffer));
    parents_.push_back(parents_.size());
    return parents_.size() - 1;
  }

  Piece root(Piece piece) {
    while (parents_[piece] != piece) piece = parents_[piece] = parents_[parents_[piece]];
    return piece;
  }

  MovableBuffer& buffer(Piece piece) { return buffers_[root(piece)]; }
  std::size_t size() const { return parents_.size(); }

  // Merges two pieces. The result keeps the name of the piece with the lower index, unless the host
  // or the application reads or writes only the piece with the higher index.
  void join(Piece a, Piece b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (b < a) std::swap(a, b);
    parents_[b] = a;
    MovableBuffer& all = buffers_[a];
    const MovableBuffer& other = buffers_[b];
    const Bytes end = std::max(end_of(all), end_of(other));
    all.home.offset = std::min(all.home.offset, other.home.offset);
    all.size = end - all.home.offset;
    all.lower = std::min(all.lower, other.lower);
    all.upper = std::max(all.upper, other.upper);
    all.free_from = std::min(all.free_from, other.free_from);
    all.moved += other.moved;
    all.reads += other.reads;
    all.is_weights = all.is_weights && other.is_weights;
    if (other.of_runtime && !all.of_runtime) all.name = other.name;
    all.of_runtime = all.of_runtime || other.of_runtime;
  }

 private:
  std::vector<MovableBuffer> buffers_;
  std::vector<Piece> parents_;
};

/// Finds the buffers of the arenas from the commands of a compiled file, in the order of execution.
class BufferFinder {
 public:
  BufferFinder(const Network& network, const DecodedFile& file)
      : network_(network), file_(file), offsets_(arena_offsets(network)) {
    if (is_executorch(network)) leave_out_program();
  }

  ArenaBuffers run() {
    for (const TensorIndex tensor : network_.inputs) write_tensor(tensor);
    for (const TensorIndex tensor : variables()) write_tensor(tensor);
    std::size_t stream = 0;
    for (const Operator& op : network_.operators) {
      if (is_npu_operator(op)) {
        call(op, stream++);
      } else {
        run_on_host(op);
      }
    }
    ++step_;
    for (const TensorIndex tensor : network_.outputs) read_tensor(tensor);
    for (const TensorIndex tensor : variables()) read_tensor(tensor);
    join_overlapping();
    return result();
  }

 private:
  std::vector<TensorIndex> variables() const {
    std::vector<TensorIndex> found;
    for (std::size_t t = 0; t < network_.tensors.size(); ++t) {
      const bool kept = network_.tensors[t].kind == TensorKind::variable;
      if (kept) found.push_back(static_cast<TensorIndex>(t));
    }
    return found;
  }

  // Removes the offsets of an ExecuTorch program's own tensors. The program's memory plan places
  // these tensors after the scratch memory of the delegates, so they do not lie in the arena.
  void leave_out_program() {
    const Bytes scratch = file_.largest_region(arena_region);
    for (std::int32_t& offset : offsets_) {
      if (offset >= scratch) offset = not_planned;
    }
  }

  std::optional<ByteRange> range_of(TensorIndex tensor) const {
    if (tensor == no_tensor || at(offsets_, tensor) == not_planned) return std::nullopt;
    const Tensor& known = at(network_.tensors, tensor);
    if (known.data.size > 0 || known.bytes <= 0) return std::nullopt;
    const auto begin = static_cast<Address>(at(offsets_, tensor));
    return ByteRange{begin, begin + static_cast<Address>(known.bytes)};
  }

  void write_tensor(TensorIndex tensor) {
    const std::optional<ByteRange> range = range_of(tensor);
    if (!range) return;
    const Piece piece = write(arena_region, {*range}, at(network_.tensors, tensor).name);
    pieces_.buffer(piece).of_runtime = true;
    of_tensor_[tensor] = piece;
  }

  void read_tensor(TensorIndex tensor) {
    const std::optional<ByteRange> range = range_of(tensor);
    if (!range) return;
    const Piece piece = read(arena_region, {*range}, at(network_.tensors, tensor).name);
    MovableBuffer& buffer = pieces_.buffer(piece);
    buffer.of_runtime = true;
    buffer.name = at(network_.tensors, tensor).name;
    const auto known = of_tensor_.find(tensor);
    if (known != of_tensor_.end()) pieces_.join(known->second, piece);
    of_tensor_[tensor] = piece;
  }

  void run_on_host(const Operator& op) {
    ++step_;
    for (const TensorIndex tensor : op.inputs) read_tensor(tensor);
    for (const TensorIndex tensor : op.outputs) write_tensor(tensor);
  }

  void call(const Operator& op, std::size_t number) {
    const DecodedStream& stream = file_.streams[number];
    for (std::size_t c = 0; c < stream.commands.size(); ++c) {
      ++step_;
      run_command(stream, number, c);
    }
    for (const TensorIndex tensor : op.outputs) read_tensor(tensor);
  }

  // Returns the name of a command: its kind, and its number among the commands of this kind. Waits
  // are not numbered, so a command has the same name in two files that differ only in their waits.
  static std::string name_of(const DecodedStream& stream, const DecodedCommand& command) {
    const bool kernel = command.kind == DecodedKind::operation;
    return stream.name + (kernel ? ".kernel" : ".transfer") + std::to_string(command.index);
  }

  void run_command(const DecodedStream& stream, std::size_t number, std::size_t command) {
    std::optional<Piece> weights;
    bool constant = false;  // whether the command is a transfer that reads constants
    for (const OperandBytes& operand : operand_bytes(stream, number, command)) {
      if (operand.site.operand == OperandRole::dma_source) constant = !is_arena(operand.region);
      if (!is_arena(operand.region)) continue;
      const std::string name = name_of(stream, stream.commands[command]);
      const Piece piece = operand.write ? write(operand.region, operand.ranges, name)
                                        : read(operand.region, operand.ranges, name);
      if (operand.write) pieces_.buffer(piece).is_weights = constant;
      if (operand.site.operand == OperandRole::dma_destination) {
        pieces_.buffer(piece).free_from = std::min(step_, last_kernel_);
      }
      if (operand.site.operand == OperandRole::weights) {
        // The weights of all cores must move together, because a single register names their region
        // (memory area with its own base address).
        if (weights) pieces_.join(*weights, piece);
        weights = piece;
      }
      of_operand_[operand.site] = piece;
    }
    if (stream.commands[command].kind == DecodedKind::operation) last_kernel_ = step_;
  }

  MovableBuffer described(std::size_t region, const std::vector<ByteRange>& ranges,
                          const std::string& name) const {
    MovableBuffer buffer;
    buffer.name = name;
    buffer.home.fast = region == fast_arena_region;
    buffer.home.offset = static_cast<Bytes>(ranges.front().begin) / buffer_step * buffer_step;
    buffer.size = static_cast<Bytes>(ranges.back().end) - buffer.home.offset;
    buffer.lower = step_;
    buffer.free_from = step_;
    buffer.upper = step_ + 1;
    for (const auto& [begin, end] : ranges) buffer.moved += static_cast<Bytes>(end - begin);
    return buffer;
  }

  Piece write(std::size_t region, const std::vector<ByteRange>& ranges, const std::string& name) {
    const Piece piece = pieces_.add(described(region, ranges, name));
    for (const ByteRange& range : ranges) owners_.at(region).write(range, piece);
    return piece;
  }

  // Joins the pieces whose bytes a command reads, and returns the joined piece. If no earlier
  // command wrote the bytes, they have been in the arena since the start of the run. Their piece is
  // then in use from step 0.
  Piece read(std::size_t region, const std::vector<ByteRange>& ranges, const std::string& name) {
    MovableBuffer reader = described(region, ranges, name);
    reader.reads = 1;
    std::set<Piece> sources;
    std::vector<ByteRange> unwritten;
    for (const ByteRange& range : ranges) {
      owners_.at(region).read(
          range, [&](const ByteRange&, Piece piece) { sources.insert(pieces_.root(piece)); },
          [&](const ByteRange& part) { unwritten.push_back(part); });
    }
    if (!unwritten.empty()) reader.lower = reader.free_from = 0;
    reader.is_weights = unwritten.empty();
    Piece piece = pieces_.add(std::move(reader));
    for (const ByteRange& part : unwritten) owners_.at(region).write(part, piece);
    for (const Piece source : sources) pieces_.join(source, piece);
    return pieces_.root(piece);
  }

  // Joins buffers that share bytes in the same steps. The compiler lets buffers share bytes on
  // purpose, for example an output that overwrites its input.
  void join_overlapping() {
    for (bool joined = true; joined;) {
      joined = false;
      const std::vector<Piece> roots = all_roots();
      for (std::size_t i = 0; i < roots.size(); ++i) {
        for (std::size_t j = i + 1; j < roots.size(); ++j) {
          if (pieces_.root(roots[i]) == pieces_.root(roots[j])) continue;
          if (!meet(pieces_.buffer(roots[i]), pieces_.buffer(roots[j]))) continue;
          pieces_.join(roots[i], roots[j]);
          joined = true;
        }
      }
    }
  }

  static bool meet(const MovableBuffer& a, const MovableBuffer& b) {
    return a.home.fast == b.home.fast && a.home.offset < end_of(b) && b.home.offset < end_of(a) &&
           a.lower < b.upper && b.lower < a.upper;
  }

  std::vector<Piece> all_roots() {
    std::vector<Piece> roots;
    for (Piece piece = 0; piece < pieces_.size(); ++piece) {
      if (pieces_.root(piece) == piece) roots.push_back(piece);
    }
    return roots;
  }

  ArenaBuffers result() {
    ArenaBuffers all;
    std::map<Piece, std::size_t> number;
    for (const Piece root : all_roots()) {
      number[root] = all.buffers.size();
      all.buffers.push_back(pieces_.buffer(root));
    }
    for (const auto& [site, piece] : of_operand_) {
      all.of_operand[site] = number.at(pieces_.root(piece));
    }
    for (const auto& [tensor, piece] : of_tensor_) {
      all.of_tensor[tensor] = number.at(pieces_.root(piece));
    }
    return all;
  }

  const Network& network_;
  const DecodedFile& file_;
  std::vector<std::int32_t> offsets_;  // per tensor: offset within the arena
  TimeStep step_ = 0;
  TimeStep last_kernel_ = 0;
  Pieces pieces_;
  std::array<ByteOwners<Piece>, region_count> owners_;
  std::map<OperandSite, Piece> of_operand_;
  std::map<TensorIndex, Piece> of_tensor_;
};

}  // namespace

ArenaBuffers arena_buffers(const Network& network, const DecodedFile& file) {
  return BufferFinder(network, file).run();
}

}  // namespace spillway::ethosu
