// SPDX-License-Identifier: Apache-2.0
#include "base/files/gzip.h"

#include <limits>
#include <stdexcept>

#include <zlib.h>

namespace spillway {
namespace {

/// A stream of zlib that compresses text in the format gzip, with its header and checksum.
class GzipStream {
 public:
  GzipStream() {
    constexpr int largest_window = 15, gzip_frame = 16, usual_memory = 8;
    const int made = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                                  largest_window + gzip_frame, usual_memory, Z_DEFAULT_STRATEGY);
    if (made != Z_OK) throw std::runtime_error("zlib cannot compress");
  }
  ~GzipStream() { deflateEnd(&stream_); }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  void append(std::string_view text, int flush, std::string& out) {
    // The cast is safe because zlib does not modify its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    std::string piece(std::size_t{1} << 16U, '\0');
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream_.avail_out = static_cast<uInt>(piece.size());
      deflate(&stream_, flush);
      out.append(piece, 0, piece.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

 private:
  z_stream stream_ = {};
};

}  // namespace

std::string gzipped(std::string_view text) {
  constexpr std::size_t most_at_once = std::numeric_limits<uInt>::max() / 2;
  GzipStream stream;
  std::string out;
  while (text.size() > most_at_once) {
    stream.append(text.substr(0, most_at_once), Z_NO_FLUSH, out);
    text.remove_prefix(most_at_once);
  }
  stream.append(text, Z_FINISH, out);
  return out;
}

}  // namespace spillway
