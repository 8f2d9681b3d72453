#!/bin/bash
# A long integration under SLURM: sbatch slurm.sh JOB.toml
# The job's own time limit (or that of the queue) ends a session; the script starts again from the checkpoint where there is one.
#SBATCH --job-name=diagc
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@120
#SBATCH --output=%x-%j.out
set -euo pipefail
job=${1:?usage: sbatch slurm.sh JOB.toml}
checkpoint=$(basename "$job" .toml).checkpoint
resume=()
[ ! -e "$checkpoint" ] || resume=(--resume)

# Two minutes before the end SLURM sends SIGTERM: diagc finishes its round, writes the checkpoint and what is known, and ends.
srun diagc integrate "$job" "${resume[@]}"
