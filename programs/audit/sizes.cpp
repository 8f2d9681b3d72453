#include "programs/audit/sizes.h"

#include "compiler/graph/interpret.h"
#include "programs/command/values.h"

namespace diagc::audit {

std::vector<double> sizes(const Subject& subject, const std::vector<ParamValue>& params,
                          const Configurations& configurations) {
  const std::size_t count = configurations.count();
  const NumberRows rows = configurations.rows(subject.fp64.inputs());
  std::vector<double> result(subject.expanded.outputs().size() * count);
  interpret_absolute(subject.expanded, {rows.row(0), count}, param_scalars(params, subject.fp64),
                     {result.data(), count}, count);
  return result;
}

}  // namespace diagc::audit
