// SPDX-License-Identifier: Apache-2.0
#include "report/memory_map_svg.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "report/svg.h"

namespace spillway {
namespace {

constexpr double plot_width = 960;
constexpr double plot_height = 420;
constexpr double left_margin = 96;
constexpr double top_margin = 40;
constexpr double bottom_margin = 64;
constexpr double right_margin = 16;
constexpr int address_ticks = 8;
constexpr int time_ticks = 20;

/// Maps steps and addresses to the picture's coordinates.
struct Scale {
  double per_step = 1;
  double per_byte = 1;

  double x(TimeStep step) const { return left_margin + step * per_step; }
  double y(Bytes address) const {
    return top_margin + plot_height - static_cast<double>(address) * per_byte;
  }
};

std::string tooltip(const MapBlock& block) {
  std::string text =
      fmt::format("{}\n{} bytes at {}\nsteps [{}, {})", block.name, with_thousands(block.size),
                  with_thousands(block.offset), block.lower, block.upper);
  std::string separator = "\nread by ";
  for (const std::string& reader : block.readers) {
    text += separator + reader;
    separator = ", ";
  }
  return xml_text(text);
}

std::string rectangle(const MapBlock& block, const Scale& scale) {
  const double top = scale.y(block.offset + block.size);
  return fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" "
      "class=\"block\"><title>{}</title></rect>\n",
      scale.x(block.lower), top, scale.x(block.upper) - scale.x(block.lower),
      scale.y(block.offset) - top, kind_colour(block.kind), tooltip(block));
}

// Of a name, what a rectangle of `width` has room for: a path's last word, cut where it must be.
std::string name_within(const MapBlock& block, double width) {
  constexpr double character = 6.4;  // pixels, at most
  const auto room = static_cast<std::size_t>(std::max(0.0, (width - 6) / character));
  constexpr std::size_t shortest = 4;
  if (room < shortest) return "";
  if (block.name.size() <= room) return block.name;
  const std::size_t slash = block.name.rfind('/');
  const std::string word = slash == std::string::npos ? block.name : block.name.substr(slash + 1);
  if (word.size() <= room) return word;
  std::size_t end = room - 1;
  while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U) --end;
  return word.substr(0, end) + "…";
}

std::string label(const MapBlock& block, const Scale& scale) {
  constexpr double least_height = 13;
  const double height = scale.y(block.offset) - scale.y(block.offset + block.size);
  const double width = scale.x(block.upper) - scale.x(block.lower);
  const std::string name = height < least_height ? "" : name_within(block, width);
  if (name.empty()) return "";
  return fmt::format(
      "<text class=\"inside\" x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"middle\">{}</text>\n",
      scale.x(block.lower) + width / 2, scale.y(block.offset) - height / 2 + 4, xml_text(name));
}

// Up to the capacity where that is near; else what is used fills a third, so that little does not
// look like all.
Bytes top_of(Bytes peak, Bytes capacity) {
  const Bytes near = capacity >= unlimited ? 0 : std::min(capacity, 3 * peak);
  return std::max<Bytes>({peak, near, 1});
}

std::string axes(const MemoryMap& map, Bytes top_address, const Scale& scale) {
  std::string svg;
  for (const double size : round_values(0, static_cast<double>(top_address), address_ticks, 2)) {
    const double y = scale.y(static_cast<Bytes>(size));
    svg += svg_line(left_margin, y, left_margin + plot_width, y, "grid") +
           svg_text(left_margin - 8, y + 4, "end", svg_size(size));
  }
  const TimeStep every = std::max<TimeStep>(1, map.steps / time_ticks);
  for (TimeStep step = 0; step < map.steps; step += every) {
    svg += svg_text(scale.x(step) + scale.per_step / 2, top_margin + plot_height + 16, "middle",
                    step == 0 ? "in" : std::to_string(step - 1));
  }
  svg +=
      svg_text(left_margin + plot_width / 2, top_margin + plot_height + 34, "middle", "operator");
  return svg;
}

std::string legend(const std::vector<MapBlock>& blocks) {
  std::set<TensorKind> kinds;
  for (const MapBlock& block : blocks) {
    kinds.insert(block.kind);
  }
  std::string svg;
  double x = left_margin;
  const double y = top_margin + plot_height + 44;
  for (const TensorKind kind : kinds) {
    svg += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n",
                       x, y, kind_colour(kind));
    svg += svg_text(x + 18, y + 10, "start", tensor_kind_name(kind));
    x += 130;
  }
  return svg;
}

std::string capacity_line(Bytes capacity, Bytes top_address, const Scale& scale) {
  if (capacity >= unlimited) return "";
  const std::string text = "capacity " + svg_size(static_cast<double>(capacity));
  const double right = left_margin + plot_width;
  if (capacity > top_address) {
    return svg_text(right, top_margin + 12, "end", text + ", above the picture");
  }
  const double y = scale.y(capacity);
  return svg_line(left_margin, y, right, y, "limit") + svg_text(right, y - 4, "end", text);
}

}  // namespace

const char* kind_colour(TensorKind kind) {
  switch (kind) {
    case TensorKind::activation:
      return "#56B4E9";
    case TensorKind::weight:
      return "#E69F00";
    case TensorKind::bias:
      return "#F0E442";
    case TensorKind::constant:
      return "#CC79A7";
    case TensorKind::scratch:
      return "#D55E00";
    case TensorKind::variable:
      return "#009E73";
    case TensorKind::operator_data:
      return "#0072B2";
  }
  return "#999999";
}

std::string memory_map_svg(const MemoryMap& map, MemoryIndex memory) {
  const std::vector<MapBlock> blocks = blocks_in(map, memory);
  const MemorySpace& space = at(map.memories, memory);
  const Bytes peak = peak_of(blocks);
  const Bytes top_address = top_of(peak, space.capacity);
  const Scale scale{plot_width / std::max<TimeStep>(map.steps, 1),
                    plot_height / static_cast<double>(top_address)};
  const double width = left_margin + plot_width + right_margin;
  const double height = top_margin + plot_height + bottom_margin;
  std::string svg = svg_begin(width, height);
  svg += svg_text(left_margin, top_margin - 16, "start",
                  fmt::format("{}: peak {} ({} bytes)", space.name,
                              svg_size(static_cast<double>(peak)), with_thousands(peak)));
  svg += axes(map, top_address, scale);
  for (const MapBlock& block : blocks) {
    svg += rectangle(block, scale);
  }
  for (const MapBlock& block : blocks) svg += label(block, scale);
  return svg + capacity_line(space.capacity, top_address, scale) + legend(blocks) + "</svg>\n";
}

}  // namespace spillway
