// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/same_registers.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "hwmodels/ethosu/stream/register_maps.h"

namespace spillway::ethosu::proof {
namespace {

using KeySet = std::set<RegisterKey>;

// Returns the registers that a plan can change: addresses, regions and block dependencies (how many
// blocks of the previous kernel may be unfinished).
const KeySet& places() {
  static const KeySet keys = [] {
    KeySet all;
    for (const MapRegisters& map : {ifm_registers, ifm2_registers, ofm_registers}) {
      all.insert(key_of(map.region));
      for (int tile = 0; tile < 4; ++tile) all.insert(key_of(map.base0 + tile));
    }
    for (const Command0 command :
         {Command0::weight_region, Command0::scale_region, Command0::dma0_src_region,
          Command0::dma0_dst_region, Command0::blockdep}) {
      all.insert(key_of(command));
    }
    for (const Command1 command :
         {Command1::weight_base, Command1::weight1_base, Command1::scale_base,
          Command1::scale1_base, Command1::weight3_base, Command1::dma0_src, Command1::dma0_dst}) {
      all.insert(key_of(command));
    }
    return all;
  }();
  return keys;
}

void leave_out_shape(const MapRegisters& map, KeySet& left_out) {
  for (int i = 0; i < 3; ++i) left_out.insert(key_of(map.width0 + i));
  for (int i = 0; i < 3; ++i) left_out.insert(key_of(map.stride_x + i));
}

void leave_out_weight_lengths(KeySet& left_out) {
  for (const Command1 length :
       {Command1::weight_length, Command1::weight1_length, Command1::weight3_length}) {
    left_out.insert(key_of(length));
  }
}

// Returns the registers that have no effect on an operation, because they describe a map, weights
// or scales that the operation does not use. Such registers still hold values of an earlier
// operation.
KeySet unread(const Operation& op) {
  KeySet keys;
  const bool second = op.reads_ifm2 && op.ifm2.tiling != Tiling::none;
  if (!second) leave_out_shape(ifm2_registers, keys);
  if (op.ofm.tiling == Tiling::none) leave_out_shape(ofm_registers, keys);
  if (op.weights[0].length == 0) leave_out_weight_lengths(keys);
  if (op.scales[0].length == 0) {
    keys.insert(key_of(Command1::scale_length));
    keys.insert(key_of(Command1::scale1_length));
  }
  return keys;
}

// Returns whether the register belongs to DMA transfers. Only transfers use these registers, and
// transfers use no other registers.
bool is_of_transfer(RegisterKey key) {
  const auto number = static_cast<RegisterKey>(key & ~wide_register);
  const bool wide = (key & wide_register) != 0;
  return wide ? number >= 0x030 && number < 0x040 : number >= 0x130 && number <= 0x134;
}

std::string value_difference(const RegisterStep& a, const RegisterStep& b, const KeySet& unread) {
  const bool transfer = a.command == Command0::dma_start;
  const auto counts = [&](RegisterKey key) {
    return is_of_transfer(key) == transfer && places().count(key) == 0 && unread.count(key) == 0;
  };
  RegisterValues both = a.registers;
  both.insert(b.registers.begin(), b.registers.end());
  for (const auto& entry : both) {
    const RegisterKey key = entry.first;
    if (!counts(key)) continue;
    const auto first = a.registers.find(key);
    const auto second = b.registers.find(key);
    if (first != a.registers.end() && second != b.registers.end() &&
        first->second == second->second) {
      continue;
    }
    return fmt::format("register 0x{:03X} has another value", key);
  }
  return "";
}

// Compares the destinations of two transfers. Returns the difference as a sentence; empty if there
// is no difference. The low bits of the destination register hold the number of a region (memory
// area with its own base address). If bit 8 says that the destination is inside the processor, they
// hold the number of a core instead.
std::string transfer_difference(const RegisterStep& a, const RegisterStep& b) {
  constexpr std::uint64_t region_bits = 7;
  constexpr std::uint64_t internal = 1U << 8;
  const std::uint64_t first = a.registers.at(key_of(Command0::dma0_dst_region));
  const std::uint64_t second = b.registers.at(key_of(Command0::dma0_dst_region));
  if ((first & ~region_bits) != (second & ~region_bits)) {
    return "the transfer goes to another kind of memory";
  }
  const bool same_core = (first & region_bits) == (second & region_bits);
  return (first & internal) != 0 && !same_core ? "the transfer goes to another core" : "";
}

std::string step_difference(const RegisterStep& a, const RegisterStep& b,
                            const DecodedStream& emitted, std::size_t command) {
  if (a.command != b.command || a.parameter != b.parameter) return "is another command";
  const DecodedCommand& decoded = emitted.commands[command];
  std::string found;
  if (decoded.kind == DecodedKind::operation) {
    const Operation& op = emitted.operations[decoded.index];
    found = value_difference(a, b, unread(op));
    if (found.empty()) found = misplaced_operand(op);
  } else if (decoded.kind == DecodedKind::dma_start) {
    found = value_difference(a, b, {});
    if (found.empty()) found = transfer_difference(a, b);
    if (found.empty()) {
      found = misplaced_operand(emitted.transfers[decoded.index], emitted.payload.product);
    }
  }
  return found;
}

}  // namespace

bool same_processor(const Payload& a, const Payload& b) {
  return a.product == b.product && a.macs == b.macs && a.architecture == b.architecture &&
         a.shram_kib == b.shram_kib && a.weight_decoders == b.weight_decoders;
}

bool same_kernel(const RegisterStep& a, const RegisterStep& b, const Operation& op) {
  KeySet left_out = unread(op);
  leave_out_weight_lengths(left_out);
  return a.command == b.command && a.parameter == b.parameter &&
         value_difference(a, b, left_out).empty();
}

std::vector<std::size_t> working_commands(const DecodedStream& stream) {
  std::vector<std::size_t> numbers;
  for (std::size_t c = 0; c < stream.commands.size(); ++c) {
    const DecodedKind kind = stream.commands[c].kind;
    if (kind != DecodedKind::dma_wait && kind != DecodedKind::kernel_wait) numbers.push_back(c);
  }
  return numbers;
}

std::string register_difference(const DecodedStream& original, const DecodedStream& emitted) {
  if (!same_processor(original.payload, emitted.payload)) {
    return emitted.name + ": is for another processor";
  }
  const std::vector<RegisterStep> steps_a = register_steps(original.payload.stream);
  const std::vector<RegisterStep> steps_b = register_steps(emitted.payload.stream);
  const std::vector<std::size_t> first = working_commands(original);
  const std::vector<std::size_t> second = working_commands(emitted);
  if (first.size() != second.size()) return emitted.name + ": has another number of commands";
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::string found =
        step_difference(steps_a[first[i]], steps_b[second[i]], emitted, second[i]);
    if (!found.empty()) return fmt::format("{}, command {}: {}", emitted.name, second[i], found);
  }
  return "";
}

}  // namespace spillway::ethosu::proof
