// SPDX-License-Identifier: Apache-2.0
#include "sim/platform.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/terminal_text.h"
#include "base/text.h"
#include "hwmodels/mac_energy.h"
#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/target/peak_rate.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/used_memories.h"
#include "sim/kernel/sanitized_stack.h"

namespace spillway::sim {
namespace {

constexpr Picoseconds ps_per_second = 1'000'000'000'000;

// If a TLM target has not answered for this long, the platform assumes that no answer will come.
const sc_core::sc_time longest_silence(10, sc_core::SC_MS);

}  // namespace

Platform::Platform(const sc_core::sc_module_name& name, const std::vector<std::string>& link_names)
    : sc_module(name), processor_("processor") {
  if (sc_core::sc_get_time_resolution() != sc_core::sc_time(1, sc_core::SC_PS)) {
    throw std::logic_error("SystemC's time resolution has to be 1 ps");
  }
  for (const std::string& link : link_names) {
    const std::string module = "link" + std::to_string(links_.size());
    links_.push_back({link, std::make_unique<TlmLink>(module.c_str())});
  }
  for (std::size_t m = 0; m < max_memories; ++m) {
    memory_targets_[m] = std::make_unique<MemoryTarget>(("memory" + std::to_string(m)).c_str());
  }
  for (std::size_t b = 0; b < max_background; ++b) {
    background_[b] = std::make_unique<BackgroundMaster>(("background" + std::to_string(b)).c_str());
  }
  memories_.reserve(max_memories);  // snapshots point to the elements, so they must not move
  for (std::size_t p = 0; p < max_ports; ++p) {
    ports_[p] = std::make_unique<Port>(("port" + std::to_string(p)).c_str());
    for (auto& memory : memory_targets_) ports_[p]->socket.bind(memory->socket);
  }
}

TlmLink& Platform::link(const std::string& name) {
  for (const NamedLink& named : links_) {
    if (named.name == name) return *named.link;
  }
  throw std::logic_error("the platform has no link '" + name + "'");
}

void Platform::configure(const Target& target, const Program& program,
                         const SimulationOptions& options) {
  if (target.memories.size() > max_memories || target.ports.size() > max_ports ||
      target.background.size() > max_background) {
    throw std::logic_error("target has more parts than the platform");
  }
  require_time_left();
  kernel_.register_processes();
  if (broken_) {
    throw std::runtime_error("an earlier run of this process did not end; start the process again");
  }
  const Picoseconds origin = from_sc(sc_core::sc_time_stamp());
  context_ = {};
  context_.program = &program;
  context_.target = &target;
  context_.ledger = &ledger_;
  context_.clock = ClockDomain{target.clock_khz};
  context_.longest_cycles = context_.clock.to_cycles(longest_run) + 1;
  context_.origin = origin;
  context_.slices = options.keep_slices ? &slices_ : nullptr;
  slices_.clear();
  ledger_.reset(program, target.memories.size());
  configure_memories(processor_.select_engine(target));
  if (options.traffic != nullptr) memories_[options.traffic_memory].traffic = options.traffic;
  const Track first_port = processor_.configure(context_);
  for (std::size_t p = 0; p < target.ports.size(); ++p) {
    ports_[p]->configure(target, p, memories_, ledger_, origin, context_.slices,
                         track_after(first_port, p));
    context_.ports.push_back(ports_[p].get());
  }
  listen_to_foreign_memories();
  for (std::size_t b = 0; b < max_background; ++b) {
    const BackgroundSpec* spec = b < target.background.size() ? &target.background[b] : nullptr;
    background_[b]->configure(context_, spec, processor_.finished(),
                              spec != nullptr && is_apart(*spec));
  }
}

// Whether only background masters use the port of `background`. Their bursts then cannot change the
// program's time. Returns false if another model simulates a memory behind this port, because that
// model must receive the bursts while simulated time passes.
bool Platform::is_apart(const BackgroundSpec& background) const {
  const Target& target = *context_.target;
  const std::int32_t port = target.memories[memory_index(target, background.memory)].port;
  const std::vector<bool> used = used_memories(*context_.program, target.memories.size());
  for (std::size_t m = 0; m < target.memories.size(); ++m) {
    const bool foreign = memories_[m].target->foreign() != nullptr;
    if (target.memories[m].port == port && (used[m] || foreign)) return false;
  }
  return true;
}

// Makes the bursts that background masters left out during the run, in the order in which the
// bursts are due.
void Platform::catch_up(Picoseconds end) {
  const auto sooner = [end](const auto& a, const auto& b) {
    if (a->behind(end) != b->behind(end)) return a->behind(end);
    return a->behind(end) && a->due() < b->due();
  };
  for (;;) {
    BackgroundMaster& next = **std::min_element(background_.begin(), background_.end(), sooner);
    if (!next.behind(end)) return;
    next.catch_up();
  }
}

// Throws if too little simulated time is left for another run. SystemC's time continues from run to
// run, and its 64 bits can be used up. A sweep then replaces the worker process.
void Platform::require_time_left() {
  const sc_dt::uint64 left = sc_core::sc_max_time().value() - sc_core::sc_time_stamp().value();
  if (left / 2 < static_cast<sc_dt::uint64>(longest_run)) {
    throw std::runtime_error("the simulated time of this process is used up; start it again");
  }
}

void Platform::require_no_overrun(const Program& program) const {
  if (!ledger_.overrun()) return;
  const OperatorIndex op = ledger_.overrun_operator();
  throw UserError(
      ExitCode::run_failed,
      fmt::format(
          "{}the run takes longer than {} s of simulated time, the most there may be; expected "
          "faster clocks, lower latencies or higher rates",
          op < 0 ? std::string() : fmt::format("'{}': ", at(program.operators, op).name),
          with_thousands(longest_run / ps_per_second)));
}

void Platform::configure_memories(const Engine& engine) {
  memories_.assign(context_.target->memories.size(), {});
  foreign_ = false;
  for (const NamedLink& named : links_) named.link->forget();
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    AttachedMemory& memory = memories_[m];
    const MemorySpec& spec = context_.target->memories[m];
    const auto* const tlm = std::get_if<TlmParameters>(&spec.timing);
    memory_targets_[m]->configure(tlm != nullptr             ? make_foreign_memory(spec, *tlm)
                                  : engine.looks_up_caches() ? make_memory_timing(spec)
                                                             : make_cached_memory_timing(spec),
                                  context_.origin);
    memory.attach(*memory_targets_[m]);
    memory.profile.reset(BandwidthProfile::first_width(context_.clock));
  }
}

