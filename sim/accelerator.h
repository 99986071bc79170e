// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <tlm>

#include <tlm_utils/simple_initiator_socket.h>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "sim/memory/tlm_link.h"
#include "sim/simulate.h"

namespace spillway {

namespace sim {
class Platform;
}  // namespace sim

/// The processor with its DMA, ports and memories as one SystemC module, for use in the SystemC
/// model of a whole system. The model may have any number of instances; every instance runs on the
/// clock of its target. Memories of `kind = "tlm"` are outside of the module: their bursts leave
/// through the initiator socket of their port, at TlmParameters::base plus the address in the
/// memory. make_foreign() changes a memory of a target to this kind. All other memories are inside,
/// with their timing.
///
///   Accelerator npu("npu", target);
///   npu.socket("axi1").bind(bus.target_socket);
///   ...
///   npu.start(program);            // in a process of the caller's
///   sc_core::wait(npu.done());
///   const Timing timing = npu.timing();
class Accelerator : public sc_core::sc_module {
 public:
  using Socket = tlm_utils::simple_initiator_socket_optional<sim::TlmLink>;

  /// Throws UserError(usage) for a target with background masters, because the surrounding model
  /// has the real masters.
  Accelerator(const sc_core::sc_module_name& name, Target target);
  ~Accelerator() override;

  const Target& target() const { return target_; }

  /// Returns the socket of the port of this name. A socket may stay unbound if its port has no
  /// memory outside of the module. Throws UserError(usage) with a suggestion if the target has no
  /// such port.
  Socket& socket(const std::string& port);

  /// Starts the program at the current time, or in the first delta cycle if SystemC does not run
  /// yet. `program` and the objects that `options` points to have to live until timing() has
  /// returned. Throws std::logic_error while a program runs, and UserError(run_failed) if a port
  /// with memories outside of the module has an unbound socket.
  void start(const Program& program, const SimulationOptions& options = {});

  /// Returns an event that is notified when the program has ended.
  const sc_core::sc_event& done() const;
  bool busy() const;

  /// Returns the timing of the program that has ended last; times count from its start. May be
  /// called once per start(). Throws UserError(run_failed) if a TLM target answered with an error,
  /// the run took too long, or a load lost words (xcore.ai), and std::logic_error while the program
  /// runs.
  Timing timing();

 private:
  Target target_;
  std::unique_ptr<sim::Platform> platform_;
};

}  // namespace spillway
