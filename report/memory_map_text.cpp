// SPDX-License-Identifier: Apache-2.0
#include "report/memory_map_text.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/peaks/covered_bytes.h"

namespace spillway {
namespace {

constexpr std::string_view letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

char letter_of(std::size_t block) { return letters[block % letters.size()]; }

bool live(const MapBlock& block, TimeStep step) {
  return block.lower <= step && step < block.upper;
}

/// Returns the first and the last column of the text map in which the block is shown. Each column
/// stands for `column_bytes` addresses. Every block gets at least one column.
std::pair<std::size_t, std::size_t> columns_of(const MapBlock& block, Bytes column_bytes) {
  const Bytes last = block.offset + std::max<Bytes>(block.size, 1) - 1;
  return {static_cast<std::size_t>(block.offset / column_bytes),
          static_cast<std::size_t>(last / column_bytes)};
}

/// Returns the row of the text map for one step, with `width` columns. If blocks that do not
/// overlap fall into the same column, the column shows the block at the lowest address.
std::string row_text(const std::vector<MapBlock>& blocks, TimeStep step, Bytes column_bytes,
                     std::size_t width) {
  std::string row(width, '.');
  std::vector<std::size_t> owner(width, blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!live(blocks[i], step)) {
      continue;
    }
    const auto [first, last] = columns_of(blocks[i], column_bytes);
    for (std::size_t column = first; column <= last; ++column) {
      if (row[column] == '.') {
        row[column] = letter_of(i);
        owner[column] = i;
        continue;
      }
      const MapBlock& other = blocks[owner[column]];
      const bool collide = blocks[i].offset < other.offset + other.size &&
                           other.offset < blocks[i].offset + blocks[i].size;
      if (collide) {
        row[column] = '!';
      } else if (blocks[i].offset < other.offset) {
        row[column] = letter_of(i);
        owner[column] = i;
      }
    }
  }
  return row;
}

/// Returns the number of bytes that are live in `step`. Bytes that several blocks share count once.
Bytes live_bytes(const std::vector<MapBlock>& blocks, TimeStep step) {
  std::vector<AddressInterval> intervals;
  for (const MapBlock& block : blocks) {
    if (live(block, step)) intervals.emplace_back(block.offset, block.offset + block.size);
  }
  std::sort(intervals.begin(), intervals.end());
  Bytes bytes = 0, end = intervals.empty() ? 0 : intervals.front().first;
  for (const AddressInterval& interval : intervals) {
    bytes += std::max<Bytes>(0, interval.second - std::max(end, interval.first));
    end = std::max(end, interval.second);
  }
  return bytes;
}

PrintedTable legend_table(const std::vector<MapBlock>& blocks, const std::string& memory) {
  PrintedTable table{"blocks", ""};
  table.keys = {{"memory", memory}};
  table.columns = {text_column("letter").shown_as("").gap_before(2),
                   number_column("bytes").at_least(13).gap_before(1),
                   number_column("offset").at_least(12),
                   text_column("tensor").shortened_if_narrow()};
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    table.add({std::string(1, letter_of(i)), with_thousands(blocks[i].size),
               with_thousands(blocks[i].offset), blocks[i].name});
  }
  return table;
}

}  // namespace

Printout memory_map_text(const MemoryMap& map, MemoryIndex memory, std::size_t width) {
  const std::vector<MapBlock> blocks = blocks_in(map, memory);
  const std::string& name = at(map.memories, memory).name;
  const Bytes peak = peak_of(blocks);
  if (peak == 0) {
    return Printout() << fmt::format("{}: empty\n", name);
  }
  const auto columns = static_cast<Bytes>(width);
  const Bytes column_bytes = (peak + columns - 1) / columns;
  std::string text = fmt::format("{}: {} bytes, {} tensors, {} bytes per column\n", name,
                                 with_thousands(peak), blocks.size(), with_thousands(column_bytes));
  Printout printout;
  printout << text << legend_table(blocks, name);
  text = fmt::format("{:>8} {:>13}  map\n", "operator", "bytes");
  for (TimeStep step = 0; step < map.steps; ++step) {
    text += fmt::format("{:>8} {:>13}  {}\n", step == 0 ? "inputs" : std::to_string(step - 1),
                        with_thousands(live_bytes(blocks, step)),
                        row_text(blocks, step, column_bytes, width));
  }
  return printout.draw(text);
}

}  // namespace spillway