std::unique_ptr<MemoryTiming> Platform::make_foreign_memory(const MemorySpec& spec,
                                                            const TlmParameters& tlm) {
  const auto named = std::find_if(links_.begin(), links_.end(), [&](const NamedLink& link) {
    return link.name == tlm.target && link.link->bound();
  });
  if (named == links_.end()) {
    throw UserError(ExitCode::run_failed,
                    fmt::format("memory '{}': no TLM-2.0 target '{}' is attached; programs attach "
                                "one with attach_tlm_target() (docs/tlm.md)",
                                spec.name, tlm.target));
  }
  foreign_ = true;
  return std::make_unique<ForeignMemory>(tlm, spec.name, *named->link, context_.origin);
}

void Platform::listen_to_foreign_memories() {
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    ForeignMemory* const memory = memories_[m].target->foreign();
    if (memory == nullptr) continue;
    Port& port = context_.port_of(m);
    memory->on_answer([&port] { port.take_answers(); });
  }
}

void Platform::start(const Target& target, const Program& program,
                     const SimulationOptions& options) {
  configure(target, program, options);
  options_ = options;
  if (options.dram_commands) {
    memories_[options.dram_memory].target->timing().record_commands(options.dram_commands);
  }
  processor_.start();
  for (auto& background : background_) background->start();
}

