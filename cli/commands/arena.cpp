// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>
#include <set>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/plan_input.h"
#include "cli/planned.h"
#include "cli/point_options.h"
#include "cli/print_tables.h"
#include "experiments/advice/shared_arena.h"
#include "experiments/point/input_hashes.h"
#include "hwmodels/target/processor_family.h"
#include "planner/capacity_error.h"
#include "planner/peaks/tflm_runtime.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

// Loads networks that will share an arena. Throws if a network is given twice: the constants of
// this network would be counted twice, although memory needs to store them only once.
std::vector<Network> load_networks(const std::vector<std::string>& words) {
  std::vector<Network> networks;
  std::set<std::string> hashes;
  for (const std::string& word : words) {
    networks.push_back(load_network(word));
    if (!hashes.insert(network_hash(networks.back())).second) {
      throw usage_error("the network '{}' is given twice", word);
    }
  }
  return networks;
}

// Returns what the network needs in an arena that several networks share. The network is planned
// without a target and without lowering. `room` has the number of bytes that is added to the
// capacity of a memory, by name of the memory.
ArenaShare plain_share(const Arguments& arguments, const Network& network,
                       const CapacityChanges& room) {
  const Planned planned = plan_of_network(arguments, network, room);
  if (planned.result.status != PlanStatus::ok) {
    const MemoryIndex memory = planned.result.memory;
    throw CapacityError(planned.result.status, planned.result.excess,
                        network.name + ": " + failure_text(planned),
                        memory == no_memory ? "" : at(planned.problem.memories, memory).name);
  }
  ArenaShare share;
  share.network = network.name;
  share.planner = planned.plan.planner;
  for (const Buffer& buffer : planned.problem.buffers) {
    share.alignment = std::max(share.alignment, buffer.alignment);
  }
  share.parts = arena_parts(planned.plan, planned.network, share.alignment);
  share.persistent = persistent_tensors(planned.plan, planned.network);
  share.runtime_bytes = tflm_runtime_bytes(planned.network, planned.runtime_view);
  return share;
}

SharedArena plain_arena(const Arguments& arguments, const std::vector<Network>& networks,
                        ArenaUse use) {
  SharedArena arena;
  arena.use = use;
  arena.memories = read_memories(arguments);
  if (arena.memories.empty()) arena.memories.push_back({"memory", unlimited, 1});
  share_memories(arena, networks.size(), [&](std::size_t network, const CapacityChanges& room) {
    return plain_share(arguments, networks[network], room);
  });
  return arena;
}

SharedArena read_arena(const Arguments& arguments, const Console& console) {
  const std::vector<std::string>& words = arguments.positional();
  const std::vector<Network> networks = load_networks(words);
  const ArenaUse use = arguments.has("concurrent") ? ArenaUse::at_once : ArenaUse::in_turn;
  if (use == ArenaUse::at_once && networks.size() < 2) {
    throw usage_error("--concurrent needs several networks");
  }
  std::vector<const Network*> all;
  bool compiled = false;
  for (const Network& network : networks) {
    all.push_back(&network);
    compiled = compiled || compiled_family(network) != nullptr;
  }
  if (!arguments.has("target") && !compiled) return plain_arena(arguments, networks, use);
  if (arguments.has("alignment")) {
    throw usage_error("--alignment: with a target, the target decides the alignment");
  }
  const DesignPoint point = complete_point(read_open_point(arguments), all);
  console.err << note_of_file(point);
  return share_arena(networks, words, point, use);
}

// Prints a line for every budget of --require that the arena exceeds. Returns check_missed if a
// budget is exceeded, otherwise ok.
ExitCode check_requirements(const std::vector<Budget>& budgets, const SharedArena& arena,
                            const Console& console) {
  ExitCode code = ExitCode::ok;
  for (const Budget& budget : budgets) {
    const auto memory = static_cast<std::size_t>(budget.memory);
    const Bytes required = arena.bytes(memory, arena.use);
    if (required <= budget.available) continue;
    console.err << fmt::format(
        "spillway: {}: required {} bytes, available {}, excess {}; largest: '{}'\n",
        arena.memories[memory].name, with_thousands(required), with_thousands(budget.available),
        with_thousands(required - budget.available), arena.largest(memory).network);
    code = ExitCode::check_missed;
  }
  return code;
}

ExitCode run_arena(const Arguments& arguments, const Console& console) {
  const SharedArena arena = read_arena(arguments, console);
  const std::vector<Budget> budgets = read_budgets(arguments, arena.memories);
  print(shared_arena_printout(arena), arguments, console);
  write_document(arguments, console, shared_arena_json(arena));
  for (const std::string& line : split(shared_arena_failure(arena), '\n')) {
    if (!line.empty()) console.err << "spillway: " << line << '\n';
  }
  if (!arena.fits()) return ExitCode::run_failed;
  return check_requirements(budgets, arena, console);
}

}  // namespace

CommandEntry arena_command() {
  CommandEntry entry;
  entry.summary = "show how much memory several networks take in a shared arena";
  entry.positional = "NETWORK...";
  entry.description =
      "Plans every network, and adds up the bytes that the networks keep between inferences: "
      "variables, operator data and constants. The rest of the arena is scratch memory. Networks "
      "that run one after the other share the scratch memory, so that only the largest scratch "
      "memory counts (as in TensorFlow Lite Micro with one allocator for several interpreters). "
      "With --concurrent, all networks are live at the same time and share nothing. With --target, "
      "the lowered networks are planned as 'run' plans them, and the time of each network is "
      "shown. Compiled networks contain their plans and target. Without a target, the feature maps "
      "are planned as 'plan' plans them. If the networks do not fit, the exit status is 1.";
  entry.examples = {
      "spillway arena wake_word.tflite vision.tflite --planner tflm",
      "spillway arena ds_cnn mobilenet_v1_0.25_96 --target ethos-u55-128 --memory sram=128K",
      "spillway arena wake_word_vela.tflite vision_vela.tflite --concurrent",
  };
  add_planning_options(entry.options);
  entry.options.add_options()("concurrent",
                              "the networks are live at the same time, so that they share no "
                              "memory and their arenas add up")(
      "require", list_value("MEMORY<=SIZE"),
      "exit with status 4 if the networks take more than SIZE");
  entry.tables = {"memories", "persistent", "times"};
  add_json_option(entry);
  entry.run = run_arena;
  return entry;
}

}  // namespace spillway::cli
