// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <vector>

#include "hwmodels/target/relinking.h"

namespace spillway::test {

/// Returns a place for every buffer of `movable`. Takes the buffers in random order, and places
/// each buffer at the lowest free address of a random arena.
std::vector<BufferHome> random_homes(const MovableBuffers& movable, std::mt19937& random);

/// Returns the paths of all .tflite files of the reference data that have an Ethos-U command
/// stream.
std::vector<std::string> compiled_tflite_files();

}  // namespace spillway::test
