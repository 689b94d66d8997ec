#!/bin/bash
# shell.sh DOCUMENT FILM PARTS [OPTIONS]: draws a film in parts, several at once on this machine, and joins them.
# OPTIONS, such as --fps 60 or --scale 2, are those of mica render. A run that was stopped goes on where it was.
# SOUND, a file, is copied into the film.
set -euo pipefail
document=$1 film=$2 parts=$3
shift 3
folder=$film.parts
mkdir -p "$folder"
# One thread a part: parts keep all cores busy, and H.264 needs equal numbers of threads in all of them.
draw() {
    local range=$1
    shift
    local part=$folder/$(printf %09d "${range%..*}").${film##*.}
    mica render "$document" --frames "$range" --threads 1 --skip-existing -q -o "$part" "$@"
}
export -f draw
export document film folder
mica split "$document" --parts "$parts" "$@" | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'draw "$@"' draw {} "$@"
mica join "$folder"/*."${film##*.}" ${SOUND:+--sound "$SOUND"} -o "$film"
rm -r "$folder"
