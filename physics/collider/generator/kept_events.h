// Events that a run has kept, of all channels: which of them a file has, with what weights.
//
// An event of channel c with the value v (runs::PickedRow) stands for s_c v pb, s_c = W_c / rows of the channel, W_c the maximum of its weights
// (1 pb for weighted events): σ = Σ s_c v. Channels have s_c of their own. In a file all unweighted events have one s, so that events of
// channels below it are dropped by chance; those of channels above it weigh more than 1. As above a maximum, the latter have at most the
// part `overflow` of the cross section.
#pragma once

#include <vector>

#include "physics/collider/generator/event_population.h"
#include "physics/collider/generator/generate.h"
#include "runs/parallel/ranks.h"
#include "runs/population/channel.h"

namespace diagc::collider {

/// How many events a file would have now, on the average over who is dropped. From what all ranks know alike.
double events_so_far(const Job& job, const std::vector<runs::Channel>& channels,
                     const std::vector<EventPopulation*>& populations);

/// Seconds that an event of the job's file takes to be made and written, measured on some of those that this rank has; 0 where it has none.
double seconds_of_event(const Process& process, const std::vector<runs::Channel>& channels,
                        const std::vector<EventPopulation*>& populations, unsigned threads);

/// Adds the events of all ranks on the first one, the head of their file and what a result says of them. All ranks call it.
void add_events(const Process& process, const std::vector<runs::Channel>& channels,
                const std::vector<EventPopulation*>& populations, runs::Ranks& ranks,
                Generated& to);

}  // namespace diagc::collider
