// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/byte_view.h"
#include "tflite_generated.h"
#include "traces/flatbuffer_size.h"

namespace spillway {

/// A .tflite whose tables have been verified: every offset, vector and string that the schema knows
/// lies within the file. The values in the tables are not checked.
class TfliteFile {
 public:
  /// Throws UserError(input_file) unless `bytes` begin with a well-formed .tflite. `source` is the
  /// name of the file in messages.
  TfliteFile(ByteView bytes, std::string source);

  const tflite::Model& model() const { return *model_; }
  const std::string& source() const { return source_; }

  /// Returns the contents of buffer number `index`; empty if the buffer has no contents. The
  /// contents lie in the flatbuffer or after its end. Throws UserError if there is no such buffer,
  /// or if its contents reach beyond the end of the file. `what` names the user of the buffer in
  /// messages.
  ByteView buffer(std::uint32_t index, const std::string& what) const;

  /// Returns `size` bytes of the file from the offset `offset` on. Throws UserError if the bytes
  /// reach beyond the end of the file. `what` names the bytes in messages.
  ByteView slice(std::uint64_t offset, std::uint64_t size, const std::string& what) const;

  [[noreturn]] void reject(const std::string& message) const;

 private:
  ByteView bytes_;
  std::string source_;
  const tflite::Model* model_ = nullptr;
};

/// Whether `bytes` begin with the file identifier of a .tflite. The rest of `bytes` is not checked.
bool looks_like_tflite(ByteView bytes);

}  // namespace spillway