// Runs SystemC until the program has ended. If other models simulate memories, SystemC runs in
// steps, because such a model may have clocks, whose events never end. Transactions that are
// outstanding when the program ends are completed, so that the next run starts without them.
void Platform::run_to_the_end() {
  if (!foreign_) return sc_core::sc_start();
  const sc_core::sc_time step(1, sc_core::SC_US);
  const auto more = [&] {
    return sc_core::sc_pending_activity() &&
           std::all_of(links_.begin(), links_.end(), [](const NamedLink& named) {
             return named.link->silence() < longest_silence;
           });
  };
  while (!processor_.finished() && more()) sc_core::sc_start(step);
  while (!settled() && more()) sc_core::sc_start(step);
}

// Runs SystemC until the program has ended. A user's SystemC model of a memory may throw an
// exception; this function then throws a UserError whose message has the exception's text. SystemC
// cannot continue after an exception, so the platform refuses further runs.
void Platform::run_beside_others() {
  if (!foreign_) return run_to_the_end();
  std::string thrown;
  try {
    return run_to_the_end();
  } catch (const sc_core::sc_report& report) {
    thrown = report.get_msg();
  } catch (const std::exception& error) {
    thrown = error.what();
  }
  throw UserError(ExitCode::run_failed,
                  "an exception left a SystemC process beside Spillway: " + name_text(thrown));
}

bool Platform::settled() const {
  const auto idle = [](const auto& part) { return part->idle(); };
  return std::all_of(ports_.begin(), ports_.end(), idle) &&
         std::all_of(background_.begin(), background_.end(), idle) &&
         std::all_of(links_.begin(), links_.end(),
                     [](const NamedLink& named) { return named.link->idle(); });
}

void Platform::require_answers() const {
  for (const AttachedMemory& memory : memories_) {
    const ForeignMemory* const foreign = memory.target->foreign();
    if (foreign == nullptr) continue;
    if (!foreign->failure().empty()) throw UserError(ExitCode::run_failed, foreign->failure());
    if (!processor_.finished() && foreign->pending() > 0) {
      throw UserError(ExitCode::run_failed,
                      "a TLM-2.0 target does not answer any more, and the program waits for it");
    }
  }
}

Timing Platform::run(const Target& target, const Program& program,
                     const SimulationOptions& options) {
  if (runs_fast(target, options)) return run_fast(target, program, options);
  start(target, program, options);
  broken_ = true;
  run_beside_others();
  broken_ = false;
  name_stack_to_sanitizer();
  return finish();
}

// Whether a run can use the fast kernel. Runs that record slices, traffic or DRAM commands need
// SystemC, and so do runs with memories that other models simulate.
bool Platform::runs_fast(const Target& target, const SimulationOptions& options) {
  const bool watched =
      options.keep_slices || options.traffic != nullptr || options.dram_commands != nullptr;
  return !options.systemc && !watched &&
         std::none_of(target.memories.begin(), target.memories.end(), [](const MemorySpec& memory) {
           return std::holds_alternative<TlmParameters>(memory.timing);
         });
}

// If a process throws, the other processes stay suspended in the middle of the run. Then `broken_`
// stays true, and the platform refuses further runs.
Timing Platform::run_fast(const Target& target, const Program& program,
                          const SimulationOptions& options) {
  FastKernel::Run run(kernel_);
  start(target, program, options);
  broken_ = true;
  run.to_the_end();
  broken_ = false;
  return finish();
}

// Makes the started run compare the end of each kernel with the deadline (DeadlineWatch). The
// caller ends the run early when the run can no longer meet the deadline.
void Platform::watch(const Deadline& deadline) {
  context_.watch = &watch_.emplace(deadline, context_.clock);
}

std::optional<Timing> Platform::run_within(const Deadline& deadline, const Target& target,
                                           const Program& program) {
  if (!runs_fast(target, {})) return run(target, program, {});
  FastKernel::Run run(kernel_);
  start(target, program, {});
  watch(deadline);
  broken_ = true;
  run.to_the_end([this] { return !watch_->missed(); });
  broken_ = false;
  if (!watch_->missed()) return finish();
  abandon(run);
  return std::nullopt;
}

