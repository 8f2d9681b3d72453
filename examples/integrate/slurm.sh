#!/bin/bash
# A long integration under SLURM, one rank a node: sbatch slurm.sh JOB.toml
# Submitted again, it goes on from the checkpoint where there is one.
#SBATCH --job-name=diagc
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@120
#SBATCH --output=%x-%j.out
set -euo pipefail
job=${1:?usage: sbatch slurm.sh JOB.toml}
checkpoint=$(basename "$job" .toml).checkpoint
resume=()
compgen -G "$checkpoint*" > /dev/null && resume=(--resume)

# Two minutes before the end SLURM sends SIGTERM to all ranks: they give up the round under way, the first one writes the checkpoint
# and the results so far, and diagc ends with exit code 1. --mpi=pmix is what Debian's OpenMPI understands.
srun --mpi=pmix --cpus-per-task="$SLURM_CPUS_PER_TASK" diagc integrate "$job" "${resume[@]}"
