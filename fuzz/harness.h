// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_view.h"
#include "base/diagnostics.h"

namespace spillway::fuzz {

/// How inputs of a harness are mutated.
enum class Shape : std::uint8_t {
  bytes,      // as libFuzzer does, with its dictionary
  words,      // in addition, whole 32-bit words
  text,       // like bytes, and lines, numbers and words of the text
  decisions,  // as libFuzzer does; the bytes are choices of a generator
};

/// One reader or function to fuzz. A UserError is a correct answer; any other exception is a
/// finding.
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

/// Runs `action`, which may throw a UserError as its answer.
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
