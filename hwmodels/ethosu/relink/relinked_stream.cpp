// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/relinked_stream.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/block/block_dependency.h"
#include "hwmodels/ethosu/emit/stream_writer.h"
#include "hwmodels/ethosu/emit/waits.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/ethosu/stream/register_maps.h"

namespace spillway::ethosu {
namespace {

using Steps = std::vector<RegisterStep>;

void erase_map(const MapRegisters& map, RegisterValues& registers) {
  for (int i = 0; i < 4; ++i) registers.erase(key_of(map.base0 + i));
  for (int i = 0; i < 3; ++i) registers.erase(key_of(map.width0 + i));
  for (int i = 0; i < 3; ++i) registers.erase(key_of(map.stride_x + i));
}

// Erases the registers that the operation does not read. These registers still hold values of an
// earlier operation. If such a value is an address, it is wrong after buffers have moved.
void erase_unread(const Operation& op, RegisterValues& registers) {
  if (op.ofm.tiling == Tiling::none) erase_map(ofm_registers, registers);
  if (op.type != OperationType::elementwise) return;
  if (op.reads_ifm2 && op.ifm2.tiling != Tiling::none) return;
  erase_map(ifm2_registers, registers);
  if (!op.reads_ifm2) registers.erase(key_of(ifm2_registers.region));
}

/// Changes the region and address registers of one operand to the new place of its buffer.
class OperandMove {
 public:
  OperandMove(RegisterValues& registers, const MovableBuffer& from, const BufferHome& to)
      : registers_(registers),
        distance_(to.offset - from.home.offset),
        region_(to.fast ? fast_arena_region : arena_region) {}

  void map(const MapRegisters& which, const FeatureMap& map) {
    region(key_of(which.region));
    const bool right = map.tiling == Tiling::quad && map.width > map.width0;
    const bool stacked = map.tiling == Tiling::stacked;
    base(key_of(which.base0));
    if (right || (stacked && map.height > map.height0)) base(key_of(which.base0 + 1));
    if (map.height > (stacked ? map.height1 : map.height0)) base(key_of(which.base0 + 2));
    if (right && map.height > map.height1) base(key_of(which.base0 + 3));
  }

  void constants(Command0 region_register, Command1 base_register) {
    region(key_of(region_register));
    base(key_of(base_register));
  }

 private:
  void region(RegisterKey key) {
    constexpr std::uint64_t region_bits = 7;
    std::uint64_t& value = registers_.at(key);
    value = (value & ~region_bits) | region_;
  }

  void base(RegisterKey key) {
    constexpr std::uint64_t address_bits = (std::uint64_t{1} << 40) - 1;
    std::uint64_t& value = registers_.at(key);
    value =
        (value & ~address_bits) | ((value + static_cast<std::uint64_t>(distance_)) & address_bits);
  }

  RegisterValues& registers_;
  Bytes distance_;
  std::uint64_t region_;
};

Command1 weights_register(std::size_t part, Product product) {
  if (part == 0) return Command1::weight_base;
  if (part == 1) return Command1::weight1_base;
  return product == Product::u85 && part == 2 ? Command1::scale1_base : Command1::weight3_base;
}

Steps without_waits(const Steps& steps) {
  Steps bare;
  std::copy_if(steps.begin(), steps.end(), std::back_inserter(bare),
               [](const RegisterStep& step) { return !is_wait(step.command); });
  return bare;
}

bool same_commands(const Steps& a, const Steps& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const RegisterStep& x, const RegisterStep& y) {
                      return x.command == y.command && x.parameter == y.parameter;
                    });
}

// Returns the commands of a stream with the waits of two versions `a` and `b`. If both versions
// wait for the same kind of operation before a command, the stricter wait stays.
Steps with_waits_of_both(const Steps& a, const Steps& b) {
  Steps all;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_wait(a[i].command) && is_wait(b[j].command) && a[i].command == b[j].command) {
      all.push_back(a[i].parameter < b[j].parameter ? a[i] : b[j]);
      ++i, ++j;
    } else if (is_wait(a[i].command)) {
      all.push_back(a[i++]);
    } else if (is_wait(b[j].command)) {
      all.push_back(b[j++]);
    } else {
      all.push_back(b[j]);
      ++i, ++j;
    }
  }
  return all;
}

class StreamRelinker {
 public:
  explicit StreamRelinker(const StreamMove& move)
      : move_(move),
        product_(move.stream.payload.product),
        config_(find_config(product_, move.stream.payload.macs)),
        original_(register_steps(move.stream.payload.stream)) {}

