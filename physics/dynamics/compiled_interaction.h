// A theory from a rule file: mean field and self-energy compiled, sums over momenta by Fourier transforms.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compiler/source/source.h"
#include "physics/dynamics/fields/staged_theory.h"
#include "physics/dynamics/interaction.h"

namespace diagc::dynamics {

struct TheoryOptions {
  std::map<std::string, std::string> statics = {};  ///< of the rules, as text
  bool correlated = true;                           ///< false: the mean field alone
  std::size_t pairs = 0;                            ///< what pairs() gives; 0 leaves the choice
  bool transforms = true;                           ///< false: direct sums, for comparisons
  bool measured = false;     ///< transforms where a measurement finds them faster than direct sums
  bool machine_code = true;  ///< false: by the interpreter
  /// Of vertices along the axis, by their names: what they are at every point, times their value in time.
  std::map<std::string, std::vector<double>> along_axis = {};
};

/// The rules' green is G of this interaction, its first index a and its second one b in G_ab, their range the bands.
class CompiledInteraction : public Interaction, public StagedTheory {
 public:
  /// Throws InputError where the rules are wrong or say something else than a theory of one green, std::runtime_error where the self-energy is no one, being
  /// another at exchanged times, or where a vertex along the axis has no values.
  CompiledInteraction(const SourcePtr& rules, const std::vector<std::size_t>& grid,
                      const TheoryOptions& options = {});
  ~CompiledInteraction() override;

  std::size_t bands() const override { return bands_; }
  std::size_t points() const override { return points_; }
  void add_mean_field(double vertex, std::span<const Complex> rho,
                      std::span<Complex> h) const override;
  void add_mean_field_of(std::span<const double> vertices, std::span<const Complex> rho,
                         std::span<Complex> h) const override;
  std::size_t vertices() const override;
  /// Names of the vertices, in their order.
  std::vector<std::string> vertex_names() const;
  const StagedTheory* staged() const override { return is_staged_ ? this : nullptr; }
  const arrays::TwoTimePlan& plan() const override;
  void run(std::size_t stage, const VertexValues& vertices, const FieldValues& lesser,
           const FieldValues& greater, const FieldValues& lesser_results,
           const FieldValues& greater_results) const override;
  void add_chemical_potential(std::span<const double> vertices,
                              std::span<Complex> h) const override;
  bool correlated() const override { return correlated_; }
  void self_energy(std::span<const double> vertices, const PairValues& lesser,
                   const PairValues& greater) const override;
  std::shared_ptr<const Interaction> on_orbits(const linear::Orbits& orbits) const override;
  std::size_t distance() const override;
  std::size_t pairs() const override;
  DeviceTheory device_theory() const override;

  /// What it stores and computes, for people.
  std::string plan_text() const;

  /// Fourier transforms that Σ≷ at a pair of times takes, of all stages.
  std::size_t transforms() const;

 private:
  struct Theory;
  CompiledInteraction(std::unique_ptr<const Theory> theory, std::size_t points, bool correlated);
  std::unique_ptr<const Theory> theory_;
  std::size_t bands_ = 0, points_ = 0;
  void add_at_one_time(const CyclicProgram& program, double sign, std::span<const double> vertices,
                       std::span<const Complex> rho, std::span<Complex> h) const;

  bool correlated_, is_staged_ = false;
};

}  // namespace diagc::dynamics
