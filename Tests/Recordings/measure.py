#!/usr/bin/env python3
"""Measures, in the phone recordings of the outside data, where one layer of each document is at three or four moments.

    measure.py [--shared DIR] [--output moments.tsv]     measure the recordings, write the table
    measure.py --commands [--mica PATH] [--ours DIR]     print the `mica render` calls that make our pictures
    measure.py --ours DIR                                measure our pictures too; exit 1 beyond 3 % of the width

Needs python 3.9, numpy, pillow, and ffmpeg on the path."""
import argparse
import csv
import math
import os
import shlex
import sys
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

import features
from document import HOST_SPRING, Document, spring_time
from recording import Mapping, Recording, full_frame, screen, shared_directory

LIMIT = 0.03  # of the screen's width


@dataclass
class Moment:
    frame: int
    layer: str
    feature: callable
    kind: str                       # state, transition, phase, drift
    start: str = ""
    end: str = ""
    reference: tuple = None         # (layer, feature, axis): another layer that says how far the transition is
    options: dict = field(default_factory=dict)
    uncertainty: float = 1.0


GOLD, BEAR = "78zebxqnua3mgct7tph", "0ri4tmn9yn3jmgct7toy"
DISC_TOP, DISC_MIDDLE, DISC_LOW = "t21eaem97jomfi7mbnm", "gzg2db8kclcmfi7m795", "7u9unpoeht5mfi7l37t"
FOOT, LID = "slbb1mcefrmgjulyll", "z1ji88eg3tmgjulb1h"
SPIDER, HAMMER, SQUARE = "2lurlokprakmgcbkgfo", "2ed4752i8i1mfy7gz5t", "ceda27tz07wmgcpcvj0"

DOCUMENTS = {
    "GitHub": ("GitHub.mp4", [
        Moment(15, DISC_TOP, features.github_mark, "transition", "Sleep", "Locked", (DISC_MIDDLE, features.github_mark, 45)),
        Moment(84, DISC_TOP, features.github_mark, "state", "Locked"),
        Moment(115, DISC_TOP, features.github_mark, "transition", "Locked", "Unlock", (DISC_LOW, features.github_mark, 30)),
        Moment(180, DISC_TOP, features.github_mark, "state", "Unlock")]),
    "NokiaLV": ("NokiaLV.mov", [
        Moment(440, GOLD, features.nokia_gold, "state", "Locked", uncertainty=2),
        Moment(120, GOLD, features.nokia_gold, "transition", "Locked", "Unlock", (BEAR, features.nokia_bear, 130), uncertainty=2),
        Moment(8, GOLD, features.nokia_gold, "transition", "Locked", "Unlock", (BEAR, features.nokia_bear, 130), uncertainty=2)]),
    "Simple_Minecraft_Chest": ("Simple_Minecraft_Chest.mp4", [
        Moment(5, FOOT, features.chest_lock, "state", "Locked"),
        Moment(33, FOOT, features.chest_lock, "transition", "Locked", "Unlock", (LID, features.chest_lid, None), uncertainty=2),
        Moment(100, FOOT, features.chest_lock, "state", "Unlock", uncertainty=1.5)]),
    "Spiderman": ("Spiderman.mov", [
        Moment(10, SPIDER, features.spider, "state", "Locked"),
        Moment(50, SPIDER, features.spider, "transition", "Locked", "Unlock", uncertainty=2),
        Moment(100, SPIDER, features.spider, "state", "Unlock", options={"home": True}, uncertainty=4)]),
    "Spinning_Squares": ("Spinning_Squares.mov", [
        Moment(12, SQUARE, features.square_corner, "phase", "Locked"),
        Moment(34, SQUARE, features.square_corner, "phase", "Locked"),
        Moment(66, SQUARE, features.square_corner, "phase", "Locked")]),
    "drukqs": ("drukqs.mov", [
        Moment(30, HAMMER, features.drukqs_hammer, "state", "Locked"),
        Moment(100, HAMMER, features.drukqs_hammer, "state", "Unlock", options={"home": True}, uncertainty=2),
        Moment(146, HAMMER, features.drukqs_hammer, "transition", "Unlock", "Locked", uncertainty=3)]),
    "Space": ("Space.mov", [
        Moment(270, "", features.space_planet, "drift"),
        Moment(375, "", features.space_planet, "drift"),
        Moment(480, "", features.space_planet, "drift")]),
}

COLUMNS = ["document", "recording", "frame", "time", "scale_x", "scale_y", "origin_x", "origin_y", "width", "height",
           "layer", "name", "kind", "from", "to", "progress", "progress_by", "ours_time", "host_time", "x", "y",
           "predicted_x", "predicted_y", "difference", "uncertainty", "score", "ours"]


def mapping_of(name, recording, document):
    """The screen fills the frame of every recording but GitHub's, which shows a phone: its screen's edges, by eye and
    by the half-way brightness in frame 80 (x 249.9 to 831.6, y 33.5 to 1292.5)."""
    if name == "GitHub":
        return Mapping(1.4916, 1.4916, 249.9, 33.5, *document.size)
    size = (390, 390 * recording.size[1] / recording.size[0]) if name == "Space" else document.size
    return full_frame(recording.size, size)


