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
  words,      // the same, and whole 32-bit words
  text,       // the same, and lines, numbers and words of the text
  decisions,  // as libFuzzer does: the bytes are choices of a generator
};

/// One thing to fuzz. Errors of the user are fine; any other exception is a finding.
struct Harness {
  const char* name;
  Shape shape;
  void (*run)(ByteView input);
  std::vector<std::string> (*seeds)();
};

/// All of them, one file of harnesses after the other.
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

/// Runs `action`, whose UserErrors are answers.
template <typename Action>
void expect_answer(const Action& action) {
  try {
    action();
  } catch (const UserError&) {
  }
}

/// A finding that is no crash.
[[noreturn]] void report_finding(const std::string& what);

}  // namespace spillway::fuzz
