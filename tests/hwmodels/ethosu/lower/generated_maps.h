// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "base/index.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"

namespace spillway::test {

/// Draws random numbers from a seed, and collects the feature maps of a generated network. The maps
/// have int8 elements and the shape 1 x height x width x channels. Equal seeds give equal numbers
/// on every machine.
class GeneratedMaps {
 public:
  using Dims = std::vector<std::int32_t>;

  explicit GeneratedMaps(std::uint64_t seed) : random_(seed) {}

  // Returns a random number from `least` to `most`. Does not use the distributions of the standard
  // library, because their results differ between implementations.
  std::int32_t between(std::int32_t least, std::int32_t most) {
    return least +
           static_cast<std::int32_t>(random_() % static_cast<std::uint64_t>(most - least + 1));
  }

  bool once_in(std::int32_t n) { return between(1, n) == 1; }

  template <typename T>
  T any_of(const std::vector<T>& all) {
    return at(all, between(0, static_cast<std::int32_t>(all.size()) - 1));
  }

  Dims shape(TensorIndex map) { return build_.at_tensor(map).shape; }

  NetworkBuilder& build() { return build_; }

  const std::vector<TensorIndex>& maps() const { return maps_; }

  /// Adds `map` to the maps that later operators may read.
  TensorIndex add(TensorIndex map) {
    maps_.push_back(map);
    return map;
  }

  /// Makes `result` an output of the network. No later operator may read `result`.
  void end_with(TensorIndex result) { ends_.push_back(result); }

  void mark_read(TensorIndex map) { read_.insert(map); }

  /// Returns a random map as input for the next operator. In three of four calls, the map is the
  /// latest one; otherwise it is any map, so that the network has branches.
  TensorIndex source() {
    const auto count = static_cast<std::int32_t>(maps_.size());
    const TensorIndex map = once_in(4) ? at(maps_, between(0, count - 1)) : maps_.back();
    mark_read(map);
    return map;
  }

  /// Adds an operator whose only output is a map of the shape `out`. Later operators may read this
  /// map.
  Operator& op(OpType type, const std::vector<TensorIndex>& inputs, const Dims& out) {
    return build_.op(type, inputs, {add(build_.map(out))});
  }

  /// Returns constant weights of `shape`. If an earlier operator has weights of this shape, returns
  /// the same weights again in half of the calls, at random.
  TensorIndex weights(const Dims& shape) {
    const auto known = weights_.find(shape);
    if (known != weights_.end() && once_in(2)) return known->second;
    return weights_[shape] = build_.constant(shape, TensorKind::weight);
  }

  /// Completes and returns the network. Its outputs are the last map and all maps that no operator
  /// reads.
  Network finish() {
    const TensorIndex last = maps_.back();
    Network network = build_.finish(last);
    network.outputs.insert(network.outputs.end(), ends_.begin(), ends_.end());
    for (const TensorIndex map : maps_) {
      const bool is_input = map == maps_.front();
      if (map != last && !is_input && read_.count(map) == 0) network.outputs.push_back(map);
    }
    return network;
  }

 private:
  std::mt19937_64 random_;
  NetworkBuilder build_;
  std::vector<TensorIndex> maps_;
  std::vector<TensorIndex> ends_;
  std::set<TensorIndex> read_;
  std::map<Dims, TensorIndex> weights_;
};

}  // namespace spillway::test
