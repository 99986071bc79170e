// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hwmodels/memory/memory_trace.h"

namespace spillway {

/// Returns the names of the access patterns that pattern_requests() can make.
const std::vector<std::string>& trace_pattern_names();

/// Returns `blocks` requests of 64 bytes in the named pattern:
/// seq_read, seq_write  address 64 i
/// rand_read            uniform within 64 MiB
/// rand_rw              like rand_read, but one in three is a write
/// copy64               alternately a read at 64 i and a write 32 MiB above it
/// copy256              four reads, then four writes 32 MiB above them
/// stride1k, stride16k  reads 1 KiB or 16 KiB apart within 64 MiB; each pass starts 64 bytes later
/// tile128              runs of 128 bytes, read with two requests each, at a pitch of 1536 bytes
/// Random patterns depend only on `seed`. `capacity` is the size of the memory; 0 = no limit. In a
/// memory of less than 64 MiB, the ranges of the patterns are as large as the memory, the writes of
/// a copy are half of the memory above the reads, and addresses wrap around at the end. Throws
/// UserError(usage) with a suggestion for an unknown pattern.
RequestSource pattern_requests(const std::string& pattern, std::int64_t blocks,
                               std::uint64_t seed = 1, Bytes capacity = 0);

}  // namespace spillway
