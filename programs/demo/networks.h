// A part of the demo: two tensor networks beside exact values.
#pragma once

namespace diagc {
class Progress;
}

namespace diagc::demo {

/// Counts the independent sets of the king's graph of 8 × 8 from its rule file, and takes one amplitude of the quantum Fourier transform of
/// 20 qubits as a circuit; prints both beside what they must be.
void contract_networks(Progress& progress);

}  // namespace diagc::demo
