// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/table_values.h"

#include <algorithm>
#include <vector>

namespace spillway {
namespace {

constexpr std::size_t most_stored = 64;  // the largest number of blocks that a thread stores

std::uint8_t value_of(std::mt19937& random) {
  std::int64_t sum = 0;
  for (int i = 0; i < 12; ++i) sum += static_cast<std::int64_t>(random() & 0xFFFF);
  const std::int64_t centred = sum - 6 * 0x10000;
  const std::int64_t value = 128 + (40 * centred + 0x8000) / 0x10000;
  return static_cast<std::uint8_t>(std::clamp<std::int64_t>(value, 0, 255));
}

}  // namespace

std::shared_ptr<const TableValues::Block> TableValues::block_after(std::mt19937 random) {
  const auto block = std::make_shared<Block>();
  for (std::uint8_t& value : block->values) value = value_of(random);
  block->after = random;
  return block;
}

void TableValues::take_block() {
  thread_local std::vector<std::shared_ptr<const Block>> stored;
  if (blocks_ < stored.size()) {
    block_ = stored[blocks_];
  } else {
    block_ = block_after(block_ == nullptr ? std::mt19937{1} : block_->after);
    if (stored.size() < most_stored) stored.push_back(block_);
  }
  ++blocks_;
  used_ = 0;
}

}  // namespace spillway
