// SPDX-License-Identifier: Apache-2.0
#include "tests/experiments/point/options/option_samples.h"

#include <filesystem>

#include "base/files/files.h"
#include "planner/plan_io/plan_csv.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway::test {
namespace {

const std::string compiled = "models/compiled/mlperf_kws__u55-128__Shared_Sram.tflite";

std::string written(const std::string& folder, const std::string& name, const std::string& text) {
  const std::string path = folder + "/" + name;
  write_file(path, text);
  return path;
}

std::string plan_text(const std::string& planner) {
  DesignPoint point;
  point.target = "ethos-u65-256";
  point.target_options.memory_mode = "Dedicated_Sram";
  point.target_options.capacities = {{"sram", 65536}};
  point.planner = planner;
  const PointResult result = run_point(load_network("resnet8"), point);
  return write_plan_csv(result.plan.plan, result.network);
}

// Returns the XML of a debug database of Vela that lists no operators.
std::string debug_database(const std::string& comment) {
  std::string xml = "<debug>" + comment;
  for (const char* table : {"source", "optimised", "queue"}) {
    xml += "<table name=\"" + std::string(table) + "\"><![CDATA[\"id\"]]></table>";
  }
  return xml + "</debug>";
}

OptionSample on_npu(const char* option, OptionItems first, OptionItems second) {
  return {option,
          "resnet8",
          {{"target", {"ethos-u65-256"}},
           {"memory-mode", {"Dedicated_Sram"}},
           {"memory", {"sram=65536"}}},
          {std::move(first), std::move(second)}};
}

OptionSample with_planner(const char* planner, OptionSample sample) {
  sample.base.emplace_back("planner", OptionItems{planner});
  return sample;
}

OptionSample on_tile(const char* option, OptionItems first, OptionItems second) {
  return {option, "resnet8", {{"target", {"xcore.ai"}}}, {std::move(first), std::move(second)}};
}

OptionSample on_compiled(const char* option, OptionItems first, OptionItems second) {
  return {option,
          shared_path(compiled),
          {{"target", {"ethos-u55-128"}}},
          {std::move(first), std::move(second)}};
}

}  // namespace

bool can_run(const OptionSample& sample) {
  const bool built_in = sample.network.find('/') == std::string::npos;
  return built_in || std::filesystem::exists(sample.network);
}

std::vector<OptionSample> option_samples(const std::string& folder) {
  const auto file = [&](const std::string& name, const std::string& text) {
    return written(folder, name, text);
  };
  const std::string ini = read_text(data_path("vela.ini"));
  return {
      on_npu("target", {"ethos-u65-512"},
             {file("own.toml", "base = \"ethos-u65-512\"\nname = \"own\"\ndescription = \"-\"\n")}),
      on_npu("config", {file("a.ini", ini)}, {file("b.ini", ini + "\n; changed\n")}),
      on_npu("system-config", {"Ethos_U65_Mid_End"}, {"Ethos_U65_Client_Server"}),
      on_npu("memory-mode", {"Dedicated_Sram"}, {"Shared_Sram"}),
      on_npu("memory", {"sram=32768"}, {"sram=131072", "dram=8388608"}),
      on_npu("part", {"dram=LPDDR4-3200-x16"}, {"dram=DDR3-1600K-x16", "sram=ideal"}),
      on_npu("reserve", {"sram=4096"}, {"sram=8192", "dram=4096"}),
      on_npu("planner", {"vela-spill"}, {"banked-greedy"}),
      on_npu("allocator", {"tflm-greedy"}, {"vela-greedy"}),
      with_planner("size-threshold", on_npu("threshold", {"1024"}, {"65536"})),
      with_planner("tinyengine-firstfit", on_npu("arena-limit", {"1048576"}, {"4194304"})),
      with_planner("vela-spill", on_npu("search-budget", {"1"}, {"1000"})),
      on_npu("inputs-in", {"fast"}, {"slow"}),
      {"in-place",
       "resnet8",
       {{"target", {"ethos-u65-256"}}, {"memory-mode", {"Dedicated_Sram"}}},
       {{"off"}}},
      on_npu("weight-policy", {"in-place"}, {"vela"}),
      on_tile("board", {"board-700-87"}, {"board-800-166"}),
      on_npu("arena", {"dram"}, {"sram", "dram"}),
      on_tile("weights", {"sram"}, {"extram"}),
      on_npu("pin", {"inputs=dram", "outputs=behind:inputs"},
             {"inputs=not:dram", "outputs=outside"}),
      on_npu("plan", {file("a.csv", plan_text("cadence-greedy"))},
             {file("b.csv", plan_text("size-threshold"))}),
      with_planner("search", on_npu("start", {file("a.csv", plan_text("cadence-greedy"))},
                                    {file("b.csv", plan_text("size-threshold"))})),
      on_npu("weight-ratio", {"0.5"}, {file("ratios.csv", "name,ratio\nclasses,0.5\n")}),
      {"weight-encoding",
       shared_path("models/tflm_micro_speech.tflite"),
       {{"target", {"ethos-u65-256"}}},
       {{"smallest"}, {"compiler"}}},
      on_npu("vela", {"5.0"}, {"3.10"}),
      {"narrow-maps",
       "mobilenet_v1_0.25_96",
       {{"target", {"ethos-u65-256"}}},
       {{"nhwc"}, {"nhcwb16"}}},
      {"chains", "mobilenet_v2_1.0_224", {{"target", {"ethos-u85-256"}}}, {{"off"}, {"on"}}},
      {"blocks",
       "resnet8",
       {{"target", {"ethos-u65-256"}}},
       {{"timed"}, {"compiler"}, {"0=8x8x16", "1=4x16x16"}}},
      on_npu("runs", {"2"}, {"3"}),
      on_npu("ideal", {"memories"}, {"all"}),
      {"kernel", "resnet8", {{"target", {"ethos-u65-256"}}}, {{"systemc"}}},
      on_tile("threads", {"2"}, {"5"}),
      on_tile("place", {"table=sram"}, {"activation=extram", "XC_add:operator_data=sram"}),
      on_tile("conv-glue-slots", {"0"}, {"12.5"}),
      {"one-pixel",
       "resnet8",
       {{"target", {"xcore.ai"}}, {"threads", {"2"}}},
       {{"split"}, {"whole"}}},
      on_tile("xformer", {"2022"}, {"2024-07"}),
      {"loads",
       "resnet8",
       {{"target", {"xcore.ai"}}, {"xformer", {"2025"}}},
       {{"waited"}, {"early"}}},
      on_tile("page-after", {"1"}, {"3"}),
      on_tile("landing", {"2048"}, {"8192"}),
      on_tile("channelwise", {"#0"}, {"#0", "#1"}),
      on_tile("reference", {"#0"}, {"#1", "#2"}),
      {"op-split", "ds_cnn", {{"target", {"xcore.ai"}}}, {{"0:3:2"}, {"0:3:4"}}},
      on_compiled("region", {"0=sram"}, {"commands=sram"}),
      on_compiled("names", {file("a.xml", debug_database(""))},
                  {file("b.xml", debug_database("<!-- another -->"))}),
  };
}

}  // namespace spillway::test
