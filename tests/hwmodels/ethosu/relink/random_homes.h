// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <vector>

#include "hwmodels/target/relinking.h"

namespace spillway::test {

/// Returns places for all buffers. The buffers are taken in a random order, and each gets the first
/// free address of a random arena.
std::vector<BufferHome> random_homes(const MovableBuffers& movable, std::mt19937& random);

/// All .tflite files of the reference data that contain an Ethos-U command stream.
std::vector<std::string> compiled_tflite_files();

}  // namespace spillway::test
