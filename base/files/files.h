// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/file_bytes.h"

namespace spillway {

/// Each function returns the contents of a file; for the path "-", of standard input. Each function
/// throws UserError(input_file) if the file cannot be read.
FileBytes read_file(const std::string& path);
std::vector<std::uint8_t> read_bytes(const std::string& path);
std::string read_text(const std::string& path);
/// Returns the contents of a text file that the command itself has written, in this run or in an
/// interrupted earlier run. Unlike read_text(), this function does not register the file as an
/// input, so the command may overwrite the file.
std::string read_own_output(const std::string& path);

/// Writes `contents` to a temporary file in the folder of `path`, flushes this file to disk and
/// renames it to `path`. So an existing file stays unchanged if writing fails. Standard output
/// ("-"), devices and pipes are written directly. Throws UserError(run_failed) if the path cannot
/// be written or the disk is full, and UserError(usage) if require_not_an_input() refuses the path.
void write_file(const std::string& path, std::string_view contents);
void write_file(const std::string& path, const std::vector<std::uint8_t>& contents);

/// Throws UserError(run_failed) for the path, with the system's text for `error`, a value of errno.
[[noreturn]] void fail_to_write(const std::string& path, int error);

}  // namespace spillway
