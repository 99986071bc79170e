// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "traces/timing.h"

namespace spillway::test {

/// Returns the first part of the timings `a` and `b` (the whole, an operator, a memory or an
/// engine) that differs in a figure compared here; empty if there is none.
inline std::string difference(const Timing& a, const Timing& b) {
  const auto named = [](const std::string& what, std::size_t index) {
    return what + " " + std::to_string(index);
  };
  if (a.total != b.total || a.bucket != b.bucket) return "the whole";
  if (a.operators.size() != b.operators.size()) return "the number of operators";
  for (std::size_t i = 0; i < a.operators.size(); ++i) {
    const OperatorTiming& x = a.operators[i];
    const OperatorTiming& y = b.operators[i];
    if (x.start != y.start || x.end != y.end || x.compute != y.compute ||
        x.dma_wait != y.dma_wait || x.overhead != y.overhead || x.memory_stall != y.memory_stall ||
        x.read_bytes != y.read_bytes || x.write_bytes != y.write_bytes ||
        x.useful_bytes != y.useful_bytes) {
      return named("operator", i);
    }
  }
  for (std::size_t m = 0; m < a.memories.size(); ++m) {
    const MemoryActivity& x = a.memories[m];
    const MemoryActivity& y = b.memories[m];
    if (x.read_bytes != y.read_bytes || x.write_bytes != y.write_bytes ||
        x.useful_bytes != y.useful_bytes || x.bursts != y.bursts || x.busy != y.busy ||
        x.bytes_per_bucket != y.bytes_per_bucket || x.energy_pj != y.energy_pj) {
      return named("memory", m);
    }
  }
  for (std::size_t e = 0; e < a.engines.size(); ++e) {
    if (a.engines[e].busy != b.engines[e].busy ||
        a.engines[e].bytes_per_bucket != b.engines[e].bytes_per_bucket) {
      return named("engine", e);
    }
  }
  return "";
}

}  // namespace spillway::test
