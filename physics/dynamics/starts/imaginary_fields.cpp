#include "physics/dynamics/starts/imaginary_fields.h"

#include <Eigen/LU>

#include "physics/dynamics/fields/field_rows.h"

namespace diagc::dynamics {

namespace {

Eigen::Index at_place(std::size_t place) { return static_cast<Eigen::Index>(place); }

}  // namespace

ImaginaryFields::ImaginaryFields(const LehmannBasis& basis, const StagedTheory& theory,
                                 std::size_t bands, std::vector<double> vertices)
    : basis_(basis),
      theory_(theory),
      bands_(bands),
      points_(theory.points()),
      vertices_(std::move(vertices)),
      fields_(theory.plan().fields.size()) {}

std::vector<Eigen::MatrixXcd> ImaginaryFields::self_energy(
    const std::vector<Eigen::MatrixXcd>& green) {
  const arrays::TwoTimePlan& plan = theory_.plan();
  for (std::size_t field = 0; field < bands_ * bands_; ++field) {
    fields_[field].clear();
    for (std::size_t k = 0; k < points_; ++k)
      fields_[field].push_back(green[k].col(at_place(field)));
  }
  std::vector<Eigen::MatrixXcd> result;
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
    run_stage(stage, result);
    multiply(plan.stages[stage]);
  }
  return result;
}

/// The kernel at all nodes; of the last stage Σ.
void ImaginaryFields::run_stage(std::size_t number, std::vector<Eigen::MatrixXcd>& self_energy) {
  const arrays::TwoTimePlan& plan = theory_.plan();
  const arrays::TwoTimeStage& stage = plan.stages[number];
  const bool is_last = number + 1 == plan.stages.size();
  const std::size_t reads = stage.reads.size();
  const std::size_t writes = is_last ? bands_ * bands_ : stage.writes.size();
  const std::size_t nodes = basis_.tau().size(), most = theory_.pairs(), far = theory_.distance();
  const Numbers memory(4 * (reads + writes) * most * far);
  auto* next = reinterpret_cast<Complex*>(memory.data());
  const auto values_of = [&](std::size_t fields) {
    const FieldValues values{next, fields, most, far};
    next += fields * most * far;
    return values;
  };
  const FieldValues lesser = values_of(reads), greater = values_of(reads);
  const FieldValues results = values_of(writes), other_results = values_of(writes);
  std::vector<double> vertices(theory_.vertices() * most);
  for (std::size_t v = 0; v < theory_.vertices(); ++v) {
    for (std::size_t pair = 0; pair < most; ++pair) vertices[v * most + pair] = vertices_.at(v);
  }
  // −X at the nodes, and at β minus those.
  std::vector<std::vector<Eigen::VectorXcd>> forward(reads), backward(reads);
  for (std::size_t read = 0; read < reads; ++read) {
    for (std::size_t k = 0; k < points_; ++k) {
      forward[read].push_back(basis_.kernel() * fields_[stage.reads[read]][k]);
      backward[read].push_back(basis_.kernel_backwards() * fields_[stage.reads[read]][k]);
    }
  }
  std::vector<Eigen::MatrixXcd> written(points_,
                                        Eigen::MatrixXcd(at_place(nodes), at_place(writes)));
  for (std::size_t first = 0; first < nodes; first += most) {
    const std::size_t count = std::min(most, nodes - first);
    for (std::size_t read = 0; read < reads; ++read) {
      const double sign = plan.fields[stage.reads[read]].bosonic ? 1 : -1;
      for (std::size_t pair = 0; pair < most; ++pair) {
        for (std::size_t k = 0; k < points_; ++k) {
          const Eigen::Index node = at_place(std::min(first + pair, nodes - 1));
          lesser.at(read, pair)[k] = Complex(0, -1) * forward[read][k](node);
          greater.at(read, pair)[k] = Complex(0, -sign) * backward[read][k](node);
        }
      }
    }
    theory_.run(number, {vertices, vertices}, lesser, greater, results, other_results);
    for (std::size_t write = 0; write < writes; ++write) {
      for (std::size_t pair = 0; pair < count; ++pair) {
        for (std::size_t k = 0; k < points_; ++k) {
          written[k](at_place(first + pair), at_place(write)) =
              Complex(0, 1) * results.at(write, pair)[k];
        }
      }
    }
  }
  for (std::size_t k = 0; k < points_; ++k) {
    const Eigen::MatrixXcd poles = basis_.from_nodes(written[k]);
    if (is_last) {
      self_energy.push_back(poles);
      continue;
    }
    for (std::size_t write = 0; write < writes; ++write) {
      auto& field = fields_[stage.writes[write]];
      field.resize(points_);
      field[k] = poles.col(at_place(write));
    }
  }
}

