// What both forms of the step on devices are made of, as CUDA source.
#pragma once

namespace diagc::integrate {

/// Struct Launch, as StepLaunch; kernels step_start and step_sum.
const char* step_frame();

/// propose_turn() and decide_turn(): steps that move one vertex. The same numbers as propose_one() and decide() of the body make, in the
/// same order; but all loads go ahead of what they wait for, and what does not change is neither read nor written. Rows of scratch
/// memory: old lines (old_rows of them); what else a proposal is, is given from one to the other as a struct Trial. Lines of `most_pairs`
/// pairs are made at once, which hides their look-ups behind each other but takes registers and code; the form says how many.
/// record() and fold(): what steps add to the sums waits in a history of `history_steps`, so that sums, in double precision, are read and
/// written only now and then and need no registers.
const char* step_turns();

}  // namespace diagc::integrate
