// SPDX-License-Identifier: Apache-2.0
#include "tests/hwmodels/ethosu/relink/random_homes.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "hwmodels/ethosu/stream/decode.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway::test {
namespace {

constexpr Bytes step = 16;

Bytes first_free(const MovableBuffers& movable, const std::vector<std::size_t>& placed,
                 const std::vector<BufferHome>& homes, std::size_t index) {
  const MovableBuffer& buffer = movable.buffers[index];
  Bytes offset = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (const std::size_t other : placed) {
      const MovableBuffer& there = movable.buffers[other];
      const bool apart = homes[other].fast != homes[index].fast || there.upper <= buffer.lower ||
                         buffer.upper <= there.lower;
      const Bytes end = homes[other].offset + there.size;
      if (apart || offset >= end || homes[other].offset >= offset + buffer.size) continue;
      offset = (end + step - 1) / step * step;
      moved = true;
    }
  }
  return offset;
}

}  // namespace

std::vector<BufferHome> random_homes(const MovableBuffers& movable, std::mt19937& random) {
  std::vector<std::size_t> order(movable.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  std::vector<BufferHome> homes(order.size());
  std::vector<std::size_t> placed;
  for (const std::size_t index : order) {
    const bool may_be_fast = movable.fast_bytes > 0 && !movable.buffers[index].of_runtime;
    homes[index].fast = may_be_fast && random() % 3 != 0;
    homes[index].offset = first_free(movable, placed, homes, index);
    placed.push_back(index);
  }
  return homes;
}

std::vector<std::string> compiled_tflite_files() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shared_path("models"))) {
    if (entry.path().extension() != ".tflite") continue;
    if (!ethosu::is_compiled_for_ethosu(load_network(entry.path().string()))) continue;
    paths.push_back(entry.path().string());
  }
  return paths;
}

}  // namespace spillway::test
