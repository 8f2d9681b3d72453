// The module diagc._core: include/diagc for the Python around it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "diagc/diagc.h"
#include "python/core/bound_kernel.h"

namespace py = pybind11;
using namespace py::literals;

namespace diagc::python {

namespace {

/// Runs `work(stop, tell)` on a thread of its own while this one looks at signals and passes on what is told. What a signal's handler or
/// `listener` raises stops the work, and is raised when it has ended.
template <class Work>
auto interruptible(const py::object& listener, Work work) {
  using Result = decltype(work(std::stop_token(), std::function<void(std::string_view)>()));
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::string> told;
  bool done = false;
  std::optional<Result> result;
  std::exception_ptr fault;
  std::optional<py::error_already_set> raised;
  {
    std::jthread worker([&](const std::stop_token& stop) {
      try {
        result = work(stop, [&](std::string_view what) {
          const std::lock_guard lock(mutex);
          told.emplace_back(what);
          changed.notify_one();
        });
      } catch (...) {
        fault = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      changed.notify_one();
    });
    const py::gil_scoped_release unlocked;
    std::unique_lock lock(mutex);
    while (!done || !told.empty()) {
      changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return done || !told.empty(); });
      std::deque<std::string> news;
      news.swap(told);
      if (raised || (done && news.empty())) continue;
      lock.unlock();
      {
        const py::gil_scoped_acquire locked;
        try {
          if (PyErr_CheckSignals() != 0) throw py::error_already_set();
          if (!listener.is_none()) {
            for (const std::string& what : news) listener(what);
          }
        } catch (py::error_already_set& error) {
          raised.emplace(std::move(error));
          worker.request_stop();
        }
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (raised) throw py::error_already_set(std::move(*raised));
  if (fault) std::rethrow_exception(fault);
  return std::move(*result);
}

py::list in_python(const std::vector<Compiled::Diagnostic>& diagnostics) {
  py::list list;
  for (const Compiled::Diagnostic& diagnostic : diagnostics) {
    list.append(py::make_tuple(diagnostic.code, diagnostic.path, diagnostic.line, diagnostic.column,
                               diagnostic.message, diagnostic.source_line,
                               py::tuple(py::cast(diagnostic.call_chain)), diagnostic.rendered));
  }
  return list;
}

Precision precision_of(const std::string& word) {
  if (word == "fp32") return Precision::fp32;
  if (word == "fp64") return Precision::fp64;
  throw std::invalid_argument("found the precision \"" + word +
                              "\", expected \"fp32\" or \"fp64\"");
}

bool has_device(const std::vector<int>& devices) {
  try {
    const Stream stream(devices.empty() ? 0 : devices.front());
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

Target target_of(const std::string& word, const std::vector<int>& devices) {
  if (word == "cpu") return Target::cpu;
  if (word == "cuda") return Target::cuda;
  if (word == "interpreter") return Target::interpreter;
  if (word == "auto") return has_device(devices) ? Target::cuda : Target::cpu;
  throw std::invalid_argument("found the target \"" + word +
                              "\", expected \"auto\", \"cpu\", \"cuda\" or \"interpreter\"");
}

const char* name_of(Target target) {
  return target == Target::cpu ? "cpu" : target == Target::cuda ? "cuda" : "interpreter";
}

/// Up to 2.11 pybind11 knows the arrays of NumPy 1 alone, and would read those of NumPy 2 wrongly.
void check_numpy() {
#if PYBIND11_VERSION_HEX < 0x020C0000
  const auto version = py::module_::import("numpy").attr("__version__").cast<std::string>();
  if (version.compare(0, 2, "1.") == 0) return;
  throw py::import_error(
      "found NumPy " + version + ", expected NumPy 1, as diagc was built with pybind11 " +
      std::to_string(PYBIND11_VERSION_MAJOR) + "." + std::to_string(PYBIND11_VERSION_MINOR) +
      "; build it with pybind11 2.12 or later (`pip install .` does)");
#endif
}

/// (kernel or None, diagnostics, warnings). `params` are those that calls need not give.
py::tuple compile(std::string text, const std::string& name, const py::dict& options,
                  const py::dict& params, const py::object& progress) {
  CompileOptions compile;
  compile.statics = options["statics"].cast<std::map<std::string, std::string>>();
  compile.input_types = options["input_types"].cast<std::map<std::string, std::string>>();
  compile.outputs = options["outputs"].cast<std::vector<std::string>>();
  compile.gradients = options["gradients"].cast<std::vector<std::string>>();
  compile.walk = options["walk"].cast<std::string>();
  compile.precision = precision_of(options["precision"].cast<std::string>());
  compile.devices = options["devices"].cast<std::vector<int>>();
  compile.target = target_of(options["target"].cast<std::string>(), compile.devices);
  compile.cpu = options["cpu"].cast<std::string>();
  compile.threads = options["threads"].cast<unsigned>();
  compile.cuda_schedule = options["schedule"].cast<std::string>();
  compile.tune_seconds = options["tune_seconds"].cast<double>();
  compile.use_cache = options["use_cache"].cast<bool>();
  compile.disabled_passes = options["disabled_passes"].cast<std::vector<std::string>>();
  compile.max_nodes = options["max_nodes"].cast<std::uint64_t>();
  compile.max_steps = options["max_steps"].cast<std::uint64_t>();
  compile.compile_worker = options["compile_worker"].cast<std::vector<std::string>>();
  std::vector<ParamValue> values;
  for (const auto& [key, value] : params)
    values.push_back(param_value(key.cast<std::string>(), value));
  const Compiled compiled = interruptible(progress, [&](const std::stop_token& stop, auto tell) {
    compile.stop = stop;
    compile.progress = tell;
    return compile_text(std::move(text), name, compile);
  });
  py::object kernel = py::none();
  if (compiled.kernel)
    kernel = py::cast(BoundKernel(*compiled.kernel, std::move(values), compile.devices));
  return py::make_tuple(kernel, in_python(compiled.diagnostics), compiled.warnings);
}

py::list in_python(const std::vector<Declared>& declared) {
  py::list list;
  for (const Declared& one : declared) list.append(py::make_tuple(one.name, one.doc, one.type));
  return list;
}

py::dict declarations(std::string text, const std::string& name) {
  const Declarations found = read_declarations(std::move(text), name);
  return py::dict("name"_a = found.name, "doc"_a = found.doc,
                  "statics"_a = in_python(found.statics), "params"_a = in_python(found.params),
                  "inputs"_a = in_python(found.inputs), "outputs"_a = in_python(found.outputs),
                  "theory"_a = found.theory, "diagnostics"_a = in_python(found.diagnostics));
}

py::tuple derive(std::string text, const std::string& name,
                 const std::map<std::string, std::string>& statics, const std::string& walk) {
  const Derived derived = [&] {
    const py::gil_scoped_release unlocked;
    return derive_rules(std::move(text), name, statics, walk);
  }();
  return py::make_tuple(derived.rules, in_python(derived.diagnostics));
}

py::dict figures(const BoundKernel& bound) {
  const Kernel::Figures& of = bound.kernel().figures();
  return py::dict("nodes"_a = of.nodes, "edges"_a = of.edges, "flops"_a = of.flops,
                  "multiplications"_a = of.multiplications, "additions"_a = of.additions,
                  "fused"_a = of.fused, "divisions"_a = of.divisions, "functions"_a = of.functions,
                  "loads"_a = of.loads, "stores"_a = of.stores, "max_live"_a = of.max_live,
                  "chunks"_a = of.chunks, "slots"_a = of.slots, "order"_a = of.order);
}

py::dict seconds(const BoundKernel& bound) {
  const Kernel::Times& of = bound.kernel().times();
  return py::dict("expand"_a = of.expand, "passes"_a = of.passes, "schedule"_a = of.schedule,
                  "emit"_a = of.emit, "tune"_a = of.tune, "key"_a = of.key,
                  "compile"_a = of.compile, "load"_a = of.load);
}

py::list gpu_code(const BoundKernel& bound) {
  py::list list;
  for (const Kernel::GpuCode& code : bound.kernel().gpu_code()) {
    list.append(py::dict("function"_a = code.function, "registers"_a = code.registers,
                         "spill_bytes"_a = code.spill_bytes, "local_bytes"_a = code.local_bytes,
                         "shared_bytes"_a = code.shared_bytes, "code_bytes"_a = code.code_bytes,
                         "threads"_a = code.threads, "blocks"_a = code.blocks));
  }
  return list;
}

py::tuple ranges(const Kernel::Variable& variable) {
  py::tuple list(variable.ranges.size());
  for (std::size_t i = 0; i < variable.ranges.size(); ++i)
    list[i] = py::make_tuple(variable.ranges[i].first, variable.ranges[i].last);
  return list;
}

py::tuple shape(const Kernel::Variable& variable) {
  const bool vector = variable.shape != ElementShape::scalar;
  py::tuple numbers(variable.ranges.size() + (vector ? 1 : 0));
  for (std::size_t i = 0; i < variable.ranges.size(); ++i)
    numbers[i] = std::max<std::int64_t>(variable.ranges[i].last - variable.ranges[i].first + 1, 0);
  if (vector) numbers[variable.ranges.size()] = components(variable.shape);
  return numbers;
}

/// The arrays of all outputs by name.
py::dict evaluate(const BoundKernel& bound, const py::dict& values, const py::object& out) {
  const std::vector<py::object> arrays = bound.evaluate(values, out);
  py::dict results;
  for (std::size_t i = 0; i < arrays.size(); ++i)
    results[py::str(bound.kernel().outputs()[i].name)] = arrays[i];
  return results;
}

py::object call(const BoundKernel& bound, const py::kwargs& values) {
  if (bound.kernel().outputs().size() != 1) return evaluate(bound, values, py::none());
  return bound.evaluate(values, py::none()).front();
}

void declare_kernel(py::module_& module) {
  using Variable = Kernel::Variable;
  py::class_<Variable>(module, "Variable", "An input, param or output of a kernel.")
      .def_readonly("name", &Variable::name)
      .def_readonly("doc", &Variable::doc)
      .def_property_readonly("ranges", &ranges, "(first, last) of each index")
      .def_property_readonly("shape", &shape, "of one configuration: the ranges, 4 of a vector")
      .def_property_readonly(
          "lorentz", [](const Variable& of) { return of.shape != ElementShape::scalar; },
          "whether an element is a four-vector E, x, y, z")
      .def_readonly("complex", &Variable::complex)
      .def_readonly("needed", &Variable::needed, "whether any output depends on it")
      .def_readonly("leaves", &Variable::leaves, "numbers of one configuration")
      .def("__repr__", [](const Variable& of) {
        std::string text = of.name;
        for (std::size_t i = 0; i < of.ranges.size(); ++i)
          text += (i == 0 ? "[" : ", ") + std::to_string(of.ranges[i].first) + ".." +
                  std::to_string(of.ranges[i].last);
        return text + (of.ranges.empty() ? "" : "]") + " : " + type_name(of.shape, of.complex);
      });

  py::class_<BoundKernel>(module, "Kernel")
      .def(py::init<const BoundKernel&>())
      .def("__call__", &call)
      .def("evaluate", &evaluate, "values"_a, "out"_a = py::none())
      .def("_with_threads", &BoundKernel::with_threads)
      .def_property_readonly("name", [](const BoundKernel& of) { return of.kernel().name(); })
      .def_property_readonly("doc", [](const BoundKernel& of) { return of.kernel().doc(); })
      .def_property_readonly("statics",
                             [](const BoundKernel& of) {
                               py::dict values;
                               for (const auto& [name, value] : of.kernel().statics())
                                 values[py::str(name)] = value;
                               return values;
                             })
      .def_property_readonly("inputs", [](const BoundKernel& of) { return of.kernel().inputs(); })
      .def_property_readonly("params", [](const BoundKernel& of) { return of.kernel().params(); })
      .def_property_readonly("outputs", [](const BoundKernel& of) { return of.kernel().outputs(); })
      .def_property_readonly("precision",
                             [](const BoundKernel& of) {
                               return of.kernel().precision() == Precision::fp32 ? "fp32" : "fp64";
                             })
      .def_property_readonly("target",
                             [](const BoundKernel& of) { return name_of(of.kernel().target()); })
      .def_property_readonly("cpu", [](const BoundKernel& of) { return of.kernel().cpu(); })
      .def_property_readonly("threads", [](const BoundKernel& of) { return of.kernel().threads(); })
      .def_property_readonly("from_cache",
                             [](const BoundKernel& of) { return of.kernel().from_cache(); })
      .def_property_readonly("schedule",
                             [](const BoundKernel& of) { return of.kernel().schedule(); })
      .def_property_readonly("schedule_choice",
                             [](const BoundKernel& of) { return of.kernel().schedule_choice(); })
      .def_property_readonly("gpus", [](const BoundKernel& of) { return of.kernel().gpus(); })
      .def_property_readonly("_figures", &figures)
      .def_property_readonly("_seconds", &seconds)
      .def_property_readonly("_gpu_code", &gpu_code)
      .def_property_readonly("_source", [](const BoundKernel& of) { return of.kernel().source(); });
}

}  // namespace

}  // namespace diagc::python

PYBIND11_MODULE(_core, module) {
  using namespace diagc::python;
  check_numpy();
  module.doc() = "diagc's compiler and kernels; the package diagc is what to use.";
  const auto error = py::register_exception<ArrayRefused>(module, "ArrayError", PyExc_ValueError);
  error.attr("__module__") = "diagc";
  error.attr("__doc__") =
      "An array or a param does not fit; says which, what was found and what is expected.";
  declare_kernel(module);
  module.def("compile", &compile, "text"_a, "name"_a, "options"_a, "params"_a, "progress"_a);
  module.def("declarations", &declarations, "text"_a, "name"_a);
  module.def("derive", &derive, "text"_a, "name"_a, "statics"_a, "walk"_a);
}
