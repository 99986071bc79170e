// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/emit/byte_owners.h"
#include "hwmodels/ethosu/stream/decode.h"

namespace spillway::ethosu {

/// The kinds of operands that a command can have in memory.
enum class OperandRole : std::uint8_t {
  ifm,
  ifm2,
  weights,
  scales,
  ofm,
  dma_source,
  dma_destination
};

/// Names an operand of a command in a compiled file.
struct OperandSite {
  std::size_t stream = 0;   // index into DecodedFile::streams
  std::size_t command = 0;  // index into DecodedStream::commands
  OperandRole operand = OperandRole::ifm;
  std::size_t part = 0;  // of weights and scales: the index of the core or decoder

  bool operator<(const OperandSite& other) const {
    return std::tie(stream, command, operand, part) <
           std::tie(other.stream, other.command, other.operand, other.part);
  }
};

/// The bytes of an operand in its region (memory area with its own base address).
struct OperandBytes {
  OperandSite site;
  std::uint8_t region = 0;
  bool write = false;
  std::vector<ByteRange> ranges;  // sorted and joined by merged()
};

/// Returns the operands that command `command` of `stream` has in the regions (memory areas, each
/// with its own base address): first the operands that the command reads, then the operands that it
/// writes. `number` is the index of the stream in its file, which becomes OperandSite::stream.
std::vector<OperandBytes> operand_bytes(const DecodedStream& stream, std::size_t number,
                                        std::size_t command);

}  // namespace spillway::ethosu
