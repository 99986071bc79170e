// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway::xcore {

/// Whether the operator has custom options in the format of xformer.
bool is_compiled(const Operator& op);

// Limits far above any real kernel. They ensure that products of such numbers fit into 64 bits.
constexpr std::int32_t most_taps = 4096;
constexpr std::int32_t most_step = 1 << 28;

/// The options of a compiled operator: a flexbuffer map with short keys. Some operators have no
/// options. Every getter throws UserError(input_file) with operator and key if the value is missing
/// or has another type.
class CompiledOptions {
 public:
  CompiledOptions(const Network& network, const Operator& op);

  bool has(const char* key) const;
  std::int64_t integer(const char* key) const;
  /// Returns a list of integers. A single integer counts as a list of one.
  std::vector<std::int64_t> integers(const char* key) const;

  /// Returns a struct of at least `fields` 32-bit fields, which is stored under `key` or, in files
  /// of 2022 and 2023, under `older`.
  std::vector<std::int32_t> words(const char* key, const char* older, std::size_t fields) const;

  /// Returns one struct per thread, without the terminator that xformer appends.
  std::vector<std::vector<std::int32_t>> thread_words(const char* key, const char* older) const;

  std::int64_t integer(const char* key, const char* older) const;

  /// The options of one thread of a convolution in a file of 2021: the bytes of scratch, the kind
  /// of kernel, and the structs.
  struct ThreadList {
    std::int64_t scratch = 0, kernel = 0;
    std::vector<std::vector<std::int32_t>> structs;
  };
  std::vector<ThreadList> thread_lists(const char* key) const;

  /// The option `par` of kernels from before 2021-11: the number of threads and, per thread, the
  /// region of the image that it computes (top, left, rows, columns). An operator without this
  /// option has one thread and no regions.
  struct ThreadPlan {
    std::int64_t threads = 1;
    std::vector<std::vector<std::int64_t>> regions;
  };
  ThreadPlan thread_plan() const;

  /// Returns the first of the two keys that exists; nullptr if the options have neither key.
  const char* either(const char* key, const char* other) const;

  /// Returns `bytes`, a distance in bytes between two places in an image. Rejects distances that
  /// are larger than any image.
  std::int32_t step(std::int64_t bytes) const;

  [[noreturn]] void reject(const std::string& message) const;

  /// Rejects options that no known version of xformer writes. The message lists the keys that
  /// exist.
  [[noreturn]] void reject_generation(const std::string& message) const;

 private:
  const char* present(const char* key, const char* older) const;

  const Network& network_;
  const Operator& op_;
};

}  // namespace spillway::xcore
