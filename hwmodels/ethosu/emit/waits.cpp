// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/emit/waits.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/emit/operand_ranges.h"

namespace spillway::ethosu {
namespace {

constexpr std::size_t most_kernels = 2;  // kernels in flight, on all products

/// The memory that a command in flight reads and writes.
struct Touched {
  std::vector<OperandBytes> operands;
  bool reads_tables = false;  // tables lie in the processor's own memory
  bool writes_tables = false;
};

bool overlap(const std::vector<ByteRange>& a, const std::vector<ByteRange>& b) {
  for (const ByteRange& range : a) {
    const auto next =
        std::upper_bound(b.begin(), b.end(), range.begin,
                         [](Address at, const ByteRange& other) { return at < other.end; });
    if (next != b.end() && next->begin < range.end) return true;
  }
  return false;
}

bool conflict(const Touched& a, const Touched& b) {
  if ((a.reads_tables && b.writes_tables) || (a.writes_tables && b.reads_tables)) return true;
  for (const OperandBytes& first : a.operands) {
    for (const OperandBytes& second : b.operands) {
      if (!first.write && !second.write) continue;
      if (first.region == second.region && overlap(first.ranges, second.ranges)) return true;
    }
  }
  return false;
}

// Whether the activation of the kernel reads a lookup table. On U55 and U65, activation functions
// with numbers below first_table are built in. On U85, every activation function except 0 uses a
// table.
bool reads_table(const RegisterStep& step, Product product) {
  constexpr std::uint64_t first_table = 16;
  const auto found = step.registers.find(key_of(Command0::activation));
  if (found == step.registers.end()) return false;
  const std::uint64_t function = found->second & 31U;
  return product == Product::u85 ? function != 0 : function >= first_table;
}

/// The operations of one kind that are possibly still in flight, oldest first.
class Flight {
 public:
  explicit Flight(std::size_t most) : most_(most) {}

  void join(Touched command) {
    commands_.push_back(std::move(command));
    if (commands_.size() > most_) commands_.pop_front();
  }

  // Returns how many of the latest operations in flight do not conflict with `command`, and so can
  // stay in flight while `command` runs; nullopt if no operation in flight conflicts with
  // `command`. Removes the operations that `command` waits for.
  std::optional<std::size_t> wait_for(const Touched& command) {
    for (std::size_t newer = 0; newer < commands_.size(); ++newer) {
      const std::size_t at = commands_.size() - 1 - newer;
      if (!conflict(command, commands_[at])) continue;
      commands_.erase(commands_.begin(), commands_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      return newer;
    }
    return std::nullopt;
  }

 private:
  std::deque<Touched> commands_;
  std::size_t most_;
};

Touched touched(const RegisterStep& step, const DecodedStream& stream, std::size_t command) {
  Touched all;
  all.operands = operand_bytes(stream, 0, command);
  const DecodedCommand& decoded = stream.commands[command];
  if (decoded.kind == DecodedKind::operation) {
    all.reads_tables = reads_table(step, stream.payload.product);
  } else {
    all.writes_tables = stream.transfers[decoded.index].internal;
  }
  return all;
}

// Whether the command is a kernel that takes an operand from the kernel before it.
bool is_chained(const DecodedStream& stream, std::size_t command) {
  if (command >= stream.commands.size()) return false;
  const DecodedCommand& decoded = stream.commands[command];
  return decoded.kind == DecodedKind::operation &&
         takes_chained_operand(stream.operations[decoded.index]);
}

}  // namespace

InFlight most_in_flight(const Config& config) {
  return {most_kernels, static_cast<std::size_t>(config.outstanding_dma)};
}

std::vector<RegisterStep> with_waits(const std::vector<RegisterStep>& steps,
                                     const DecodedStream& stream, const InFlight& most) {
  std::vector<RegisterStep> all;
  Flight kernels(most.kernels);
  Flight transfers(most.transfers);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool kernel = is_kernel(steps[i].command);
    if (kernel || steps[i].command == Command0::dma_start) {
      Touched command = touched(steps[i], stream, i);
      Flight& others = kernel ? transfers : kernels;
      std::optional<std::size_t> count;
      if (!is_chained(stream, i)) count = others.wait_for(command);
      // A wait between chained kernels is not possible. So the wait before the first kernel of a
      // chain (kernels that pass maps on inside the processor) also covers the transfers for which
      // later kernels of the chain must wait.
      for (std::size_t next = i + 1; !is_chained(stream, i) && is_chained(stream, next); ++next) {
        const auto of_next = others.wait_for(touched(steps[next], stream, next));
        if (of_next) count = std::min(count.value_or(*of_next), *of_next);
      }
      if (count) {
        all.push_back({kernel ? Command0::dma_wait : Command0::kernel_wait,
                       static_cast<std::uint16_t>(*count),
                       {}});
      }
      (kernel ? kernels : transfers).join(std::move(command));
    }
    all.push_back(steps[i]);
  }
  return all;
}

}  // namespace spillway::ethosu
