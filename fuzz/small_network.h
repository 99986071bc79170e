// SPDX-License-Identifier: Apache-2.0
// Small, complete and valid inputs. The fuzzers start from them and change them.
#pragma once

#include <string>

#include "experiments/point/design_point.h"
#include "traces/network.h"

namespace spillway::fuzz {

std::string small_layer_table();
Network small_network();
/// A network with elementwise operators, a softmax and a reshape.
Network small_elementwise_network();
/// The result of small_network() on Ethos-U65, which is simulated only once.
const PointResult& small_result();
const Timing& small_timing();
std::string small_vela_listing();

}  // namespace spillway::fuzz
