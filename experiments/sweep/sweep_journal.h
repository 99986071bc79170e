// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace spillway {

/// A CSV file that grows by whole rows while a sweep runs: whatever ends the process, the file
/// holds the header and rows that are whole, but for a last line that the next opening drops.
class SweepJournal {
 public:
  /// Opens or creates the file, for this process alone. `header` ends in a line feed. Throws
  /// UserError: input_file when the file begins with another header, run_failed when it cannot be
  /// written or another process has it open as a journal.
  SweepJournal(std::string path, const std::string& header);
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  /// Calls `visit` with the rows in the file, without line feeds, and where they begin. The file is
  /// read in pieces.
  void for_each_row(
      const std::function<void(std::uint64_t offset, std::string_view row)>& visit) const;

  /// Bytes of the file.
  std::string text(std::uint64_t offset, std::size_t length) const;

  /// Appends `row` and a line feed in one write. Throws UserError(run_failed) and leaves the file
  /// as it was when the disk is full.
  void append(std::string row);

 private:
  void lock() const;
  std::uint64_t size_of_file() const;
  std::uint64_t end_of_rows(std::uint64_t size) const;

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t header_bytes_ = 0;
  std::uint64_t bytes_ = 0;  // of whole rows and the header
};

}  // namespace spillway
