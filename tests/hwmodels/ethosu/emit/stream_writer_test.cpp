// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/emit/stream_writer.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/index.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "tests/hwmodels/ethosu/stream/assembler.h"
#include "tests/reference.h"
#include "traces/files/network_loader.h"

namespace spillway::ethosu {
namespace {

std::vector<std::string> compiled_files() {
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::shared_path("models"))) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".tflite" || ending == ".pte") paths.push_back(entry.path().string());
  }
  return paths;
}

std::vector<std::uint8_t> written_again(ByteView payload) {
  const Payload parsed = parse_payload(payload, {"", ""});
  return rewritten_payload(parsed, register_steps(parsed.stream));
}

TEST(StreamWriter, WritesEveryCompiledFileAsItsCompilerDid) {
  SPILLWAY_NEEDS_SHARED("models/compiled");
  int streams = 0;
  std::set<Product> products;
  for (const std::string& path : compiled_files()) {
    const Network network = load_network(path);
    for (const DecodedStream& stream : decode(network).streams) {
      const Operator& op = at(network.operators, stream.operator_index);
      const ByteView payload = at(network.tensors, op.inputs[0]).data;
      const std::vector<std::uint8_t> again = written_again(payload);
      const std::vector<std::uint8_t> given(payload.data, payload.data + payload.size);
      EXPECT_TRUE(again == given) << path << ", " << stream.name;
      products.insert(stream.payload.product);
      ++streams;
    }
  }
  EXPECT_GE(streams, 171);
  EXPECT_EQ(products.size(), 3U);
}

TEST(StreamWriter, WritesARegisterOnlyWhenItsValueChanges) {
  RegisterWriter out;
  out.set(Command0::ifm_region, 1);
  out.set(Command0::ifm_region, 1);
  out.set(Command1::ifm_base0, 0x123456789A);
  out.set(Command1::ifm_base0, 0x123456789A);
  out.forget(key_of(Command0::ifm_region));
  out.set(Command0::ifm_region, 1);
  EXPECT_EQ(out.words(),
            (std::vector<std::uint32_t>{0x0001010F, 0x00124000, 0x3456789A, 0x0001010F}));
}

}  // namespace
}  // namespace spillway::ethosu
