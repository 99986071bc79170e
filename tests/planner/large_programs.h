// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "planner/problem.h"

namespace spillway::test {

/// A kind of generated programs. The kinds differ in the sizes and live ranges of their buffers.
enum class ProgramKind : std::uint8_t {
  training,  // nested live ranges: activations live until their backward step
  // Many equal blocks of layers with buffers of a few sizes. Caches live for a group of blocks, and
  // residuals for one block.
  decoder,
  rectangles,  // independent sizes and live ranges of all magnitudes
  cuttings,    // a rectangle (bytes x steps) cut into buffers without gaps; a tenth of the buffers
               // are 10 % smaller
};

constexpr std::array<ProgramKind, 4> program_kinds = {
    ProgramKind::training, ProgramKind::decoder, ProgramKind::rectangles, ProgramKind::cuttings};

const char* name_of(ProgramKind kind);

/// Returns `count` buffers of a program of this kind. Equal arguments give equal buffers.
std::vector<Buffer> large_program(ProgramKind kind, int count, std::uint64_t seed);

}  // namespace spillway::test
