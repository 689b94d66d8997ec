"""What a document says: layers, states and springs of main.caml, read from the .tendies archive."""
import io
import math
import os
import xml.etree.ElementTree as ElementTree
import zipfile

from PIL import Image

NAMESPACE = "{http://www.apple.com/CoreAnimation/1.0}"

# A damped oscillator of mass 1 that fits what the phone does between Locked and Unlock when a finger lets go, whatever
# the document says (least squares over Simple_Minecraft_Chest, 0.52 s to 1.87 s: stiffness 60.03, damping 12.97, start
# at 0.386 s; rms 0.0024 of the way, at most 0.017; the numbers are rounded).
HOST_SPRING = dict(mass=1.0, stiffness=60.0, damping=13.0)


def spring(time, mass, stiffness, damping, velocity=0.0):
    """How far (0 at rest, 1 at the target) a CASpringAnimation is after `time` seconds."""
    if time <= 0:
        return 0.0
    frequency = math.sqrt(stiffness / mass)
    ratio = damping / (2 * math.sqrt(stiffness * mass))
    envelope = math.exp(-ratio * frequency * time)
    if ratio < 1:
        omega = frequency * math.sqrt(1 - ratio * ratio)
        return 1 - envelope * (math.cos(omega * time) + (ratio * frequency - velocity) / omega * math.sin(omega * time))
    omega = frequency * math.sqrt(max(ratio * ratio - 1, 1e-12))
    return 1 - envelope * (math.cosh(omega * time) + (ratio * frequency - velocity) / omega * math.sinh(omega * time))


def spring_time(progress, parameters):
    """The first time at which the spring is `progress` of the way."""
    low, high = 0.0, 0.01
    while spring(high, **parameters) < progress:
        low, high = high, high + 0.01
        if high > 5:
            raise ValueError(f"the spring never reaches {progress}")
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if spring(middle, **parameters) < progress else (low, middle)
    return high


class Document:
    """The Floating animation of a wallpaper: the layer tree that moves."""

    def __init__(self, shared, name):
        self.archive = zipfile.ZipFile(os.path.join(shared, "documents", "wallpapers", name + ".tendies"))
        self.folder = next(n for n in self.archive.namelist()
                           if n.endswith("main.caml") and "Floating" in n and "__MACOSX" not in n)[:-len("main.caml")]
        root = ElementTree.fromstring(self.archive.read(self.folder + "main.caml")).find(NAMESPACE + "CALayer")
        self.size = tuple(float(v) for v in root.get("bounds").split()[2:])
        self.root = root
        self.layers = {e.get("id"): e for e in root.iter(NAMESPACE + "CALayer") if e.get("id")}

    def image(self, file):
        return Image.open(io.BytesIO(self.archive.read(self.folder + "assets/" + file))).convert("RGBA")

    def values(self, layer, state):
        """position.x, position.y, bounds.size.width and bounds.size.height of a layer in a state, as CAML has them."""
        element = self.layers[layer]
        bounds, position = element.get("bounds").split(), element.get("position").split()
        result = {"position.x": float(position[0]), "position.y": float(position[1]),
                  "bounds.size.width": float(bounds[2]), "bounds.size.height": float(bounds[3])}
        for entry in self.root.iterfind(f"{NAMESPACE}states/{NAMESPACE}LKState[@name='{state}']"):
            for set_value in entry.iter(NAMESPACE + "LKStateSetValue"):
                if set_value.get("targetId") == layer and set_value.get("keyPath") in result:
                    result[set_value.get("keyPath")] = float(set_value.find(NAMESPACE + "value").get("value"))
        return result

    def blend(self, layer, start, end, progress):
        """(x, y, width, height) on the screen, y down, of a layer that is `progress` of the way between two states."""
        a, b = self.values(layer, start), self.values(layer, end)
        v = {k: a[k] + progress * (b[k] - a[k]) for k in a}
        return v["position.x"], self.size[1] - v["position.y"], v["bounds.size.width"], v["bounds.size.height"]

    def transition_spring(self, layer, start, end):
        """The spring that the document names for a layer's position between two states, or None.

        Elements of the transition to a state, then of the one from a state: the first that has any."""
        for source, target in ((start, end), ("*", end), (start, "*")):
            for entry in self.root.iterfind(f"{NAMESPACE}stateTransitions/{NAMESPACE}LKStateTransition"
                                            f"[@fromState='{source}'][@toState='{target}']"):
                for element in entry.iter(NAMESPACE + "LKStateTransitionElement"):
                    animation = element.find(NAMESPACE + "animation")
                    if element.get("targetId") == layer and animation.get("type") == "CASpringAnimation":
                        return {k: float(animation.get(k)) for k in ("mass", "stiffness", "damping", "velocity")}
        return None
