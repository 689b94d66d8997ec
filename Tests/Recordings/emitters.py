#!/usr/bin/env python3
"""Measures recordings of particles that Apple's systems drew, whose code lies beside them, and films of ours of the same emitters;
writes emitters.tsv.

    python3 emitters.py --repositories DIR --mica MICA --shared SHARED > emitters.tsv

DIR has bare clones of the repositories, as OWNER+NAME/repo or OWNER+NAME; SHARED is the folder of the outside data
(CONTRIBUTING.md), or MICA_SHARED, for the wallpaper Space. Nothing of them is kept here but the figures. Ours are
documents with the values of the repositories' code and their images, drawn by MICA with several seeds, and measured by the same
functions. The last column is how many standard errors of both together lie between them; the exit status is 1 beyond three.
Needs numpy, pillow, scipy, and ffmpeg on the path.
"""
import argparse
import functools
import math
import os
import subprocess
import tempfile

import numpy as np
from PIL import Image
from scipy import ndimage
from scipy.optimize import least_squares


@functools.cache
def stored(directory, repository, ending):
    """The one file of a repository whose name ends so."""
    git = next(p for p in (f"{directory}/{repository}/repo", f"{directory}/{repository}") if os.path.isdir(p))
    names = subprocess.run(["git", "-C", git, "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "HEAD"],
                           capture_output=True, text=True, check=True).stdout.splitlines()
    name = sorted(n for n in names if n.endswith(ending))[-1]
    return subprocess.run(["git", "-C", git, "show", f"HEAD:{name}"], capture_output=True, check=True).stdout


def frames(directory, repository, ending):
    """The frames of a film in a repository."""
    data = stored(directory, repository, ending)
    with tempfile.TemporaryDirectory() as scratch:
        with open(f"{scratch}/film.gif", "wb") as file:
            file.write(data)
        subprocess.run(["ffmpeg", "-v", "error", "-i", f"{scratch}/film.gif", f"{scratch}/%04d.png"], check=True)
        return [np.asarray(Image.open(f"{scratch}/{n}").convert("RGB")).astype(float)
                for n in sorted(os.listdir(scratch)) if n.endswith(".png")]


# Pixels of the recording of Space in a point of the document, whose height of 2,532 points fills the screen's 1,036 pixels.
SPACE = 1036 / 2532

DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<caml xmlns="http://www.apple.com/CoreAnimation/1.0">
<CALayer bounds="0 0 {width} {height}" position="0 0" geometryFlipped="1" backgroundColor="{background}"><sublayers>
<CAEmitterLayer bounds="0 0 {width} {height}" anchorPoint="0 0" position="0 0" seed="{seed}" {layer}><emitterCells>
<CAEmitterCell {cell}><contents type="CGImage" src="image.png"/></CAEmitterCell>
</emitterCells></CAEmitterLayer></sublayers></CALayer></caml>
"""


def drawn(mica, image, rate, duration, seed, width, height, background, layer, cell):
    """The frames of a film of ours of an emitter, a pixel a point."""
    with tempfile.TemporaryDirectory() as scratch:
        with open(f"{scratch}/image.png", "wb") as file:
            file.write(image)
        with open(f"{scratch}/film.caml", "w") as file:
            file.write(DOCUMENT.format(
                seed=seed, width=width, height=height, background=background, layer=layer, cell=cell))
        subprocess.run([mica, "render", f"{scratch}/film.caml", "-q", "--fps", str(rate), "--duration", str(duration),
                        "-o", f"{scratch}/%04d.png"], check=True)
        return [np.asarray(Image.open(f"{scratch}/{n}").convert("RGB")).astype(float)
                for n in sorted(os.listdir(scratch)) if n[0].isdigit() and n.endswith(".png")]


def blobs(ink, x, y):
    """What lies round and alone in ink, as places right of and above a point."""
    labels, _ = ndimage.label(ink)
    seen = []
    for index, box in enumerate(ndimage.find_objects(labels), 1):
        blob = labels[box] == index
        height, width = blob.shape
        if blob.sum() >= 6 and abs(width - height) <= 2 and blob.sum() > 0.68 * width * height:
            cy, cx = np.argwhere(blob).mean(0)
            seen.append((cx + box[1].start - x, y - cy - box[0].start))
    return seen


def scrubbed(film):
    """What lies round and alone in each frame, by the layer's time, which the cursor shows: 2 s over 400 points."""
    background = np.median(np.stack(film[:3]), axis=0)
    found = {}
    for picture in film:
        dark, count = ndimage.label(picture.sum(2) < 30)
        if not count:
            continue
        sizes = ndimage.sum(dark > 0, dark, range(1, count + 1))
        if sizes.max() <= 30:
            continue
        ys, xs = np.where(dark == int(np.argmax(sizes)) + 1)
        tip = (xs[ys == ys.min()].min(), ys.min())
        ink = np.abs(picture - background).sum(2) > 60
        ink[max(0, tip[1] - 4):tip[1] + 24, max(0, tip[0] - 5):tip[0] + 16] = False
        seen = blobs(ink, 192, 212)
        if seen:
            found[2 * (tip[0] + 8) / 400] = np.array(seen)
    return found


def tracks(found):
    """The velocities across and along the axis of particles that many frames show: x = vx t, y = vy t + 150 t t."""
    times = sorted(found)
    candidates = []
    for i in range(len(times)):
        for j in range(i + 2, min(i + 7, len(times))):
            step = times[j] - times[i]
            if step < 0.03:
                continue
            for x1, y1 in found[times[i]]:
                for x2, y2 in found[times[j]]:
                    if abs(x2 - x1) > 200 * step + 2 or not -2 < y2 - y1 < 740 * step:
                        continue
                    a, b, c = 150 * step, y1 - y2 + 150 * step * step, y1 * step
                    root = b * b - 4 * a * c
                    for sign in (-1, 1) if root >= 0 else ():
                        age = (-b + sign * np.sqrt(root)) / (2 * a)
                        if not 0.1 <= age <= times[i] + 0.02 or abs(x1 / age * (age + step) - x2) > 2:
                            continue
                        vx, vy = x1 / age, (y1 - 150 * age * age) / age
                        if np.hypot(vx, vy) <= 210:
                            candidates.append((vx, vy, times[i] - age))
    support = []
    for vx, vy, start in candidates:
        places = []
        for k, time in enumerate(times):
            age = time - start
            if age < 0.15:
                continue
            x, y = vx * age, vy * age + 150 * age * age
            if y > 210 or abs(x) > 185:
                break
            distance = np.hypot(*(found[time] - (x, y)).T)
            if distance.min() < 2:
                places.append((k, int(distance.argmin())))
        support.append(places)
    taken, result = set(), []
    for index in sorted(range(len(candidates)), key=lambda i: -len(support[i])):
        places = [p for p in support[index] if p not in taken]
        if len(places) < 7:
            continue
        when = np.array([times[k] for k, _ in places])
        where = np.array([found[times[k]][m] for k, m in places])

        def miss(p):
            age = when - p[2]
            return np.r_[p[0] * age - where[:, 0], p[1] * age + 150 * age ** 2 - where[:, 1]]
        result.append(least_squares(miss, candidates[index], loss="soft_l1").x)
        taken |= set(places)
    return np.array(result)


class Table:
    """The rows, and how far ours are from the recordings."""

    def __init__(self):
        self.worst = 0
        print("recording\twhat\tvalue\tstandard_error\tcount\tours\tours_standard_error\tours_count\terrors_between")

    def row(self, recording, what, theirs, ours):
        """A figure with its standard error and count, of the recording and of ours; None where there is none of ours."""
        cells = [recording, what, f"{theirs[0]:.3g}", f"{theirs[1]:.2g}", str(theirs[2])]
        if ours is None:
            cells += ["", "", "", ""]
        else:
            between = abs(theirs[0] - ours[0]) / max(1e-9, math.hypot(theirs[1], ours[1]))
            self.worst = max(self.worst, between)
            cells += [f"{ours[0]:.3g}", f"{ours[1]:.2g}", str(ours[2]), f"{between:.1f}"]
        print("\t".join(cells))


def share(flags):
    """A share with its standard error."""
    value, count = np.mean(flags), len(flags)
    return value, math.sqrt(max(value * (1 - value), 1 / count) / count), count


def directions(found):
    """What is measured of particles of one speed in a cone, by name."""
    speeds = np.hypot(found[:, 0], found[:, 1])
    angles = np.degrees(np.abs(np.arctan2(found[:, 0], found[:, 1])))
    count = len(found)
    result = {f"share of directions {low} to {low + 15} degrees from the axis":
              share((angles >= low) & (angles < low + 15)) for low in range(0, 90, 15)}
    result["share of directions beyond half the range"] = share(angles > 45)
    # A false track may have any direction.
    result["angle that 19 of 20 are within, degrees"] = (np.percentile(angles, 95), 3 if count < 100 else 1.5, count)
    result["median in-plane speed, points a second"] = (np.median(speeds), 1.25 * speeds.std() / math.sqrt(count), count)
    result["largest in-plane speed, points a second"] = (speeds.max(), 3, count)
    return result


def scrubbing(directory, mica):
    name = "zats/CAEmitterLayer-scrubbing"
    theirs = directions(tracks(scrubbed(frames(directory, name.replace("/", "+"), "demo.gif"))))
    if mica is None:
        return name, theirs, {}
    image = stored(directory, name.replace("/", "+"), "like.png")
    found = []
    for seed in range(1, 5):
        film = drawn(
            mica, image, 60, 2, seed, 400, 300, "0.0588 0.1804 0.2471", 'emitterPosition="200 230"',
            'scale="0.2" scaleRange="0.1" scaleSpeed="-0.2" birthRate="100" lifetime="3" lifetimeRange="1" velocity="200" '
            'yAcceleration="-300" alphaRange="1" alphaSpeed="-0.2" spin="3.14159265" spinRange="1.5707963" '
            'emissionLongitude="-1.5707963" emissionRange="1.5707963"')
        # The recording's pictures are 384 pixels wide.
        places = {k / 60: blobs(np.abs(p - film[0]).sum(2) > 60, 200, 230) for k, p in enumerate(film)}
        found.append(tracks({t: np.array(p) for t, p in places.items() if p}))
    return name, theirs, directions(np.concatenate(found))


def rings(film, centre, scale):
    """Of the frames that have a ring about a button: how far in it begins, and its median radius."""
    radii = []
    for picture in film:
        blue = np.clip(picture[:, :, 2] - picture[:, :, 0], 0, 255)
        blue[:20] = 0
        y, x = np.mgrid[0:blue.shape[0], 0:blue.shape[1]]
        distance = np.hypot(x - centre[0], y - centre[1]) * scale
        ring = (blue > 6) & (distance > 17) & (distance < 115)
        if blue[ring].sum() > 1000:
            radii.append((np.percentile(distance[ring], 10), np.median(distance[ring]), blue[ring].sum()))
    # What is nearly gone is lost in the recording's colours.
    most = max(r[2] for r in radii)
    radii = [r for r in radii if r[2] > most / 5]
    return {"inner edge of the ring when it leaves the button, points": (min(r[0] for r in radii), 0.7, len(radii)),
            "largest median radius, points": (max(r[1] for r in radii), 0.7, len(radii))}


def fireworks(directory, mica):
    name = "matthewcheok/MCFireworksButton"
    theirs = rings(frames(directory, name.replace("/", "+"), "screenshot.gif"), (125, 221), 320 / 250)
    if mica is None:
        return name, theirs, {}
    image = stored(directory, name.replace("/", "+"), "Sparkle.png")
    each = [rings(drawn(
        mica, image, 30, 0.9, seed, 250, 250, "1 1 1",
        'emitterPosition="125 125" emitterShape="circle" emitterMode="outline" emitterSize="25 0" renderMode="oldestFirst"',
        'scale="0.05" scaleRange="0.02" alphaRange="0.2" alphaSpeed="-1" lifetime="0.7" lifetimeRange="0.3" birthRate="500" '
        'duration="0.1" velocity="40" velocityRange="10"'), (125, 125), 1) for seed in range(1, 9)]
    ours = {what: (np.mean([e[what][0] for e in each]), np.std([e[what][0] for e in each]) / math.sqrt(8), 8)
            for what in each[0]}
    return name, theirs, ours


def stars(film):
    """What is measured of stars that add up on white."""
    shares, yellow, orange = [], 0, 0
    for picture in film:
        ink = np.clip(252 - picture[:, :, 2], 0, 255) * (picture[:, :, 0] > 200)
        ink[:45] = 0
        ink[ink < 8] = 0
        middle = (picture[:, :, 0] > 230) & (picture[:, :, 1] > 220) & (picture[:, :, 2] < 60)
        if not middle.any():
            continue
        y, x = np.mgrid[0:ink.shape[0], 0:ink.shape[1]]
        x, y = x - x[middle].mean(), y - y[middle].mean()
        ring = (np.hypot(x, y) > 50) & (np.hypot(x, y) < 140)
        shares.append(ink[ring & (np.abs(y) > np.abs(x))].sum() / max(1, ink[ring].sum()))
        yellow += middle.sum()
        orange += ((picture[:, :, 0] > 230) & (picture[:, :, 1] < 150) & (picture[:, :, 2] < 90)).sum()
    return np.mean(shares), yellow / max(1, yellow + orange), len(shares)


def explosion(directory, mica):
    name = "CrystalMarch/CAEmitterLayerDemo"
    whats = ("share of ink above and below rather than beside the middle",
             "yellow pixels where stars overlap, of yellow and orange")
    film = frames(directory, name.replace("/", "+"), "\u7206\u70b8.gif")
    found = stars(film)
    # Some forty stars are in that ring, and most are the same in all frames.
    theirs = {whats[0]: (found[0], 0.08, found[2]), whats[1]: (found[1], 0.02, found[2])}
    if mica is None:
        return name, theirs, {}
    image = stored(directory, name.replace("/", "+"), "star_yellow@2x.png")
    width, height = film[0].shape[1], film[0].shape[0]
    each = []
    for seed in range(1, 7):
        # The recording's screen is 375 points wide, and the cell's contentsScale 1, so that a pixel of the image is a point.
        pictures = drawn(
            mica, image, 4, 6, seed, width, height, "1 1 1",
            f'emitterPosition="{width / 2} {height / 2}" emitterShape="point" renderMode="additive"',
            f'birthRate="50" lifetime="5" color="1 0.5 0.1" alphaSpeed="-0.4" velocity="{50 * width / 375}" spin="5" '
            f'scale="{width / 375}" velocityRange="{200 * width / 375}" emissionRange="6.2831853"')[12:]
        each.append(stars(pictures))
    ours = {what: (np.mean([e[k] for e in each]), np.std([e[k] for e in each]) / math.sqrt(6), 6)
            for k, what in enumerate(whats)}
    return name, theirs, ours


def turned(disc, template):
    """How far a round picture is turned clockwise against another, radians, within half a turn, and how alike they are."""
    def rings(picture):
        angles = np.arange(0, 2 * math.pi, math.pi / 180)
        radii = np.arange(0.3, 0.8, 0.1)[:, None] * picture.shape[0] / 2
        middle = (picture.shape[0] - 1) / 2
        ring = ndimage.map_coordinates(picture, [middle + radii * np.sin(angles), middle + radii * np.cos(angles)], order=1)
        return (ring - ring.mean(1, keepdims=True)) / (ring.std(1, keepdims=True) + 1e-6)
    one, other = np.fft.fft(rings(disc), axis=1), np.fft.fft(rings(template), axis=1)
    likeness = np.fft.ifft((one * other.conj()).sum(0)).real / one.size
    best = int(np.argmax(likeness))
    before, here, after = likeness[best - 1], likeness[best], likeness[(best + 1) % 360]
    best += (before - after) / (2 * (before - 2 * here + after) - 1e-9)
    return (best + 180) % 360 * math.pi / 180 - math.pi, here


def alone(picture):
    """Faces of 30 points that nothing touches: where each one's middle is, and its light."""
    ink = ndimage.binary_fill_holes((picture[:, :, 0] - picture[:, :, 2] > 40) | (picture.sum(2) < 300))
    labels, _ = ndimage.label(ink)
    grid, light, seen = np.arange(-14, 15), picture.sum(2), []
    for index, box in enumerate(ndimage.find_objects(labels), 1):
        height, width = (side.stop - side.start for side in box)
        if 27 <= height <= 34 and 27 <= width <= 34 and (labels[box] == index).sum() > 600 and box[0].start > 30:
            y, x = np.argwhere(labels[box] == index).mean(0) + [box[0].start, box[1].start]
            seen.append((x, y, ndimage.map_coordinates(light, np.meshgrid(y + grid, x + grid, indexing="ij"), order=1)))
    return seen


def faces(film):
    """Of faces that fall, each seen alone in six pictures and more: velocity across and down, and spin.

    A picture is a pixel a point. The unit of time is the median picture's: what the recording's took is not known, and some
    took twice as long, so that the faces themselves tell how long each took.
    """
    alive, done = [], []
    for index, picture in enumerate(film):
        seen, left = alone(picture), []
        for track in alive:
            x, y = track[-1][1:3]
            near = [s for s in seen if -1 < s[1] - y < 14 and abs(s[0] - x) < 8]
            (left if len(near) == 1 else done).append(track)
            if len(near) == 1:
                track.append((index, *near[0]))
                seen = [s for s in seen if s is not near[0]]
        alive = left + [[(index, *s)] for s in seen]
    tracks = [track for track in alive + done if len(track) >= 6]
    steps = [[(b[2] - a[2]) / np.median(np.diff([t[2] for t in track])) for track in tracks for a, b in zip(track, track[1:])
              if b[0] == index] for index in range(1, len(film))]
    times = np.cumsum([0] + [np.median(step) if step else 1 for step in steps])
    result = []
    for track in tracks:
        when = times[[t[0] for t in track]]
        turns = [turned(t[3], track[0][3]) for t in track]
        if min(t[1] for t in turns) > 0.9:
            result.append([np.polyfit(when, values, 1)[0] for values in (
                [t[1] for t in track], [t[2] for t in track], np.unwrap([t[0] for t in turns]))])
    return np.array(result)


def falling(found):
    """What is measured of faces that fall, by name. How long a picture of the recording took is not known: by ratios."""
    count = len(found)
    angles = np.degrees(np.abs(np.arctan2(found[:, 0], found[:, 1])))
    speeds = np.hypot(found[:, 0], found[:, 1])
    turns = found[:, 2] / np.median(speeds)

    def error(value):
        random = np.random.default_rng(1)
        return np.std([value(random.integers(0, count, count)) for _ in range(400)])
    result = {f"share of directions {low} to {low + 15} degrees from the axis":
              share((angles >= low) & (angles < low + 15)) for low in (0, 15, 30)}
    result["share of directions beyond half the range"] = share(angles > 22.5)
    result["deviation of in-plane speeds, of their median"] = (
        np.std(speeds) / np.median(speeds), error(lambda i: np.std(speeds[i]) / np.median(speeds[i])), count)
    result["mean spin, of its range"] = (100 * turns.mean() / (math.pi / 4), 100 * turns.std() / (math.pi / 4 * count ** 0.5), count)
    result["deviation of spin, of its range"] = (
        100 * turns.std() / (math.pi / 4), error(lambda i: 100 * turns[i].std() / (math.pi / 4)), count)
    return result


def emoji(directory, mica):
    name = "AvonXu/CAEmitterLayer-emoji"
    # The window's title is 22 points of its 924 x 1700 pixels; the phone in it is 414 points wide.
    film = [np.asarray(Image.fromarray(p.astype(np.uint8)).resize((414, 762), Image.BOX)).astype(float)
            for p in frames(directory, name.replace("/", "+"), "18_52_13.gif")]
    theirs = falling(faces(film))
    if mica is None:
        return name, theirs, {}
    image = stored(directory, name.replace("/", "+"), "View/1.png")
    # Five emitters jump along the top at random every tenth of a second: here one does not move and is as wide as they get.
    each = [faces(drawn(
        mica, image, 20, 10, seed, 414, 762, "1 1 1",
        'emitterPosition="207 16" emitterSize="430 0" emitterShape="line" emitterMode="outline"',
        'birthRate="7" lifetime="20" velocity="-100" yAcceleration="2" emissionRange="0.78539816" spinRange="0.78539816" '
        'scale="1.5"')[170:195]) for seed in range(1, 9)]
    return name, theirs, falling(np.concatenate(each))


def drifting(film, step):
    """Of white stars that drift in front of what stands still: velocity across and down, pixels a second, and diameter, pixels.

    *step*: seconds from one picture to the next.
    """
    still = np.median(np.stack([p.min(2) for p in film]), axis=0)
    alive, done = [], []
    for index, picture in enumerate(film):
        labels, _ = ndimage.label((picture.min(2) > 120) & (still < 60))
        seen, left = [], []
        for blob, box in enumerate(ndimage.find_objects(labels), 1):
            count = (labels[box] == blob).sum()
            height, width = (side.stop - side.start for side in box)
            if count > 40 and abs(height - width) <= 1 and count > 0.7 * height * width:
                y, x = np.argwhere(labels[box] == blob).mean(0) + [box[0].start, box[1].start]
                seen.append((index, x, y, 2 * math.sqrt(count / math.pi)))
        for track in alive:
            _, x, y, size = track[-1]
            near = [s for s in seen if abs(s[2] - y) < 2 and 0 < x - s[1] < 30 * step and abs(s[3] - size) < 1.5]
            (left if len(near) == 1 else done).append(track)
            if len(near) == 1:
                track.append(near[0])
                seen.remove(near[0])
        alive = left + [[s] for s in seen]
    result = []
    for track in alive + done:
        if len(track) >= 6:
            when, x, y, size = np.array(track).T
            result.append((np.polyfit(when * step, x, 1)[0], np.polyfit(when * step, y, 1)[0], np.median(size)))
    return np.array(result)


def space(shared, mica):
    """The wallpaper Space: stars with velocity 40, range 20, and scale 0.2, range 0.11, that go one way."""
    name = "Space.mov"
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["ffmpeg", "-v", "error", "-i", f"{shared}/documents/recordings/{name}", "-vf", "fps=2",
                        f"{scratch}/%04d.png"], check=True)
        film = [np.asarray(Image.open(f"{scratch}/{n}").convert("RGB")).astype(float) for n in sorted(os.listdir(scratch))]

    def measured(found):
        count, speeds, sizes = len(found), -found[:, 0] / SPACE, found[:, 2] / SPACE
        return {
            "mean speed, points a second": (speeds.mean(), speeds.std() / math.sqrt(count), count),
            "deviation of speeds, points a second": (speeds.std(), speeds.std() / math.sqrt(2 * count), count),
            "mean diameter of stars, points": (sizes.mean(), sizes.std() / math.sqrt(count), count),
            "deviation of diameters, points": (sizes.std(), sizes.std() / math.sqrt(2 * count), count),
            "largest speed across the way, points a second": (np.abs(found[:, 1]).max() / SPACE, 0.3, count)}
    theirs = measured(drifting(film, 0.5))
    if mica is None:
        return name, theirs, {}
    with tempfile.TemporaryDirectory() as scratch:
        size = round(3176 * SPACE)
        # When stars have come from the right to the left: 115 to 131 s.
        subprocess.run([mica, "render", f"{shared}/documents/wallpapers/Space.tendies", "-q", "--size", f"{size}x{size}",
                        "--fps", "2", "--duration", "131", "--frames", "230..262", "-o", f"{scratch}/%04d.png"], check=True)
        film = [np.asarray(Image.open(f"{scratch}/{n}").convert("RGB")).astype(float) for n in sorted(os.listdir(scratch))]
    return name, theirs, measured(drifting(film, 0.5))


