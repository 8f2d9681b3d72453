#include "tests/differential/tapes.h"

namespace diagc {

namespace {

rc::Seq<Tapes> simpler(const Tapes& module) {
  const auto shorter_tapes = [](const Tape& tape) {
    return rc::seq::concat(
        rc::shrink::removeChunks(tape),
        rc::shrink::eachElement(tape, [](std::uint32_t x) { return rc::shrink::towards(x, 0u); }));
  };
  return rc::seq::map(rc::seq::concat(rc::shrink::removeChunks(module.tapes),
                                      rc::shrink::eachElement(module.tapes, shorter_tapes)),
                      [](std::vector<Tape> tapes) { return Tapes{std::move(tapes)}; });
}

}  // namespace

void showValue(const Tapes& module, std::ostream& out) {
  for (const Tape& tape : module.tapes) {
    const RuleProgram program = random_program("program", tape);
    out << "\n";
    if (program.chunk_operations)
      out << "# chunks of " << program.chunk_operations << " operations\n";
    out << program.text;
  }
}

rc::Gen<Tapes> random_module(int programs) {
  const auto choice = rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint32_t>(0, 5040));
  const auto tape =
      rc::gen::mapcat(rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(10, 250)),
                      [=](std::size_t length) { return rc::gen::container<Tape>(length, choice); });
  return rc::gen::shrink(
      rc::gen::noShrink(rc::gen::map(
          rc::gen::container<std::vector<Tape>>(static_cast<std::size_t>(programs), tape),
          [](std::vector<Tape> tapes) { return Tapes{std::move(tapes)}; })),
      [](const Tapes& module) { return simpler(module); });
}

}  // namespace diagc
