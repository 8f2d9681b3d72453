#include "physics/series/job/job_keys.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "physics/series/results/result_file.h"
#include "physics/series/resummation/couplings.h"

namespace diagc::integrate {

namespace {

constexpr std::array<JobTable, 7> tables{{
    {"rules", "The integrand: a rule file whose input is a propagator between vertices."},
    {"model",
     "H = sum_k,s e_k n_ks - mu sum n + (U/2) sum_i sum_(s != s') n_is n_is', s = 1 .. flavours."},
    {"orders",
     "Orders in U. Order 0 is not sampled: it is the rule file's value at order 0, exactly."},
    {"run", "Sampling, and when it ends: at the first of steps, target_error and time_limit."},
    {"checkpoint",
     "Written at intervals, at the end and on an interrupt; `--resume` goes on from it."},
    {"resummation", "What is made of the coefficients at the end, and again by `diagc resum`."},
    {"output", "Files are replaced whole; their paths start at the current folder."},
}};

constexpr int most_orders = 20;

void read_params(Job& job, const Setting& setting) {
  job.rules.params = setting.words();
  for (std::size_t i = 0; i < setting.value().items.size(); ++i) {
    const Setting value = setting.item(i);
    if (value.is_text()) {
      value.choice({"flavours", "beta", "mu", "filling"});
    } else {
      value.number();
    }
  }
}

void read_couplings(Job& job, const Setting& setting) {
  std::vector<double>& couplings = job.resummation.couplings;
  if (setting.is_text()) {
    const auto parsed = parse_couplings(setting.text());
    if (!parsed) {
      setting.fail(
          "values of U: a number, a list that ascends, or a range such as \"0..6\" or "
          "\"0..6:0.5\"");
    }
    couplings = *parsed;
  } else {
    couplings = setting.number_or_list();
  }
  for (std::size_t i = 1; i < couplings.size(); ++i) {
    if (!(couplings[i] > couplings[i - 1])) setting.fail("values of U that ascend");
  }
  if (couplings.front() * couplings.back() < 0) setting.fail("values of U of one sign, or 0");
}

void read_size(Job& job, const Setting& setting) {
  job.model.size.clear();
  if (setting.is("infinite")) return;
  if (!setting.is_list())
    setting.fail("\"infinite\", or a list of extents such as [8, 8]", Code::kind);
  for (const std::int64_t extent : setting.integers(1)) {
    if (extent > 1'000'000) setting.fail("extents of at most 1000000");
    job.model.size.push_back(static_cast<std::uint32_t>(extent));
  }
  if (job.model.size.empty()) setting.fail("\"infinite\", or a list of extents such as [8, 8]");
}

void read_result_paths(Job& job, const Setting& setting) {
  job.output.results.clear();
  if (setting.is_text()) {
    job.output.results = {setting.text()};
  } else {
    if (!setting.is_list()) setting.fail("a path, or a list of paths", Code::kind);
    for (const TomlValue& item : setting.value().items) {
      if (item.kind != TomlValue::Kind::text)
        setting.fail("a path, or a list of paths", Code::kind);
      job.output.results.push_back(item.text);
    }
  }
  for (const std::string& path : job.output.results) {
    try {
      format_of(path);
    } catch (const std::runtime_error&) {
      setting.fail("paths that end in .json, .h5 or .hdf5");
    }
  }
}

std::vector<double> all_positive(const Setting& setting) {
  const std::vector<double> values = setting.number_or_list();
  for (const double value : values) {
    if (!(value > 0)) setting.fail("numbers above 0");
  }
  return values;
}

const std::vector<JobKey>& keys() {
  static const std::vector<JobKey> keys{
      {"rules", "file", "path or name", "\"hubbard_sun_density\"", "", "",
       "rule file, relative to the job file, or a name that `diagc examples list` shows", "", true,
       [](Job& job, const Setting& setting) { job.rules.file = setting.text(); }},
      {"rules", "order", "name", "\"n\"", "", "", "static of the rule file that is the order in U",
       "", false, [](Job& job, const Setting& setting) { job.rules.order = setting.text(); }},
      {"rules", "statics", "table", "{}", "", "", "values of all other statics", "", false,
       [](Job& job, const Setting& setting) { job.rules.statics = setting.words(); }},
      {"rules", "params", "table", "", "`{ N = \"flavours\" }`, where the rule file has a param N",
       "",
       "values of the params: numbers, or what stands in [model]: \"flavours\", \"beta\", \"mu\", "
       "\"filling\"",
       "{ N = \"flavours\" }", true, read_params},
      {"rules", "propagator", "name", "\"G\"", "", "",
       "input of the rule file that takes G0 from vertex a to vertex b at [a,b]", "", false,
       [](Job& job, const Setting& setting) { job.rules.propagator = setting.text(); }},
      {"rules", "output", "name", "", "the only output of the rule file", "",
       "output that is integrated", "\"density\"", false,
       [](Job& job, const Setting& setting) { job.rules.output = setting.text(); }},
      {"rules", "sign", "\"alternating\" or \"positive\"", "\"alternating\"", "", "",
       "factor of order n: (-1)^(n-1), or 1", "", false,
       [](Job& job, const Setting& setting) {
         job.rules.alternating = setting.choice({"alternating", "positive"}) == 0;
       }},
      {"rules", "labellings", "\"auto\", \"one\" or \"all\"", "\"auto\"", "", "",
       "of the n! labellings of the vertices, those that one evaluation sums; with all, the "
       "integral is divided by n!. auto: "
       "all, if exchanging two vertices does not change it",
       "", false,
       [](Job& job, const Setting& setting) {
         job.rules.labellings = static_cast<Labellings>(setting.choice({"auto", "one", "all"}));
       }},

      {"model", "lattice",
       "\"chain\", \"square\", \"triangular\", \"cubic\", \"honeycomb\", \"cluster\" or \"own\"",
       "\"square\"", "", "", "own: the propagator's header says all", "", true,
       [](Job& job, const Setting& setting) {
         job.model.lattice = static_cast<Lattice>(setting.choice(
             {"chain", "square", "triangular", "cubic", "honeycomb", "cluster", "own"}));
       }},
      {"model", "size", "list of integers, or \"infinite\"", "\"infinite\"", "", "cells",
       "periods along the primitive vectors", "[8, 8]", true, read_size},
      {"model", "infinite_bound", "number", "1e-6", "", "",
       "with size = \"infinite\": largest difference of the propagator to that of the infinite "
       "lattice",
       "", false,
       [](Job& job, const Setting& setting) { job.model.infinite_bound = setting.positive(); }},
      {"model", "t", "number", "1", "", "energy",
       "hopping between nearest neighbours, e_k = -2 t cos k on a chain", "", true,
       [](Job& job, const Setting& setting) { job.model.t = setting.number(); }},
      {"model", "t_prime", "number", "0", "", "energy",
       "hopping along both diagonals of the square lattice", "", false,
       [](Job& job, const Setting& setting) { job.model.t_prime = setting.number(); }},
      {"model", "hopping", "square matrix", "", "no cluster", "energy",
       "of a cluster: h in H = sum_ab h_ab c+_a c_b, symmetric; an atom is [[0]], a dimer [[0, "
       "-1], [-1, 0]]",
       "[[0, -1], [-1, 0]]", false,
       [](Job& job, const Setting& setting) { job.model.hopping = setting.square_matrix(); }},
      {"model", "propagator", "path", "", "that of the lattice", "",
       "header with your own G0, such as `float g0(int dx, int dy, float tau)`, relative to the "
       "job file",
       "\"g0.h\"", false,
       [](Job& job, const Setting& setting) { job.model.own_propagator = setting.text(); }},
      {"model", "mu", "number or list", "", "see filling", "energy",
       "chemical potential of the U = 0 propagator; a list is a scan, one run a value", "", false,
       [](Job& job, const Setting& setting) { job.mu = setting.number_or_list(); }},
      {"model", "filling", "number or list", "", "0.5, where mu is not given either", "",
       "particles a site and flavour at U = 0, in place of mu", "0.4", true,
       [](Job& job, const Setting& setting) {
         job.filling = setting.number_or_list();
         for (const double filling : job.filling) {
           if (!(filling > 0 && filling < 1)) setting.fail("fillings a flavour between 0 and 1");
         }
       }},
      {"model", "beta", "number or list", "", "1, where T is not given either", "1/energy",
       "inverse temperature", "4", true,
       [](Job& job, const Setting& setting) { job.beta = all_positive(setting); }},
      {"model", "T", "number or list", "", "see beta", "energy", "temperature, in place of beta",
       "0.25", false,
       [](Job& job, const Setting& setting) {
         job.beta = all_positive(setting);
         for (double& value : job.beta) value = 1 / value;
       }},
      {"model", "flavours", "integer", "2", "", "", "N of SU(N)", "", true,
       [](Job& job, const Setting& setting) {
         job.model.flavours = static_cast<int>(setting.integer(1, 1000));
       }},
      {"model", "hartree_shift", "true or false", "false", "", "",
       "mu absorbs the Hartree term: G[a,a] is less by the filling, and the coefficients belong to "
       "mu + (flavours - 1) U filling",
       "true", true,
       [](Job& job, const Setting& setting) { job.model.hartree_shift = setting.flag(); }},

      {"orders", "from", "integer", "1", "", "", "lowest that is sampled", "", true,
       [](Job& job, const Setting& setting) {
         job.first_order = static_cast<int>(setting.integer(1, most_orders));
       }},
      {"orders", "to", "integer", "4", "", "", "highest", "", true,
       [](Job& job, const Setting& setting) {
         job.last_order = static_cast<int>(setting.integer(1, most_orders));
       }},

      {"orders", "zeroth", "number", "", "the rule file's own value at order 0", "",
       "coefficient of order 0, for rule files that have none there", "0.5", false,
       [](Job& job, const Setting& setting) { job.zeroth = setting.number(); }},

      {"run", "target", "\"auto\", \"cpu\" or \"cuda\"", "\"auto\"", "", "",
       "auto: a device where there is one, else the processor", "", true,
       [](Job& job, const Setting& setting) {
         job.run.target = static_cast<RunTarget>(setting.choice({"auto", "cpu", "cuda"}));
       }},
      {"run", "precision", "\"fp32\" or \"fp64\"", "\"fp64\"", "", "",
       "of propagators and integrand; sums are always fp64", "", true,
       [](Job& job, const Setting& setting) {
         job.model.precision =
             setting.choice({"fp32", "fp64"}) == 0 ? Precision::fp32 : Precision::fp64;
       }},
      {"run", "threads", "integer", "0", "", "",
       "on processors; 0: one a core. Results do not depend on it", "", false,
       [](Job& job, const Setting& setting) {
         job.run.threads = static_cast<unsigned>(setting.integer(0, 4096));
       }},
      {"run", "devices", "list of integers", "", "all", "",
       "devices, as CUDA counts them; of several processes on a machine each takes one", "[0, 1]",
       false,
       [](Job& job, const Setting& setting) {
         if (setting.is_list() && setting.value().items.empty())
           setting.fail("at least one device");
         for (const std::int64_t device : setting.integers(0)) {
           if (device > 1023) setting.fail("devices from 0 to 1023");
           if (std::ranges::count(job.run.devices, device) > 0) setting.fail("every device once");
           job.run.devices.push_back(static_cast<int>(device));
         }
       }},
      {"run", "schedule", "name", "\"auto\"", "", "",
       "of the integrand's kernels on a device, as `diagc bench --schedule` takes it", "", false,
       [](Job& job, const Setting& setting) { job.run.schedule = setting.text(); }},
      {"run", "seed", "integer", "1", "", "", "of all random numbers", "", true,
       [](Job& job, const Setting& setting) {
         job.run.seed = static_cast<std::uint64_t>(setting.integer(0));
       }},
      {"run", "walkers", "integer", "4096", "", "",
       "Markov chains of each order, rounded up to whole blocks of 128", "", false,
       [](Job& job, const Setting& setting) {
         job.run.walkers = static_cast<std::uint32_t>(setting.integer(1, 1 << 26));
       }},
      {"run", "steps", "number", "0", "", "steps",
       "of all walkers and orders together, after warm-up; 0: until another end", "1e9", false,
       [](Job& job, const Setting& setting) { job.run.steps = setting.at_least(0); }},
      {"run", "warm_up", "integer", "1024", "", "steps",
       "of each walker, before anything counts; proposals and normalisation are tuned in it", "",
       false,
       [](Job& job, const Setting& setting) {
         job.run.warm_up = static_cast<std::uint32_t>(setting.integer(64, 1 << 30));
       }},
      {"run", "target_error", "number", "0", "", "",
       "of the observable at target_U, absolute; 0: none", "", false,
       [](Job& job, const Setting& setting) { job.run.target_error = setting.at_least(0); }},
      {"run", "target_U", "number", "", "that of resummation.U furthest from 0", "energy",
       "coupling whose error the time is split over orders for, and that target_error means", "2",
       false,
       [](Job& job, const Setting& setting) {
         job.run.target_coupling = setting.number();
         if (job.run.target_coupling == 0) setting.fail("a coupling other than 0");
       }},
      {"run", "time_limit", "seconds, or a text such as \"10 min\"", "",
       "60 s, where neither steps nor target_error is given", "s",
       "for a point, compiling included; a resumed run has it anew", "\"10 s\"", true,
       [](Job& job, const Setting& setting) { job.run.time_limit = setting.seconds(); }},

      {"checkpoint", "path", "path", "",
       "the job file's name with .checkpoint, in the current folder", "", "where it stands",
       "\"example.checkpoint\"", false,
       [](Job& job, const Setting& setting) { job.checkpoint.path = setting.text(); }},
      {"checkpoint", "interval", "seconds, or a text such as \"10 min\"", "\"10 min\"", "", "s",
       "between two of them; 0: only at the end", "", false,
       [](Job& job, const Setting& setting) { job.checkpoint.interval = setting.seconds(); }},

      {"resummation", "U", "number, list, or range such as \"0..6\" or \"0..6:0.5\"", "\"0..4\"",
       "", "energy", "couplings at which the series is summed", "", true, read_couplings},
      {"resummation", "resamples", "integer", "1000", "", "",
       "draws of the coefficients within their errors, from which the errors of the sums follow",
       "", false,
       [](Job& job, const Setting& setting) {
         job.resummation.resamples = static_cast<int>(setting.integer(1, 1'000'000));
       }},

      {"output", "results", "path or list", "", "the job file's name with .h5 and .json", "",
       "result files: JSON (.json) and HDF5 (.h5, .hdf5)", "[\"example.h5\", \"example.json\"]",
       false, read_result_paths},
      {"output", "plot", "path", "", "the job file's name with .svg", "",
       "picture, as SVG; \"\": none", "\"example.svg\"", false,
       [](Job& job, const Setting& setting) { job.output.plot = setting.text(); }},
  };
  return keys;
}

std::string shown_value(const JobKey& key) {
  return *key.example != '\0' ? key.example : key.default_value;
}

std::string default_in_words(const JobKey& key) {
  if (*key.default_value == '\0') return key.without;
  return fmt::format("`{}`", key.default_value);
}

/// At most `width` bytes a line, each after "# ".
std::string as_comment(const std::string& text, std::size_t width = 110) {
  std::string result;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.size();
    if (end - begin > width) {
      end = text.rfind(' ', begin + width);
      if (end == text.npos || end <= begin) end = text.find(' ', begin);
      if (end == text.npos) end = text.size();
    }
    result += "# " + text.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return result;
}

}  // namespace

std::span<const JobKey> job_keys() { return keys(); }
std::span<const JobTable> job_tables() { return tables; }

std::string example_job() {
  std::string text =
      "# A job for `diagc integrate`. Every key stands here; lines that begin with `#` hold what "
      "may be changed.\n";
  for (const JobTable& table : tables) {
    text += fmt::format("\n[{}]\n{}", table.name, as_comment(table.meaning));
    for (const JobKey& key : keys()) {
      if (std::string_view(key.table) != table.name) continue;
      std::string about = key.meaning;
      if (*key.unit != '\0') about += fmt::format(" [{}]", key.unit);
      about += fmt::format(". Takes {}; default: {}.", key.values,
                           *key.default_value != '\0' ? key.default_value : key.without);
      std::erase(about, '`');
      text += fmt::format("\n{}{}{} = {}\n", as_comment(about), key.shown ? "" : "# ", key.name,
                          shown_value(key));
    }
  }
  return text;
}

std::string job_keys_in_markdown() {
  std::string text;
  for (const JobTable& table : tables) {
    text += fmt::format(
        "{}`[{}]` {}\n\n| key | takes | default | unit | meaning |\n|---|---|---|---|---|\n",
        text.empty() ? "" : "\n", table.name, table.meaning);
    for (const JobKey& key : keys()) {
      if (std::string_view(key.table) != table.name) continue;
      text += fmt::format("| `{}` | {} | {} | {} | {} |\n", key.name, key.values,
                          default_in_words(key), key.unit, key.meaning);
    }
  }
  return text;
}

}  // namespace diagc::integrate