/// Products and equations, at the frequencies of periodic or antiperiodic functions.
void ImaginaryFields::multiply(const arrays::TwoTimeStage& stage) {
  const arrays::TwoTimePlan& plan = theory_.plan();
  const auto resolvent = [&](std::uint32_t field) -> const Eigen::MatrixXcd& {
    return plan.fields[field].bosonic ? basis_.even_resolvent() : basis_.resolvent();
  };
  const auto from_frequencies = [&](std::uint32_t field, const Eigen::VectorXcd& values) {
    return plan.fields[field].bosonic ? basis_.from_even_frequencies(values)
                                      : basis_.from_frequencies(values);
  };
  for (const arrays::TwoTimeProduct& product : stage.products) {
    auto& result = fields_[product.result];
    result.resize(points_);
    for (std::size_t k = 0; k < points_; ++k) {
      const Eigen::VectorXcd left = resolvent(product.left) * fields_[product.left][k];
      const Eigen::VectorXcd right = resolvent(product.right) * fields_[product.right][k];
      const Eigen::VectorXcd both = product.sign * left.cwiseProduct(right);
      result[k] = from_frequencies(product.result, both);
    }
  }
  for (const arrays::TwoTimeEquation& equation : stage.equations) {
    const std::size_t unknowns = equation.unknowns.size();
    for (const std::uint32_t unknown : equation.unknowns) fields_[unknown].resize(points_);
    for (std::size_t k = 0; k < points_; ++k) {
      std::vector<Eigen::VectorXcd> rests, left;
      for (const std::uint32_t rest : equation.rests)
        rests.push_back(resolvent(rest) * fields_[rest][k]);
      for (const auto& own : equation.left)
        left.push_back(resolvent(own.field) * fields_[own.field][k]);
      Eigen::MatrixXcd solutions(rests[0].size(), at_place(unknowns));
      for (Eigen::Index n = 0; n < rests[0].size(); ++n) {
        Eigen::MatrixXcd matrix =
            Eigen::MatrixXcd::Identity(at_place(unknowns), at_place(unknowns));
        Eigen::VectorXcd values(at_place(unknowns));
        for (std::size_t i = 0; i < unknowns; ++i) values(at_place(i)) = rests[i](n);
        for (std::size_t i = 0; i < left.size(); ++i)
          matrix(equation.left[i].row, equation.left[i].column) -= left[i](n);
        solutions.row(n) = matrix.partialPivLu().solve(values).transpose();
      }
      for (std::size_t i = 0; i < unknowns; ++i) {
        fields_[equation.unknowns[i]][k] =
            from_frequencies(equation.unknowns[i], solutions.col(at_place(i)));
      }
    }
  }
}

std::vector<BlockRows> ImaginaryFields::continuations() const {
  const arrays::TwoTimePlan& plan = theory_.plan();
  const std::vector<std::size_t> places = storage_places(plan);
  const std::size_t nodes = basis_.tau().size();
  std::vector<BlockRows> result(stored_fields(&theory_));
  const std::vector<Eigen::MatrixXd> convolutions[] = {basis_.convolutions(false),
                                                       basis_.convolutions(true)};
  for (std::size_t field = 0; field < places.size(); ++field) {
    if (places[field] == not_stored) continue;
    BlockRows& own = result[places[field]];
    own = BlockRows(points_, 1, nodes, nodes);
    for (std::size_t k = 0; k < points_; ++k) {
      Eigen::MatrixXcd sum = Eigen::MatrixXcd::Zero(at_place(nodes), at_place(nodes));
      for (std::size_t l = 0; l < basis_.rank(); ++l) {
        sum += convolutions[plan.fields[field].bosonic ? 1 : 0][l] * fields_[field][k](at_place(l));
      }
      for (std::size_t i = 0; i < nodes; ++i) {
        for (std::size_t j = 0; j < nodes; ++j)
          own.at(k, 0).set(i, j, sum(at_place(i), at_place(j)));
      }
    }
  }
  return result;
}

}  // namespace diagc::dynamics
