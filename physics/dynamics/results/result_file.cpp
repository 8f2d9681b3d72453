#include "physics/dynamics/results/result_file.h"

namespace diagc::dynamics {

namespace {

using runs::array;
using runs::field;
using runs::Fields;
using runs::group;
using runs::list;
using runs::rows;

Fields panel_fields() {
  using Row = PanelResult;
  return {
      field({.name = "start", .doc = "time at which the panel begins"}, &Row::start),
      field({.name = "end", .doc = "time at which it ends"}, &Row::end),
      field({.name = "sweeps", .doc = "between G and its self-energy"}, &Row::sweeps),
      field({.name = "rejected", .doc = "longer panels that were tried before"}, &Row::rejected),
      field({.name = "residual", .doc = "largest change of the last sweep"}, &Row::residual),
      field({.name = "unresolved", .doc = "estimated error of values inside of the panel"},
            &Row::unresolved),
  };
}

Fields spectrum_fields() {
  using S = SpectrumResult;
  return {
      list({.name = "t", .doc = "times"}, &S::t),
      list({.name = "omega", .doc = "frequencies"}, &S::omega),
      array({.name = "values", .doc = "[t][k][omega]"}, &S::values),
  };
}

Fields green_fields() {
  using G = GreenResult;
  return {
      list({.name = "t", .doc = "times of nodes"}, &G::t),
      array({.name = "lesser", .doc = "G<, [k][t][a][t'][b][real part, imaginary part]"},
            &G::lesser),
      array({.name = "greater", .doc = "G>, the same"}, &G::greater),
  };
}

Fields conservation_fields() {
  using C = ConservationResult;
  return {
      field({.name = "since", .doc = "time of the last kick or quench"}, &C::since),
      field({.name = "particles", .doc = "largest less smallest value at all nodes"},
            &C::particles),
      field({.name = "energy", .doc = "largest less smallest value at nodes after `since`"},
            &C::energy),
  };
}

Fields run_fields() {
  using Run = DynamicsRunResult;
  return {
      field({.name = "scheme", .doc = "panels or heun"}, &Run::scheme),
      field({.name = "nodes", .doc = "times at which G is known"}, &Run::nodes),
      field({.name = "points_kept", .doc = "k points whose G was propagated"}, &Run::points_kept),
      field({.name = "bytes", .unit = "B", .doc = "of G at all pairs of nodes"}, &Run::bytes),
      field({.name = "mu", .doc = "chemical potential of a start in equilibrium"}, &Run::mu),
      field({.name = "ended_by", .doc = "end or interrupt"}, &Run::ended_by),
      field({.name = "seconds", .unit = "s", .doc = "from start or resumption to its end"},
            &Run::seconds),
      field({.name = "threads", .doc = "of the process"}, &Run::threads),
      field({.name = "version", .doc = "of diagc"}, &Run::version),
      field({.name = "commit", .doc = "of diagc"}, &Run::commit),
  };
}

Fields result_fields(bool all) {
  using R = Result;
  Fields fields = {
      list({.name = "t", .doc = all ? "times of nodes, T+ first" : "times that the job names"},
           &R::t),
      array({.name = "n_k", .doc = "occupations, [t][k][band or site]"}, &R::n_k),
      array({.name = "density", .doc = "their mean over k, [t][band or site]"}, &R::density),
      list({.name = "particles", .doc = "per k, of all bands; of a cluster per spin"},
           &R::particles),
      list({.name = "energy", .doc = "per k; of a cluster per spin; without that of fields"},
           &R::energy),
      list({.name = "single_energy", .doc = "part of single electrons, h without mean field"},
           &R::single_energy),
      list({.name = "mean_field_energy", .doc = "part of the mean field; the rest is correlation"},
           &R::mean_field_energy),
      list(
          {.name = "current", .doc = "mean over k of the velocity along the direction; on request"},
          &R::current),
      group({.name = "spectral", .doc = "A(k, omega), from G at t and earlier; on request"},
            &R::spectral, spectrum_fields()),
      group({.name = "arpes", .doc = "photoemission around t; on request"}, &R::arpes,
            spectrum_fields()),
      group({.name = "conservation", .doc = "what is conserved, by how much not"}, &R::conservation,
            conservation_fields()),
      rows({.name = "panels", .doc = "of times"}, &R::panels, panel_fields()),
      list({.name = "grid", .doc = "points along each axis"}, &R::grid),
      field({.name = "bands", .doc = "or sites"}, &R::bands),
      list({.name = "warnings", .doc = "of the job"}, &R::warnings),
      group({.name = "run", .doc = "how the numbers were made"}, &R::run, run_fields()),
      field({.name = "rules", .doc = "name of the rule file"}, &R::rules),
      field({.name = "job", .doc = "text of the job file"}, &R::job),
  };
  if (!all) return fields;
  fields.push_back(array(
      {.name = "rho", .doc = "density matrix, [t][k][a][b][real part, imaginary part]"}, &R::rho));
  fields.push_back(group({.name = "green", .doc = "G at all pairs of nodes; on request"}, &R::green,
                         green_fields()));
  return fields;
}

runs::RecordKind kind_of_results(bool all) {
  return {.format = "diagc-dynamics",
          .version = 1,
          .conventions =
              "G<_ab(k; t, t') = i <c^+_b(t') c_a(t)>, rho(t) = -i G<(t, t), k_d = 2 pi j_d / n_d "
              "with the last axis fastest, hbar = 1.",
          .records = "",
          .records_doc = "",
          .what = "result of dynamics",
          .program = "diagc dynamics",
          .worker = result_worker_name,
          .fields = result_fields(all)};
}

}  // namespace

const runs::RecordKind& result_kind(runs::FileFormat format) {
  static const runs::RecordKind all = kind_of_results(true), of_json = kind_of_results(false);
  return format == runs::FileFormat::json ? of_json : all;
}

void write_result(const std::string& path, const Result& result) {
  runs::write_records(path, result_kind(runs::format_of(path)), std::vector{result});
}

Result read_result(const std::string& path) {
  return runs::read_records<Result>(path, result_kind(runs::format_of(path))).at(0);
}

std::string to_json(const Result& result) {
  return runs::to_bytes(runs::FileFormat::json, result_kind(runs::FileFormat::json),
                        std::vector{result});
}

int result_worker(const std::vector<std::string>& arguments) {
  return runs::hdf5_worker<Result>(result_kind(runs::FileFormat::hdf5), arguments);
}

}  // namespace diagc::dynamics
