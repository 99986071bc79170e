// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/decode.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/stream/register_maps.h"
#include "traces/tflite/shared_buffers.h"

namespace spillway::ethosu {
namespace {

class Decoder {
 public:
  Decoder(DecodedStream& stream, const StreamPlace& place)
      : out_(stream), words_(stream.payload.stream), registers_(stream.payload.product, place) {}

  void run() {
    while (!stopped_) {
      registers_.set_word(at_);
      if (at_ >= words_.size()) throw registers_.error("the stream ends without STOP");
      step();
    }
  }

 private:
  void step() {
    const std::uint32_t word = words_[at_];
    const auto parameter = static_cast<std::uint16_t>(word >> 16);
    if (bits(word, 10, 4) != 0) throw unknown(word);
    switch (bits(word, 14, 2)) {
      case 0:
        one_word(static_cast<Command0>(bits(word, 0, 10)), parameter);
        at_ += 1;
        return;
      case 1:
        two_words(static_cast<Command1>(bits(word, 0, 10)), parameter);
        at_ += 2;
        return;
      default:
        throw unknown(word);
    }
  }

  void one_word(Command0 command, std::uint16_t parameter) {
    if (command_name(command, product()) == nullptr) {
      throw unknown(static_cast<std::uint32_t>(command));
    }
    if (is_operation(command)) {
      execute(command, parameter);
    } else {
      registers_.set(command, parameter);
    }
  }

  void two_words(Command1 command, std::uint16_t parameter) {
    if (command_name(command, product()) == nullptr) {
      throw unknown(static_cast<std::uint32_t>(command) | 0x4000U);
    }
    if (at_ + 1 >= words_.size()) throw registers_.error("the stream ends within a command");
    if (command == Command1::branch) throw registers_.error("branches cannot be replayed");
    registers_.set(command, parameter, words_[at_ + 1]);
  }

  void execute(Command0 command, std::uint16_t parameter) {
    DecodedCommand decoded{DecodedKind::other, command, parameter, static_cast<std::uint32_t>(at_),
                           0};
    switch (command) {
      case Command0::conv:
      case Command0::depthwise:
      case Command0::pool:
      case Command0::elementwise:
      case Command0::resize:
        decoded.kind = DecodedKind::operation;
        decoded.index = static_cast<std::uint32_t>(out_.operations.size());
        add_operation(command, parameter);
        break;
      case Command0::dma_start:
        decoded.kind = DecodedKind::dma_start;
        decoded.index = static_cast<std::uint32_t>(out_.transfers.size());
        add_transfer(parameter);
        break;
      case Command0::dma_wait:
        decoded.kind = DecodedKind::dma_wait;
        check_wait(parameter, product() == Product::u85 ? 3 : 15);
        break;
      case Command0::kernel_wait:
        decoded.kind = DecodedKind::kernel_wait;
        check_wait(parameter, product() == Product::u85 ? 1 : 3);
        break;
      case Command0::stop:
        decoded.kind = DecodedKind::stop;
        stopped_ = true;
        break;
      default:
        break;
    }
    out_.commands.push_back(decoded);
  }

  void add_operation(Command0 command, std::uint16_t parameter) {
    Operation op = snapshot_operation(registers_, out_.payload, command, parameter);
    check_operation(registers_, op, out_.regions);
    total_blocks_ += block_count(op);
    if (total_blocks_ > most_blocks_per_stream) {
      throw registers_.error("more than " + std::to_string(most_blocks_per_stream) +
                             " blocks in all");
    }
    out_.operations.push_back(op);
  }

  void add_transfer(std::uint16_t parameter) {
    const Bytes internal =
        product() == Product::u85 ? unknown_internal_bytes : Bytes{out_.payload.shram_kib} * 1024;
    const DmaCommand dma = snapshot_dma(registers_, parameter);
    check_dma(registers_, dma, out_.regions, internal);
    out_.transfers.push_back(dma);
  }

  // Throws an error if a wait count does not fit its bit field. The processor would drop the upper
  // bits of the count. With the smaller count, it would wait for more commands to end than the
  // stream says.
  void check_wait(std::uint16_t parameter, int most) const {
    if (parameter > most) {
      throw registers_.error("waits until " + std::to_string(parameter) +
                             " are outstanding; expected at most " + std::to_string(most));
    }
  }

  UserError unknown(std::uint32_t opcode) const {
    return registers_.error(
        fmt::format("unknown opcode 0x{:03X} for Ethos-{}", opcode, product_name(product())));
  }

  Product product() const { return out_.payload.product; }

  static constexpr std::int64_t most_blocks_per_stream = std::int64_t{1} << 23;
  static constexpr Bytes unknown_internal_bytes = Bytes{1} << 20;

