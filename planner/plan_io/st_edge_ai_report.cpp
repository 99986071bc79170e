// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/check_problem.h"
#include "planner/json_number.h"
#include "planner/plan_io/tool_plans.h"

namespace spillway {
namespace {

using Json = nlohmann::json;

/// A memory pool of the report, and the addresses of its bytes.
struct Pool {
  std::int64_t id = 0;
  std::string name;
  Bytes capacity = unlimited;
  std::optional<std::int64_t> address;
  std::vector<std::int64_t> parts;  // ids of the pools in this pool's address range
};

/// The memory of the plan to which a pool belongs, and the offset of the pool's first byte in that
/// memory.
struct PoolPlace {
  MemoryIndex memory = no_memory;
  Bytes base = 0;
};

class Report {
 public:
  Report(const Json& json, const std::string& source) : json_(json), source_(source) {}

  PlacedProblem read(const std::vector<MemorySpace>& memories) {
    read_pools();
    place_pools(memories);
    for (const Json& buffer : list(json_, "buffers", "the report")) read_buffer(buffer);
    if (placed_.rows.empty()) reject("lists no buffers");
    live_all_run();
    share_places();
    write_in_place();
    placed_.expected.resize(placed_.placements.size());
    check_problem(placed_.problem, placed_.rows);
    return std::move(placed_);
  }

 private:
  static constexpr std::int64_t latest = std::numeric_limits<TimeStep>::max() - 1;

  [[noreturn]] void reject(const std::string& message) const {
    throw input_error({source_}, message);
  }

  const Json& list(const Json& json, const char* key, const std::string& where) const {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) {
      reject(fmt::format("{} has no list '{}'", where, key));
    }
    return *found;
  }

  std::int64_t integer(const Json& json, const char* key, const std::string& where,
                       std::int64_t low, std::int64_t high) const {
    const std::optional<std::int64_t> value = whole_number(json, key, low, high);
    if (!value) {
      reject(fmt::format("in {}: '{}' is no whole number from {} to {}", where, key, low, high));
    }
    return *value;
  }

  std::string word(const Json& json, const char* key, const std::string& where) const {
    const auto found = json.is_object() ? json.find(key) : json.end();
    if (found == json.end() || !found->is_string()) {
      reject(fmt::format("in {}: '{}' is no text", where, key));
    }
    return found->get<std::string>();
  }

  std::int64_t identity(const Json& json, const std::string& where) const {
    return integer(json, "id", where, 0, std::numeric_limits<std::int32_t>::max());
  }

  // Returns the ids of buffers or pools in the list `key` of `json`; empty if the list is missing.
  static std::vector<std::int64_t> ids(const Json& json, const char* key) {
    std::vector<std::int64_t> found;
    if (!json.is_object() || !json.contains(key) || !json[key].is_array()) return found;
    for (const Json& id : json[key]) {
      if (id.is_number_integer()) found.push_back(id.get<std::int64_t>());
    }
    return found;
  }

  void read_pools() {
    for (const Json& json : list(json_, "memory_pools", "the report")) {
      const std::string where = fmt::format("memory pool {}", pools_.size());
      Pool pool;
      pool.id = identity(json, where);
      pool.name = word(json, "name", where);
      const Bytes size = integer(json, "size_bytes", where, -1, unlimited);
      if (size >= 0) pool.capacity = size;  // -1 means no limit
      pool.address = parse_integer(json.value("address", Json()).is_string()
                                       ? json["address"].get_ref<const std::string&>()
                                       : "");
      pool.parts = ids(json, "subpools");
      pools_.push_back(std::move(pool));
    }
  }

  const Pool* pool_of(std::int64_t id) const {
    const auto found =
        std::find_if(pools_.begin(), pools_.end(), [&](const Pool& pool) { return pool.id == id; });
    return found == pools_.end() ? nullptr : &*found;
  }

  std::set<std::int64_t> used_pools() const {
    std::set<std::int64_t> used;
    for (const Json& buffer : list(json_, "buffers", "the report")) {
      if (buffer.is_object() && buffer.contains("mpool_id") &&
          buffer["mpool_id"].is_number_integer()) {
        used.insert(buffer["mpool_id"].get<std::int64_t>());
      }
    }
    return used;
  }

