// SPDX-License-Identifier: Apache-2.0
#include "traces/files/foreign_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spillway {
namespace {

using testing::HasSubstr;
using namespace std::string_view_literals;

TEST(ForeignFiles, AreRecognisedByTheirExtensionInAnyCase) {
  EXPECT_THAT(foreign_file_reason("net.onnx", ""), HasSubstr("ONNX"));
  EXPECT_THAT(foreign_file_reason("net.KERAS", ""), HasSubstr("from_keras_model"));
  EXPECT_THAT(foreign_file_reason("a/saved_model.pb", ""), HasSubstr("from_saved_model"));
  EXPECT_THAT(foreign_file_reason("net.pth", ""), HasSubstr("PyTorch"));
  EXPECT_THAT(foreign_file_reason("net.tflite.gz", ""), HasSubstr("gunzip"));
}

TEST(ForeignFiles, AreRecognisedByTheirFirstBytesWhateverTheirName) {
  EXPECT_THAT(foreign_file_reason("net.tflite", "\x1f\x8b\x08..."sv), HasSubstr("gzip"));
  EXPECT_THAT(foreign_file_reason("net.tflite", "\x89HDF\r\n\x1a\n"sv), HasSubstr("HDF5"));
  EXPECT_THAT(foreign_file_reason("model", "PK\x03\x04"sv), HasSubstr("zip"));
  EXPECT_THAT(foreign_file_reason("net.tflite", "BZh91AY"sv), HasSubstr("bunzip2"));
  EXPECT_THAT(foreign_file_reason("net.tflite",
                                  "\xfd"
                                  "7zXZ\0"sv),
              HasSubstr("unxz"));
  EXPECT_THAT(foreign_file_reason("net.tflite.zst", ""), HasSubstr("unzstd"));
  EXPECT_THAT(foreign_file_reason("nets.tar", ""), HasSubstr("archive"));
}

TEST(ForeignFiles, NetworksAreNotForeign) {
  EXPECT_EQ(foreign_file_reason("net.tflite", "\x1c\0\0\0TFL3"sv), "");
  EXPECT_EQ(foreign_file_reason("net.csv", "record,name"), "");
}

}  // namespace
}  // namespace spillway
