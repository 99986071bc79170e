// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "base/files/new_file.h"

namespace spillway {

/// The buffer of a NewFileStream. Writing does not throw, because it may happen inside a
/// simulation, through which exceptions must not pass. Instead, commit() throws the error of an
/// earlier write.
class NewFileBuffer : public std::streambuf {
 public:
  explicit NewFileBuffer(const std::string& path) : file_(path) {}

  void commit() {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    file_.commit();
  }

 private:
  int_type overflow(int_type c) override {
    if (c == traits_type::eof()) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return append({&one, 1}) ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    return append({text, static_cast<std::size_t>(count)}) ? count : 0;
  }

  bool append(std::string_view text) {
    try {
      if (failure_ == nullptr) file_.append(text);
    } catch (const UserError&) {
      failure_ = std::current_exception();
    }
    return failure_ == nullptr;
  }

  NewFile file_;
  std::exception_ptr failure_;
};

/// An output stream into a NewFile, which replaces the file `path` in commit(). The constructor and
/// commit() throw the same errors as NewFile; commit() also throws for errors of earlier writes.
class NewFileStream : public std::ostream {
 public:
  explicit NewFileStream(const std::string& path) : std::ostream(nullptr), buffer_(path) {
    rdbuf(&buffer_);
  }

  void commit() { buffer_.commit(); }

 private:
  NewFileBuffer buffer_;
};

}  // namespace spillway
