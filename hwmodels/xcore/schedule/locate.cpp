// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/schedule/locate.h"

#include <map>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "hwmodels/xcore/lower/make_kernel.h"
#include "hwmodels/xcore/lower/passes.h"
#include "hwmodels/xcore/parameters.h"
#include "planner/plan_network.h"

namespace spillway::xcore {
namespace {

constexpr const char* flash_name = "flash";
constexpr const char* external_ram_name = "extram";

std::uint8_t memory_named(const Target& target, const std::string& name) {
  for (std::size_t i = 0; i < target.memories.size(); ++i) {
    if (target.memories[i].name == name) return static_cast<std::uint8_t>(i);
  }
  throw UserError(
      ExitCode::run_failed,
      fmt::format("the plan uses memory '{}', which {} does not have", name, target.name));
}

}  // namespace

Locator::Locator(const Network& network, const Plan& plan, const Target& target,
                 const Threading& threads)
    : network_(network),
      target_(target),
      arena_misalignment_(static_cast<Address>(parameters(target).arena_misalignment)),
      homes_(network.tensors.size()) {
  if (!plan.copies.empty()) {
    throw UserError(ExitCode::run_failed,
                    "the plan copies tensors between memories, and xcore.ai has no DMA for that");
  }
  for (const MemorySpace& memory : plan.memories) {
    memory_.push_back(memory_named(target, memory.name));
  }
  for (const Residency& residency : plan.residencies) {
    at(homes_, residency.tensor).push_back(&residency);
  }
  stack_operator_data(threads);
}

/// Computes the addresses of operator data on the chip. The runtime allocates the data of each
/// operator below the data of the previous operator. Plans reserve the sizes on a 64-bit host
/// computer; the structs on the chip are smaller. If the planned data of consecutive operators are
/// adjacent, their data on the chip are adjacent, too. Such a sequence of data ends at the same
/// address as in the plan and begins at a higher address.
void Locator::stack_operator_data(const Threading& threads) {
  struct Stack {
    Bytes planned = -1;  // begin of the previous operator's planned range; -1 = none
    Address device = 0;
  };
  std::map<MemoryIndex, Stack> stacks;
  for (const Operator& op : network_.operators) {
    data_.emplace_back();
    const TensorIndex tensor = operator_data_of(network_, op);
    if (tensor == no_tensor || at(homes_, tensor).empty()) continue;
    const Residency& home = *at(homes_, tensor).front();
    const std::int32_t entries = thread_entries(network_, op, threads);
    Stack& stack = stacks[home.memory];
    const Bytes end = home.offset + home.size;
    if (stack.planned != end) stack.device = static_cast<Address>(end);
    stack.planned = home.offset;
    const Bytes table = thread_entry_bytes(threads.separate_objects) * entries;
    stack.device -= static_cast<Address>(operator_data_size(op, entries, threads).device);
    const Address main = stack.device + static_cast<Address>(table);
    data_.back() = arena_place(main, at(memory_, home.memory));
  }
}

/// Returns the place at `offset` in the tensor arena of `memory`. The arena in external RAM begins
/// at a misaligned address, because the linker may put the arena anywhere in a cache line.
Place Locator::arena_place(Address offset, std::uint8_t memory) const {
  const bool external = target_.memories[memory].name == external_ram_name;
  return {offset + (external ? arena_misalignment_ : 0), memory};
}

Place Locator::place(TensorIndex tensor, std::size_t op, bool loaded) const {
  const Tensor& what = at(network_.tensors, tensor);
  const auto step = static_cast<TimeStep>(op) + 1;
  for (const Residency* home : at(homes_, tensor)) {
    if (home->lower > step || home->upper <= step) continue;
    const std::uint8_t memory = at(memory_, home->memory);
    const bool in_flash = target_.memories[memory].name == flash_name;
    const auto offset = static_cast<Address>(home->offset);
    if (!in_flash || loaded) {
      return is_constant(what) ? Place{offset, memory} : arena_place(offset, memory);
    }
    // Small constants are a part of the program in the tile's memory, even if the plan puts them
    // into flash.
    if (is_constant(what) && what.bytes <= load_threshold) return {0, 0};
    throw UserError(ExitCode::run_failed,
                    fmt::format("'{}' lies in flash, which the processor cannot address: load it "
                                "(--weights flash) or place it in another memory",
                                what.name));
  }
  if (what.bytes == 0) return {};
  throw UserError(ExitCode::run_failed,
                  fmt::format("the plan leaves '{}' without a place during operator {} ({})",
                              what.name, op, network_.operators[op].name));
}

Operands Locator::operands(std::size_t op) const {
  const Operator& what = network_.operators[op];
  const bool load = loads_from_flash(what.type_name);
  Operands places;
  for (const TensorIndex input : what.inputs) {
    const bool skipped =
        input == no_tensor || at(network_.tensors, input).kind == TensorKind::operator_data;
    places.inputs.push_back(skipped ? Place{} : place(input, op, load));
  }
  for (const TensorIndex output : what.outputs) places.outputs.push_back(place(output, op, false));
  places.data = data_[op];
  for (std::size_t i = 0; i < target_.memories.size(); ++i) {
    const Place start{0, static_cast<std::uint8_t>(i)};
    if (target_.memories[i].name == flash_name) places.flash = start;
    if (target_.memories[i].name == external_ram_name) places.external_ram = start;
  }
  return places;
}

}  // namespace spillway::xcore
