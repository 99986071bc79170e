// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/emit/stream_writer.h"

#include <array>

#include "hwmodels/ethosu/stream/register_maps.h"

namespace spillway::ethosu {
namespace {

constexpr std::uint32_t payload_mark = 0x31504F43;  // "COP1"
constexpr std::uint32_t stream_action = 2, no_action = 5;
constexpr std::size_t words_per_alignment = 4;  // the stream begins at a multiple of 16 bytes

std::uint32_t storage_of(const RegisterStep& step, const MapRegisters& map) {
  const auto found = step.registers.find(key_of(map.precision));
  return found == step.registers.end() ? 0 : bits(static_cast<std::uint32_t>(found->second), 14, 2);
}

/// Kernels of a U85 can be chained: a kernel passes a map to the next kernel inside the processor.
/// The compiler then writes the input registers and the output format again for three kernels, even
/// if the values have not changed: for the kernel that passes the map, for the kernel that receives
/// the map, and for the kernel after the receiving kernel.
class ChainWatch {
 public:
  void before(const RegisterStep& step, RegisterWriter& out) {
    constexpr std::uint32_t within_processor = 2;
    const bool takes = step.command == Command0::elementwise &&
                       storage_of(step, ifm2_registers) == within_processor;
    const bool gives = storage_of(step, ofm_registers) == within_processor;
    if (takes || gives || behind_) forget_input(out);
    if (takes) forget_second_input(out);
    behind_ = takes;
  }

 private:
  static void forget_input(RegisterWriter& out) {
    for (const RegisterKey key : register_order(StreamWriter::regor_u85, Command0::conv)) {
      if (key == key_of(Command0::ifm_depth_m1) || key == key_of(Command1::ofm_scale)) continue;
      if (key == key_of(Command0::ifm_upscale)) break;
      out.forget(key);
    }
    out.forget(key_of(ofm_registers.precision));
  }

  static void forget_second_input(RegisterWriter& out) {
    out.forget(key_of(ifm2_registers.precision));
    out.forget(key_of(ifm2_registers.region));
    out.forget(key_of(ifm2_registers.zero_point));
  }

  bool behind_ = false;  // whether the previous kernel received a map inside the processor
};

// Writes the register PARALLEL_MODE, the number of cores that work together, before all other
// registers. For U65, the compiler writes this register even in streams for one core.
void set_cores(const RegisterStep& step, RegisterWriter& out) {
  const auto found = step.registers.find(key_of(Command0::parallel_mode));
  if (found != step.registers.end()) out.set(found->first, found->second);
}

// Returns the command stream that runs `steps`, word for word as `writer` would write it.
std::vector<std::uint32_t> write_stream(const std::vector<RegisterStep>& steps, StreamWriter writer,
                                        Product product) {
  RegisterWriter out;
  ChainWatch chains;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::size_t waits = 0;
    // In a stream, the waits for a command stand after the command's registers and before the
    // command itself.
    while (i + waits + 1 < steps.size() && is_wait(steps[i + waits].command)) ++waits;
    const RegisterStep& step = steps[i + waits];
    if (product == Product::u65) set_cores(step, out);
    if (product == Product::u85 && is_kernel(step.command)) chains.before(step, out);
    for (const RegisterKey key : register_order(writer, step.command)) {
      const auto value = step.registers.find(key);
      if (value != step.registers.end()) out.set(key, value->second);
    }
    for (; waits > 0; --waits, ++i) out.command(steps[i].command, steps[i].parameter);
    out.command(step.command, step.parameter);
  }
  return out.words();
}

}  // namespace

void RegisterWriter::command(Command0 command, std::uint16_t parameter) {
  words_.push_back(static_cast<std::uint32_t>(command) | std::uint32_t{parameter} << 16);
}

void RegisterWriter::set(RegisterKey key, std::uint64_t value) {
  const auto known = values_.find(key);
  if (known != values_.end() && known->second == value) return;
  values_[key] = value;
  if ((key & wide_register) == 0) {
    words_.push_back(key | static_cast<std::uint32_t>(value) << 16);
    return;
  }
  words_.push_back(key | static_cast<std::uint32_t>(value >> 32 & 0xFFFFU) << 16);
  words_.push_back(static_cast<std::uint32_t>(value));
}

void RegisterWriter::set(Command1 command, std::int64_t value) {
  constexpr std::uint64_t forty_bits = (std::uint64_t{1} << 40) - 1;
  set(key_of(command), static_cast<std::uint64_t>(value) & forty_bits);
}

std::vector<std::uint8_t> write_payload(const std::vector<std::uint32_t>& stream,
                                        const ProcessorAction& processor) {
  std::vector<std::uint32_t> words{payload_mark, processor[0], processor[1], processor[2]};
  while ((words.size() + 1) % words_per_alignment != 0) words.push_back(no_action);
  const auto length = static_cast<std::uint32_t>(stream.size());
  words.push_back(stream_action | bits(length, 16, 8) << 8 | bits(length, 0, 16) << 16);
  words.insert(words.end(), stream.begin(), stream.end());
  std::vector<std::uint8_t> bytes;
  bytes.reserve(words.size() * 4);
  for (const std::uint32_t word : words) {
    for (int shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<std::uint8_t>(word >> shift));
    }
  }
  return bytes;
}

std::vector<std::uint8_t> rewritten_payload(const Payload& original,
                                            const std::vector<RegisterStep>& steps) {
  const StreamWriter writer = writer_of(original.stream, original.product);
  return write_payload(write_stream(steps, writer, original.product), original.processor);
}

}  // namespace spillway::ethosu