  // Makes a memory of every pool that has buffers. A pool inside the address range of another such
  // pool does not become a memory but a part of the other pool's memory.
  void place_pools(const std::vector<MemorySpace>& memories) {
    const std::set<std::int64_t> used = used_pools();
    std::map<std::int64_t, const Pool*> whole_of;
    for (const Pool& pool : pools_) {
      if (used.count(pool.id) == 0) continue;
      for (const std::int64_t part : pool.parts) whole_of.emplace(part, &pool);
    }
    placed_.problem.memories = memories;
    for (const Pool& pool : pools_) {
      if (used.count(pool.id) == 0 || whole_of.count(pool.id) > 0) continue;
      places_[pool.id] = {memory_named(placed_.problem, pool.name, memories.empty(), {source_}), 0};
      if (!memories.empty()) continue;
      MemorySpace& memory = at(placed_.problem.memories, places_[pool.id].memory);
      memory.capacity = pool.capacity;
    }
    for (const auto& [id, whole] : whole_of) {
      const Pool* const part = pool_of(id);
      if (part == nullptr || used.count(id) == 0) continue;
      if (!part->address || !whole->address || *part->address < *whole->address ||
          places_.count(whole->id) == 0) {
        reject(fmt::format("memory pool {} is part of {}, but it is not said where", part->name,
                           whole->name));
      }
      places_[id] = {places_[whole->id].memory, *part->address - *whole->address};
    }
  }

  void read_buffer(const Json& json) {
    const std::string where = fmt::format("buffer {}", placed_.rows.size());
    Buffer buffer;
    const std::int64_t id = identity(json, where);
    buffer.name = word(json, "name", where);
    if (!names_.insert(buffer.name).second) buffer.name += fmt::format(" (id {})", id);
    buffer.size = integer(json, "size_bytes", where, 0, largest_buffer);
    if (buffer.size == 0) return;
    buffer.alignment = std::max<Bytes>(1, integer(json, "alignment", where, 0, largest_alignment));
    const bool constant = json.contains("is_param") && json["is_param"] == Json(true);
    buffer.kind = constant ? TensorKind::weight : TensorKind::activation;
    const Json epochs = json.value("epochs", Json());
    buffer.lower = static_cast<TimeStep>(integer(epochs, "start", where + ", epochs", 0, latest));
    buffer.upper =
        static_cast<TimeStep>(integer(epochs, "end", where + ", epochs", buffer.lower, latest) + 1);
    numbers_[id] = static_cast<BufferIndex>(placed_.problem.buffers.size());
    placed_.placements.push_back(placement_of(json, where));
    placed_.problem.buffers.push_back(std::move(buffer));
    placed_.rows.push_back({source_});
  }

  // Returns no placement for buffers without a pool: the application owns such buffers, for example
  // inputs and outputs.
  Placement placement_of(const Json& json, const std::string& where) {
    const std::int64_t pool = integer(json, "mpool_id", where, -1, latest);
    const Bytes offset = integer(json, "offset_start", where, -1, largest_buffer);
    if (pool < 0 || offset < 0) return {};
    const auto place = places_.find(pool);
    if (place == places_.end()) {
      reject(fmt::format("in {}: there is no memory pool {}", where, pool));
    }
    return {place->second.memory, place->second.base + offset};
  }

  // Makes constants live during the complete run, because the epochs of constants in the report
  // follow another numbering.
  void live_all_run() {
    TimeStep end = 1;
    for (const Buffer& buffer : placed_.problem.buffers) end = std::max(end, buffer.upper);
    for (Buffer& buffer : placed_.problem.buffers) {
      if (buffer.kind != TensorKind::weight) continue;
      buffer.lower = 0;
      buffer.upper = end;
    }
  }

