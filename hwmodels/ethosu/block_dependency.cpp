// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/block_dependency.h"

#include <algorithm>

namespace spillway::ethosu {
namespace {

struct Extent {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

Extent extent_of(const Access& access) {
  const std::int64_t rows = (access.rows - 1) * access.row_stride;
  const std::int64_t planes = (access.planes - 1) * access.plane_stride;
  const auto base = static_cast<std::int64_t>(access.address);
  return {base + std::min<std::int64_t>(0, rows) + std::min<std::int64_t>(0, planes),
          base + std::max<std::int64_t>(0, rows) + std::max<std::int64_t>(0, planes) + access.run};
}

bool overlap(const Access& a, const Access& b) {
  if (a.memory != b.memory) return false;
  const Extent first = extent_of(a);
  const Extent second = extent_of(b);
  return first.begin < second.end && second.begin < first.end;
}

bool is_map(const Access& access) {
  return access.stream == Stream::ifm || access.stream == Stream::ifm2;
}

bool reads_result(const Program& program, const Block& reader, const Block& writer) {
  for (std::uint32_t r = 0; r < reader.reads.count; ++r) {
    const Access& read = program.accesses[reader.reads.first + r];
    if (!is_map(read)) continue;
    for (std::uint32_t w = 0; w < writer.writes.count; ++w) {
      if (overlap(read, program.accesses[writer.writes.first + w])) return true;
    }
  }
  return false;
}

}  // namespace

std::int32_t block_dependency(const Program& program, std::uint32_t kernel, std::int32_t limit) {
  const Range& before = program.kernels[kernel - 1].blocks;
  const Range& blocks = program.kernels[kernel].blocks;
  std::int32_t allowed = limit;
  // Block c waits for all but `allowed` of the blocks before it in both kernels together.
  for (std::int32_t c = 0; c <= allowed && c < static_cast<std::int32_t>(blocks.count); ++c) {
    const Block& reader = program.blocks[blocks.first + static_cast<std::uint32_t>(c)];
    const std::int32_t last = std::min(allowed - c, static_cast<std::int32_t>(before.count));
    for (std::int32_t unfinished = 1; unfinished <= last; ++unfinished) {
      const std::uint32_t writer =
          before.first + before.count - static_cast<std::uint32_t>(unfinished);
      if (!reads_result(program, reader, program.blocks[writer])) continue;
      allowed = unfinished - 1 + c;
      break;
    }
  }
  return allowed;
}

}  // namespace spillway::ethosu
