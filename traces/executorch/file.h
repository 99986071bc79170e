// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_view.h"
#include "executorch_generated.h"

namespace spillway {

/// An ExecuTorch program (.pte) whose tables have been verified: every offset, vector and string
/// that the schema knows lies within the flatbuffer. Segments lie behind the flatbuffer, at an
/// offset from the extended header. A program without segments may lack this header. The values in
/// the tables are not checked.
class ExecutorchFile {
 public:
  /// Throws UserError(input_file) unless `bytes` begin with a well-formed program. `source` names
  /// the file in messages.
  ExecutorchFile(ByteView bytes, std::string source);

  const executorch::Program& program() const { return *program_; }
  const std::string& source() const { return source_; }

  /// The method that is run: `forward`, or the first method if there is no `forward`. Throws for a
  /// program without methods.
  const executorch::ExecutionPlan& method() const;

  /// The compiled data of a delegate, which lie in the flatbuffer or in a segment. `what` names the
  /// delegate in messages. Throws if the data are not in the file.
  ByteView delegate_data(const executorch::BackendDelegate& delegate,
                         const std::string& what) const;

  /// The first `bytes` bytes of constant number `index`. Throws if they are not in the file.
  ByteView constant(std::uint32_t index, std::uint64_t bytes, const std::string& what) const;

  /// The data that the program stores under `key`. Throws if there are none.
  ByteView named_data(std::string_view key, const std::string& what) const;

  /// The position in the file of a byte to which a view points.
  std::size_t position_of(const std::uint8_t* byte) const {
    return static_cast<std::size_t>(byte - bytes_.data);
  }
  std::uint64_t segments_at() const { return segments_at_; }

  [[noreturn]] void reject(const std::string& message) const;

 private:
  ByteView segment(std::uint32_t index, const std::string& what) const;

  ByteView bytes_;
  std::string source_;
  std::uint64_t segments_at_ = 0;  // offset in the file; 0 = no segments
  const executorch::Program* program_ = nullptr;
};

/// Whether `bytes` begin like an ExecuTorch program. The rest is not checked.
bool looks_like_executorch(ByteView bytes);

/// ExecuTorch's name of a kernel: "aten::add.out".
std::string kernel_name(const executorch::Operator& kernel);

}  // namespace spillway
