// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "planner/problem.h"

namespace spillway::test {

/// Kinds of generated programs, which differ in sizes and lives of their buffers.
enum class ProgramKind : std::uint8_t {
  training,    // activations wait for their backward step: lives are stacked into one another
  decoder,     // many blocks of the same few sizes, caches that stay, residuals across a block
  rectangles,  // sizes and lives of all magnitudes without structure
  cuttings,    // a full rectangle cut into pieces, a tenth of which shrank a little
};

constexpr std::array<ProgramKind, 4> program_kinds = {
    ProgramKind::training, ProgramKind::decoder, ProgramKind::rectangles, ProgramKind::cuttings};

const char* name_of(ProgramKind kind);

/// `count` buffers of such a program; the same arguments give the same buffers.
std::vector<Buffer> large_program(ProgramKind kind, int count, std::uint64_t seed);

}  // namespace spillway::test
