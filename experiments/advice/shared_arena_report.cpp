// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/advice/milliseconds.h"
#include "experiments/advice/shared_arena.h"
#include "experiments/point/document.h"

namespace spillway {
namespace {

using Json = nlohmann::ordered_json;

const char* use_name(ArenaUse use) {
  return use == ArenaUse::in_turn ? "one after the other" : "at the same time";
}

// Returns how many bytes of a memory all networks together use, for each kind of bytes. Networks
// that run one after the other share their scratch bytes, so only the largest scratch counts.
ArenaPart together(const SharedArena& arena, std::size_t memory) {
  ArenaPart all;
  for (const ArenaShare& share : arena.shares) {
    const ArenaPart& part = share.parts.at(memory);
    all.persistent += part.persistent;
    all.constants += part.constants;
    all.scratch = arena.use == ArenaUse::in_turn ? std::max(all.scratch, part.scratch)
                                                 : all.scratch + part.scratch;
  }
  return all;
}

std::string capacity_line(const SharedArena& arena, std::size_t memory) {
  const Bytes capacity = arena.memories[memory].capacity;
  std::vector<std::string> words;
  if (capacity < unlimited) words.push_back("of " + with_thousands(capacity));
  const Bytes in_turn = arena.bytes(memory, ArenaUse::in_turn);
  const Bytes at_once = arena.bytes(memory, ArenaUse::at_once);
  if (in_turn != at_once) {
    words.push_back(arena.use == ArenaUse::in_turn
                        ? with_thousands(at_once) + " if all were live at the same time"
                        : with_thousands(in_turn) + " if they ran one after the other");
  }
  return words.empty() ? "" : fmt::format("{}\n", fmt::join(words, "; "));
}

Printout memory_printout(const SharedArena& arena, std::size_t memory) {
  const std::string& name = arena.memories[memory].name;
  PrintedTable table{"memories", "\n" + name};
  table.keys = {{"memory", name}};
  table.columns = {text_column("network").shown_as("bytes").at_least(30).shortened_if_narrow(),
                   number_column("persistent bytes").shown_as("persistent").at_least(10),
                   number_column("constants bytes").shown_as("constants").at_least(10),
                   number_column("scratch bytes").shown_as("scratch").at_least(10),
                   number_column("total bytes").shown_as("total").at_least(10)};
  const auto add = [&](const std::string& network, const ArenaPart& part, Bytes total) {
    table.add({network, with_thousands(part.persistent), with_thousands(part.constants),
               with_thousands(part.scratch), with_thousands(total)});
  };
  for (const ArenaShare& share : arena.shares) {
    const ArenaPart& part = share.parts.at(memory);
    add(share.network, part, part.total());
  }
  if (arena.shares.size() > 1) {
    add("together", together(arena, memory), arena.bytes(memory, arena.use));
  }
  return Printout() << std::move(table) << capacity_line(arena, memory);
}

// Returns a table of the persistent tensors. For each network, the table has one row per variable,
// and one row per memory for all operator data in the memory.
PrintedTable persistent_table(const SharedArena& arena) {
  PrintedTable table{"persistent", "\npersistent tensors"};
  table.columns = {number_column("bytes").at_least(12), text_column("network").at_most(32),
                   text_column("memory").at_most(12), text_column("tensor").shortened_if_narrow()};
  for (const ArenaShare& share : arena.shares) {
    // Operator data of the network by memory: bytes, and number of tensors.
    std::map<MemoryIndex, std::pair<Bytes, int>> data;
    for (const PersistentTensor& tensor : share.persistent) {
      if (tensor.kind == TensorKind::operator_data) {
        data[tensor.memory].first += tensor.bytes;
        ++data[tensor.memory].second;
      } else {
        table.add({with_thousands(tensor.bytes), share.network,
                   at(arena.memories, tensor.memory).name, tensor.name});
      }
    }
    for (const auto& [memory, sum] : data) {
      table.add({with_thousands(sum.first), share.network, at(arena.memories, memory).name,
                 fmt::format("data of {} operators", sum.second)});
    }
  }
  return table;
}

PrintedTable times_table(const SharedArena& arena) {
  PrintedTable table{"times", "\ntime"};
  table.columns = {text_column("network").at_least(32).shortened_if_narrow(),
                   number_column("latency ms").at_least(12).gap_before(0),
                   {"planner"},
                   text_column("command").at_least(2).below_rows()};
  if (!arena.shares.front().latency_us) return table;
  for (const ArenaShare& share : arena.shares) {
    table.add({share.network, fmt::format("{:.3f}", milliseconds(share.latency_us.value_or(0))),
               share.planner.empty() ? "(its file)" : share.planner, share.command});
  }
  return table;
}

std::string runtime_text(const SharedArena& arena) {
  Bytes bytes = 0;
  for (const ArenaShare& share : arena.shares) bytes += share.runtime_bytes;
  return fmt::format("\nthe runtime keeps about {} bytes besides (tensors, nodes, operator data)\n",
                     with_thousands(bytes));
}

Json memory_json(const SharedArena& arena, std::size_t memory) {
  const MemorySpace& space = arena.memories[memory];
  const bool used = arena.bytes(memory, ArenaUse::at_once) > 0;
  return {{"name", space.name},
          {"capacity_bytes", space.capacity >= unlimited ? Json() : Json(space.capacity)},
          {"required_bytes", arena.bytes(memory, arena.use)},
          {"in_turn_bytes", arena.bytes(memory, ArenaUse::in_turn)},
          {"at_once_bytes", arena.bytes(memory, ArenaUse::at_once)},
          {"excess_bytes", arena.excess(memory)},
          {"largest", used ? Json(arena.largest(memory).network) : Json()}};
}

Json share_json(const SharedArena& arena, const ArenaShare& share) {
  Json memories = Json::array(), persistent = Json::array();
  for (std::size_t m = 0; m < arena.memories.size(); ++m) {
    const ArenaPart& part = share.parts.at(m);
    memories.push_back({{"name", arena.memories[m].name},
                        {"persistent_bytes", part.persistent},
                        {"constant_bytes", part.constants},
                        {"scratch_bytes", part.scratch},
                        {"total_bytes", part.total()}});
  }
  for (const PersistentTensor& tensor : share.persistent) {
    persistent.push_back({{"tensor", tensor.name},
                          {"kind", tensor_kind_name(tensor.kind)},
                          {"memory", at(arena.memories, tensor.memory).name},
                          {"bytes", tensor.bytes}});
  }
  return {{"network", share.network},
          {"planner", share.planner.empty() ? Json() : Json(share.planner)},
          {"memories", memories},
          {"persistent", persistent},
          {"runtime_bytes", share.runtime_bytes},
          {"total_cycles", share.cycles ? Json(*share.cycles) : Json()},
          {"latency_us", share.latency_us ? Json(*share.latency_us) : Json()},
          {"command", share.command}};
}

}  // namespace

Printout shared_arena_printout(const SharedArena& arena) {
  const std::size_t networks = arena.shares.size();
  std::string text = fmt::format("arena of {} network{}", networks, networks == 1 ? "" : "s");
  if (!arena.target.empty()) text += fmt::format(" on {} ({})", arena.target, arena.mode);
  text += networks == 1 ? "\n" : fmt::format(", {}\n", use_name(arena.use));
  Printout printout;
  printout << text;
  for (std::size_t m = 0; m < arena.memories.size(); ++m) {
    if (arena.bytes(m, arena.use) > 0) printout << memory_printout(arena, m);
  }
  return printout << persistent_table(arena) << times_table(arena) << runtime_text(arena);
}

std::string shared_arena_failure(const SharedArena& arena) {
  std::string text;
  for (std::size_t m = 0; m < arena.memories.size(); ++m) {
    if (arena.excess(m) == 0) continue;
    const ArenaShare& largest = arena.largest(m);
    text += fmt::format(
        "the networks do not fit {}: required {} bytes, available {}, excess {}; largest: '{}' "
        "with {}\n",
        arena.memories[m].name, with_thousands(arena.bytes(m, arena.use)),
        with_thousands(arena.memories[m].capacity), with_thousands(arena.excess(m)),
        largest.network, with_thousands(largest.parts.at(m).total()));
  }
  return text;
}

std::string shared_arena_json(const SharedArena& arena) {
  Json memories = Json::array(), networks = Json::array();
  for (std::size_t m = 0; m < arena.memories.size(); ++m) {
    memories.push_back(memory_json(arena, m));
  }
  for (const ArenaShare& share : arena.shares) networks.push_back(share_json(arena, share));
  Json document = document_head("arena");
  const Json fields = {{"target", arena.target.empty() ? Json() : Json(arena.target)},
                       {"memory_mode", arena.mode.empty() ? Json() : Json(arena.mode)},
                       {"use", arena.use == ArenaUse::in_turn ? "in turn" : "at once"},
                       {"fits", arena.fits()},
                       {"memories", memories},
                       {"networks", networks}};
  document.update(fields);
  return document_text(document);
}

}  // namespace spillway
