// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_view.h"
#include "executorch_generated.h"

namespace spillway {

/// An ExecuTorch program (.pte) whose flatbuffer has been verified: every offset, vector and string
/// that the schema knows lies within the flatbuffer. The values in the tables are not checked.
/// Segments are data after the end of the flatbuffer. The extended header of the file gives their
/// offset; a program without segments may lack this header.
class ExecutorchFile {
 public:
  /// Throws UserError(input_file) unless `bytes` begin with a well-formed program. `source` is the
  /// name of the file in messages.
  ExecutorchFile(ByteView bytes, std::string source);

  const executorch::Program& program() const { return *program_; }
  const std::string& source() const { return source_; }

  /// Returns the method that is simulated: `forward`, or the first method if there is no `forward`.
  /// Throws UserError for a program without methods.
  const executorch::ExecutionPlan& method() const;

  /// Returns the compiled data of a delegate, which are stored in the flatbuffer or in a segment.
  /// `what` names the delegate in messages. Throws UserError if the data are not in the file.
  ByteView delegate_data(const executorch::BackendDelegate& delegate,
                         const std::string& what) const;

  /// Returns the first `bytes` bytes of constant number `index`. `what` names the user of the
  /// constant in messages. Throws UserError if the bytes are not in the file.
  ByteView constant(std::uint32_t index, std::uint64_t bytes, const std::string& what) const;

  /// Returns the data that the program stores under the name `key`. `what` names the user of the
  /// data in messages. Throws UserError if no data have this name.
  ByteView named_data(std::string_view key, const std::string& what) const;

  /// Returns the offset in the file of the byte to which `byte` points.
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

/// Whether `bytes` begin with the file identifier of an ExecuTorch program. The rest of `bytes` is
/// not checked.
bool looks_like_executorch(ByteView bytes);

/// Returns ExecuTorch's name of a kernel, such as "aten::add.out".
std::string kernel_name(const executorch::Operator& kernel);

}  // namespace spillway
