// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_view.h"
#include "base/diagnostics.h"

namespace spillway::fuzz {

/// The form of a harness's inputs, which determines how the fuzzer changes them.
enum class Shape : std::uint8_t {
  // Any bytes. libFuzzer changes them, with the words of a dictionary.
  bytes,
  // Like `bytes`, but every second change replaces a whole 32-bit word.
  words,
  // Like `bytes`, but every second change is made to a whole number, line or word of a text.
  text,
  // The bytes are the choices of a generator (ByteSource). libFuzzer changes them.
  decisions,
};

/// A function of Spillway to be fuzzed, such as a reader. It may throw a UserError for an input;
/// any other exception is a finding.
struct Harness {
  const char* name;
  Shape shape;
  void (*run)(ByteView input);
  std::vector<std::string> (*seeds)();
};

/// All harnesses, in the order of their source files.
const std::vector<Harness>& harnesses();

std::vector<Harness> network_harnesses();
std::vector<Harness> target_harnesses();
std::vector<Harness> plan_harnesses();
std::vector<Harness> stream_harnesses();
std::vector<Harness> sweep_harnesses();
std::vector<Harness> point_harnesses();
std::vector<Harness> proof_harnesses();

inline std::string text_of(ByteView input) {
  return {reinterpret_cast<const char*>(input.data), input.size};
}

/// Runs `action` and catches a UserError, which is a permitted answer to an input.
template <typename Action>
void expect_answer(const Action& action) {
  try {
    action();
  } catch (const UserError&) {
  }
}

/// Reports a finding that is not a crash.
[[noreturn]] void report_finding(const std::string& what);

}  // namespace spillway::fuzz
