// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_journal.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/files/files.h"
#include "base/files/input_guard.h"

namespace spillway {
namespace {

constexpr std::size_t piece_bytes = 64 * 1024;  // number of bytes per read

}  // namespace

SweepJournal::SweepJournal(std::string path, const std::string& header) : path_(std::move(path)) {
  require_not_an_input(path_);
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) fail_to_write(path_, errno);
  try {
    lock();
    const std::uint64_t size = size_of_file();
    const std::string start = text(0, std::min<std::uint64_t>(size, header.size()));
    if (start.size() < header.size() && header.compare(0, start.size(), start) == 0) {
      append(header.substr(0, header.size() - 1));
    } else if (start != header) {
      throw input_error({path_, 1, 1},
                        "the columns are not those of this sweep; resume with the command line "
                        "that wrote the file, or choose another --output");
    } else {
      bytes_ = end_of_rows(size);
      if (::ftruncate(descriptor_, static_cast<off_t>(bytes_)) != 0) fail_to_write(path_, errno);
    }
    header_bytes_ = header.size();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

SweepJournal::~SweepJournal() { ::close(descriptor_); }

// Locks the file for this process. Children do not inherit the lock, so the lock is released when
// the parent is killed.
void SweepJournal::lock() const {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(descriptor_, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN)) return;
  throw UserError(ExitCode::run_failed, {path_}, "another sweep is writing this file");
}

std::uint64_t SweepJournal::size_of_file() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail_to_write(path_, errno);
  return static_cast<std::uint64_t>(status.st_size);
}

// Returns the position after the last line feed: the end of the last complete row. The header ends
// in a line feed, so there is always a last line feed.
std::uint64_t SweepJournal::end_of_rows(std::uint64_t size) const {
  for (std::uint64_t end = size; end > 0;) {
    const std::uint64_t begin = end - std::min<std::uint64_t>(end, piece_bytes);
    const std::size_t feed = text(begin, end - begin).rfind('\n');
    if (feed != std::string::npos) return begin + feed + 1;
    end = begin;
  }
  return 0;
}

std::string SweepJournal::text(std::uint64_t offset, std::size_t length) const {
  std::string text(length, '\0');
  std::size_t have = 0;
  while (have < length) {
    const ssize_t got =
        ::pread(descriptor_, text.data() + have, length - have, static_cast<off_t>(offset + have));
    if (got <= 0) fail_to_write(path_, got < 0 ? errno : EIO);
    have += static_cast<std::size_t>(got);
  }
  return text;
}

void SweepJournal::for_each_row(
    const std::function<void(std::uint64_t offset, std::string_view row)>& visit) const {
  std::string rest;  // the beginning of a row that continues in the next bytes of the file
  for (std::uint64_t at = header_bytes_; at < bytes_;) {
    const std::string piece = rest + text(at, std::min<std::uint64_t>(bytes_ - at, piece_bytes));
    const std::uint64_t piece_at = at - rest.size();
    at = piece_at + piece.size();
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = piece.find('\n', begin)) != std::string::npos;) {
      visit(piece_at + begin, std::string_view(piece).substr(begin, end - begin));
      begin = end + 1;
    }
    rest = piece.substr(begin);
  }
}

void SweepJournal::append(std::string row) {
  row += '\n';
  const ssize_t put = ::pwrite(descriptor_, row.data(), row.size(), static_cast<off_t>(bytes_));
  const int error = put < 0 ? errno : ENOSPC;
  if (put == static_cast<ssize_t>(row.size())) {
    bytes_ += row.size();
    return;
  }
  // Removes the incomplete row. If the removal fails, the next process that opens the file removes
  // the row.
  static_cast<void>(::ftruncate(descriptor_, static_cast<off_t>(bytes_)) == 0);
  fail_to_write(path_, error);
}

}  // namespace spillway
