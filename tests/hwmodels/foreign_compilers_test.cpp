// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/lower.h"
#include "hwmodels/target/target.h"
#include "tests/hwmodels/ethosu/lower/network_builder.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

/// Returns a network with a custom operator of the type name `code`. If `convolution`, the custom
/// operator reads the result of a convolution.
Network with_custom(const std::string& code, bool convolution) {
  test::NetworkBuilder build;
  TensorIndex from = build.input({1, 8, 8, 16});
  if (convolution) from = build.convolution(from, 16);
  const TensorIndex out = build.map({1, 8, 8, 16});
  build.op(OpType::custom, {from}, {out}).type_name = code;
  return build.finish(out);
}

std::string refusal(const Network& network, const char* target) {
  return test::user_error([&] { lower(network, load_target(target), 1, {}); });
}

TEST(ForeignCompilers, AreNamed) {
  for (const bool convolution : {true, false}) {
    EXPECT_THAT(refusal(with_custom("edgetpu-custom-op", convolution), "ethos-u65-512"),
                HasSubstr("Edge TPU compiler"));
    EXPECT_THAT(refusal(with_custom("NeutronGraph", convolution), "ethos-u55-128"),
                HasSubstr("Neutron"));
  }
}

TEST(ForeignCompilers, OfAnotherFamilyAreNamedToo) {
  EXPECT_THAT(refusal(with_custom("XC_lookup", true), "ethos-u55-128"), HasSubstr("xcore.ai"));
  EXPECT_THAT(refusal(with_custom("ethos-u", true), "xcore.ai"), HasSubstr("Ethos-U"));
}

TEST(ForeignCompilers, CodesNearAFamilysCodeAreRefusedWithASuggestion) {
  for (const char* target : {"ethos-u55-128", "ethos-u85-256", "xcore.ai"}) {
    for (const char* code : {"ethos-u85", "Ethos-U", "ethos_u", "ethosu"}) {
      EXPECT_THAT(refusal(with_custom(code, true), target), HasSubstr("custom code is 'ethos-u'"))
          << code << " on " << target;
    }
    EXPECT_THAT(refusal(with_custom("xc_conv2d_v2", true), target), HasSubstr("begin with 'XC_'"));
  }
}

// An operator whose name begins with XC_ is a kernel of xformer. If the program does not know the
// kernel, a message must say that it is not modelled. The program must not run the kernel as an
// operator of TensorFlow Lite Micro or on a CPU.
TEST(ForeignCompilers, AnUnknownKernelOfXformersIsNoOperatorOfTflm) {
  const Network network = with_custom("XC_foo", true);
  EXPECT_THAT(refusal(network, "ethos-u85-256"), HasSubstr("compiled for xcore.ai ('XC_foo')"));
  const Network lowered = lower(network, load_target("xcore.ai"), 1, {});
  EXPECT_THAT(lowered.warnings, testing::Contains(HasSubstr("1 XC_foo not modelled")));
}

TEST(ForeignCompilers, AnUnknownOperatorAmongKnownOperatorsIsLeftToTheHost) {
  for (const char* target : {"ethos-u55-128", "xcore.ai"}) {
    const Network network = with_custom("MyOwnOperator", true);
    EXPECT_EQ(refusal(network, target), "");
    EXPECT_THAT(lower(network, load_target(target), 1, {}).warnings,
                testing::Contains(HasSubstr("MyOwnOperator is not modelled")))
        << target;
  }
  EXPECT_THAT(refusal(with_custom("MyOwnOperator", false), "ethos-u55-128"),
              HasSubstr("compiled for another machine?"));
}

}  // namespace
}  // namespace spillway
