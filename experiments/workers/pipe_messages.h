// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace spillway {

/// A message between the pool and a worker. A message to a worker has the number of a job, and the
/// job's request in `output`. A message from a worker has the number of the job, and its output or
/// the reason why the job failed.
struct PipeMessage {
  std::size_t job = 0;
  std::string output;
  bool failed = false;  // whether the job failed; `output` is then the reason
};

/// Sends a message to a pipe. Returns false if no process has the reading end of the pipe open.
bool write_message(int descriptor, const PipeMessage& message);

/// Waits for a complete message and returns it. Returns nothing if the other end of the pipe was
/// closed.
std::optional<PipeMessage> read_message(int descriptor);

/// Both ends of a pipe. close_end() or the destructor closes an end.
class Pipe {
 public:
  /// Opens a pipe. Throws UserError(run_failed) if the system has no more pipes.
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
