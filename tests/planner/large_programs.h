// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "planner/problem.h"

namespace spillway::test {

/// Kinds of generated programs, which differ in sizes and lives of their buffers.
enum class ProgramKind : std::uint8_t {
  training,  // activations live until their backward step, so live ranges are nested
  // Many blocks with the same few sizes, caches that live for the whole run, residuals across a
  // block.
  decoder,
  rectangles,  // sizes and live ranges of all magnitudes, without structure
  cuttings,    // a full rectangle that is cut into pieces, of which a tenth shrank a little
};

constexpr std::array<ProgramKind, 4> program_kinds = {
    ProgramKind::training, ProgramKind::decoder, ProgramKind::rectangles, ProgramKind::cuttings};

const char* name_of(ProgramKind kind);

/// `count` buffers of a program of this kind; the same arguments give the same buffers.
std::vector<Buffer> large_program(ProgramKind kind, int count, std::uint64_t seed);

}  // namespace spillway::test
