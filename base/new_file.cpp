// SPDX-License-Identifier: Apache-2.0
#include "base/new_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diagnostics.h"

namespace spillway {
namespace {

[[noreturn]] void fail_to_write(const std::string& path) {
  throw UserError(ExitCode::run_failed, {path},
                  fmt::format("cannot write: {}", std::strerror(errno)));
}

}  // namespace

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  std::string temporary = path_ + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) fail_to_write(path_);
  temporary_ = temporary;
  file_.reset(::fdopen(descriptor, "w"));
}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::append(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail_to_write(path_);
}

void NewFile::commit() {
  const int descriptor = ::fileno(file_.get());
  const bool flushed =
      std::fflush(file_.get()) == 0 && (::fsync(descriptor) == 0 || errno == EINVAL);
  if (!flushed || ::fchmod(descriptor, 0644) != 0 ||
      std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    fail_to_write(path_);
  }
  temporary_.clear();
}

}  // namespace spillway