  std::vector<std::uint8_t> run() {
    Steps moved = original_;
    for (std::size_t c = 0; c < moved.size(); ++c) move_step(c, moved[c]);
    const Steps old_bare = without_waits(original_);
    Steps bare = without_waits(moved);
    const std::vector<std::uint8_t> old_payload = rewritten_payload(move_.stream.payload, old_bare);
    const DecodedStream before = decoded(old_payload, move_.stream.regions);
    const std::vector<std::uint8_t> new_payload = rewritten_payload(move_.stream.payload, bare);
    const DecodedStream after = decoded(new_payload, move_.regions);
    set_dependencies(before, after, bare);
    return rewritten_payload(move_.stream.payload, waiting(old_bare, before, moved, bare, after));
  }

 private:
  void move_step(std::size_t command, RegisterStep& step) {
    const DecodedCommand& decoded = move_.stream.commands[command];
    if (decoded.kind == DecodedKind::operation) {
      erase_unread(move_.stream.operations[decoded.index], step.registers);
    }
    for (const OperandBytes& operand : operand_bytes(move_.stream, move_.number, command)) {
      const auto found = move_.buffers.of_operand.find(operand.site);
      if (found == move_.buffers.of_operand.end()) continue;
      move_operand(operand.site, decoded,
                   OperandMove(step.registers, move_.buffers.buffers[found->second],
                               move_.homes[found->second]));
    }
  }

  void move_operand(const OperandSite& site, const DecodedCommand& decoded, OperandMove to) const {
    const auto op = [&]() -> const Operation& { return move_.stream.operations[decoded.index]; };
    switch (site.operand) {
      case OperandRole::ifm:
        return to.map(ifm_registers, op().ifm);
      case OperandRole::ifm2:
        return to.map(ifm2_registers, op().ifm2);
      case OperandRole::ofm:
        return to.map(ofm_registers, stored_ofm(op()));
      case OperandRole::weights:
        return to.constants(Command0::weight_region, weights_register(site.part, product_));
      case OperandRole::scales:
        return to.constants(Command0::scale_region,
                            site.part == 0 ? Command1::scale_base : Command1::scale1_base);
      case OperandRole::dma_source:
        return to.constants(Command0::dma0_src_region, Command1::dma0_src);
      case OperandRole::dma_destination:
        return to.constants(Command0::dma0_dst_region, Command1::dma0_dst);
    }
  }

  DecodedStream decoded(const std::vector<std::uint8_t>& payload,
                        const RegionBytes& regions) const {
    return decode_stream({payload.data(), payload.size()}, regions,
                         {"relinked file", move_.stream.name});
  }

  // Sets the block dependency of each kernel (how many blocks of the previous kernel may be
  // unfinished) from three numbers: the compiler's number, and the results of block_dependency()
  // for the old and for the new places of the buffers.
  // - If the results for old and new places are equal, the compiler's number stays.
  // - Otherwise, if the compiler's number is less than the result for the old places, the kernel
  //   gets the minimum of two numbers: the compiler's number, and the result for the new places.
  // - Otherwise, the kernel gets the result for the new places.
  void set_dependencies(const DecodedStream& before, const DecodedStream& after, Steps& bare) {
    const Operation* last_before = nullptr;
    const Operation* last_after = nullptr;
    for (std::size_t c = 0; c < bare.size(); ++c) {
      if (after.commands[c].kind != DecodedKind::operation) continue;
      const Operation& old_op = before.operations[before.commands[c].index];
      const Operation& new_op = after.operations[after.commands[c].index];
      if (last_before != nullptr) {
        const std::int32_t old_rule = block_dependency(config_, *last_before, old_op);
        const std::int32_t new_rule = block_dependency(config_, *last_after, new_op);
        const std::int32_t given = old_op.block_dependency;
        // Whether the compiler chose a smaller block dependency (a longer wait for the previous
        // kernel) than the old places require. The reason is not known.
        const bool stricter = given < old_rule;
        const std::int32_t chosen = new_rule == old_rule ? given
                                    : stricter           ? std::min(given, new_rule)
                                                         : new_rule;
        bare[c].registers[key_of(Command0::blockdep)] = static_cast<std::uint64_t>(chosen);
      }
      last_before = &old_op;
      last_after = &new_op;
    }
  }

  Steps waiting(const Steps& old_bare, const DecodedStream& before, const Steps& moved,
                const Steps& bare, const DecodedStream& after) const {
    const InFlight most = most_in_flight(config_);
    Steps ruled = with_waits(bare, after, most);
    if (same_commands(with_waits(old_bare, before, most), original_)) return ruled;
    return with_waits_of_both(moved, ruled);
  }

  const StreamMove& move_;
  Product product_;
  const Config& config_;
  Steps original_;
};

}  // namespace

std::vector<std::uint8_t> relinked_payload(const StreamMove& move) {
  return StreamRelinker(move).run();
}

}  // namespace spillway::ethosu
