// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace spillway {

/// What one process tells another: the number of a job, and its output on the way back, or why
/// there is none.
struct PipeMessage {
  std::size_t job = 0;
  std::string output;
  bool failed = false;  // `output` says why
};

/// False when nobody reads the pipe any more.
bool write_message(int descriptor, const PipeMessage& message);

/// Waits for a whole message; nothing when the pipe was closed.
std::optional<PipeMessage> read_message(int descriptor);

/// Both ends of a pipe; an end is closed with close_end() or with the object.
class Pipe {
 public:
  /// Throws UserError(run_failed) when the system has no more.
  Pipe();
  ~Pipe();
  Pipe(Pipe&& other) noexcept;
  Pipe& operator=(Pipe&& other) noexcept;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_reading() { close_end(ends_[0]); }
  void close_writing() { close_end(ends_[1]); }

 private:
  static void close_end(int& end);

  int ends_[2] = {-1, -1};
};

}  // namespace spillway
