// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "hwmodels/target/target.h"

namespace spillway {

/// Attaches a TLM-2.0 target to the memories whose `timing` is `kind = "tlm"` with `target = NAME`.
/// Before the first simulation of the process, because SystemC elaborates once; the target has to
/// outlive the process's simulations. Throws std::logic_error for a name that is taken.
void attach_tlm_target(const std::string& name, tlm::tlm_base_target_socket_b<>& socket);

/// Makes `memory` of the target one that somebody else simulates, as if its file said
/// `kind = "tlm"` with `tlm`; what it was is what planners expect of it. Throws UserError(usage)
/// where there is no memory of that name.
void make_foreign(Target& target, const std::string& memory, TlmParameters tlm);

namespace sim {

struct AttachedTarget {
  std::string name;
  tlm::tlm_base_target_socket_b<>* socket = nullptr;
};

/// In the order in which they were attached.
const std::vector<AttachedTarget>& attached_tlm_targets();

}  // namespace sim
}  // namespace spillway
