// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/operators_csv.h"

#include <map>

#include "base/diagnostics.h"
#include "base/text.h"
#include "planner/plan_io/plan_forms.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

class OperatorsCsv {
 public:
  OperatorsCsv(const std::string& text, const std::string& source, PlanningProblem& problem)
      : csv_(text, source), problem_(problem) {
    csv_.reject_unknown_columns();
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
      names_.push_back(problem.buffers[i].name);
      indices_.emplace(problem.buffers[i].name, static_cast<BufferIndex>(i));
    }
  }

  void read() {
    while (csv_.next_row()) {
      BufferOperator op;
      op.name = csv_.cell(op_);
      op.inputs = buffers(inputs_);
      op.outputs = buffers(output_);
      op.overlappable = csv_.integer(overlappable_, 0, 1) == 1;
      problem_.operators.push_back(std::move(op));
    }
  }

 private:
  std::vector<BufferIndex> buffers(CsvReader::Column column) const {
    std::vector<BufferIndex> found;
    for (const std::string& name : split(csv_.cell(column), ' ')) {
      if (name.empty()) continue;
      const auto index = indices_.find(name);
      if (index == indices_.end()) {
        csv_.reject(column, unknown_name_message("buffer", name, names_));
      }
      found.push_back(index->second);
    }
    return found;
  }

  CsvReader csv_;
  PlanningProblem& problem_;
  std::vector<std::string> names_;
  std::map<std::string, BufferIndex> indices_;
  CsvReader::Column op_ = csv_.require_column({"op"});
  CsvReader::Column inputs_ = csv_.require_column({"inputs"});
  CsvReader::Column output_ = csv_.require_column({"output", "outputs"});
  CsvReader::Column overlappable_ = csv_.require_column({"memory_overlappable", "overlappable"});
};

}  // namespace

bool is_operators_csv(std::string_view text) {
  return has_column(text, {"op"}) && has_column(text, {"inputs"});
}

void read_operators_csv(const std::string& text, const std::string& source,
                        PlanningProblem& problem) {
  OperatorsCsv(text, source, problem).read();
}

}  // namespace spillway
