// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

  /// Rows in the file, without line feeds.
  std::vector<std::string> rows() const;

  /// Appends `row` and a line feed in one write. Throws UserError(run_failed) and leaves the file
  /// as it was when the disk is full.
  void append(std::string row);

 private:
  void lock() const;
  std::string contents() const;
  [[noreturn]] void fail_to_write(int error) const;

  std::string path_;
  int descriptor_ = -1;
  std::size_t header_bytes_ = 0;
  std::size_t bytes_ = 0;  // of whole rows and the header
};

}  // namespace spillway
