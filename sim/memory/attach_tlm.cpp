// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/attach_tlm.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hwmodels/target/select_target.h"

namespace spillway {
namespace {

std::vector<sim::AttachedTarget>& targets() {
  static std::vector<sim::AttachedTarget> all;
  return all;
}

}  // namespace

void attach_tlm_target(const std::string& name, tlm::tlm_base_target_socket_b<>& socket) {
  const auto same = [&](const sim::AttachedTarget& other) { return other.name == name; };
  if (std::any_of(targets().begin(), targets().end(), same)) {
    throw std::logic_error("a TLM-2.0 target '" + name + "' is attached already");
  }
  targets().push_back({name, &socket});
}

void make_foreign(Target& target, const std::string& memory, TlmParameters tlm) {
  MemorySpec& spec = target.memories[memory_index(target, memory)];
  const VelaMemory expected = vela_memory(target, spec);
  tlm.expected.clock_khz = target.clock_khz;
  tlm.expected.bytes_per_cycle = expected.bytes_per_cycle;
  tlm.expected.read_latency = expected.read_latency;
  tlm.expected.write_latency = expected.write_latency;
  spec.vela = expected;
  spec.timing = std::move(tlm);
  spec.overhead = 0;
  spec.cache.reset();
}

namespace sim {

const std::vector<AttachedTarget>& attached_tlm_targets() { return targets(); }

}  // namespace sim
}  // namespace spillway
