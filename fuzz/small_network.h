// SPDX-License-Identifier: Apache-2.0
// Small and valid networks, from which the fuzzers start.
#pragma once

#include <string>

#include "experiments/point/design_point.h"
#include "traces/network.h"

namespace spillway::fuzz {

std::string small_layer_table();
Network small_network();
/// Returns a network with elementwise operators, a softmax and a reshape.
Network small_elementwise_network();
/// Returns the result of a run of small_network() on Ethos-U65. The run is simulated once per
/// process, at the first call.
const PointResult& small_result();
std::string small_vela_listing();

}  // namespace spillway::fuzz
