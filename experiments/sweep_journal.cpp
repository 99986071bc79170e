// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep_journal.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {

SweepJournal::SweepJournal(std::string path, const std::string& header) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) fail_to_write(errno);
  try {
    lock();
    const std::string text = contents();
    if (text.size() < header.size() && header.compare(0, text.size(), text) == 0) {
      append(header.substr(0, header.size() - 1));
    } else if (text.compare(0, header.size(), header) != 0) {
      throw UserError(ExitCode::input_file, {path_, 1, 1},
                      "the columns are not those of this sweep; resume with the command line that "
                      "wrote the file, or choose another --output");
    } else {
      bytes_ = text.rfind('\n') + 1;
      if (::ftruncate(descriptor_, static_cast<off_t>(bytes_)) != 0) fail_to_write(errno);
    }
    header_bytes_ = header.size();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

SweepJournal::~SweepJournal() { ::close(descriptor_); }

// A lock of the process: children do not inherit it, so it goes with a parent that is killed.
void SweepJournal::lock() const {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(descriptor_, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN)) return;
  throw UserError(ExitCode::run_failed, {path_}, "another sweep is writing this file");
}

std::string SweepJournal::contents() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail_to_write(errno);
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t got =
        ::pread(descriptor_, text.data() + have, text.size() - have, static_cast<off_t>(have));
    if (got <= 0) fail_to_write(got < 0 ? errno : EIO);
    have += static_cast<std::size_t>(got);
  }
  return text;
}

std::vector<std::string> SweepJournal::rows() const {
  const std::string text = contents();
  const std::string_view body = std::string_view(text).substr(0, bytes_);
  std::vector<std::string> rows;
  for (std::size_t begin = header_bytes_; begin < body.size();) {
    const std::size_t end = body.find('\n', begin);
    rows.emplace_back(body.substr(begin, end - begin));
    begin = end + 1;
  }
  return rows;
}

void SweepJournal::append(std::string row) {
  row += '\n';
  const ssize_t put = ::pwrite(descriptor_, row.data(), row.size(), static_cast<off_t>(bytes_));
  const int error = put < 0 ? errno : ENOSPC;
  if (put == static_cast<ssize_t>(row.size())) {
    bytes_ += row.size();
    return;
  }
  // If this fails too, whoever opens the file next drops the part of the row that it holds.
  static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(bytes_)) == 0);
  fail_to_write(error);
}

void SweepJournal::fail_to_write(int error) const {
  throw UserError(ExitCode::run_failed, {path_},
                  fmt::format("cannot write: {}", std::strerror(error)));
}

}  // namespace spillway
