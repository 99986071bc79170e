// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "hwmodels/target/target.h"

namespace spillway {

/// Attaches a TLM-2.0 target to the memories whose `timing` is `kind = "tlm"` with `target = NAME`.
/// Must be called before the first simulation of the process, because SystemC elaborates once. The
/// target has to outlive all simulations of the process. Throws std::logic_error if the name is
/// taken.
void attach_tlm_target(const std::string& name, tlm::tlm_base_target_socket_b<>& socket);

/// Turns `memory` of the target into a memory of `kind = "tlm"` with the parameters `tlm`, so that
/// another model simulates its accesses. Planners still estimate times with the figures that the
/// target's file gives for the memory (vela_memory()). Throws UserError(usage) if the target has no
/// memory of that name.
void make_foreign(Target& target, const std::string& memory, TlmParameters tlm);

namespace sim {

struct AttachedTarget {
  std::string name;
  tlm::tlm_base_target_socket_b<>* socket = nullptr;
};

/// Returns all attached targets, in the order in which they were attached.
const std::vector<AttachedTarget>& attached_tlm_targets();

}  // namespace sim
}  // namespace spillway
