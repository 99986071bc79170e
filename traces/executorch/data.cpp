// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/data.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "traces/flatbuffer_size.h"

namespace spillway {
namespace {

using NewData = std::map<const std::uint8_t*, std::vector<std::uint8_t>>;

// Fields of the extended header of a .pte. The header begins at byte 8 of the file. It consists of
// a magic number, its own length, the size of the flatbuffer and the offset of the segments. A long
// header also has the total size of the segments. `length_at` and `segment_bytes_at` are byte
// offsets from the beginning of the file. `long_header` is the length of a long header in bytes.
constexpr std::size_t length_at = 12;
constexpr std::size_t segment_bytes_at = 32;
constexpr std::size_t long_header = 32;

class DataWriter {
 public:
  DataWriter(std::vector<std::uint8_t> bytes, const ExecutorchFile& file)
      : bytes_(std::move(bytes)), file_(file) {}

  std::vector<std::uint8_t> run(const NewData& data) {
    for (const auto& [begin, contents] : data) {
      if (!write_within_tables(begin, contents)) segments_[segment_at(begin)] = &contents;
    }
    if (!segments_.empty()) write_segments();
    return std::move(bytes_);
  }

 private:
  bool write_within_tables(const std::uint8_t* begin, const std::vector<std::uint8_t>& contents) {
    const auto* const inside = file_.program().backend_delegate_data();
    for (std::uint32_t i = 0; i < size_or_zero(inside); ++i) {
      const auto* const data = inside->Get(i)->data();
      if (data == nullptr || data->data() != begin) continue;
      if (contents.size() > data->size()) {
        file_.reject(
            fmt::format("has data of a delegate in its tables, where they cannot grow from {} to "
                        "{} bytes; export it with segments",
                        data->size(), contents.size()));
      }
      const std::size_t at = file_.position_of(begin);
      // In a flatbuffer, the four bytes before a vector's elements hold its length.
      put(contents.size(), 4, at - 4);
      const auto rest = std::copy(contents.begin(), contents.end(), byte(at));
      std::fill(rest, byte(at + data->size()), std::uint8_t{0});
      return true;
    }
    return false;
  }

  std::uint32_t segment_at(const std::uint8_t* begin) const {
    const auto* const segments = file_.program().segments();
    const std::uint64_t offset = file_.position_of(begin) - file_.segments_at();
    for (std::uint32_t i = 0; i < size_or_zero(segments); ++i) {
      const executorch::DataSegment& segment = *segments->Get(i);
      if (segment.offset() == offset && segment.size() > 0) return i;
    }
    file_.reject("has data of a delegate that do not begin with a segment");
  }

  // Returns the largest alignment, in bytes, that all segments of the file have; at most a page of
  // 4096 bytes.
  std::uint64_t alignment() const {
    constexpr std::uint64_t page = 4096;
    std::uint64_t alignment = page;
    for (const executorch::DataSegment* const segment : *file_.program().segments()) {
      const std::uint64_t at = file_.segments_at() + segment->offset();
      while (at % alignment != 0) alignment /= 2;
    }
    return alignment;
  }

  void write_segments() {
    const auto& segments = *file_.program().segments();
    std::vector<std::uint32_t> order(segments.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return segments.Get(a)->offset() < segments.Get(b)->offset();
    });
    const std::uint64_t step = alignment();
    const std::vector<std::uint8_t> old = bytes_;
    std::uint64_t moved = 0;
    for (const std::uint32_t i : order) moved = write_segment(i, moved, step, old);
    append_rest(segments.Get(order.back()), moved, old);
    const bool counted = read(4, length_at) >= long_header && read(8, segment_bytes_at) > 0;
    if (counted) put(read(8, segment_bytes_at) + moved, 8, segment_bytes_at);
  }

  // Writes one segment at an offset that is `moved` bytes above its old offset. Returns the number
  // of bytes by which the next segment must move, which is more than `moved` if the written segment
  // has grown.
  std::uint64_t write_segment(std::uint32_t index, std::uint64_t moved, std::uint64_t step,
                              const std::vector<std::uint8_t>& old) {
    const executorch::DataSegment& segment = *file_.program().segments()->Get(index);
    const auto from = static_cast<std::size_t>(file_.segments_at() + segment.offset());
    const auto size = static_cast<std::size_t>(segment.size());
    const auto found = segments_.find(index);
    const std::size_t to = from + static_cast<std::size_t>(moved);
    const std::size_t new_size = found == segments_.end() ? size : found->second->size();
    const std::size_t room = std::max(size, new_size);
    if (bytes_.size() < to + room) bytes_.resize(to + room, 0);
    std::fill(byte(to), byte(to + room), std::uint8_t{0});
    if (found == segments_.end()) {
      std::copy_n(old.begin() + static_cast<std::ptrdiff_t>(from), size, byte(to));
    } else {
      std::copy(found->second->begin(), found->second->end(), byte(to));
    }
    set_field(segment, executorch::DataSegment::VT_OFFSET, segment.offset() + moved);
    set_field(segment, executorch::DataSegment::VT_SIZE, new_size);
    if (new_size <= size) return moved;
    return moved + (new_size - size + step - 1) / step * step;
  }

  // Appends the bytes that follow the last segment in the old file.
  void append_rest(const executorch::DataSegment* last, std::uint64_t moved,
                   const std::vector<std::uint8_t>& old) {
    const auto end = static_cast<std::size_t>(file_.segments_at() + last->offset() + last->size());
    bytes_.resize(old.size() + static_cast<std::size_t>(moved), 0);
    std::copy(old.begin() + static_cast<std::ptrdiff_t>(end), old.end(),
              byte(end + static_cast<std::size_t>(moved)));
  }

  void set_field(const executorch::DataSegment& segment, flatbuffers::voffset_t field,
                 std::uint64_t value) {
    const auto* const table = reinterpret_cast<const flatbuffers::Table*>(&segment);
    const std::uint8_t* const address = table->GetAddressOf(field);
    if (address != nullptr) put(value, 8, file_.position_of(address));
  }

  std::uint64_t read(std::size_t count, std::size_t at) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{bytes_[at + i]} << (8 * i);
    return value;
  }
  void put(std::uint64_t value, std::size_t count, std::size_t at) {
    for (std::size_t i = 0; i < count; ++i) {
      bytes_[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
  }
  std::vector<std::uint8_t>::iterator byte(std::size_t at) {
    return bytes_.begin() + static_cast<std::ptrdiff_t>(at);
  }

  std::vector<std::uint8_t> bytes_;
  const ExecutorchFile& file_;
  // The new contents of segments; the key is the number of the segment.
  std::map<std::uint32_t, const std::vector<std::uint8_t>*> segments_;
};

}  // namespace

std::vector<std::uint8_t> with_delegate_data(std::vector<std::uint8_t> bytes,
                                             const ExecutorchFile& file, const NewData& data) {
  return DataWriter(std::move(bytes), file).run(data);
}

}  // namespace spillway
