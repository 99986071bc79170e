// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/stream/bounds.h"
#include "hwmodels/ethosu/stream/payload.h"
#include "hwmodels/ethosu/stream/snapshot.h"
#include "traces/network.h"

namespace spillway::ethosu {

enum class DecodedKind : std::uint8_t { operation, dma_start, dma_wait, kernel_wait, stop, other };

/// A command of a stream other than a write of a register. The values of the registers are part of
/// the operations and transfers.
struct DecodedCommand {
  DecodedKind kind = DecodedKind::other;
  Command0 command = Command0::stop;
  std::uint16_t parameter = 0;  // wait count, STOP mask, mode of the operation
  std::uint32_t word = 0;       // index of the command's word in the stream
  std::uint32_t index = 0;      // index into operations or transfers
};

/// A tensor that an ethos-u operator passes to the driver. Two operators can pass the same tensor,
/// or tensors that share a buffer of the file. Their operands then have the same identity, and the
/// bytes are in memory once.
struct DriverOperand {
  std::string name;
  // Index into Network::tensors; no_tensor = no other stream uses the bytes.
  TensorIndex identity = no_tensor;
};

/// The command stream of one ethos-u operator.
struct DecodedStream {
  std::string name;                  // "npu0"
  std::int32_t operator_index = -1;  // index into Network::operators
  Payload payload;
  RegionBytes regions{};
  DriverOperand stream_operand;
  // The operands by region; the name is empty if the file has no operand for the region.
  std::array<DriverOperand, region_count> region_operands;
  std::vector<DecodedCommand> commands;
  std::vector<Operation> operations;
  std::vector<DmaCommand> transfers;

  Bytes bytes() const { return static_cast<Bytes>(payload.stream.size()) * 4; }
};

/// A network that Arm's compiler made: its ethos-u operators in file order. The operators between
/// them run on the host. Refers to Network::file, which must outlive this object.
struct DecodedFile {
  std::string name;
  std::vector<DecodedStream> streams;
};

/// Decodes one driver payload. `regions` are the sizes of the regions that the stream can address.
/// Throws UserError(input_file) for anything that is unknown, undefined or out of bounds; the
/// message names the word.
DecodedStream decode_stream(ByteView payload, const RegionBytes& regions, const StreamPlace& place);

bool is_npu_operator(const Operator& op);

/// The region of the state that a delegate of an ExecuTorch program keeps between calls
/// (backends/arm/arm_vela.py in ExecuTorch's sources, --separate-persistent-region of Vela).
constexpr std::size_t state_region = 5;

/// The operand that holds the state of an ethos-u operator; no_tensor if the operator keeps no
/// state.
TensorIndex state_of(const Network& network, const Operator& op);

/// Whether the network holds ethos-u operators.
bool is_compiled_for_ethosu(const Network& network);

/// The payload of the first ethos-u operator of `network`, which must have one. Throws
/// UserError(input_file) for a malformed payload.
Payload first_payload(const Network& network);

/// Decodes every ethos-u operator of `network`. If an operator has no operand for the fast arena,
/// the size of the fast arena is taken from the commands: up to the last byte that they address.
/// Throws UserError(input_file).
DecodedFile decode(const Network& network);

}  // namespace spillway::ethosu
