// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/toy_targets.h"

#include <memory>
#include <stdexcept>

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "hwmodels/memory/parts.h"
#include "hwmodels/target/select_target.h"
#include "sim/kernel/sim_time.h"
#include "sim/simulate.h"
#include "tests/sim/small_platform.h"

namespace spillway::test {
namespace {

std::int64_t transactions = 0;

/// A memory with a latency as a user would write it: with a TLM-2.0 socket and b_transport.
class Toy : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Toy> socket;

  Toy(const sc_core::sc_module_name& name, Picoseconds latency)
      : sc_module(name), socket("socket"), latency_(latency) {
    socket.register_b_transport(this, &Toy::b_transport);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    ++transactions;
    const auto end = payload.get_address() + payload.get_data_length();
    if (end > static_cast<Address>(toy_capacity)) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    delay += sim::to_sc(latency_);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  Picoseconds latency_;
};

/// A target that accepts every request and never answers.
class Unresponsive : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Unresponsive> socket;

  explicit Unresponsive(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.register_nb_transport_fw(this, &Unresponsive::take);
  }

 private:
  tlm::tlm_sync_enum take(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                          sc_core::sc_time& /*delay*/) {
    payload.acquire();
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
};

Thrown thrown_as = Thrown::exception;

/// A target that throws an exception when it gets a request.
class Throwing : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Throwing> socket;

  explicit Throwing(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.register_b_transport(this, &Throwing::b_transport);
    socket.register_nb_transport_fw(this, &Throwing::take);
  }

 private:
  static void fail() {
    if (thrown_as == Thrown::report) SC_REPORT_ERROR("/toy", "out of luck");
    if (thrown_as == Thrown::number) throw 7;  // NOLINT(hicpp-exception-baseclass): on purpose
    throw std::runtime_error("out of luck");
  }
  void b_transport(tlm::tlm_generic_payload& /*payload*/, sc_core::sc_time& /*delay*/) { fail(); }
  tlm::tlm_sync_enum take(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_phase& /*phase*/,
                          sc_core::sc_time& /*delay*/) {
    fail();
    return tlm::TLM_ACCEPTED;
  }
};

/// A target that accepts a request. A process of the target throws an exception 5 ns later.
class ThrowingLater : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<ThrowingLater> socket;

  explicit ThrowingLater(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.register_nb_transport_fw(this, &ThrowingLater::take);
    sc_core::sc_spawn(
        [this] {
          sc_core::wait(requested_);
          throw std::runtime_error("out of patience");
        },
        "sulk");
  }

 private:
  tlm::tlm_sync_enum take(tlm::tlm_generic_payload& payload, tlm::tlm_phase& /*phase*/,
                          sc_core::sc_time& /*delay*/) {
    payload.acquire();
    requested_.notify(sc_core::sc_time(5, sc_core::SC_NS));
    return tlm::TLM_ACCEPTED;
  }

  sc_core::sc_event requested_;
};

/// An initiator that runs a function of a test in a SystemC process.
class User : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<User> socket;

  explicit User(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    sc_core::sc_spawn([this] { work(); }, "work");
  }

  void run(const std::function<void(Initiator&)>& use) {
    // This simulation, if it is the first of the process, elaborates the simulator together with
    // all targets of this file, and binds their sockets.
    simulate(load_target("ethos-u65-256"), Program{});
    use_ = &use;
    begin_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
  }

 private:
  void work() {
    for (;;) {
      sc_core::wait(begin_);
      (*use_)(*socket.operator->());
    }
  }

  const std::function<void(Initiator&)>* use_ = nullptr;
  sc_core::sc_event begin_;
};

MemorySpec spec_of(const MemoryParameters& timing) {
  MemorySpec spec;
  spec.name = "memory";
  spec.capacity = toy_capacity;
  spec.timing = timing;
  return spec;
}

MemorySpec rom() {
  MemorySpec spec = spec_of(constant_memory());
  spec.read_only = true;
  return spec;
}

Target quick_target() { return small_target(constant_memory(), 8); }

Target slow_target() {
  Target target = small_target(sram_memory(), 4);
  target.clock_khz = target.ports[0].clock_khz = 350'000;
  return target;
}

struct Toys {
  Toy untimed{"untimed", 0}, timed{"timed", toy_latency};
  Unresponsive unresponsive{"unresponsive"};
  Throwing throwing{"throwing"};
  ThrowingLater throwing_later{"throwing_later"};
  Accelerator accelerators[accelerator_count] = {{"accelerator0", quick_target()},
                                                 {"accelerator1", slow_target()}};
  TlmMemory constant{"constant", spec_of(constant_memory())};
  TlmMemory sram{"sram", spec_of(sram_memory())};
  TlmMemory dram{"dram", spec_of(dram_memory())};
  TlmMemory content{"content", spec_of(constant_memory()), true};
  TlmMemory rom_memory{"rom", rom()};
  User user{"user"}, rom_user{"rom_user"};
};

Toys* toys = nullptr;

/// Creates the object `toys` with all targets of this file before the first simulation, because
/// SystemC elaborates only once. `toys` is never deleted, because SystemC deletes its own objects
/// first at the end of the process.
class Attach : public ::testing::Environment {
 public:
  void SetUp() override {
    toys = new Toys;
    toys->user.socket.bind(toys->content.socket);
    toys->rom_user.socket.bind(toys->rom_memory.socket);
    attach_tlm_target("untimed", toys->untimed.socket);
    attach_tlm_target("timed", toys->timed.socket);
    attach_tlm_target("unresponsive", toys->unresponsive.socket);
    attach_tlm_target("throwing", toys->throwing.socket);
    attach_tlm_target("throwing_later", toys->throwing_later.socket);
    attach_tlm_target("constant", toys->constant.socket);
    attach_tlm_target("sram", toys->sram.socket);
    attach_tlm_target("dram", toys->dram.socket);
  }
};

// NOLINTNEXTLINE(cert-err58-cpp): GoogleTest accepts environments only before main().
const ::testing::Environment* const attach = ::testing::AddGlobalTestEnvironment(new Attach);

}  // namespace

LatencyBandwidthParameters constant_memory() { return {1'000'000, 4, 60, 60}; }

SramParameters sram_memory() {
  SramParameters p;
  p.clock_khz = 500'000;
  p.banks = 4;
  p.read_latency = p.write_latency = 3;
  return p;
}

MemoryParameters dram_memory() { return load_memory_part("LPDDR4-3200-x16").timing; }

std::int64_t toy_transactions() { return transactions; }

void throw_as(Thrown thrown) { thrown_as = thrown; }

Accelerator& accelerator(std::size_t number) { return toys->accelerators[number]; }

void reset_model_targets() {
  for (TlmMemory* memory : {&toys->constant, &toys->sram, &toys->dram}) memory->reset();
}

void with_content_memory(const std::function<void(Initiator&)>& use) { toys->user.run(use); }
void with_rom(const std::function<void(Initiator&)>& use) { toys->rom_user.run(use); }

}  // namespace spillway::test
