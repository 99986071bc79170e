// SPDX-License-Identifier: Apache-2.0
#include "traces/network.h"

#include <functional>
#include <numeric>

namespace spillway {
namespace {

// Returns the bits per element; 0 for strings, resources and variants, which have no fixed size.
int bits_of(DataType type) {
  switch (type) {
    case DataType::int2:
      return 2;
    case DataType::int4:
    case DataType::uint4:
      return 4;
    case DataType::int8:
    case DataType::uint8:
    case DataType::float8_e4m3fn:
    case DataType::float8_e5m2:
    case DataType::boolean:
      return 8;
    case DataType::float16:
    case DataType::bfloat16:
    case DataType::int16:
    case DataType::uint16:
      return 16;
    case DataType::float32:
    case DataType::int32:
    case DataType::uint32:
      return 32;
    case DataType::float64:
    case DataType::int64:
    case DataType::uint64:
    case DataType::complex64:
      return 64;
    case DataType::complex128:
      return 128;
    case DataType::string:
    case DataType::resource:
    case DataType::variant:
      return 0;
  }
  return 0;
}

}  // namespace

Bytes storage_bytes(DataType type, std::int64_t elements) {
  const int bits = bits_of(type);
  return bits == 0 ? -1 : (elements * bits + 7) / 8;
}

std::int64_t element_count(const Tensor& tensor) {
  return std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::int64_t{1},
                         std::multiplies<>());
}

}  // namespace spillway
