// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/units.h"
#include "planner/plan.h"
#include "planner/planner.h"

namespace spillway {

/// Returns "ok", "does not fit", "infeasible" or "budget exhausted".
const char* status_name(PlanStatus status);

/// The error for a plan that does not fit or was not found.
class CapacityError : public UserError {
 public:
  /// `memory` is the name of the memory that is `excess` bytes too small; empty = unknown.
  CapacityError(PlanStatus status, Bytes excess, const std::string& message,
                std::string memory = "");

  const char* status() const { return status_name(status_); }
  Bytes excess() const { return excess_; }
  const std::string& memory() const { return memory_; }

 private:
  PlanStatus status_;
  Bytes excess_;
  std::string memory_;
};

/// Returns an error with a message such as "WHOSE does not fit MEMORY: required 2,048 bytes,
/// available 1,024, excess 1,024". `whose` names the plan in the message.
CapacityError does_not_fit(const std::string& whose, const std::string& memory, Bytes required,
                           Bytes available);

/// Throws the error of does_not_fit() for the first memory of which `plan` needs more bytes than
/// its capacity. `whose` names the plan in the message.
void require_room(const std::string& whose, const Plan& plan);

}  // namespace spillway
