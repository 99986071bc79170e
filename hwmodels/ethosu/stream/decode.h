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

/// A command that is not a write of a register. The values that the registers have at this command
/// are stored in DecodedStream::operations and DecodedStream::transfers.
struct DecodedCommand {
  DecodedKind kind = DecodedKind::other;
  Command0 command = Command0::stop;
  std::uint16_t parameter = 0;  // wait count, STOP mask, mode of the operation
  std::uint32_t word = 0;       // index of the command's word in the stream
  std::uint32_t index = 0;      // into DecodedStream::operations or transfers
};

/// A tensor that an ethos-u operator passes to the driver. If operands of two operators are the
/// same tensor, or share a buffer of the file, both operands have the same identity, and memory
/// holds their bytes only once.
struct DriverOperand {
  std::string name;
  // Index into Network::tensors; no_tensor = the file has no such operand.
  TensorIndex identity = no_tensor;
};

/// The command stream of one ethos-u operator.
struct DecodedStream {
  std::string name;                  // such as "npu0"
  std::int32_t operator_index = -1;  // index into Network::operators
  Payload payload;
  RegionBytes regions{};
  DriverOperand stream_operand;
  // Indexed by region (memory area with its own base address). The operand's name is empty if the
  // file has no operand for the region.
  std::array<DriverOperand, region_count> region_operands;
  std::vector<DecodedCommand> commands;
  std::vector<Operation> operations;
  std::vector<DmaCommand> transfers;

  Bytes bytes() const { return static_cast<Bytes>(payload.stream.size()) * 4; }
};

/// The command streams of a network that Arm's compiler has compiled: one per ethos-u operator, in
/// the order of the file. The streams refer to the bytes of Network::file, which must outlive this
/// object.
struct DecodedFile {
  std::string name;
  std::vector<DecodedStream> streams;

  /// Returns the largest size, in bytes, that the region (memory area with its own base address)
  /// has in any of the streams.
  Bytes largest_region(std::size_t region) const;
};

/// Returns the decoded command stream of one driver payload (the data of an ethos-u operator).
/// `regions` are the sizes of the regions that the stream can address. Throws UserError(input_file)
/// for anything that is unknown, undefined or out of bounds; the message gives the index of the
/// word.
DecodedStream decode_stream(ByteView payload, const RegionBytes& regions, const StreamPlace& place);

bool is_npu_operator(const Operator& op);

/// The region (memory area with its own base address) of the state that a delegate (compiled
/// subgraph) of an ExecuTorch program keeps between calls. Sources: backends/arm/arm_vela.py of
/// ExecuTorch, and Vela's option --separate-persistent-region.
constexpr std::size_t state_region = 5;

/// Returns the operand that holds the state of an ethos-u operator between calls; no_tensor if the
/// operator keeps no state.
TensorIndex state_of(const Network& network, const Operator& op);

bool is_compiled_for_ethosu(const Network& network);

/// Returns the payload of the first ethos-u operator of `network`, which must have such an
/// operator. Throws UserError(input_file) for a malformed payload.
Payload first_payload(const Network& network);

/// Returns the decoded command streams of all ethos-u operators of `network`. If an operator has no
/// operand for the fast arena (arena in fast memory), the fast arena ends at the last byte that the
/// commands address. Throws UserError(input_file) if a stream cannot be decoded.
DecodedFile decode(const Network& network);

}  // namespace spillway::ethosu
