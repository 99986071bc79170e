// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/vela_block_writer.h"

#include <algorithm>
#include <string_view>

#include "traces/executorch/vela_block_layout.h"

namespace spillway {
namespace {

using Contents = std::vector<std::uint8_t>;

class BlockWriter {
 public:
  BlockWriter(ByteView data, const ChangedBlocks& changes, const ExecutorchFile& file)
      : data_(data), changes_(changes), file_(file) {}

  Contents run() {
    std::string_view name;
    do {
      const VelaBlock block = vela_block_at(data_, at_);
      name = block.name;
      write(block, changed(block));
      at_ = block.end;
    } while (name != "vela_end_stream");
    // Bytes behind the last block are copied without a change.
    result_.insert(result_.end(), data_.data + at_, data_.data + data_.size);
    return std::move(result_);
  }

 private:
  Contents changed(const VelaBlock& block) const {
    if (block.name == "cmd_data") {
      if (block.external) file_.reject("keeps the commands of a delegate outside of its data");
      return changes_.commands;
    }
    Contents contents(block.contents.data, block.contents.data + block.contents.size);
    if (block.name == "scratch_size") {
      put_word(static_cast<std::uint32_t>(changes_.scratch_bytes), 0, contents);
    } else if (block.name == "scratch_data") {
      contents.assign(static_cast<std::size_t>(changes_.scratch_bytes), 0);
    } else if (block.name == "inputs") {
      put_offsets(changes_.inputs, contents);
    } else if (block.name == "outputs") {
      put_offsets(changes_.outputs, contents);
    }
    return contents;
  }

  static void put_word(std::uint32_t word, std::size_t at, Contents& contents) {
    for (std::size_t i = 0; i < 4; ++i) {
      contents[at + i] = static_cast<std::uint8_t>(word >> (8 * i));
    }
  }

  static void put_offsets(const std::vector<Bytes>& offsets, Contents& contents) {
    if (offsets.empty()) return;
    const std::size_t each = vela_map_words(contents.size(), offsets.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      // The offset is the second last word of a map's description; the last word is the region.
      const std::size_t word = 1 + i * each + each - 2;
      put_word(static_cast<std::uint32_t>(offsets[i]), 4 * word, contents);
    }
  }

  void write(const VelaBlock& block, const Contents& contents) {
    const std::size_t header = result_.size();
    result_.insert(result_.end(), data_.data + at_, data_.data + at_ + vela_header_bytes);
    put_word(static_cast<std::uint32_t>(contents.size()), header + vela_size_offset, result_);
    result_.insert(result_.end(), contents.begin(), contents.end());
    const bool same_size = contents.size() == block.contents.size;
    const std::size_t padded = (contents.size() + vela_padding - 1) / vela_padding * vela_padding;
    const std::size_t end =
        same_size ? header + block.end - at_ : header + vela_header_bytes + padded;
    result_.resize(end, 0);
  }

  ByteView data_;
  const ChangedBlocks& changes_;
  const ExecutorchFile& file_;
  std::size_t at_ = 0;
  Contents result_;
};

}  // namespace

std::vector<std::uint8_t> with_changed_blocks(ByteView data, const ChangedBlocks& changes,
                                              const ExecutorchFile& file) {
  return BlockWriter(data, changes, file).run();
}

}  // namespace spillway
