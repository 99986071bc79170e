// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace spillway {

/// A CSV file to which a running sweep appends rows. However the process ends, the file contains
/// the header and complete rows; only the last line may be incomplete, and it is dropped when the
/// file is opened again.
class SweepJournal {
 public:
  /// Opens or creates the file and locks it against other processes. `header` ends in a line feed.
  /// Throws UserError: input_file if the file begins with another header, run_failed if it cannot
  /// be written or another process has it open as a journal.
  SweepJournal(std::string path, const std::string& header);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  /// Calls `visit` with each row in the file, without line feed, and the offset at which the row
  /// begins. The file is read in pieces, because it may exceed the memory.
  void for_each_row(
      const std::function<void(std::uint64_t offset, std::string_view row)>& visit) const;

  /// Reads `length` bytes at `offset` of the file.
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
  std::uint64_t bytes_ = 0;  // bytes of the header and all complete rows
};

}  // namespace spillway
