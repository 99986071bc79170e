// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_bytes.h"

namespace spillway {

/// The whole file. Throws UserError(input_file) when it cannot be read.
FileBytes read_file(const std::string& path);
std::vector<std::uint8_t> read_bytes(const std::string& path);
std::string read_text(const std::string& path);
/// The same of a file that the command has written itself, or goes on with: it is no input, which
/// an InputGuard would keep from being written.
std::string read_own_output(const std::string& path);

/// Writes `contents` to a temporary file beside `path`, flushes it and renames it over `path`, so
/// that a failure leaves what was there before. "-" and device files are written directly. Throws
/// UserError(run_failed) when the path cannot be written or the disk is full.
void write_file(const std::string& path, std::string_view contents);
void write_file(const std::string& path, const std::vector<std::uint8_t>& contents);

/// Throws UserError(run_failed) with what `error`, a value of errno, means.
[[noreturn]] void fail_to_write(const std::string& path, int error);

}  // namespace spillway
