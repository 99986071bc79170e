// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/same_function.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/proof/hazards.h"
#include "hwmodels/ethosu/proof/operand_runs.h"
#include "hwmodels/ethosu/proof/placed_tensors.h"
#include "hwmodels/ethosu/proof/same_network.h"
#include "hwmodels/ethosu/proof/same_registers.h"
#include "hwmodels/ethosu/proof/symbolic_memory.h"

namespace spillway::ethosu::proof {
namespace {

constexpr std::uint8_t arena = 1;

/// One of the two compared files. Stores the origin of each byte in the file's regions (memory
/// areas, each with its own base address): the input, constant or operation from which the byte
/// comes.
class Side {
 public:
  explicit Side(const Network& network)
      : network_(network), file_(decode(network)), tensors_(network) {}

  const DecodedStream& stream(std::size_t number) const { return file_.streams.at(number); }
  std::size_t streams() const { return file_.streams.size(); }
  ByteView constants_of(std::size_t number) const {
    constexpr std::size_t operand = 1;
    const Operator& op = at(network_.operators, stream(number).operator_index);
    const TensorIndex tensor = op.inputs[operand];
    return tensor == no_tensor ? ByteView{} : at(network_.tensors, tensor).data;
  }
  SymbolicMemory& region(std::uint8_t number) { return regions_.at(number); }

  const PlacedTensors& tensors() const { return tensors_; }

 private:
  const Network& network_;
  DecodedFile file_;
  PlacedTensors tensors_;
  std::array<SymbolicMemory, region_count> regions_;
};

/// Goes through the commands of two files in parallel, and compares the origins of the bytes that
/// the commands read. An origin is an input, a constant or an output of an operation.
class Comparison {
 public:
  Comparison(const Network& original, const Network& emitted)
      : network_(original), a_(original), b_(emitted) {}

  std::string run() {
    define_inputs();
    std::size_t number = 0;
    for (std::size_t i = 0; i < network_.operators.size() && found_.empty(); ++i) {
      const Operator& op = network_.operators[i];
      if (is_npu_operator(op)) {
        run_stream(number++);
      } else {
        run_on_host(op, i);
      }
    }
    for (const TensorIndex tensor : network_.outputs) {
      if (found_.empty()) read_tensor(tensor, "the application");
    }
    return found_;
  }

 private:
  std::int64_t new_source() { return ++sources_; }

  void define_inputs() {
    for (const TensorIndex tensor : network_.inputs) write_tensor(tensor);
    for (std::size_t t = 0; t < network_.tensors.size(); ++t) {
      if (network_.tensors[t].kind == TensorKind::variable) {
        write_tensor(static_cast<TensorIndex>(t));
      }
    }
  }

  void write_tensor(TensorIndex tensor) {
    if (!a_.tensors().has(tensor)) return;
    const Origin origin{new_source(), 0};
    for (Side* side : {&a_, &b_}) {
      const Run place = side->tensors().place_of(tensor);
      side->region(arena).write(place.begin, {place.bytes, origin});
    }
  }

  void read_tensor(TensorIndex tensor, const std::string& reader) {
    if (!a_.tensors().has(tensor)) return;
    const Run x = a_.tensors().place_of(tensor);
    const Run y = b_.tensors().place_of(tensor);
    const std::vector<Stretch> first = a_.region(arena).read(x.begin, x.bytes);
    const std::vector<Stretch> second = b_.region(arena).read(y.begin, y.bytes);
    if (same(first, second)) return;
    found_ = fmt::format("{} finds something else in tensor {}", reader,
                         at(network_.tensors, tensor).name);
  }

  void run_on_host(const Operator& op, std::size_t index) {
    for (const TensorIndex tensor : op.inputs) {
      if (found_.empty()) read_tensor(tensor, fmt::format("operator {} of the host", index));
    }
    for (const TensorIndex tensor : op.outputs) write_tensor(tensor);
  }

  // Returns whether two sequences of bytes have the same origins. Bytes that were never written
  // have no origin and differ from all other bytes.
  static bool same(const std::vector<Stretch>& a, const std::vector<Stretch>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!a[i].origin || !b[i].origin || a[i].bytes != b[i].bytes) return false;
      if (!(*a[i].origin == *b[i].origin)) return false;
    }
    return true;
  }

