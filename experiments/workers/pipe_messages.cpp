// SPDX-License-Identifier: Apache-2.0
#include "experiments/workers/pipe_messages.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/diagnostics.h"

namespace spillway {
namespace {

struct Header {
  std::size_t job;
  std::size_t length;
  bool failed;
};

bool read_all(int descriptor, char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t got = ::read(descriptor, bytes, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace

bool write_message(int descriptor, const PipeMessage& message) {
  Header header{};
  header.job = message.job;
  header.length = message.output.size();
  header.failed = message.failed;
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += message.output;
  return write_all(descriptor, bytes);
}

std::optional<PipeMessage> read_message(int descriptor) {
  Header header{};
  if (!read_all(descriptor, reinterpret_cast<char*>(&header), sizeof header)) return std::nullopt;
  PipeMessage message{header.job, std::string(header.length, '\0'), header.failed};
  if (!read_all(descriptor, message.output.data(), header.length)) return std::nullopt;
  return message;
}

Pipe::Pipe() {
  if (::pipe(ends_) != 0) {
    throw UserError(ExitCode::run_failed,
                    fmt::format("cannot start a worker: {}", std::strerror(errno)));
  }
}

Pipe::~Pipe() {
  close_reading();
  close_writing();
}

Pipe::Pipe(Pipe&& other) noexcept {
  std::swap(ends_[0], other.ends_[0]);
  std::swap(ends_[1], other.ends_[1]);
}

Pipe& Pipe::operator=(Pipe&& other) noexcept {
  std::swap(ends_[0], other.ends_[0]);
  std::swap(ends_[1], other.ends_[1]);
  return *this;
}

void Pipe::close_end(int& end) {
  if (end >= 0) ::close(end);
  end = -1;
}

}  // namespace spillway
