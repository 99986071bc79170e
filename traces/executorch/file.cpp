// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/file.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/terminal_text.h"
#include "traces/flatbuffer_size.h"

namespace spillway {
namespace {

constexpr std::size_t largest_program = FLATBUFFERS_MAX_BUFFER_SIZE - 1;
constexpr std::size_t identifier_offset = 4;
// The first characters of the file identifier. The identifier has been ET12 since the first
// release; its last digit may change.
constexpr std::string_view identifier = "ET1";

// The extended header lies between the file identifier and the tables.
constexpr std::size_t header_offset = 8;
constexpr std::string_view header_mark = "eh00";
// Bytes of the shortest extended header: magic number, length of the header, size of the flatbuffer
// and offset of the segments.
constexpr std::size_t least_header = 24;

std::uint64_t little_endian(ByteView bytes, std::size_t at, int count) {
  std::uint64_t value = 0;
  for (int i = count - 1; i >= 0; --i) {
    value = value << 8U | bytes.data[at + static_cast<std::size_t>(i)];
  }
  return value;
}

std::string_view text_at(ByteView bytes, std::size_t at, std::size_t length) {
  if (bytes.size < at + length) return {};
  return {reinterpret_cast<const char*>(bytes.data) + at, length};
}

}  // namespace

bool looks_like_executorch(ByteView bytes) {
  return text_at(bytes, identifier_offset, identifier.size()) == identifier;
}

std::string kernel_name(const executorch::Operator& kernel) {
  std::string name = kernel.name() == nullptr ? "?" : name_text(kernel.name()->string_view());
  const bool overloaded = kernel.overload() != nullptr && kernel.overload()->size() > 0;
  return overloaded ? name + "." + name_text(kernel.overload()->string_view()) : name;
}

ExecutorchFile::ExecutorchFile(ByteView bytes, std::string source)
    : bytes_(bytes), source_(std::move(source)) {
  if (!looks_like_executorch(bytes)) {
    reject("is no ExecuTorch program (.pte): expected the identifier ET12 at byte 4");
  }
  std::size_t size = std::min(bytes.size, largest_program);
  if (text_at(bytes, header_offset, header_mark.size()) == header_mark &&
      bytes.size >= header_offset + least_header) {
    size = static_cast<std::size_t>(
        std::min<std::uint64_t>(little_endian(bytes, header_offset + 8, 8), size));
    segments_at_ = little_endian(bytes, header_offset + 16, 8);
  }
  flatbuffers::Verifier verifier(bytes.data, size);
  if (size <= header_offset || !executorch::VerifyProgramBuffer(verifier)) {
    reject(
        fmt::format("is a truncated or damaged ExecuTorch program (.pte, ET12): an offset in it "
                    "points outside the {} bytes of its tables",
                    size));
  }
  program_ = executorch::GetProgram(bytes.data);
}

const executorch::ExecutionPlan& ExecutorchFile::method() const {
  const auto* const methods = program_->execution_plan();
  if (size_or_zero(methods) == 0) reject("the program has no method");
  for (const executorch::ExecutionPlan* const method : *methods) {
    if (method->name() != nullptr && method->name()->string_view() == "forward") return *method;
  }
  return *methods->Get(0);
}

ByteView ExecutorchFile::segment(std::uint32_t index, const std::string& what) const {
  const auto* const segments = program_->segments();
  if (index >= size_or_zero(segments)) {
    reject(fmt::format("{} refers to segment {}, but there are {}", what, index,
                       size_or_zero(segments)));
  }
  const executorch::DataSegment& segment = *segments->Get(index);
  if (segments_at_ == 0) {
    reject(fmt::format(
        "{} is in segment {}, but the file has no extended header that says where segments begin",
        what, index));
  }
  const std::uint64_t bytes_after =
      bytes_.size - std::min<std::uint64_t>(segments_at_, bytes_.size);
  if (segment.offset() > bytes_after || segment.size() > bytes_after - segment.offset()) {
    reject(fmt::format("{}: segment {} of {} bytes at byte {} is outside the file's {} bytes", what,
                       index, segment.size(), segments_at_ + segment.offset(), bytes_.size));
  }
  return {bytes_.data + segments_at_ + segment.offset(), static_cast<std::size_t>(segment.size())};
}

ByteView ExecutorchFile::delegate_data(const executorch::BackendDelegate& delegate,
                                       const std::string& what) const {
  const executorch::BackendDelegateDataReference* const reference = delegate.processed();
  if (reference == nullptr) reject(what + " has no data");
  if (reference->location() == executorch::DataLocation::SEGMENT) {
    return segment(reference->index(), what);
  }
  const auto* const inside = program_->backend_delegate_data();
  if (reference->index() >= size_or_zero(inside)) {
    reject(fmt::format("{} refers to data {}, but there are {}", what, reference->index(),
                       size_or_zero(inside)));
  }
  const auto* const data = inside->Get(reference->index())->data();
  return data == nullptr ? ByteView{} : ByteView{data->data(), data->size()};
}

ByteView ExecutorchFile::constant(std::uint32_t index, std::uint64_t bytes,
                                  const std::string& what) const {
  ByteView data;
  const executorch::SubsegmentOffsets* const within = program_->constant_segment();
  const auto* const offsets = within == nullptr ? nullptr : within->offsets();
  const auto* const inside = program_->constant_buffer();
  if (index < size_or_zero(offsets)) {
    data = segment(within->segment_index(), what);
    const std::uint64_t offset = std::min<std::uint64_t>(offsets->Get(index), data.size);
    data = {data.data + offset, data.size - static_cast<std::size_t>(offset)};
  } else if (index < size_or_zero(inside)) {
    const auto* const storage = inside->Get(index)->storage();
    if (storage != nullptr) data = {storage->data(), storage->size()};
  } else {
    reject(fmt::format("{} refers to constant {}, but there are {}", what, index,
                       std::max(size_or_zero(offsets), size_or_zero(inside))));
  }
  if (data.size < bytes) {
    reject(fmt::format("{} needs {} bytes, but its constant {} holds {}", what, bytes, index,
                       data.size));
  }
  return {data.data, static_cast<std::size_t>(bytes)};
}

ByteView ExecutorchFile::named_data(std::string_view key, const std::string& what) const {
  const auto* const all = program_->named_data();
  for (std::uint32_t i = 0; i < size_or_zero(all); ++i) {
    const executorch::NamedData& entry = *all->Get(i);
    if (entry.key() == nullptr || entry.key()->string_view() != key) continue;
    return segment(entry.segment_index(), what);
  }
  reject(fmt::format("{} refers to data named '{}', which the program does not have", what,
                     name_text(key)));
}

void ExecutorchFile::reject(const std::string& message) const {
  throw input_error({source_}, message);
}

}  // namespace spillway
