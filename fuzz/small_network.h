// SPDX-License-Identifier: Apache-2.0
// Inputs that are small and whole, for corpora to begin with.
#pragma once

#include <string>

#include "experiments/point/design_point.h"
#include "traces/network.h"

namespace spillway::fuzz {

std::string small_layer_table();
Network small_network();
/// With other operators: elementwise ones, a softmax, a reshape.
Network small_elementwise_network();
/// A run of small_network() on Ethos-U65, on which it is simulated once.
const PointResult& small_result();
const Timing& small_timing();
std::string small_vela_listing();

}  // namespace spillway::fuzz