void Platform::abandon(FastKernel::Run& run) {
  run.abandon([this] { configure(*context_.target, *context_.program, {}); });
}

Timing Platform::finish() {
  const Program& program = *context_.program;
  require_no_overrun(program);
  broken_ = !settled();
  require_answers();
  if (!context_.failure.empty()) throw UserError(ExitCode::run_failed, context_.failure);
  if (!processor_.finished()) throw std::logic_error("simulation stopped before its program ended");
  Timing timing = collect(program);
  if (options_.counters != nullptr) collect_counters(timing, *options_.counters);
  return timing;
}

// Widens the buckets of all profiles to the width of the widest bucket. Returns this width.
Picoseconds Platform::align_buckets() {
  std::vector<BandwidthProfile*> profiles;
  for (AttachedMemory& memory : memories_) profiles.push_back(&memory.profile);
  for (Port* port : context_.ports) profiles.push_back(&port->profile());
  Picoseconds width = 0;
  for (const BandwidthProfile* profile : profiles) width = std::max(width, profile->width());
  for (BandwidthProfile* profile : profiles) profile->widen_to(width);
  return width;
}

Timing Platform::collect(const Program& program) {
  Timing timing;
  timing.clock = context_.clock;
  timing.operators = ledger_.operators(program, context_.clock);
  timing.total = timing.operators.empty() ? 0 : timing.operators.back().end;
  catch_up(context_.clock.to_time(timing.total));
  timing.bucket = align_buckets();
  collect_memories(timing);
  timing.mac_energy_pj = mac_energy(*context_.target, program);
  timing.engines = processor_.activities();
  collect_ports(timing);
  timing.slices = slices_.slices();
  return timing;
}

void Platform::collect_memories(Timing& timing) const {
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    const AttachedMemory& memory = memories_[m];
    MemoryActivity activity;
    activity.name = context_.target->memories[m].name;
    activity.capacity = context_.target->memories[m].capacity;
    if (m < context_.program->peak_bytes.size()) activity.peak = context_.program->peak_bytes[m];
    const auto& [read, written] = memory.totals;
    activity.read_bytes = read.moved;
    activity.write_bytes = written.moved;
    activity.useful_bytes = read.useful + written.useful;
    activity.bursts = memory.bursts;
    activity.busy = memory.busy();
    activity.bytes_per_bucket = memory.profile.buckets_within(peak_bytes_per_second(
        *context_.target, context_.target->memories[m], memory.target->timing()));
    const Picoseconds elapsed = context_.clock.to_time(timing.total);
    const MemoryTiming& model = memory.target->timing();
    if (const auto& known = context_.target->memories[m].energy) {
      activity.energy_pj = energy_of(*known, {read.moved, written.moved, model.active(), elapsed});
    } else if (const auto energy = model.energy(elapsed)) {
      activity.energy_pj = energy->total();
    }
    timing.memories.push_back(std::move(activity));
  }
}

void Platform::collect_ports(Timing& timing) const {
  for (std::size_t p = 0; p < context_.ports.size(); ++p) {
    Port& port = *context_.ports[p];
    timing.engines.push_back(
        {context_.target->ports[p].name, port.busy(), port.profile().buckets()});
  }
}

void Platform::collect_counters(const Timing& timing, NpuCounters& counters) const {
  counters = processor_.counters();
  counters.total = timing.total;
  OperatorIndex last = -1;  // operator of the previous task; tasks of an operator are adjacent
  for (const HostTask& task : context_.program->host_tasks) {
    if (task.op != last) counters.idle += at(timing.operators, task.op).total();
    last = task.op;
  }
  for (const Port* const port : context_.ports) {
    counters.ports.push_back(port->counters(context_.clock));
  }
}

}  // namespace spillway::sim
