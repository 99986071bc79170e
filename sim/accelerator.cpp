// SPDX-License-Identifier: Apache-2.0
#include "sim/accelerator.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "sim/memory/message_types.h"
#include "sim/platform.h"

namespace spillway {
namespace {

std::vector<std::string> port_names(const Target& target) {
  std::vector<std::string> names;
  for (const PortSpec& port : target.ports) names.push_back(port.name);
  return names;
}

// Returns a copy of `target` in which every memory that another model simulates is connected to the
// socket of its port. Platform finds the link (TLM-2.0 connection) to such a memory by the name
// TlmParameters::target. This module names each link like its port, so TlmParameters::target
// becomes the name of the port.
Target behind_ports(Target target) {
  if (!target.background.empty()) {
    throw UserError(ExitCode::usage, "target '" + target.name +
                                         "' has background masters; in a model of a system, "
                                         "attach the masters themselves");
  }
  for (MemorySpec& memory : target.memories) {
    if (auto* tlm = std::get_if<TlmParameters>(&memory.timing)) {
      tlm->target = at(target.ports, memory.port).name;
    }
  }
  return target;
}

void report(const std::string& message) {
  SC_REPORT_INFO_VERB(accelerator_message, message.c_str(), sc_core::SC_HIGH);
}

}  // namespace

Accelerator::Accelerator(const sc_core::sc_module_name& name, Target target)
    : sc_module(name), target_(behind_ports(std::move(target))) {
  platform_ = std::make_unique<sim::Platform>("platform", port_names(target_));
}

Accelerator::~Accelerator() = default;

Accelerator::Socket& Accelerator::socket(const std::string& port) {
  const std::vector<std::string> names = port_names(target_);
  for (const std::string& name : names) {
    if (name == port) return platform_->link(port).socket;
  }
  throw UserError(ExitCode::usage, unknown_name_message("port", port, names));
}

void Accelerator::start(const Program& program, const SimulationOptions& options) {
  if (busy()) throw std::logic_error("the accelerator runs a program already");
  platform_->start(target_, program, options);
  report(fmt::format("{}: a program of {} operators on {} starts", name(), program.operators.size(),
                     target_.name));
}

const sc_core::sc_event& Accelerator::done() const { return platform_->done(); }

bool Accelerator::busy() const { return !platform_->finished(); }

Timing Accelerator::timing() {
  Timing timing = platform_->finish();
  report(fmt::format("{}: {} cycles of {} kHz", name(), timing.total, timing.clock.khz));
  return timing;
}

}  // namespace spillway
