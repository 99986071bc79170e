// SPDX-License-Identifier: Apache-2.0
#include "report/pages/memory_map_drawing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "report/pages/axis.h"
#include "report/pages/svg.h"

namespace spillway {
namespace {

constexpr double usual_height = 380;
// Height of the map, in pixels, for memories of which less than 1 % is used.
constexpr double little_height = 120;
constexpr double live_height = 110;
constexpr double map_top = 14;
// Assumed width of the plot in a page, in pixels. Whether a block gets a name and an outline
// depends on this width.
constexpr double usual_width = 1080;
// Width of the plot on a narrow page, as a share of `usual_width`.
constexpr double narrow_share = 0.235;
constexpr int address_ticks = 5;
constexpr int step_ticks = 12;
constexpr std::size_t most_names = 300;

/// Converts addresses into vertical positions of the plot, in pixels.
struct AddressScale {
  double top = 1;  // address at the upper edge of the map
  double height = usual_height;

  double y(double address) const { return map_top + height * (1 - address / top); }
};

// Returns the address at the upper edge of the map: a little more than the capacity, but at most
// three times the peak. If less than a third of the memory is used, the capacity is therefore not
// in the map. For a memory without a limit, returns a little more than the peak.
double top_address(Bytes peak, Bytes capacity) {
  const double used = static_cast<double>(std::max<Bytes>(peak, 1));
  const double room = std::ceil(1.02 * used);
  if (capacity >= unlimited) return room;
  return std::max(room, std::ceil(std::min(1.05 * static_cast<double>(capacity), 3 * used)));
}

std::string address_axis(const AddressScale& scale) {
  std::string svg;
  for (const double address : round_values(0, scale.top, address_ticks, 2)) {
    const double y = scale.y(address);
    svg +=
        svg_horizontal_line("grid", y) + svg_text("-8", y + 4, "end", size_label(address), "muted");
  }
  return svg;
}

// Returns the labels of the step axis. Step 0 is the network's input and has no number; step i + 1
// is labelled with i, the number of its operator. Every second label has the CSS class `second`,
// which is hidden on a narrow page.
std::string step_axis(const MemoryMap& map, double y) {
  std::string svg;
  bool second = false;
  for (const double step : round_values(0, std::max(1, map.steps - 2), step_ticks, 10)) {
    if (step != static_cast<TimeStep>(step)) continue;
    svg += svg_text(svg_share((step + 1.5) / map.steps), y, "middle",
                    with_thousands(static_cast<std::int64_t>(step)),
                    second ? "muted second" : "muted");
    second = !second;
  }
  return svg + svg_text("50%", y + 16, "middle", map.step_name, "muted");
}

// Returns SVG code of a line at the capacity. If the capacity lies above the map, returns a text
// with the capacity instead. Empty for a memory without a limit.
std::string capacity_line(Bytes capacity, const AddressScale& scale) {
  if (capacity >= unlimited) return "";
  const auto limit = static_cast<double>(capacity);
  const std::string text = "capacity " + size_label(limit);
  if (limit > scale.top) {
    return svg_text("100%", map_top + 10, "end", text + ", above the picture", "halo");
  }
  return svg_horizontal_line("limit", scale.y(limit)) +
         svg_text("100%", scale.y(limit) - 4, "end", text, "halo");
}

std::string tip_of(const MapBlock& block) {
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

/// The rectangle of a block in two units: steps and bytes (the units of the plot), and pixels in a
/// plot of `usual_width`.
struct BlockBox {
  TimeStep x = 0, width = 0;
  Bytes height = 0;
  double y = 0;  // distance from the map's upper edge, in bytes
  double wide = 0, high = 0;
};

BlockBox box_of(const MapBlock& block, const MemoryMap& map, const AddressScale& scale) {
  BlockBox box{block.lower, block.upper - block.lower, block.size, 0, 0, 0};
  box.y = scale.top - static_cast<double>(block.offset + block.size);
  box.wide = usual_width * box.width / map.steps;
  box.high = scale.height * static_cast<double>(block.size) / scale.top;
  return box;
}

// Returns SVG paths of the blocks. All blocks of a CSS class are one path, because a browser shows
// a few elements faster than thousands. A thin block has no outline, because the outline would
// cover the block.
std::string block_paths(const std::vector<MapBlock>& blocks, const MemoryMap& map,
                        const AddressScale& scale) {
  // Minimum width and height of a block with an outline, in pixels.
  constexpr double least_outlined = 2;
  std::map<std::string, std::string> paths;
  for (const MapBlock& block : blocks) {
    const BlockBox box = box_of(block, map, scale);
    const bool thin = box.wide < least_outlined || box.high < least_outlined;
    paths[(thin ? "block thin " : "block ") + block.look] +=
        fmt::format("M{} {:.0f}h{}v{}h{}z", box.x, box.y, box.width, box.height, -box.width);
  }
  std::string svg;
  for (const auto& [look, path] : paths) {
    svg += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", look, path);
  }
  return svg;
}

// Returns the last word of a path such as "a/b/conv", which distinguishes the path from most other
// paths. If the last word only names a role such as `weights`, returns the last two words.
std::string end_of_name(const std::string& name) {
  constexpr std::string_view prefix = "buffer of ";
  std::string path = name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : name;
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash == 0) return path;
  std::string word = path.substr(slash + 1);
  for (const char* const role : {"weights", "bias", "scales", "data", "kernel"}) {
    if (word.rfind(role, 0) == 0) return path.substr(path.rfind('/', slash - 1) + 1);
  }
  return word;
}

// Returns SVG texts with the names of the largest blocks. A name never extends beyond its block,
// however wide the page is: the rest of the name is cut off. On narrow pages, a name that would be
// cut off is hidden.
std::string block_names(const std::vector<MapBlock>& blocks, const MemoryMap& map,
                        const AddressScale& scale) {
  // In pixels: the width of a letter, and the minimum height and width of a block with a name.
  constexpr double letter = 6.4, least_height = 13, least_width = 5 * letter;
  std::vector<std::pair<const MapBlock*, BlockBox>> named;
  for (const MapBlock& block : blocks) {
    const BlockBox box = box_of(block, map, scale);
    if (box.high >= least_height && box.wide >= least_width) named.emplace_back(&block, box);
  }
  std::stable_sort(named.begin(), named.end(), [](const auto& a, const auto& b) {
    return a.second.wide * a.second.high > b.second.wide * b.second.high;
  });
  if (named.size() > most_names) named.resize(most_names);
  std::string svg;
  for (const auto& [block, box] : named) {
    const auto room = static_cast<std::size_t>((box.wide - 6) / letter);
    const std::string text =
        block->name.size() <= room ? block->name : short_text(end_of_name(block->name), room);
    const double y = map_top + scale.height * box.y / scale.top;
    const double needed = letter * static_cast<double>(text.size()) + 6;
    svg += fmt::format("<svg x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\">",
                       svg_share(static_cast<double>(box.x) / map.steps), y,
                       svg_share(static_cast<double>(box.width) / map.steps), box.high) +
           svg_text("3", box.high / 2 + 4, "start", text,
                    needed > narrow_share * box.wide ? "inside wide" : "inside") +
           "</svg>\n";
  }
  return svg;
}

std::string block_tips(const std::vector<MapBlock>& blocks, const MemoryMap& map,
                       const AddressScale& scale) {
  std::string svg = plot_begin(0, map.steps, scale.top, map_top, scale.height);
  for (const MapBlock& block : blocks) {
    const BlockBox box = box_of(block, map, scale);
    svg += fmt::format(
        "<rect class=\"tip\" x=\"{}\" y=\"{:.0f}\" width=\"{}\" "
        "height=\"{}\"><title>{}</title></rect>\n",
        box.x, box.y, box.width, box.height, tip_of(block));
  }
  return svg + "</svg>\n";
}

}  // namespace

std::vector<LegendEntry> kinds_of_blocks(const std::vector<MapBlock>& blocks) {
  std::set<std::string> looks;
  for (const MapBlock& block : blocks) looks.insert(block.look);
  std::vector<LegendEntry> legend;
  for (const std::string& look : looks) {
    std::string text = look;
    std::replace(text.begin(), text.end(), '_', ' ');
    legend.push_back({look, text});
  }
  return legend;
}

Drawing memory_map_drawing(const MemoryMap& map, MemoryIndex memory, Bytes least_peak) {
  const std::vector<MapBlock> blocks = blocks_in(map, memory);
  const MemorySpace& space = at(map.memories, memory);
  const Bytes own_peak = peak_of(blocks);
  const Bytes peak = std::max(own_peak, least_peak);
  const bool little = space.capacity < unlimited && peak * 100 < space.capacity;
  const AddressScale scale{top_address(peak, space.capacity),
                           little ? little_height : usual_height};
  Drawing drawing;
  drawing.title = fmt::format("{}: peak {} ({} bytes)", space.name,
                              size_label(static_cast<double>(own_peak)), with_thousands(own_peak));
  drawing.height = map_top + scale.height + 40;
  drawing.marks = address_axis(scale) + step_axis(map, map_top + scale.height + 16) +
                  plot_begin(0, map.steps, scale.top, map_top, scale.height) +
                  block_paths(blocks, map, scale) + "</svg>\n<g class=\"names\">\n" +
                  block_names(blocks, map, scale) + "</g>\n" + capacity_line(space.capacity, scale);
  drawing.tips = block_tips(blocks, map, scale);
  drawing.legend = kinds_of_blocks(blocks);
  return drawing;
}

Drawing live_bytes_drawing(const MemorySpace& space, const std::vector<Bytes>& live,
                           Bytes least_peak) {
  Bytes peak = least_peak;
  for (const Bytes bytes : live) peak = std::max(peak, bytes);
  const AddressScale scale{top_address(peak, space.capacity), live_height};
  std::string path = fmt::format("M0 {:.0f}", scale.top);
  for (std::size_t step = 0; step < live.size(); ++step) {
    path += fmt::format("V{:.0f}H{}", scale.top - static_cast<double>(live[step]), step + 1);
  }
  Drawing drawing;
  drawing.title = "Live bytes of " + space.name;
  drawing.height = map_top + live_height + 8;
  drawing.marks = address_axis(scale) +
                  plot_begin(0, std::max<double>(1, static_cast<double>(live.size())), scale.top,
                             map_top, live_height) +
                  fmt::format("<path class=\"live\" d=\"{}V{:.0f}\"/>\n</svg>\n", path, scale.top) +
                  capacity_line(space.capacity, scale);
  return drawing;
}

}  // namespace spillway