def make_feature(moment, document, near, size):
    options = {"size": size} if moment.feature is features.drukqs_hammer else {}
    return moment.feature(document, moment.layer, near, **options)


def progress_of(moment, document, mapping, pixels):
    """How far the transition is, and what says so: another layer, or where on the straight path the layer itself is."""
    layer, feature, radius = moment.reference or (moment.layer, moment.feature, None)
    half = lambda p: document.blend(layer, moment.start, moment.end, p)
    a, b = half(0), half(1)
    if feature is features.chest_lid:       # its upper edge: half the height above the centre
        a, b = (a[0], a[1] - a[3] / 2), (b[0], b[1] - b[3] / 2)
    direction = np.array(b[:2]) - np.array(a[:2])
    best = None
    hammer = feature is features.drukqs_hammer
    for guess in np.arange(0, 1.01, .02 if hammer else .1):     # the discs are alike, and the hammer's size changes:
        x, y, width, height = half(guess)                       # look along the path
        options = {"size": (width, height), "radius": 12} if hammer else {}
        if radius:
            options["radius"] = radius
        measure, k = feature(document, layer, (x, y), **options)
        found = measure(screen(pixels, mapping, k), False)
        if best is None or found[2] > best[2]:
            best = found
        if feature in (features.chest_lid, features.nokia_bear):
            break
    return float(np.dot(np.array(best[:2]) - np.array(a[:2]), direction) / np.dot(direction, direction)), \
        (document.layers[layer].get("name") if moment.reference else "itself")


def squares_origin(recording, document, mapping):
    """The recording's time at which the squares' one-second animations begin, by least squares over the first 1.6 s.

    The outermost turns by -90 degrees a second (clockwise on the screen), and looks the same every 90."""
    numbers = [n for n, t in enumerate(recording.times) if t < 1.6]
    frames = recording.frames(numbers)
    phases = []
    for n in numbers:
        measure, k = features.square_corner(document, SQUARE, (195, 200))
        x, y, _ = measure(screen(frames[n], mapping, k), False)
        turned = math.degrees(math.atan2(-(y - 422), x - 195)) - 45     # y up, counterclockwise
        phases.append((recording.times[n] + turned / 90) % 1)           # angle = 90 (1 - (t - origin))
    circle = np.exp(2j * np.pi * np.array(phases))
    origin = float(np.angle(circle.mean()) / 2 / np.pi) % 1
    spread = np.angle(circle * np.exp(-2j * np.pi * origin)) / 2 / np.pi
    return origin, float(np.sqrt((spread ** 2).mean()))


def corner_at(phase, near):
    """The apex, nearest to `near`, of the outermost square's corners at this time of its animation."""
    reach = 75 * math.sqrt(2) + 50
    angles = [math.radians(90 * (1 - phase) + 45 + 90 * i) for i in range(4)]
    points = [(195 + reach * math.cos(a), 422 - reach * math.sin(a)) for a in angles]
    return min(points, key=lambda p: math.hypot(p[0] - near[0], p[1] - near[1]))


def space_rows(name, recording, moments, mapping, frames):
    """A particle's path cannot be ours (another seed), so the table holds its drift: x against a straight line."""
    last = frames[moments[-1].frame].astype(np.float32)
    template = (last[..., 0] - last[..., 2])[430:532, 352:454]
    rows = []
    for moment in moments:
        measure, k = moment.feature(None, "", (340, 390), template=template)
        rows.append((moment, *measure(frames[moment.frame], False)))
    times = [recording.times[m.frame] for m, *_ in rows]
    slope, first = np.polyfit(times, [r[1] for r in rows], 1)
    mean_y = np.mean([r[2] for r in rows])
    return [(m, x, y, score, first + slope * t, mean_y) for (m, x, y, score), t in zip(rows, times)], slope


def render_arguments(row):
    """The arguments of `mica render` for our picture of a row, or None where there is none to make."""
    if row["kind"] == "drift":
        return None
    arguments = ["--size", f"{row['width']}x{row['height']}", "--scale", "2"]
    if row["kind"] == "transition":
        return arguments + ["--transition", f"{row['from']}:{row['to']}@0", "--time", row["ours_time"]]
    arguments += ["--state", row["from"]]
    return arguments + (["--time", row["ours_time"]] if row["kind"] == "phase" else [])