  DecodedStream& out_;
  Words words_;
  Registers registers_;
  std::size_t at_ = 0;
  std::int64_t total_blocks_ = 0;
  bool stopped_ = false;
};

// Indices of the operands of an ethos-u operator. Their order is: command stream, constants, arena,
// fast arena (arena in fast memory), network inputs.
constexpr std::size_t stream_operand = 0;
constexpr std::size_t first_region_operand = 1;
constexpr std::size_t last_region_operand = 3;
constexpr Bytes most_region_bytes = Bytes{1} << 40;  // limit of the processor's addresses

// Whether the operator has no operand for the fast arena (arena in fast memory), because the
// runtime provides the fast arena.
bool leaves_out_fast_arena(const Operator& op) {
  return op.inputs.size() > last_region_operand && op.inputs[last_region_operand] == no_tensor;
}

TensorIndex operand(const Network& network, const Operator& op, std::size_t number,
                    const StreamPlace& place) {
  const auto count = static_cast<TensorIndex>(network.tensors.size());
  if (number >= op.inputs.size() || op.inputs[number] < 0 || op.inputs[number] >= count) {
    throw UserError(ExitCode::input_file, {place.file},
                    place.operator_name + ": an ethos-u operator has no operand " +
                        std::to_string(number) +
                        "; expected command stream, constants, arena and fast arena");
  }
  return op.inputs[number];
}

/// Decodes the ethos-u operators of a network one by one.
class OperatorDecoder {
 public:
  explicit OperatorDecoder(const Network& network)
      : network_(network), owners_(buffer_owners(network)) {}

  DecodedStream decode(std::int32_t index, std::size_t number) const {
    const Operator& op = at(network_.operators, index);
    const StreamPlace place{network_.source, "npu" + std::to_string(number)};
    RegionBytes regions{};
    std::array<DriverOperand, region_count> operands;
    const bool unknown = leaves_out_fast_arena(op);
    for (std::size_t i = first_region_operand; i <= last_region_operand; ++i) {
      if (unknown && i == last_region_operand) continue;
      const TensorIndex tensor = operand(network_, op, i, place);
      regions[i - first_region_operand] = at(network_.tensors, tensor).bytes;
      operands[i - first_region_operand] = described(tensor);
    }
    if (const TensorIndex state = state_of(network_, op); state != no_tensor) {
      regions[state_region] = at(network_.tensors, state).bytes;
      operands[state_region] = described(state);
    }
    const TensorIndex commands = operand(network_, op, stream_operand, place);
    constexpr std::size_t fast_arena = last_region_operand - first_region_operand;
    if (unknown) regions[fast_arena] = most_region_bytes;
    DecodedStream stream = decode_stream(at(network_.tensors, commands).data, regions, place);
    if (unknown) {
      stream.regions[fast_arena] = touched_bytes(stream.operations, stream.transfers, fast_arena);
    }
    stream.operator_index = index;
    stream.stream_operand = described(commands);
    stream.region_operands = std::move(operands);
    return stream;
  }

 private:
  DriverOperand described(TensorIndex tensor) const {
    return {at(network_.tensors, tensor).name, at(owners_, tensor)};
  }

  const Network& network_;
  std::vector<TensorIndex> owners_;
};

}  // namespace

Bytes DecodedFile::largest_region(std::size_t region) const {
  Bytes bytes = 0;
  for (const DecodedStream& stream : streams) bytes = std::max(bytes, stream.regions[region]);
  return bytes;
}

DecodedStream decode_stream(ByteView payload, const RegionBytes& regions,
                            const StreamPlace& place) {
  DecodedStream stream;
  stream.name = place.operator_name;
  stream.payload = parse_payload(payload, place);
  stream.regions = regions;
  Decoder(stream, place).run();
  return stream;
}

bool is_npu_operator(const Operator& op) {
  return op.type == OpType::custom && op.type_name == "ethos-u";
}

// Only operators of ExecuTorch programs have state. An operator with an operand for the fast arena
// (arena in fast memory) comes from a .tflite file and has no state: there, variables are feature
// maps in the arena.
TensorIndex state_of(const Network& network, const Operator& op) {
  if (!is_npu_operator(op) || !leaves_out_fast_arena(op)) return no_tensor;
  for (std::size_t i = last_region_operand + 1; i < op.inputs.size(); ++i) {
    const TensorIndex tensor = op.inputs[i];
    if (tensor != no_tensor && at(network.tensors, tensor).kind == TensorKind::variable) {
      return tensor;
    }
  }
  return no_tensor;
}

bool is_compiled_for_ethosu(const Network& network) {
  return std::any_of(network.operators.begin(), network.operators.end(), is_npu_operator);
}

Payload first_payload(const Network& network) {
  const auto first =
      std::find_if(network.operators.begin(), network.operators.end(), is_npu_operator);
  const StreamPlace place{network.source, "npu0"};
  return parse_payload(at(network.tensors, operand(network, *first, stream_operand, place)).data,
                       place);
}

DecodedFile decode(const Network& network) {
  DecodedFile file;
  file.name = network.name;
  const OperatorDecoder decoder(network);
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    if (!is_npu_operator(network.operators[i])) continue;
    file.streams.push_back(decoder.decode(static_cast<std::int32_t>(i), file.streams.size()));
  }
  return file;
}

}  // namespace spillway::ethosu
