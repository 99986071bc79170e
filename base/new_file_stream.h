// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

#include "base/new_file.h"

namespace spillway {

/// What a NewFileStream writes through.
class NewFileBuffer : public std::streambuf {
 public:
  explicit NewFileBuffer(const std::string& path) : file_(path) {}

  void commit() { file_.commit(); }

 private:
  int_type overflow(int_type c) override {
    if (c == traits_type::eof()) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    file_.append({&one, 1});
    return c;
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    file_.append({text, static_cast<std::size_t>(count)});
    return count;
  }

  NewFile file_;
};

/// A stream into a file that takes the place of `path` when commit() is reached, and not before.
/// Throws as NewFile, from whatever writes.
class NewFileStream : public std::ostream {
 public:
  explicit NewFileStream(const std::string& path) : std::ostream(nullptr), buffer_(path) {
    rdbuf(&buffer_);
    exceptions(std::ios::badbit);  // passes on what the buffer throws
  }

  void commit() { buffer_.commit(); }

 private:
  NewFileBuffer buffer_;
};

}  // namespace spillway
