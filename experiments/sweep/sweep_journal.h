// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace spillway {

/// A CSV file to which a running sweep appends rows. If the process is killed, the file still
/// contains the header and complete rows. Only the last line may be incomplete; it is removed when
/// the file is opened again.
class SweepJournal {
 public:
  /// Opens or creates the file and locks it against other processes. `header` ends in a line feed.
  /// Throws UserError(input_file) if the file begins with another header. Throws
  /// UserError(run_failed) if the file cannot be written, or if another process has locked it.
  SweepJournal(std::string path, const std::string& header);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  /// Calls `visit` with each row in the file, without its line feed, and with the offset in bytes
  /// at which the row begins. Reads a limited number of bytes at a time, because the file may be
  /// larger than the memory.
  void for_each_row(
      const std::function<void(std::uint64_t offset, std::string_view row)>& visit) const;

  /// Returns `length` bytes of the file, from byte `offset` on.
  std::string text(std::uint64_t offset, std::size_t length) const;

  /// Appends `row` and a line feed in one write. If the disk is full, throws UserError(run_failed)
  /// and leaves the file as it was.
  void append(std::string row);

 private:
  void lock() const;
  std::uint64_t size_of_file() const;
  std::uint64_t end_of_rows(std::uint64_t size) const;

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t header_bytes_ = 0;
  std::uint64_t bytes_ = 0;  // number of bytes of the header and all complete rows
};

}  // namespace spillway
