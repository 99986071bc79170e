// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_view.h"
#include "base/diagnostics.h"

namespace spillway::fuzz {

/// The format of a harness's inputs. The format determines how the fuzzer mutates the inputs.
enum class Shape : std::uint8_t {
  // Any bytes. libFuzzer mutates the bytes and inserts words of a dictionary.
  bytes,
  // Binary data. Every second mutation changes a whole 32-bit word; libFuzzer makes the other
  // mutations.
  words,
  // Text. Every second mutation changes a whole number, line or word; libFuzzer makes the other
  // mutations.
  text,
  // Random choices of a generator (ByteSource), as bytes that libFuzzer mutates.
  decisions,
};

/// A function of Spillway to be fuzzed, such as a reader. It may throw a UserError for an input;
/// any other exception is a finding of the fuzzer.
struct Harness {
  const char* name;
  Shape shape;
  void (*run)(ByteView input);
  std::vector<std::string> (*seeds)();
};

/// Returns all harnesses, grouped by their source files.
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

/// Calls `action` and catches UserError, the only exception that Spillway may throw for an input.
template <typename Action>
void catch_user_error(const Action& action) {
  try {
    action();
  } catch (const UserError&) {
  }
}

/// Reports a finding of the fuzzer that is not a crash by itself, and aborts the process.
[[noreturn]] void report_finding(const std::string& what);

}  // namespace spillway::fuzz
