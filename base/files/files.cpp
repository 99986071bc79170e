// SPDX-License-Identifier: Apache-2.0
#include "base/files/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/files/input_guard.h"
#include "base/files/new_file.h"

namespace spillway {
namespace {

// Returns the contents of a file; for the path "-", of standard input.
template <typename Container>
Container read_all(const std::string& named) {
  const std::string path = named == "-" ? "/dev/stdin" : named;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw UserError(ExitCode::input_file, {path}, "is a directory, expected a file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw UserError(ExitCode::input_file, {path},
                    fmt::format("cannot read: {}", std::strerror(errno)));
  }
  Container contents;
  if (std::filesystem::is_regular_file(path, ignored)) {
    file.seekg(0, std::ios::end);
    const std::streamoff size = file.tellg();
    if (size < 0) throw UserError(ExitCode::input_file, {path}, "cannot read: it has no size");
    contents.resize(static_cast<std::size_t>(size));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(contents.data()), size);
    if (file.gcount() != size) {
      throw UserError(ExitCode::input_file, {path}, "cannot read to its end");
    }
  } else {  // a pipe, whose size is unknown
    contents.assign(std::istreambuf_iterator<char>(file), {});
  }
  return contents;
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// Writes `contents` to `file` and flushes the file to the disk. Returns false on failure, with the
// reason in errno.
bool write_and_flush(std::FILE* file, std::string_view contents) {
  return std::fwrite(contents.data(), 1, contents.size(), file) == contents.size() &&
         std::fflush(file) == 0 && (::fsync(fileno(file)) == 0 || errno == EINVAL);
}

// Writes to standard output without the escapes that TerminalGuard adds: the contents are a file,
// not text for a terminal.
void write_standard_output(std::string_view contents) {
  std::cout << std::flush;
  const bool written = std::fwrite(contents.data(), 1, contents.size(), stdout) == contents.size();
  if (!written || std::fflush(stdout) != 0) fail_to_write("standard output", errno);
}

void write_directly(const std::string& path, std::string_view contents) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "w"));
  if (!file || !write_and_flush(file.get(), contents)) fail_to_write(path, errno);
}

}  // namespace

void fail_to_write(const std::string& path, int error) {
  throw UserError(ExitCode::run_failed, {path},
                  fmt::format("cannot write: {}", std::strerror(error)));
}

FileBytes read_file(const std::string& path) {
  register_input(path);
  return read_all<FileBytes>(path);
}

std::vector<std::uint8_t> read_bytes(const std::string& path) {
  register_input(path);
  return read_all<std::vector<std::uint8_t>>(path);
}

std::string read_text(const std::string& path) {
  register_input(path);
  return read_all<std::string>(path);
}

std::string read_own_output(const std::string& path) { return read_all<std::string>(path); }

void write_file(const std::string& path, std::string_view contents) {
  std::error_code ignored;
  if (path == "-") return write_standard_output(contents);
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    return write_directly(path, contents);
  }
  NewFile file(path);
  file.append(contents);
  file.commit();
}

void write_file(const std::string& path, const std::vector<std::uint8_t>& contents) {
  write_file(path, {reinterpret_cast<const char*>(contents.data()), contents.size()});
}

}  // namespace spillway
