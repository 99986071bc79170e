// SPDX-License-Identifier: Apache-2.0
#include "base/files/new_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/files/input_guard.h"

namespace spillway {
namespace {

namespace fs = std::filesystem;

// A temporary file is called NAME.new-PROCESS-NUMBER and lies in the folder of the file NAME.
constexpr std::string_view temporary_mark = ".new-";

// Opens a new temporary file and sets `temporary` to its path. Returns a file descriptor; -1 on
// failure. An earlier process with the same process number may have left a file of this name, so
// several names are tried.
int open_temporary(const std::string& path, std::string& temporary) {
  static unsigned number = 0;
  constexpr int most_attempts = 1000;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    temporary = fmt::format("{}{}{}-{}", path, temporary_mark, ::getpid(), number++);
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

bool is_temporary_of(const fs::path& candidate, const std::string& name) {
  const std::string file = candidate.filename().string();
  const std::string start = name + std::string(temporary_mark);
  return file.size() > start.size() && file.compare(0, start.size(), start) == 0 &&
         file.find_first_not_of("0123456789-", start.size()) == std::string::npos;
}

}  // namespace

NewFile::NewFile(const std::string& path) {
  struct stat before {};
  const bool exists = ::stat(path.c_str(), &before) == 0;
  const bool special = exists && !S_ISREG(before.st_mode);
  // The symbolic link of a device such as /dev/stdout is not followed, because the link may lead to
  // a pipe, which has no path.
  path_ = special ? path : resolved_link(path);
  require_not_an_input(path_);
  std::string temporary;
  const int descriptor =
      special ? ::open(path_.c_str(), O_WRONLY | O_CLOEXEC) : open_temporary(path_, temporary);
  if (descriptor < 0) fail_to_write(path_, errno);
  temporary_ = temporary;
  if (exists && !special) {
    // fchmod() fails if the file belongs to another user. The new file then has default permissions
    // (umask).
    static_cast<void>(::fchmod(descriptor, before.st_mode & 07777U) == 0);
  }
  file_.reset(::fdopen(descriptor, "w"));
  if (file_ != nullptr) return;
  const int error = errno;
  ::close(descriptor);
  if (!special) ::unlink(temporary_.c_str());
  fail_to_write(path_, error);
}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::append(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) {
    fail_to_write(path_, errno);
  }
}

void NewFile::commit() {
  const int descriptor = ::fileno(file_.get());
  const bool flushed =
      std::fflush(file_.get()) == 0 && (::fsync(descriptor) == 0 || errno == EINVAL);
  // The temporary file replaces the old file only if all its bytes have been written.
  const bool committed =
      flushed && (temporary_.empty() || std::rename(temporary_.c_str(), path_.c_str()) == 0);
  if (!committed) fail_to_write(path_, errno);
  temporary_.clear();
}

std::string resolved_link(const std::string& path) {
  // The largest number of symbolic links that Linux follows.
  constexpr int most_links = 40;
  fs::path resolved = path;
  std::error_code error;
  for (int links = 0; fs::is_symlink(fs::symlink_status(resolved, error)); ++links) {
    if (links == most_links) fail_to_write(path, ELOOP);
    const fs::path target = fs::read_symlink(resolved, error);
    if (error) fail_to_write(path, error.value());
    resolved = target.is_absolute() ? target : resolved.parent_path() / target;
  }
  return resolved.string();
}

void remove_stale_temporaries(const std::string& path) {
  const fs::path file = path;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code ignored;
  std::vector<fs::path> stale;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (is_temporary_of(entry.path(), file.filename().string())) stale.push_back(entry.path());
  }
  for (const fs::path& left : stale) fs::remove(left, ignored);
}

}  // namespace spillway
