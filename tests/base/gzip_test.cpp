// SPDX-License-Identifier: Apache-2.0
#include "base/files/gzip.h"

#include <gtest/gtest.h>
#include <zlib.h>

namespace spillway {
namespace {

std::string unpacked(std::string packed) {
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK) << "a gzip frame";
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string text;
  int state = Z_OK;
  while (state == Z_OK) {
    std::string piece(1000, '\0');
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&stream, Z_NO_FLUSH);
    text.append(piece, 0, piece.size() - stream.avail_out);
  }
  EXPECT_EQ(state, Z_STREAM_END) << "whole, with the right checksum";
  EXPECT_EQ(stream.avail_in, 0U);
  inflateEnd(&stream);
  return text;
}

TEST(Gzip, ARoundTripGivesTheSameText) {
  std::string large;
  for (int i = 0; i < 300'000; ++i) large += static_cast<char>((i * i) >> 7);
  for (const std::string& text : {std::string(), std::string("a"), large}) {
    EXPECT_EQ(unpacked(gzipped(text)), text);
  }
}

TEST(Gzip, EqualTextsGiveEqualAndShorterBytes) {
  const std::string text(100'000, 'x');
  EXPECT_EQ(gzipped(text), gzipped(text));
  EXPECT_LT(gzipped(text).size(), 1000U);
  EXPECT_EQ(gzipped(text).substr(4, 4), std::string(4, '\0')) << "no time of writing";
}

}  // namespace
}  // namespace spillway
