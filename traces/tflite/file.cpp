// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/file.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.h"

namespace spillway {
namespace {

// Offsets in a flatbuffer have 32 bits, of which the verifier accepts 31. Larger files keep the
// contents of some buffers after the end of the flatbuffer.
constexpr std::size_t largest_flatbuffer = FLATBUFFERS_MAX_BUFFER_SIZE - 1;
// Bytes of the root offset and the file identifier.
constexpr std::size_t header_size = 8;

}  // namespace

bool looks_like_tflite(ByteView bytes) {
  return bytes.size >= header_size && tflite::ModelBufferHasIdentifier(bytes.data);
}

TfliteFile::TfliteFile(ByteView bytes, std::string source)
    : bytes_(bytes), source_(std::move(source)) {
  if (!looks_like_tflite(bytes)) {
    reject("is not a .tflite file: expected the identifier TFL3 at byte 4");
  }
  flatbuffers::Verifier verifier(bytes.data, std::min(bytes.size, largest_flatbuffer));
  if (!tflite::VerifyModelBuffer(verifier)) {
    reject(fmt::format(
        "is a truncated or damaged .tflite file: an offset in it points outside its {} bytes",
        bytes.size));
  }
  model_ = tflite::GetModel(bytes.data);
  if (model_->version() != 3) {
    reject(fmt::format("has version {} of the .tflite format, expected 3", model_->version()));
  }
}

ByteView TfliteFile::buffer(std::uint32_t index, const std::string& what) const {
  const std::uint32_t count = size_or_zero(model_->buffers());
  if (index == 0 && count == 0) return {};
  if (index >= count) {
    reject(fmt::format("{} refers to buffer {}, but there are {} buffers", what, index, count));
  }
  const tflite::Buffer& buffer = *model_->buffers()->Get(index);
  // In the format, offsets 0 and 1 mean that the contents are inside the flatbuffer.
  if (buffer.offset() > 1) return slice(buffer.offset(), buffer.size(), what);
  if (buffer.data() == nullptr) return {};
  return {buffer.data()->data(), buffer.data()->size()};
}

ByteView TfliteFile::slice(std::uint64_t offset, std::uint64_t size,
                           const std::string& what) const {
  if (offset > bytes_.size || size > bytes_.size - offset) {
    reject(fmt::format("{}: {} bytes at byte {} are outside the file's {} bytes", what, size,
                       offset, bytes_.size));
  }
  return {bytes_.data + offset, static_cast<std::size_t>(size)};
}

void TfliteFile::reject(const std::string& message) const { throw input_error({source_}, message); }

}  // namespace spillway