def passing(film):
    """Of two clouds that pass under a phone's clock, twice a second: how fast the first goes and how far behind the second is when the
    right edge of the first is at 160 points of 390."""
    places = []
    for index, picture in enumerate(film):
        labels, _ = ndimage.label((picture[250:300].min(2) > 200).mean(0) > 0.5)
        runs = [(side.start, side.stop) for side, in ndimage.find_objects(labels) if side.stop - side.start > 40]
        if len(runs) == 2:
            places.append((index / 2, runs[0][1], runs[1][0] - runs[0][1]))
    when, edge, gap = np.array(places).T
    return {"speed of a cloud that falls aside, points a second": (-np.polyfit(when, edge, 1)[0], 0.7, len(places)),
            "distance between two clouds born one after the other, points": (np.polyval(np.polyfit(edge, gap, 1), 160), 1,
                                                                            len(places))}


def snoopy(directory, mica):
    """The wallpaper Snoopy: clouds without velocity and with an acceleration, one in ten seconds, when many have been born."""
    name, folder = "SerStars/nugget-wallpapers, Snoopy", "SerStars+nugget-wallpapers"
    with tempfile.TemporaryDirectory() as scratch:
        for ending, file in (("Snoopy.mov", "film.mov"), ("Snoopy.tendies", "Snoopy.tendies")):
            with open(f"{scratch}/{file}", "wb") as out:
                out.write(stored(directory, folder, ending))
        subprocess.run(["ffmpeg", "-v", "error", "-i", f"{scratch}/film.mov", "-vf", "fps=2,scale=390:-1", f"{scratch}/t%04d.png"],
                       check=True)
        if mica is not None:
            subprocess.run([mica, "render", f"{scratch}/Snoopy.tendies", "-q", "--size", "390x844", "--fps", "2", "--duration", "75",
                            "--frames", "138..150", "--state", "Lock PortraitUp Dark", "-o", f"{scratch}/o%04d.png"], check=True)

        def film(letter):
            return [np.asarray(Image.open(f"{scratch}/{n}").convert("RGB")).astype(float)
                    for n in sorted(os.listdir(scratch)) if n[0] == letter and n.endswith(".png")]
        return name, passing(film("t")), {} if mica is None else passing(film("o"))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--repositories", required=True)
    arguments.add_argument("--mica")
    arguments.add_argument("--shared", default=os.environ.get("MICA_SHARED"))
    given = arguments.parse_args()
    table = Table()
    measured = [measure(given.repositories, given.mica) for measure in (scrubbing, fireworks, explosion, emoji, snoopy)]
    if given.shared:
        measured.append(space(given.shared, given.mica))
    for name, theirs, ours in measured:
        for what, value in theirs.items():
            table.row(name, what, value, ours.get(what))
    return 1 if table.worst > 3 else 0


if __name__ == "__main__":
    raise SystemExit(main())