  // Makes buffers with equal addresses and equal lifetimes share their bytes. Such buffers are
  // different names of one tensor, for example the input and the result of a reshape that needs no
  // work.
  void share_places() {
    using Place = std::tuple<MemoryIndex, Bytes, Bytes, TimeStep, TimeStep>;
    std::map<Place, BufferIndex> outer_buffers;
    for (std::size_t i = 0; i < placed_.placements.size(); ++i) {
      Buffer& buffer = placed_.problem.buffers[i];
      const Placement& place = placed_.placements[i];
      if (place.memory == no_memory || buffer.kind == TensorKind::weight) continue;
      const auto [outer, fresh] = outer_buffers.emplace(
          Place{place.memory, place.offset, buffer.size, buffer.lower, buffer.upper},
          static_cast<BufferIndex>(i));
      if (!fresh) buffer.placed_inside = PlacedInside{outer->second, 0};
    }
  }

  // Ends the lifetime of an input where an output begins, if the output lies over the input and no
  // later node reads the input. In the report, the input and the output are then live in the same
  // epoch, which would make the plan invalid.
  void write_in_place() {
    std::vector<Node> nodes;
    // The last node that reads each buffer. The key is the result of outer_of(), so buffers that
    // share bytes have one element.
    std::map<BufferIndex, std::size_t> last_reader;
    for (const Json& graph : json_.value("graphs", Json::array())) {
      if (!graph.is_object()) continue;
      for (const Json& json : graph.value("nodes", Json::array())) {
        nodes.push_back({buffers_of(json, "inputs"), buffers_of(json, "outputs")});
        for (const BufferIndex input : nodes.back().inputs) {
          last_reader[outer_of(input)] = nodes.size() - 1;
        }
      }
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      for (const BufferIndex input : nodes[n].inputs) {
        if (last_reader[outer_of(input)] != n) continue;
        for (const BufferIndex output : nodes[n].outputs) end_before(input, output);
      }
    }
  }

  struct Node {
    std::vector<BufferIndex> inputs, outputs;
  };

  std::vector<BufferIndex> buffers_of(const Json& node, const char* key) const {
    std::vector<BufferIndex> found;
    for (const std::int64_t id : ids(node, key)) {
      const auto number = numbers_.find(id);
      if (number != numbers_.end()) found.push_back(number->second);
    }
    return found;
  }

  void end_before(BufferIndex input, BufferIndex output) {
    const BufferIndex outer = outer_of(input);
    if (outer == outer_of(output)) return;
    if (!is_within(input, output) && !is_within(output, input)) return;
    const TimeStep begin = at(placed_.problem.buffers, output).lower;
    for (std::size_t i = 0; i < placed_.problem.buffers.size(); ++i) {
      Buffer& buffer = placed_.problem.buffers[i];
      if (outer_of(static_cast<BufferIndex>(i)) != outer || buffer.lower >= begin) continue;
      buffer.upper = std::min(buffer.upper, begin);
    }
  }

  BufferIndex outer_of(BufferIndex index) const {
    const Buffer& buffer = at(placed_.problem.buffers, index);
    return buffer.placed_inside ? buffer.placed_inside->inside : index;
  }

  // Whether `inner` lies completely within the bytes of `outer`, as the operands of an in-place
  // operation do.
  bool is_within(BufferIndex inner, BufferIndex outer) const {
    const Placement& one = at(placed_.placements, inner);
    const Placement& other = at(placed_.placements, outer);
    return one.memory == other.memory && one.memory != no_memory && one.offset >= other.offset &&
           one.offset + at(placed_.problem.buffers, inner).size <=
               other.offset + at(placed_.problem.buffers, outer).size;
  }

  const Json& json_;
  const std::string& source_;
  std::vector<Pool> pools_;
  std::map<std::int64_t, PoolPlace> places_;     // key: the pool's id
  std::map<std::int64_t, BufferIndex> numbers_;  // key: the buffer's id in the report
  std::set<std::string> names_;
  PlacedProblem placed_;
};

}  // namespace

bool looks_like_st_edge_ai_report(std::string_view text) {
  const std::string_view start = trim(text);
  return !start.empty() && start.front() == '{' &&
         text.find("\"memory_pools\"") != std::string_view::npos;
}

PlacedProblem read_st_edge_ai_report(const std::string& text, const std::string& source,
                                     const std::vector<MemorySpace>& memories) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("memory_pools")) {
    throw input_error({source},
                      "is no c_info.json of ST Edge AI: expected a JSON object with 'memory_pools' "
                      "and 'buffers'");
  }
  return Report(json, source).read(memories);
}

}  // namespace spillway
