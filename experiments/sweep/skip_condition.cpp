// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/skip_condition.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "planner/planner.h"

namespace spillway {
namespace {

std::optional<double> number_of(const std::string& text) {
  if (const auto size = parse_size(text)) return static_cast<double>(*size);
  return parse_number(text);
}

template <typename Value>
bool compare(const Value& a, const std::string& comparison, const Value& b) {
  if (comparison == "=") return a == b;
  if (comparison == "!=") return a != b;
  if (comparison == "<") return a < b;
  if (comparison == "<=") return a <= b;
  return comparison == ">" ? a > b : a >= b;
}

}  // namespace

struct SkipCondition::Node {
  enum class Kind : std::uint8_t { comparison, negation, both, either } kind = Kind::comparison;
  std::string name, comparison, value;
  // The operands of the node. A chain of operands joined by `and`, or by `or`, is a single node, so
  // only parentheses and `not` make the tree deeper.
  std::vector<std::unique_ptr<Node>> parts;

  bool holds(const Names& point) const;
};

bool SkipCondition::Node::holds(const Names& point) const {
  switch (kind) {
    case Kind::negation:
      return !parts[0]->holds(point);
    case Kind::both:
      return std::all_of(parts.begin(), parts.end(),
                         [&](const auto& part) { return part->holds(point); });
    case Kind::either:
      return std::any_of(parts.begin(), parts.end(),
                         [&](const auto& part) { return part->holds(point); });
    case Kind::comparison:
      break;
  }
  const auto found = point.find(name);
  if (found == point.end()) return false;
  const auto a = number_of(found->second), b = number_of(value);
  return a && b ? compare(*a, comparison, *b) : compare(found->second, comparison, value);
}

/// Recursive-descent parser; `at_` is the next position to read.
class SkipCondition::Parser {
 public:
  Parser(std::string_view text, const std::vector<std::string>& known)
      : text_(text), known_(known) {}

  std::unique_ptr<Node> parse() {
    auto whole = either();
    if (skip_blanks(); at_ < text_.size()) fail("expected 'and', 'or' or the end");
    return whole;
  }

 private:
  std::unique_ptr<Node> either() {
    std::vector<std::unique_ptr<Node>> parts;
    do {
      parts.push_back(both());
    } while (take_word("or"));
    return join(Node::Kind::either, std::move(parts));
  }

  std::unique_ptr<Node> both() {
    std::vector<std::unique_ptr<Node>> parts;
    do {
      parts.push_back(term());
    } while (take_word("and"));
    return join(Node::Kind::both, std::move(parts));
  }

  std::unique_ptr<Node> term() {
    constexpr int most_nested = 100;
    if (++depth_ > most_nested) fail("nested too deeply");
    auto node = nested();
    --depth_;
    return node;
  }

  std::unique_ptr<Node> nested() {
    if (take_word("not")) {
      auto node = std::make_unique<Node>();
      node->kind = Node::Kind::negation;
      node->parts.push_back(term());
      return node;
    }
    if (!take("(")) return comparison();
    auto inner = either();
    if (!take(")")) fail("expected ')'");
    return inner;
  }

  std::unique_ptr<Node> comparison() {
    auto node = std::make_unique<Node>();
    skip_blanks();
    const std::size_t start = at_;
    node->name = word();
    if (node->name.empty()) fail("expected a name, 'not' or '('");
    if (std::find(known_.begin(), known_.end(), node->name) == known_.end()) {
      at_ = start;
      fail(unknown_name_message("name", node->name, known_));
    }
    for (const char* sign : {"!=", "<=", ">=", "=", "<", ">"}) {
      if (node->comparison.empty() && take(sign)) node->comparison = sign;
    }
    if (node->comparison.empty()) fail("expected one of = != < <= > >=");
    read_value(*node);
    if (node->name == "planner") node->value = without_alias(node->value);
    return node;
  }

  void read_value(Node& node) {
    skip_blanks();
    const std::size_t start = at_;
    const bool quoted = take("\"");
    if (quoted) {
      const std::size_t end = text_.find('"', at_);
      if (end == std::string_view::npos) fail("the quote is not closed");
      node.value = text_.substr(at_, end - at_);
      at_ = end + 1;
    } else {
      node.value = word();
    }
    if (node.value.empty() && !quoted) fail("expected a value");
    const bool orders = node.comparison != "=" && node.comparison != "!=";
    if (orders && !number_of(node.value)) {
      at_ = start;
      fail(fmt::format("'{}' is no number or size", node.value));
    }
  }

  static std::unique_ptr<Node> join(Node::Kind kind, std::vector<std::unique_ptr<Node>> parts) {
    if (parts.size() == 1) return std::move(parts[0]);
    auto node = std::make_unique<Node>();
    node->kind = kind;
    node->parts = std::move(parts);
    return node;
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  std::size_t word_end() const {
    return std::min(text_.find_first_of(" \t()=!<>\"", at_), text_.size());
  }

  std::string word() {
    const std::size_t start = at_;
    at_ = word_end();
    return std::string(text_.substr(start, at_ - start));
  }

  bool take(std::string_view sign) {
    skip_blanks();
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }

  bool take_word(std::string_view wanted) {
    skip_blanks();
    if (text_.substr(at_, word_end() - at_) != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw usage_error("skip '{}', column {}: {}", text_, at_ + 1, message);
  }

  std::string_view text_;
  const std::vector<std::string>& known_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

SkipCondition::SkipCondition(const std::string& text, const std::vector<std::string>& known)
    : root_(Parser(text, known).parse()) {}
SkipCondition::~SkipCondition() = default;
SkipCondition::SkipCondition(SkipCondition&&) noexcept = default;
SkipCondition& SkipCondition::operator=(SkipCondition&&) noexcept = default;

bool SkipCondition::holds(const Names& point) const { return root_->holds(point); }

}  // namespace spillway