def measure_recordings(shared, only=None):
    rows = []
    for name, (file, moments) in DOCUMENTS.items():
        if only and name != only:
            continue
        document, recording = Document(shared, name), Recording(shared, file)
        mapping = mapping_of(name, recording, document)
        frames = recording.frames([m.frame for m in moments])
        drift = {}
        if name == "Space":
            drawn, slope = space_rows(name, recording, moments, mapping, frames)
            drift = {m.frame: rest for m, *rest in drawn}
            print(f"Space: the planet drifts {slope:.2f} points a second", file=sys.stderr)
        if name == "Spinning_Squares":
            origin, spread = squares_origin(recording, document, mapping)
            print(f"Spinning_Squares: origin {origin:.4f} s, rms {spread:.4f} s over 1.6 s", file=sys.stderr)
        for index, moment in enumerate(moments):
            pixels, time = frames[moment.frame], recording.times[moment.frame]
            progress, by, ours_time, host_time = "", "", "", ""
            if moment.kind == "drift":
                x, y, score, px, py = drift[moment.frame]
            else:
                if moment.kind == "transition":
                    progress, by = progress_of(moment, document, mapping, pixels)
                    named = document.transition_spring(moment.layer, moment.start, moment.end)
                    host_time = spring_time(progress, HOST_SPRING)
                    ours_time = spring_time(progress, named or HOST_SPRING)
                    px, py, width, height = document.blend(moment.layer, moment.start, moment.end, progress)
                elif moment.kind == "state":
                    px, py, width, height = document.blend(moment.layer, moment.start, moment.start, 0)
                else:
                    ours_time, by = (time - origin) % 1, "fitted origin"
                    (px, py), width, height = corner_at(ours_time, (195, 266)), 250, 250
                measure, k = make_feature(moment, document, (px, py), (width, height))
                x, y, score = measure(screen(pixels, mapping, k), False, **moment.options)
            number = lambda v, digits: f"{v:.{digits}f}" if v != "" else ""
            row = dict(zip(COLUMNS, [
                name, file, moment.frame, number(time, 4), number(mapping.scale_x, 4), number(mapping.scale_y, 4),
                number(mapping.origin_x, 1), number(mapping.origin_y, 1), f"{mapping.width:g}", f"{mapping.height:g}",
                moment.layer, document.layers[moment.layer].get("name") if moment.layer else "Planet-1 particle",
                moment.kind, moment.start, moment.end, number(progress, 3), by, number(ours_time, 4),
                number(host_time, 4), number(x, 1), number(y, 1), number(px, 1), number(py, 1),
                f"{math.hypot(x - px, y - py) / mapping.width:.4f}", f"{moment.uncertainty:g}", number(score, 2),
                "" if moment.kind == "drift" else f"{name}-{index + 1}.png"]))
            rows.append(row)
    return rows


def measure_ours(shared, directory, rows):
    """Our pictures, by the same measurement: (row, x, y, difference from the recording as a part of the width)."""
    results, moments = [], {(n, m.frame): m for n, (_, ms) in DOCUMENTS.items() for m in ms}
    for row in rows:
        if not row["ours"]:
            continue
        path = os.path.join(directory, row["ours"])
        if not os.path.exists(path):
            results.append((row, None, None, None))
            continue
        document, moment = Document(shared, row["document"]), moments[row["document"], int(row["frame"])]
        image = Image.open(path).convert("RGBA")
        ground = Image.new("RGBA", image.size, (0, 0, 0, 255))
        ground.alpha_composite(image)
        pixels = np.asarray(ground.convert("RGB"))
        near = (float(row["predicted_x"]), float(row["predicted_y"]))
        state_end = row["to"] or row["from"]
        size = document.blend(moment.layer, row["from"], state_end, float(row["progress"] or 0))[2:]
        measure, k = make_feature(moment, document, near, size)
        x, y, _ = measure(screen(pixels, full_frame(image.size, document.size), k), True, **moment.options)
        results.append((row, x, y, math.hypot(x - float(row["x"]), y - float(row["y"])) / float(row["width"])))
    return results


def read_table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", help="the folder with documents/ (default: what dev/data finds)")
    parser.add_argument("--output", default=os.path.join(here, "moments.tsv"), help="the table (default: beside this)")
    parser.add_argument("--document", help="this document only, to standard output")
    parser.add_argument("--commands", action="store_true", help="print the commands that make our pictures")
    parser.add_argument("--mica", default="mica", help="the command, for --commands")
    parser.add_argument("--ours", help="the folder of our pictures, DOCUMENT-N.png")
    options = parser.parse_args()
    shared = shared_directory(options.shared)

    if options.commands:
        for row in read_table(options.output):
            arguments = render_arguments(row)
            if arguments:
                source = os.path.join(shared, "documents", "wallpapers", row["document"] + ".tendies")
                target = os.path.join(options.ours or ".", row["ours"])
                print(shlex.join([options.mica, "render", source, "-o", target, *arguments]))
        return 0
    if options.ours:
        failed = False
        print("document\tframe\tx\ty\tours_x\tours_y\tdifference\tverdict")
        for row, x, y, difference in measure_ours(shared, options.ours, read_table(options.output)):
            bad = difference is None or difference > LIMIT
            failed |= bad
            values = ["-", "-", "-"] if difference is None else [f"{x:.1f}", f"{y:.1f}", f"{difference:.4f}"]
            print("\t".join([row["document"], row["frame"], row["x"], row["y"], *values,
                             "missing" if difference is None else "FAR" if bad else "ok"]))
        return 1 if failed else 0
    rows = measure_recordings(shared, options.document)
    with (sys.stdout if options.document else open(options.output, "w", newline="")) as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
