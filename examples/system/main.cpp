// SPDX-License-Identifier: Apache-2.0
// An example of a SystemC model that contains Spillway's models: a system with two Ethos-U65, a
// CPU, a bus and a DRAM. This file has the CPU, the bus and sc_main. The two NPUs are Spillway's;
// each simulates a network with its plan. The DRAM is Spillway's, too, and can be replaced by any
// TLM-2.0 target.
#include <cstdio>
#include <map>
#include <string>
#include <systemc>

#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "experiments/point/design_point.h"
#include "experiments/point/point_cache.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/schedule.h"
#include "sim/accelerator.h"
#include "sim/memory/attach_tlm.h"
#include "sim/memory/tlm_memory.h"
#include "traces/files/network_loader.h"

namespace {

using spillway::Accelerator;

/// A bus that sends the requests of all masters to one memory. The bus returns each response to the
/// master that sent the request.
struct Bus : sc_core::sc_module {
  tlm_utils::multi_passthrough_target_socket<Bus> from;
  tlm_utils::simple_initiator_socket<Bus> to;

  explicit Bus(const sc_core::sc_module_name& name) : sc_module(name), from("from"), to("to") {
    from.register_b_transport(this, &Bus::call);
    from.register_nb_transport_fw(this, &Bus::forward);
    to.register_nb_transport_bw(this, &Bus::back);
  }

  void call(int /*master*/, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    to->b_transport(payload, delay);
  }
  tlm::tlm_sync_enum forward(int master, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay) {
    masters[&payload] = master;
    return to->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum back(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                          sc_core::sc_time& delay) {
    return from[masters.at(&payload)]->nb_transport_bw(payload, phase, delay);
  }

  std::map<const tlm::tlm_generic_payload*, int> masters;
};

/// A CPU with its own clock. While `reads` is true, the CPU reads 64 bytes at regular intervals.
struct Cpu : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Cpu> socket;
  sc_core::sc_clock clock{"clock", 100, sc_core::SC_NS};
  bool reads = false;

  explicit Cpu(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    sc_core::sc_spawn([this] { work(); }, "work");
  }

  void work() {
    unsigned char line[64] = {};
    tlm::tlm_generic_payload payload;
    for (unsigned i = 0;; ++i) {
      sc_core::wait(clock.posedge_event());
      if (!reads) continue;
      payload.set_command(tlm::TLM_READ_COMMAND);
      payload.set_address(0x1000'0000 + i % 65536 * 4096);
      payload.set_data_ptr(line);
      payload.set_data_length(sizeof(line));
      payload.set_streaming_width(sizeof(line));
      payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      sc_core::sc_time delay;
      socket->b_transport(payload, delay);
      if (!payload.is_response_ok()) SC_REPORT_ERROR("cpu", "the memory answers with an error");
      sc_core::wait(delay);
    }
  }
};

/// The program that every NPU runs. The program is planned before the simulation begins.
struct Planned {
  spillway::Target target;
  spillway::Program program;
};

Planned plan() {
  spillway::DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  // This planner and this weight policy choose without simulating plans, so planning is quick.
  point.planner = "cadence-greedy";
  point.weight_policy = "vela";
  point.arena = {"sram", "dram"};
  point.target_options.parts = {{"dram", "LPDDR4-3200-x16"}};
  const spillway::Network network = spillway::load_network("mobilenet_v1_0.25_96");
  spillway::PointCache cache;
  Planned planned;
  planned.target = spillway::resolve_target(point);
  const spillway::NetworkPlan plan = spillway::plan_point(network, point, cache);
  planned.program = spillway::schedule(spillway::lowered_for(network, point, cache), plan.plan,
                                       planned.target, point.family_options);
  spillway::make_foreign(planned.target, "dram", {});
  return planned;
}

spillway::MemorySpec dram() {
  const spillway::MemoryPart part = spillway::load_memory_part("LPDDR4-3200-x16");
  spillway::MemorySpec spec;
  spec.name = "dram";
  spec.capacity = part.capacity;
  spec.timing = part.timing;
  return spec;
}

struct Totals {
  spillway::Cycles alone = 0, first = 0, second = 0, beside_cpu = 0;
};

}  // namespace

int sc_main(int /*argc*/, char** /*argv*/) {
  const Planned planned = plan();
  Bus bus("bus");
  Cpu cpu("cpu");
  spillway::TlmMemory memory("dram", dram());
  Accelerator first("npu0", planned.target);
  Accelerator second("npu1", planned.target);
  const std::string port =
      planned.target.ports[static_cast<std::size_t>(planned.target.memories.back().port)].name;
  first.socket(port).bind(bus.from);
  second.socket(port).bind(bus.from);
  cpu.socket.bind(bus.from);
  bus.to.bind(memory.socket);

  Totals totals;
  sc_core::sc_spawn(
      [&] {
        const auto run_first = [&] {
          first.start(planned.program);
          sc_core::wait(first.done());
          return first.timing().total;
        };
        totals.alone = run_first();
        first.start(planned.program);
        second.start(planned.program);
        sc_core::wait(first.done() & second.done());
        totals.first = first.timing().total;
        totals.second = second.timing().total;
        cpu.reads = true;
        totals.beside_cpu = run_first();
        sc_core::sc_stop();
      },
      "scenario");
  sc_core::sc_start();
  const auto number = [](spillway::Cycles cycles) { return static_cast<long long>(cycles); };
  std::printf("one NPU alone      %9lld cycles\n", number(totals.alone));
  std::printf("two NPUs together  %9lld and %lld cycles\n", number(totals.first),
              number(totals.second));
  std::printf("one beside the CPU %9lld cycles\n", number(totals.beside_cpu));
  return totals.alone > 0 && totals.first >= totals.alone && totals.second >= totals.alone &&
                 totals.beside_cpu >= totals.alone
             ? 0
             : 1;
}
