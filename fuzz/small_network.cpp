// SPDX-License-Identifier: Apache-2.0
#include "fuzz/small_network.h"

#include "report/vela_listing.h"
#include "traces/layers/layer_table.h"

namespace spillway::fuzz {

std::string small_layer_table() {
  return "layer,type,inputs,channels,kernel,stride,padding,activation\n"
         "image,input,,8x8x3,,,,\n"
         "conv,conv_2d,,4,3x3,1,same,relu\n"
         "left,depthwise_conv_2d,,,3x3,1,same,\n"
         "sum,add,conv left,,,,,relu\n"
         "classes,fully_connected,,4,,,,\n";
}

Network small_network() { return parse_layer_table(small_layer_table(), "small.csv"); }

Network small_elementwise_network() {
  return parse_layer_table(
      "layer,type,inputs,channels,kernel,stride,padding,activation\n"
      "a,input,,4x4x16,,,,\n"
      "pool,max_pool_2d,,,2,2,valid,\n"
      "both,mul,pool pool,,,,,\n"
      "join,concatenation,both pool,,,,,\n"
      "flat,reshape,,,,,,\n"
      "out,softmax,,,,,,\n",
      "small.csv");
}

const PointResult& small_result() {
  static const Network network = small_network();
  static const PointResult result = [] {
    DesignPoint point;
    point.target = "ethos-u65-256";
    return run_point(network, point);
  }();
  return result;
}

std::string small_vela_listing() {
  const PointResult& result = small_result();
  return vela_per_layer_csv(result.timing, result.program, result.plan.plan, result.target);
}

}  // namespace spillway::fuzz
