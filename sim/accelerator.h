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

/// The processor with its DMA, ports and memories as one module of somebody else's SystemC model:
/// any number of instances, each on its own clock (the target's). Memories of `kind = "tlm"`
/// (make_foreign()) are outside: their bursts leave through the initiator socket of their port, at
/// TlmParameters::base plus the address in the memory. All others are inside, with their timing.
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

  /// Throws UserError(usage) for a target with background masters: the model around has the real
  /// ones.
  Accelerator(const sc_core::sc_module_name& name, Target target);
  ~Accelerator() override;

  const Target& target() const { return target_; }

  /// Of the port of that name. Throws UserError(usage) with a suggestion when there is none. Those
  /// without memories outside may stay unbound.
  Socket& socket(const std::string& port);

  /// Begins at the current time, or with the first delta cycle. `program` and what `options` point
  /// to have to live until done(). Throws std::logic_error while a program runs, UserError where a
  /// socket that is needed has nothing bound to it.
  void start(const Program& program, const SimulationOptions& options = {});

  /// Notified when the program has ended.
  const sc_core::sc_event& done() const;
  bool busy() const;

  /// Of the program that has ended last; times count from its start. Throws UserError(run_failed)
  /// when a target answered with an error or the run took too long. Once per start().
  Timing timing();

 private:
  Target target_;
  std::unique_ptr<sim::Platform> platform_;
};

}  // namespace spillway
