#!/bin/bash
# slurm.sh DOCUMENT FILM PARTS [OPTIONS]: draws a film in parts by an array of Slurm's, and joins them.
# Run it where sbatch is, in a folder that all machines share. OPTIONS, such as --fps 60 or --scale 2, are those of mica
# render. SOUND, a file, is copied into the film. It prints the number of the job that joins; 'sbatch' options come from
# SBATCH_... variables.
set -euo pipefail

if [ "${MICA_STEP:-}" = draw ]; then
    # A task of the array. Its range is the line of its number.
    range=$(mica split "$MICA_DOCUMENT" --parts "$MICA_PARTS" "$@" | sed -n "$((SLURM_ARRAY_TASK_ID + 1))p")
    [ -n "$range" ] || exit 0
    # A signal ends mica, whose status says so; this script goes on to be queued again.
    trap : TERM
    status=0
    mica render "$MICA_DOCUMENT" --frames "$range" --threads 1 --skip-existing -q \
        -o "$MICA_FILM.parts/$(printf %09d "${range%..*}").${MICA_FILM##*.}" "$@" || status=$?
    # 75 is EX_TEMPFAIL, such as a full disk; above 128 a signal ended it. Other failures are the document's own.
    if { [ "$status" = 75 ] || [ "$status" -gt 128 ]; } && [ "${SLURM_RESTART_COUNT:-0}" -lt 5 ]; then
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
        # Slurm ends this task now.
        sleep 60
    fi
    exit "$status"
fi

document=$1 film=$2 parts=$3
shift 3
mkdir -p "$film.parts"
export MICA_STEP=draw MICA_DOCUMENT=$document MICA_PARTS=$parts MICA_FILM=$film
array=$(sbatch --parsable --requeue --array="0-$((parts - 1))" --job-name=mica-draw --cpus-per-task=1 \
    --output="$film.parts/task-%a.txt" --open-mode=append "$0" "$@")
join="mica join '$film.parts'/*.${film##*.} ${SOUND:+--sound '$SOUND'} -o '$film' && rm -r '$film.parts'"
sbatch --parsable --dependency="afterok:$array" --job-name=mica-join --output=/dev/null --wrap="$join"
