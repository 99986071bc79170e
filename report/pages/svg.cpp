// SPDX-License-Identifier: Apache-2.0
#include "report/pages/svg.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace spillway {

std::string svg_share(double share) { return fmt::format("{:.6g}%", 100 * share); }

std::string svg_text(std::string_view x, double y, const char* anchor, std::string_view text,
                     std::string_view look) {
  const std::string looks = look.empty() ? "" : fmt::format(" class=\"{}\"", look);
  return fmt::format("<text{} x=\"{}\" y=\"{:.5g}\" text-anchor=\"{}\">{}</text>\n", looks, x, y,
                     anchor, xml_text(text));
}

std::string svg_horizontal_line(const char* look, double y) {
  return fmt::format("<line class=\"{0}\" x2=\"100%\" y1=\"{1:.5g}\" y2=\"{1:.5g}\"/>\n", look, y);
}

std::string svg_vertical_line(const char* look, std::string_view x, double top, double bottom) {
  return fmt::format("<line class=\"{0}\" x1=\"{1}\" x2=\"{1}\" y1=\"{2:.5g}\" y2=\"{3:.5g}\"/>\n",
                     look, x, top, bottom);
}

std::string series_look(std::size_t number) {
  constexpr std::size_t colours = 8, dashes = 3;
  return fmt::format("series s{} d{}", number % colours, number / colours % dashes);
}

std::string short_text(const std::string& name, std::size_t longest) {
  if (name.size() <= longest) return name;
  std::size_t end = longest - 1;
  while (end > 0 && continues_utf8(name[end])) --end;
  return name.substr(0, end) + "…";
}

}  // namespace spillway
