// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore {

/// True for an operator with custom options as xformer writes them.
bool is_compiled(const Operator& op);

// Far above any real kernel; products of them stay within 64 bits.
constexpr std::int32_t most_taps = 4096;
constexpr std::int32_t most_step = 1 << 28;

/// The options of a compiled operator: a flexbuffer map with short keys, or none at all. Every
/// getter throws UserError(input_file), naming operator and key, when the value is missing or of
/// another kind.
class CompiledOptions {
 public:
  CompiledOptions(const Network& network, const Operator& op);

  bool has(const char* key) const;
  std::int64_t integer(const char* key) const;
  /// A list, or a single number as a list of one.
  std::vector<std::int64_t> integers(const char* key) const;

  /// A struct of 32-bit fields, at least `fields` of them. Of two spellings of the same key (the
  /// second is of 2022) the one that is there.
  std::vector<std::int32_t> words(const char* key, const char* older, std::size_t fields) const;

  /// One struct per thread, without the terminator that xformer appends to each.
  std::vector<std::vector<std::int32_t>> thread_words(const char* key, const char* older) const;

  std::int64_t integer(const char* key, const char* older) const;

  /// One thread of a convolution of 2021: scratch bytes, kernel, then structs.
  struct ThreadList {
    std::int64_t scratch = 0, kernel = 0;
    std::vector<std::vector<std::int32_t>> structs;
  };
  std::vector<ThreadList> thread_lists(const char* key) const;

  /// What a kernel of before 2021-11 says of its threads under `par`: their number, and the part of
  /// the image of each (top, left, rows, columns). One thread and no parts when it says nothing.
  struct ThreadPlan {
    std::int64_t threads = 1;
    std::vector<std::vector<std::int64_t>> regions;
  };
  ThreadPlan thread_plan() const;

  /// The first of two keys that is there, or nullptr.
  const char* either(const char* key, const char* other) const;

  /// A step through an image, in bytes; rejected where no image is as large.
  std::int32_t step(std::int64_t bytes) const;

  [[noreturn]] void reject(const std::string& message) const;

  /// For options that no known generation of xformer writes: names the keys that there are.
  [[noreturn]] void reject_generation(const std::string& message) const;

 private:
  const char* present(const char* key, const char* older) const;

  const Network& network_;
  const Operator& op_;
};

}  // namespace spillway::xcore