  // Returns whether each byte of the first sequence has the origin of the corresponding byte of the
  // second sequence, or neither of these bytes was written. Transfers can copy unwritten bytes,
  // because their length is rounded up to a multiple of 16.
  static bool same_to_move(const std::vector<Stretch>& a, const std::vector<Stretch>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Stretch& x, const Stretch& y) {
                        return x.bytes == y.bytes && x.origin == y.origin;
                      });
  }

  void run_stream(std::size_t number) {
    const DecodedStream& a = a_.stream(number);
    const DecodedStream& b = b_.stream(number);
    found_ = register_difference(a, b);
    if (found_.empty()) found_ = hazards(a, b);
    if (!found_.empty()) return;
    define_constants(number);
    const std::vector<std::size_t> commands_a = working_commands(a);
    const std::vector<std::size_t> commands_b = working_commands(b);
    for (std::size_t i = 0; i < commands_a.size() && found_.empty(); ++i) {
      run_command(a, a.commands[commands_a[i]], b, b.commands[commands_b[i]], commands_b[i]);
    }
  }

  // Reports a difference if the two files have different constants. Otherwise, gives the constants
  // of both files a common origin, which remains valid because no command writes constants.
  void define_constants(std::size_t number) {
    const ByteView a = a_.constants_of(number);
    const ByteView b = b_.constants_of(number);
    if (a.size != b.size || !std::equal(a.data, a.data + a.size, b.data)) {
      found_ = b_.stream(number).name + ": has other constants";
      return;
    }
    const Origin origin{new_source(), 0};
    const Bytes bytes = a_.stream(number).regions[0];
    for (Side* side : {&a_, &b_}) side->region(0).write(0, {bytes, origin});
  }

  void run_command(const DecodedStream& a, const DecodedCommand& x, const DecodedStream& b,
                   const DecodedCommand& y, std::size_t number) {
    const std::string where = fmt::format("{}, command {}", b.name, number);
    if (x.kind == DecodedKind::operation) {
      run_operation(a.operations[x.index], b.operations[y.index], where);
    } else if (x.kind == DecodedKind::dma_start) {
      run_transfer(a.transfers[x.index], b.transfers[y.index], where);
    }
  }

  void run_operation(const Operation& a, const Operation& b, const std::string& where) {
    const std::vector<OperandRuns> first = operands_of(a);
    const std::vector<OperandRuns> second = operands_of(b);
    const std::int64_t source = new_source();
    for (std::size_t i = 0; i < first.size() && found_.empty(); ++i) {
      if (first[i].write) {
        write(first[i], a_, source);
        write(second[i], b_, source);
      } else if (!same(content(first[i], a_), content(second[i], b_))) {
        found_ =
            fmt::format("{}: reads other bytes as {} than the original", where, second[i].name);
      }
    }
  }

  void run_transfer(const DmaCommand& a, const DmaCommand& b, const std::string& where) {
    const std::vector<OperandRuns> first = operands_of(a);
    const std::vector<OperandRuns> second = operands_of(b);
    const std::vector<Stretch> moved = content(first[0], a_);
    if (!same_to_move(moved, content(second[0], b_))) {
      found_ = fmt::format("{}: fetches other bytes than the original", where);
    } else if (a.internal != b.internal || a.indexed || b.indexed) {
      found_ = fmt::format("{}: this kind of transfer is not followed", where);
    } else if (a.internal) {
      if (a.destination.address != b.destination.address) {
        found_ = fmt::format("{}: puts a table into another slot", where);
      }
    } else {
      copy(first[1], moved, a_);
      copy(second[1], moved, b_);
    }
  }

  static std::vector<Stretch> content(const OperandRuns& operand, Side& side) {
    std::vector<Stretch> all;
    for (const Run& run : operand.runs) {
      for (const Stretch& stretch : side.region(operand.region).read(run.begin, run.bytes)) {
        append(all, stretch);
      }
    }
    return all;
  }

  // Appends the bytes of `next`, or extends the last entry of `all` if the new bytes follow the
  // bytes of this entry in the same source. Bytes after a gap in the operand (such as unused bytes
  // at the end of a row) extend the entry, too. The reason is that the entries of the two files
  // must be equal one by one, although the files can have gaps at different places.
  static void append(std::vector<Stretch>& all, const Stretch& next) {
    if (!all.empty() && all.back().origin && next.origin &&
        all.back().origin->source == next.origin->source &&
        all.back().origin->offset + all.back().bytes == next.origin->offset) {
      all.back().bytes += next.bytes;
    } else {
      all.push_back(next);
    }
  }

  static void write(const OperandRuns& operand, Side& side, std::int64_t source) {
    std::int64_t offset = 0;
    for (const Run& run : operand.runs) {
      side.region(operand.region).write(run.begin, {run.bytes, Origin{source, offset}});
      offset += run.bytes;
    }
  }

  static void copy(const OperandRuns& to, const std::vector<Stretch>& content, Side& side) {
    std::size_t next = 0;
    std::int64_t taken = 0;
    for (const Run& run : to.runs) {
      for (std::int64_t done = 0; done < run.bytes;) {
        const Stretch& from = content[next];
        const std::int64_t bytes = std::min(run.bytes - done, from.bytes - taken);
        std::optional<Origin> origin = from.origin;
        if (origin) origin->offset += taken;
        side.region(to.region).write(run.begin + static_cast<Address>(done), {bytes, origin});
        done += bytes;
        taken += bytes;
        if (taken == from.bytes) ++next, taken = 0;
      }
    }
  }

  const Network& network_;
  Side a_, b_;
  std::int64_t sources_ = 0;
  std::string found_;
};

}  // namespace

std::string difference(const Network& original, const Network& emitted) {
  std::string found = network_difference(original, emitted);
  if (found.empty()) found = placement_difference(original, emitted);
  if (found.empty()) found = Comparison(original, emitted).run();
  return found;
}

}  // namespace spillway::ethosu::proof
