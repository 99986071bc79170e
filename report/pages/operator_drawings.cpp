// SPDX-License-Identifier: Apache-2.0
#include "report/pages/operator_drawings.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "report/pages/svg.h"

namespace spillway {
namespace {

constexpr double chain_width = 1200;
// Maximum number of operators for which the boxes of operators are drawn large enough for numbers.
constexpr std::size_t most_numbered_boxes = 160;
constexpr double time_bar_height = 32;

struct TimePart {
  std::string name, look;
  Cycles cycles = 0;
};

// Returns the parts of an operator's time (compute, stalls and so on), in the order in which bars
// show the parts.
std::vector<TimePart> parts_of(const OperatorTiming& op, const Timing& timing) {
  constexpr std::size_t stall_looks = 5;
  std::vector<TimePart> parts{{"compute", "compute", op.compute}};
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    parts.push_back({timing.memories[m].name + " stalls", fmt::format("stalls{}", m % stall_looks),
                     m < op.memory_stall.size() ? op.memory_stall[m] : 0});
  }
  parts.push_back({"DMA wait", "dma_wait", op.dma_wait});
  parts.push_back({"overhead", "overhead", op.overhead});
  parts.push_back({"CPU", "host", op.host});
  return parts;
}

/// Computes the positions of the operators' boxes, which form rows like words of a text.
struct ChainLayout {
  double width = 34, height = 26, gap = 16, rise = 30;
  std::size_t per_row = 1;

  explicit ChainLayout(std::size_t operators) {
    if (operators > most_numbered_boxes) {
      width = height = 14;
      gap = 8;
      rise = 18;
    }
    per_row = static_cast<std::size_t>((chain_width - gap) / (width + gap));
  }
  double x(std::size_t op) const {
    return gap / 2 + static_cast<double>(op % per_row) * (width + gap);
  }
  double y(std::size_t op) const {
    const std::size_t row = op / per_row;
    return rise - 6 + static_cast<double>(row) * (height + rise);
  }
  double middle(std::size_t op) const { return x(op) + width / 2; }
  double rows(std::size_t operators) const {
    const std::size_t count = (operators + per_row - 1) / per_row;
    return static_cast<double>(count);
  }
};

// Returns a path that connects two boxes: a straight line between neighbours, an arc above other
// boxes of the same row, or a curve down to another row.
std::string feed_line(const ChainLayout& layout, std::size_t from, std::size_t to) {
  const double below = layout.y(from) + layout.height, above = layout.y(to);
  if (layout.y(from) != layout.y(to)) {
    return fmt::format("M{} {}C{} {} {} {} {} {}", layout.middle(from), below, layout.middle(from),
                       below + layout.rise, layout.middle(to), above - layout.rise,
                       layout.middle(to), above);
  }
  if (to == from + 1) {
    return fmt::format("M{} {}H{}", layout.x(from) + layout.width, above + layout.height / 2,
                       layout.x(to));
  }
  const double high = above - std::min(layout.rise - 6, 8 + 2 * static_cast<double>(to - from));
  return fmt::format("M{} {}C{} {} {} {} {} {}", layout.middle(from), above, layout.middle(from),
                     high, layout.middle(to), high, layout.middle(to), above);
}

std::string box_path(double x, double y, double width, double height) {
  return fmt::format("M{} {:.6g}h{}v{:.6g}h{}z", x, y, width, height, -width);
}

}  // namespace

Drawing time_drawing(const Timing& timing) {
  const auto total = static_cast<double>(std::max<Cycles>(1, timing.total));
  Drawing drawing;
  drawing.kind = drawing.name = "time";
  drawing.title = "Where the time goes";
  drawing.left = drawing.right = 0;
  drawing.height = time_bar_height;
  double begin = 0;
  for (const TimePart& part : parts_of(timing.sum_of_operators(), timing)) {
    if (part.cycles == 0) continue;
    const double share = static_cast<double>(part.cycles) / total;
    const std::string text =
        fmt::format("{} {:.1f} %, {} cycles", part.name, 100 * share, with_thousands(part.cycles));
    drawing.marks += fmt::format(
        "<rect class=\"{}\" x=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>\n",
        part.look, svg_share(begin), svg_share(share), time_bar_height, xml_text(text));
    drawing.legend.push_back({part.look, text});
    begin += share;
  }
  return drawing;
}

Drawing operator_chain_drawing(const Timing& timing,
                               const std::vector<std::vector<std::size_t>>& fed_by) {
  const std::size_t operators = timing.operators.size();
  const ChainLayout layout(operators);
  Cycles longest = 1;
  for (const OperatorTiming& op : timing.operators) longest = std::max(longest, op.total());
  std::string feeds, boxes, numbers;
  // For each CSS class: the name of the part of time that the class stands for, and a path of the
  // filled areas of all boxes with this class.
  std::map<std::string, std::pair<std::string, std::string>> filled;
  for (std::size_t op = 0; op < operators; ++op) {
    for (const std::size_t from : fed_by[op]) feeds += feed_line(layout, from, op);
    boxes += box_path(layout.x(op), layout.y(op), layout.width, layout.height);
    const std::vector<TimePart> parts = parts_of(timing.operators[op], timing);
    const auto most =
        std::max_element(parts.begin(), parts.end(),
                         [](const TimePart& a, const TimePart& b) { return a.cycles < b.cycles; });
    const double full =
        std::max(1.0, layout.height * static_cast<double>(timing.operators[op].total()) /
                          static_cast<double>(longest));
    auto& [name, path] = filled[most->look];
    name = most->name;
    path += box_path(layout.x(op), layout.y(op) + layout.height - full, layout.width, full);
    if (operators > most_numbered_boxes) continue;
    numbers += svg_text(fmt::format("{}", layout.middle(op)), layout.y(op) + 17, "middle",
                        std::to_string(op), "halo");
  }
  Drawing drawing;
  drawing.kind = drawing.name = "operators";
  drawing.title = "Chain of operators";
  drawing.details = {
      "In the order in which they run; lines lead to the operators that read a result. The height "
      "of a box's filling shows its time, the colour the largest part of this time."};
  drawing.left = drawing.right = 0;
  drawing.fixed_width = chain_width;
  drawing.height = layout.rows(operators) * (layout.height + layout.rise) + 12;
  drawing.marks = fmt::format(
      "<path class=\"feed\" d=\"{}\"/>\n<path class=\"operators\" data-size=\"{} {}\" d=\"{}\"/>\n",
      feeds, layout.width, layout.height, boxes);
  for (const auto& [look, fill] : filled) {
    drawing.marks += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", look, fill.second);
    drawing.legend.push_back({look, fill.first});
  }
  drawing.marks += numbers;
  return drawing;
}

}  // namespace spillway
