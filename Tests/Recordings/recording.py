"""Frames of a phone recording, and the rectangle of the phone's screen in them."""
import os
import subprocess
from dataclasses import dataclass

import numpy as np
from PIL import Image


def shared_directory(argument=None):
    """The folder with documents/: the argument, or what dev/data finds (MICA_SHARED names it)."""
    if argument:
        return argument
    project = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    found = subprocess.run([os.path.join(project, "dev", "data")], capture_output=True, text=True, check=False)
    if found.returncode:
        raise SystemExit("no folder with documents/ found: pass --shared DIR, or set MICA_SHARED (CONTRIBUTING.md)")
    return found.stdout.strip()


@dataclass
class Mapping:
    """Where the screen lies in the pixels: pixel = origin + scale * point, y down from the screen's top left."""
    scale_x: float
    scale_y: float
    origin_x: float
    origin_y: float
    width: float    # of the document, points
    height: float   # of the document, points

    def box(self):
        return (self.origin_x, self.origin_y,
                self.origin_x + self.width * self.scale_x, self.origin_y + self.height * self.scale_y)


def full_frame(size, document_size):
    """The mapping of a picture that is the whole screen."""
    return Mapping(size[0] / document_size[0], size[1] / document_size[1], 0, 0, *document_size)


class Recording:
    """One recording; frames are decoded once, in presentation order, without dropping or doubling any."""

    def __init__(self, shared, name):
        self.path = os.path.join(shared, "documents", "recordings", name)
        if not os.path.exists(self.path):
            raise SystemExit(f"{self.path} is missing")
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
             "frame=best_effort_timestamp_time:stream=width,height", "-of", "flat=s=_", self.path],
            capture_output=True, text=True, check=True).stdout
        values = [line.split("=") for line in probe.split()]
        self.times = [float(v.strip('"')) for k, v in values if k.endswith("timestamp_time")]
        size = {k.rsplit("_", 1)[1]: int(v) for k, v in values if k.endswith(("_width", "_height"))}
        self.size = (size["width"], size["height"])

    def frames(self, numbers):
        """The frames of these numbers, as {number: height x width x 3 bytes}."""
        wanted, result = set(numbers), {}
        length = self.size[0] * self.size[1] * 3
        decoder = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-i", self.path, "-fps_mode", "passthrough", "-frames:v", str(max(wanted) + 1),
             "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], stdout=subprocess.PIPE)
        for number in range(max(wanted) + 1):
            data = decoder.stdout.read(length)
            if len(data) < length:
                raise SystemExit(f"{self.path}: frame {number} is missing")
            if number in wanted:
                result[number] = np.frombuffer(data, np.uint8).reshape(self.size[1], self.size[0], 3)
        decoder.stdout.close()
        decoder.wait()
        return result


def screen(pixels, mapping, pixels_per_point=1.0):
    """The screen alone, resampled to so many pixels a point."""
    size = (round(mapping.width * pixels_per_point), round(mapping.height * pixels_per_point))
    box = tuple(min(value, limit) for value, limit in zip(mapping.box(), (pixels.shape[1], pixels.shape[0]) * 2))
    return np.asarray(Image.fromarray(pixels).resize(size, Image.BILINEAR, box=box))


def luminance(pixels):
    return pixels[..., :3].astype(np.float32) @ np.array([.299, .587, .114], np.float32)
