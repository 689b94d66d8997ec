#!/usr/bin/env python3
"""Measures recordings of particles that Apple's systems drew, whose code lies beside them; writes emitters.tsv.

    python3 emitters.py --repositories DIR > emitters.tsv

DIR has bare clones of the repositories, as OWNER+NAME/repo or OWNER+NAME. Nothing of them is kept here but the figures. Needs
numpy, pillow, scipy, and ffmpeg on the path.
"""
import argparse
import os
import subprocess
import tempfile

import numpy as np
from PIL import Image
from scipy import ndimage
from scipy.optimize import least_squares


def frames(directory, repository, ending):
    """The frames of the one file of a repository whose name ends so."""
    git = next(p for p in (f"{directory}/{repository}/repo", f"{directory}/{repository}") if os.path.isdir(p))
    names = subprocess.run(["git", "-C", git, "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "HEAD"],
                           capture_output=True, text=True, check=True).stdout.splitlines()
    name = sorted(n for n in names if n.endswith(ending))[-1]
    data = subprocess.run(["git", "-C", git, "show", f"HEAD:{name}"], capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as scratch:
        with open(f"{scratch}/film.gif", "wb") as file:
            file.write(data)
        subprocess.run(["ffmpeg", "-v", "error", "-i", f"{scratch}/film.gif", f"{scratch}/%04d.png"], check=True)
        return [np.asarray(Image.open(f"{scratch}/{n}").convert("RGB")).astype(float)
                for n in sorted(os.listdir(scratch)) if n.endswith(".png")]


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
        labels, count = ndimage.label(ink)
        seen = []
        for index, box in enumerate(ndimage.find_objects(labels), 1):
            blob = labels[box] == index
            height, width = blob.shape
            if blob.sum() >= 6 and abs(width - height) <= 2 and blob.sum() > 0.68 * width * height:
                y, x = np.argwhere(blob).mean(0)
                seen.append((x + box[1].start - 192, 212 - y - box[0].start))
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


def row(recording, what, value, error, count):
    print("\t".join([recording, what, f"{value:.3g}", f"{error:.2g}", str(count)]))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--repositories", required=True)
    directory = arguments.parse_args().repositories
    print("recording\twhat\tvalue\tstandard_error\tcount")

    name = "zats/CAEmitterLayer-scrubbing"
    found = tracks(scrubbed(frames(directory, name.replace("/", "+"), "demo.gif")))
    speeds = np.hypot(found[:, 0], found[:, 1])
    angles = np.degrees(np.abs(np.arctan2(found[:, 0], found[:, 1])))
    count = len(found)
    for low in range(0, 90, 15):
        share = np.mean((angles >= low) & (angles < low + 15))
        row(name, f"share of directions {low} to {low + 15} degrees from the axis", share,
            np.sqrt(share * (1 - share) / count), count)
    share = np.mean(angles > 45)
    row(name, "share of directions beyond half the range", share, np.sqrt(share * (1 - share) / count), count)
    row(name, "largest angle, degrees", angles.max(), 2, count)
    row(name, "median in-plane speed, points a second", np.median(speeds), speeds.std() / np.sqrt(count), count)
    row(name, "largest in-plane speed, points a second", speeds.max(), 3, count)

    name = "matthewcheok/MCFireworksButton"
    radii = []
    for picture in frames(directory, name.replace("/", "+"), "screenshot.gif"):
        blue = np.clip(picture[:, :, 2] - picture[:, :, 0], 0, 255)
        blue[:20] = 0
        y, x = np.mgrid[0:blue.shape[0], 0:blue.shape[1]]
        distance = np.hypot(x - 125, y - 221) * 320 / 250
        ring = (blue > 6) & (distance > 17) & (distance < 115)
        if blue[ring].sum() > 1000:
            radii.append((np.percentile(distance[ring], 10), np.median(distance[ring]), ring.sum()))
    row(name, "inner edge of the ring when it leaves the button, points", min(r[0] for r in radii), 0.7, len(radii))
    row(name, "largest median radius, points", max(r[1] for r in radii), 0.7, len(radii))

    name = "CrystalMarch/CAEmitterLayerDemo"
    shares, yellow, orange, count = [], 0, 0, 0
    for picture in frames(directory, name.replace("/", "+"), "\u7206\u70b8.gif"):
        ink = np.clip(252 - picture[:, :, 2], 0, 255) * (picture[:, :, 0] > 200)
        ink[:45] = 0
        ink[ink < 8] = 0
        middle = (picture[:, :, 0] > 230) & (picture[:, :, 1] > 220) & (picture[:, :, 2] < 60)
        y, x = np.mgrid[0:ink.shape[0], 0:ink.shape[1]]
        x, y = x - x[middle].mean(), y - y[middle].mean()
        ring = (np.hypot(x, y) > 50) & (np.hypot(x, y) < 140)
        shares.append(ink[ring & (np.abs(y) > np.abs(x))].sum() / ink[ring].sum())
        yellow += middle.sum()
        orange += ((picture[:, :, 0] > 230) & (picture[:, :, 1] < 150) & (picture[:, :, 2] < 90)).sum()
        count += 1
    # Some forty stars are in that ring, and most are the same in all frames.
    row(name, "share of ink above and below rather than beside the middle", np.mean(shares), 0.08, count)
    row(name, "yellow pixels where stars overlap, of yellow and orange", yellow / (yellow + orange), 0.02, count)


if __name__ == "__main__":
    main()
