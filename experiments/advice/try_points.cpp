// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/try_points.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/diagnostics.h"
#include "experiments/point/plans/capacity_error.h"
#include "experiments/point/point_cache.h"
#include "experiments/workers/worker_pool.h"
#include "hwmodels/target/processor_family.h"
#include "report/run_summary.h"
#include "traces/files/network_loader.h"

namespace spillway {
namespace {

using Json = nlohmann::ordered_json;

Json cascades_of(const Plan& plan) {
  Json cascades = Json::array();
  for (const Cascade& cascade : plan.cascades) {
    cascades.push_back({cascade.first_op, cascade.last_op});
  }
  return cascades;
}

Json parts_of(const Timing& timing) {
  Json parts = Json::object();
  for (const auto& [name, cycles] : time_parts(timing)) parts[name] = cycles;
  return parts;
}

std::string text_of(const Json& tried) {
  return tried.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json failed_json(const std::string& message) {
  return {{"status", "failed"}, {"message", message}};
}

// Simulates a point in a worker process. Returns the result as JSON text for the parent process.
std::string tried_text(const Network& network, const DesignPoint& point, PointCache& cache) {
  Json tried;
  try {
    const PointResult result = run_point(network, point, cache);
    const Timing& timing = result.timing;
    tried = {
        {"status", "ok"},
        {"cycles", timing.total},
        {"us", timing.latency_us()},
        {"parts", parts_of(timing)},
        {"cascades", cascades_of(result.plan.plan)},
        {"host", host_summary(timing)},
    };
  } catch (const CapacityError& error) {
    tried = {{"status", error.status()},
             {"excess", error.excess()},
             {"memory", error.memory()},
             {"message", error.what()}};
  } catch (const UserError& error) {
    tried = failed_json(error.what());
  }
  return text_of(tried);
}

// Loads and simulates a compiled file in a worker process. Returns the result as JSON text for the
// parent process.
std::string tried_file_text(const std::string& file, const DesignPoint& point) {
  try {
    const Network network = load_network(file);
    if (compiled_family(network) == nullptr) {
      return text_of(failed_json(file + " brings no plan: it is not compiled"));
    }
    PointCache cache;
    return tried_text(network, point, cache);
  } catch (const UserError& error) {
    return text_of(failed_json(error.what()));
  }
}

TriedPoint read_tried(const std::string& text) {
  TriedPoint tried;
  if (text.empty()) {
    tried.status = "failed";
    tried.message = "two workers died at this point";
    return tried;
  }
  const Json json = Json::parse(text);
  tried.status = json["status"];
  tried.message = json.value("message", "");
  tried.memory = json.value("memory", "");
  tried.excess = json.value("excess", Bytes{0});
  tried.cycles = json.value("cycles", Cycles{0});
  tried.latency_us = json.value("us", 0.0);
  tried.host = json.value("host", "");
  const Json parts = json.value("parts", Json::object());
  for (const auto& [name, cycles] : parts.items()) {
    tried.parts.emplace_back(name, cycles.get<Cycles>());
  }
  for (const Json& cascade : json.value("cascades", Json::array())) {
    tried.cascades.push_back({cascade[0], cascade[1]});
  }
  return tried;
}

}  // namespace

std::vector<std::pair<std::string, Cycles>> time_parts(const Timing& timing) {
  const OperatorTiming sum = timing.sum_of_operators();
  std::vector<std::pair<std::string, Cycles>> parts = {{"compute", sum.compute}};
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    parts.emplace_back(timing.memories[m].name + " stalls", sum.memory_stall[m]);
  }
  parts.emplace_back("DMA wait", sum.dma_wait);
  parts.emplace_back("overhead", sum.overhead);
  parts.emplace_back("host", sum.host);
  return parts;
}

std::vector<TriedPoint> try_points(const Network& network, const std::vector<DesignPoint>& points,
                                   std::size_t workers) {
  PointCache cache;  // each worker process has its own copy
  cache.expect_many();
  std::vector<TriedPoint> tried;
  for (const std::string& text : map_in_workers(points.size(), workers, [&](std::size_t number) {
         return tried_text(network, points[number], cache);
       })) {
    tried.push_back(read_tried(text));
  }
  return tried;
}

std::vector<TriedPoint> try_compiled_files(const std::vector<std::string>& files,
                                           const DesignPoint& point, std::size_t workers) {
  std::vector<TriedPoint> tried;
  for (const std::string& text : map_in_workers(files.size(), workers, [&](std::size_t number) {
         return tried_file_text(files[number], point);
       })) {
    tried.push_back(read_tried(text));
  }
  return tried;
}

}  // namespace spillway
