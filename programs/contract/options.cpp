#include "programs/contract/options.h"

#include <CLI/CLI.hpp>

#include "programs/command/option_values.h"

namespace diagc::contract {

void add_options(CLI::App* command, Options& options) {
  SubjectOptions& subject = options.subject;
  command
      ->add_option(
          "FILE", subject.file,
          "a rule file with axes or the name of one that `diagc examples list` shows, a "
          "network of cotengra or TensorBFS (JSON), a circuit of qsim (.qsim) or OpenQASM 2 "
          "(.qasm), or an einsum string such as ij,jk->ik")
      ->type_name("FILE");
  command->add_option("-D", subject.definitions, "value of a static of a rule file: n=6")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("-p", subject.params, "value of a param of a rule file: beta=2, z=1+2i")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("-i", subject.inputs,
                   "array of an input of a rule file: its ranges first, then its axes")
      ->type_name("INPUT=FILE.npy")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--output", subject.outputs,
          "output of a rule file that has several: Z, S[0,1] with static indices, or S for "
          "all of its elements; may be repeated; default: all")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--fill", subject.fill,
                   "numbers of all tensors: ones, random:SEED (uniform in (-1, 1)) or a number")
      ->type_name("NUMBERS");
  command
      ->add_option("--extent", subject.extents,
                   "extent of a label of an einsum string, as in a=2; may be repeated")
      ->type_name("LABEL=N")
      ->allow_extra_args(false);
  command
      ->add_option("--element", subject.element,
                   "kind of numbers: f32, f64, c64, c128, count (exact whole numbers), count:P "
                   "(their remainder) or tropical (largest sum and how often it occurs); default: "
                   "f64, or c128 where tensors are complex")
      ->type_name("KIND");
  command
      ->add_option(
          "--values", subject.values,
          "arrays of all tensors, of integers, too: .npz with arr_0, arr_1, ... in their order, or "
          ".npy of one")
      ->type_name("FILE");
  command
      ->add_option("--order", options.order,
                   "order of contraction, as --save-order writes it, or a list of pairs")
      ->type_name("FILE");
  command
      ->add_option(
          "--memory", options.memory,
          "most bytes, such as 8GiB; default: 80 % of what is free. With --target cuda each "
          "device's")
      ->type_name("SIZE");
  take_whole_number(command
                        ->add_option("--moves", options.moves,
                                     "rotations that the search of orders tries; default: by size")
                        ->type_name("NUMBER"),
                    1);
  take_whole_number(command->add_option("--seed", options.seed, "seed of the search")
                        ->type_name("NUMBER")
                        ->capture_default_str(),
                    0);
  take_one_of(command->add_option("--minimise", options.minimise, "what the search makes small")
                  ->capture_default_str(),
              {"flops", "time", "memory"});
  command
      ->add_option("--save-order", options.save_order, "write the order, which cotengra reads, too")
      ->type_name("FILE");
  command
      ->add_option("--save-plan", options.save_plan,
                   "write order, slices, kernels and what ranks share, for --load-plan")
      ->type_name("FILE");
  command
      ->add_option("--load-plan", options.load_plan,
                   "take the plan that --save-plan wrote, of the same network, element and ranks")
      ->type_name("FILE");
  command
      ->add_option("--bits", subject.bits,
                   "final state of a circuit's qubits, qubit 0 first; default: all 0")
      ->type_name("BITS");
  take_whole_number(
      command->add_option("--open", subject.open, "qubits that are axes of the result, as in 3,7")
          ->delimiter(',')
          ->type_name("QUBITS"),
      0);
  command
      ->add_option("--gradient", options.gradient,
                   "write the derivatives with respect to all tensors, arr_0, arr_1, ... in their "
                   "order")
      ->type_name("FILE.npz");
  take_whole_number(
      command
          ->add_option("--simulate", options.simulate,
                       "share the contraction among so many ranks, simulated on the processor; "
                       "--memory is then each rank's")
          ->type_name("RANKS"),
      1);
  take_one_of(
      command->add_option("--target", options.target, "what computes: processors or an NVIDIA GPU")
          ->capture_default_str(),
      {"cpu", "cuda"});
  command
      ->add_option("--devices", options.devices,
                   "with --target cuda: devices that share the slices, as in 0,1; default: 0")
      ->type_name("NUMBERS");
  command->add_flag("--plan", options.plan, "print the steps, without contracting");
  take_whole_number(command
                        ->add_option("--step", options.step,
                                     "with --plan: the step of this value alone, in detail")
                        ->type_name("VALUE"),
                    0);
  command->add_flag("--profile", options.profile,
                    "print the steps, with the times that were measured, behind the value");
  command->add_flag("--check", options.check, "contract again by another order and compare");
  command->add_flag("--json", options.json, "one JSON object on standard output");
  command
      ->add_option("-o", options.output,
                   "the result's array, where it has axes or not; of several outputs an .npz with "
                   "an array for each")
      ->type_name("FILE.npy");
  command
      ->add_option("--slices", options.slices.slices,
                   "slices a to b - 1 alone; -o names the file of their sum, for --add")
      ->type_name("A..B");
  command
      ->add_option("--checkpoint", options.slices.checkpoint,
                   "file of the slices that are done, written several times a second")
      ->type_name("FILE");
  command->add_flag("--resume", options.slices.resume, "go on from the checkpoint");
  take_amount(command
                  ->add_option("--seconds", options.slices.seconds,
                               "stop the search after so many seconds and take what it found; with "
                               "--checkpoint, stop the slices instead")
                  ->type_name("SECONDS"));
  command
      ->add_option("--add", options.add, "add the parts that --slices wrote, and print the value")
      ->type_name("PART.json");
}

}  // namespace diagc::contract
