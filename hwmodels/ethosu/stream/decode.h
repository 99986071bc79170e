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

/// One command that does something; writes of registers are included in the operations and
/// transfers.
struct DecodedCommand {
  DecodedKind kind = DecodedKind::other;
  Command0 command = Command0::stop;
  std::uint16_t parameter = 0;  // wait count, STOP mask, mode of the operation
  std::uint32_t word = 0;       // word of the command, counted from the start of the stream
  std::uint32_t index = 0;      // into operations or transfers
};

/// A tensor that an ethos-u operator passes to the driver. Operands of several operators that are
/// the same tensor, or tensors of the same buffer, have the same identity and are in memory once.
struct DriverOperand {
  std::string name;
  TensorIndex identity = no_tensor;  // into Network::tensors; none = no other stream shares it
};

/// The command stream of one ethos-u operator.
struct DecodedStream {
  std::string name;                  // "npu0"
  std::int32_t operator_index = -1;  // into Network::operators
  Payload payload;
  RegionBytes regions{};
  DriverOperand stream_operand;
  std::array<DriverOperand, region_count> region_operands;  // without a name if not in the file
  std::vector<DecodedCommand> commands;
  std::vector<Operation> operations;
  std::vector<DmaCommand> transfers;

  Bytes bytes() const { return static_cast<Bytes>(payload.stream.size()) * 4; }
};

/// A network that Arm's compiler made: its ethos-u operators in file order. The operators between
/// them run on the host. Refers to Network::file, which must outlive this.
struct DecodedFile {
  std::string name;
  std::vector<DecodedStream> streams;
};

/// Decodes one driver payload. `regions` are the sizes of the regions that the stream may address.
/// Throws UserError(input_file) with the word of anything that is unknown, undefined or out of
/// bounds.
DecodedStream decode_stream(ByteView payload, const RegionBytes& regions, const StreamPlace& place);

bool is_npu_operator(const Operator& op);

/// The region of the state that a delegate of an ExecuTorch program keeps between calls
/// (backends/arm/arm_vela.py in ExecuTorch's sources, --separate-persistent-region of Vela).
constexpr std::size_t state_region = 5;

/// The operand of an ethos-u operator that holds its state; no_tensor if it keeps no state.
TensorIndex state_of(const Network& network, const Operator& op);

/// Whether the network holds ethos-u operators.
bool is_compiled_for_ethosu(const Network& network);

/// The payload of the first ethos-u operator of `network`, which must have one. Throws
/// UserError(input_file) for a malformed payload.
Payload first_payload(const Network& network);

/// Decodes every ethos-u operator of `network`. If an operator omits the operand of the fast arena,
/// this arena is as large as its commands reach. Throws UserError(input_file).
DecodedFile decode(const Network& network);

}  // namespace spillway::ethosu
