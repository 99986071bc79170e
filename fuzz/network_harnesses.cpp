// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "fuzz/harness.h"
#include "fuzz/small_network.h"
#include "traces/csv/network_csv.h"
#include "traces/csv/vela_per_layer.h"
#include "traces/files/builtin_networks.h"
#include "traces/layers/layer_table.h"
#include "traces/network_check.h"
#include "traces/tflite/offline_plan.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway::fuzz {
namespace {

// Writes a network as CSV and reads it again. Reports a finding if the network has a defect or if
// the number of operators changes.
void expect_round_trip(const Network& network) {
  if (const std::string defect = find_defect(network); !defect.empty()) report_finding(defect);
  const std::string csv = write_network_csv(network);
  const Network again = parse_network_csv(csv, "written");
  if (again.operators.size() != network.operators.size()) report_finding("other operators");
}

void run_tflite(ByteView input) {
  catch_user_error([&] {
    const std::vector<std::uint8_t> bytes(input.begin(), input.end());
    const Network network = parse_tflite(bytes, "fuzz.tflite");
    catch_user_error([&] { read_offline_plan(network); });
    catch_user_error(
        [&] { with_offline_plan(bytes, std::vector<std::int32_t>(network.tensors.size(), 0)); });
    catch_user_error([&] { expect_round_trip(network); });
  });
}

std::vector<std::string> tflite_seeds() {
  std::vector<std::string> seeds;
  for (const Network& network : {small_network(), small_elementwise_network()}) {
    const std::vector<std::uint8_t> bytes = write_tflite(network);
    seeds.emplace_back(bytes.begin(), bytes.end());
    const std::vector<std::uint8_t> planned =
        with_offline_plan(bytes, std::vector<std::int32_t>(network.tensors.size(), not_planned));
    seeds.emplace_back(planned.begin(), planned.end());
  }
  return seeds;
}

void run_network_csv(ByteView input) {
  catch_user_error([&] { expect_round_trip(parse_network_csv(text_of(input), "fuzz.csv")); });
}

// A network CSV with the column `attributes`.
constexpr const char* attributes_seed =
    "record,name,type,shape,inputs,outputs,attributes\n"
    "network,net,,,0,2,\n"
    "tensor,a,int8,1x4x4x2,,,scale=0.5 zero_points=-3x0\n"
    "tensor,b,int8,1x4x4x2,,,scale=0.25 zero_point=1\n"
    "tensor,c,int8,1x8x8x2,,,\n"
    "operator,x,leaky_relu,,0,1,alpha=0.1\n"
    "operator,y,resize_bilinear,,1,2,align_corners=1 half_pixel_centers=0\n";

std::vector<std::string> network_csv_seeds() {
  return {write_network_csv(small_network()), write_network_csv(small_elementwise_network()),
          attributes_seed};
}

void run_layer_table(ByteView input) {
  catch_user_error([&] { expect_round_trip(parse_layer_table(text_of(input), "fuzz.csv")); });
}

std::vector<std::string> layer_table_seeds() { return {small_layer_table()}; }

void run_vela_per_layer(ByteView input) {
  catch_user_error([&] { parse_vela_per_layer(text_of(input), "fuzz.csv"); });
}

std::vector<std::string> vela_per_layer_seeds() { return {small_vela_listing()}; }

}  // namespace

std::vector<Harness> network_harnesses() {
  return {{"tflite", Shape::words, run_tflite, tflite_seeds},
          {"network_csv", Shape::text, run_network_csv, network_csv_seeds},
          {"layer_table", Shape::text, run_layer_table, layer_table_seeds},
          {"vela_per_layer", Shape::text, run_vela_per_layer, vela_per_layer_seeds}};
}

}  // namespace spillway::fuzz
