"""The features of the Lottie specification for dev/conformance: a document of 100 x 100 points and the pixels that it must have.

Expected colours are computed from the words of lottie/lottie-spec, quoted in short, and of the recommendations that it names. A pixel is
checked well away from edges, so that antialiasing has no part in it.
"""
import collections, math

Check = collections.namedtuple("Check", "time x y color fuzz")
Feature = collections.namedtuple("Feature", "key area name words document checks")
FEATURES = []
RED, GREEN, BLUE, WHITE, BLACK, CLEAR = ((255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (255, 255, 255, 255), (0, 0, 0, 255),
                                         (0, 0, 0, 0))


def still(value):
    return {"a": 0, "k": value}


def keys(*pairs, **more):
    """An animated value: (frame, value) or (frame, value, members of the key)."""
    return {"a": 1, "k": [{"t": p[0], "s": p[1] if isinstance(p[1], list) else [p[1]], **LINEAR, **(p[2] if len(p) > 2 else {})} for p in pairs],
            **more}


LINEAR = {"o": {"x": [0.0], "y": [0.0]}, "i": {"x": [1.0], "y": [1.0]}}


def document(*layers, **more):
    # ver: what the specification says counts, also where After Effects and its exporter mean something else.
    return {"ver": 10001, "v": "5.7.0", "fr": 10, "ip": 0, "op": 20, "w": 100, "h": 100, "layers": list(layers), **more}


def layer(kind, **more):
    return {"ty": kind, "nm": "L", "ip": 0, "op": 20, "st": 0, "ks": {}, **more}


def solid(color, width=100, height=100, **more):
    return layer(1, sw=width, sh=height, sc="#%02x%02x%02x" % color[:3], **more)


def shapes(*items, **more):
    return layer(4, shapes=list(items), **more)


def group(*items, **transform):
    return {"ty": "gr", "it": list(items) + [{"ty": "tr", **transform}]}


def rect(x, y, w, h, r=0, **more):
    """A rectangle by its upper left corner and its size."""
    return {"ty": "rc", "p": still([x + w / 2, y + h / 2]), "s": still([w, h]), "r": still(r), **more}


def path(points, closed=True):
    return {"ty": "sh", "ks": still(bezier(points, closed))}


def bezier(points, closed=True):
    zero = [[0, 0] for _ in points]
    return {"c": closed, "v": [list(p) for p in points], "i": zero, "o": zero}


def fill(color=RED, opacity=100, **more):
    return {"ty": "fl", "c": still([c / 255 for c in color[:3]]), "o": still(opacity), "r": 1, **more}


def stroke(width, color=RED, cap=1, join=1, **more):
    return {"ty": "st", "c": still([c / 255 for c in color[:3]]), "o": still(100), "w": still(width), "lc": cap, "lj": join, "ml": 4, **more}


def gradient(kind, stops, start=(10, 0), end=(90, 0), count=2, **more):
    return {"ty": "gf", "t": kind, "o": still(100), "s": still(list(start)), "e": still(list(end)), "g": {"p": count, "k": still(stops)},
            "r": 1, **more}


def trim(start, end, offset=0, m=1):
    return {"ty": "tm", "s": still(start), "e": still(end), "o": still(offset), "m": m}


def mask(points, mode="a", opacity=100, **more):
    return {"mode": mode, "pt": still(bezier(points)), "o": still(opacity), **more}


def box(x, y, w, h):
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def mixed(color, alpha):
    """The straight colour with an alpha from 0 to 1."""
    return tuple(color[:3]) + (round(255 * alpha),)


def feature(key, area, name, words, made, *checks, fuzz=3):
    """Adds a feature; a check is (x, y, colour) at time 0, or (x, y, colour, time)."""
    FEATURES.append(Feature(key, area, name, words, made, [Check(c[3] if len(c) > 3 else 0, c[0], c[1], c[2], fuzz) for c in checks]))


# Composition

feature("order", "composition", "layer order", "the first layer is on top", document(solid(RED, 50), solid(BLUE)), (25, 50, RED), (75, 50, BLUE))
feature("frames", "composition", "first frame and frame rate", "time 0 is frame ip; fr frames are a second",
        document(solid(RED, 10, 10, ks={"p": keys((5, [0, 0]), (15, [80, 0]))}), ip=5, op=15), (5, 5, RED), (45, 5, RED, 0.5), (5, 5, CLEAR, 0.5))
feature("bounds", "composition", "size", "nothing is drawn outside of w and h",
        document(layer(0, refId="c", w=50, h=50), assets=[{"id": "c", "layers": [solid(RED)]}]), (25, 25, RED), (75, 25, CLEAR))
feature("slots", "composition", "slots", "a property with sid has the slot's value",
        document(shapes(rect(0, 0, 100, 100), fill(RED, c={"sid": "tint"})), slots={"tint": {"p": still([0, 0, 1])}}), (50, 50, BLUE))

# Layers

feature("solid", "layers", "solid", "a rectangle of sw, sh and sc", document(solid(GREEN, 60, 40)), (30, 20, GREEN), (70, 20, CLEAR), (30, 50, CLEAR))
PNG = ("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4"
       "zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg==")
feature("image", "layers", "image", "an asset of kind image, at its w and h",
        document(layer(2, refId="i"), assets=[{"id": "i", "w": 40, "h": 20, "u": "", "p": PNG, "e": 1}]), (4, 10, RED), (36, 10, BLUE), (60, 10, CLEAR))
feature("shape-layer", "layers", "shapes", "draws its list of shapes", document(shapes(rect(10, 10, 30, 30), fill())), (25, 25, RED), (60, 25, CLEAR))
feature("precomposition", "layers", "precomposition", "draws the layers of an asset",
        document(layer(0, refId="c", w=100, h=100, ks={"p": still([20, 0])}), assets=[{"id": "c", "layers": [solid(RED, 30)]}]),
        (10, 50, CLEAR), (35, 50, RED), (60, 50, CLEAR))
feature("null", "layers", "null", "draws nothing", document(layer(3), solid(RED)), (50, 50, RED))
feature("unknown-layer", "layers", "unknown type", "a layer of an unknown type is ignored", document(layer(99), solid(RED)), (50, 50, RED))
feature("in-and-out", "layers", "in and out points", "visible from ip, up to op",
        document(solid(RED, ip=5, op=10)), (50, 50, CLEAR, 0.4), (50, 50, RED, 0.5), (50, 50, RED, 0.9), (50, 50, CLEAR, 1))
feature("parent", "layers", "parents", "transitive; the child's matrix times the parent's",
        document(solid(RED, 10, 10, parent=1, ks={"p": still([10, 0])}), layer(3, ind=1, parent=2, ks={"s": still([200, 200])}),
                 layer(3, ind=2, ks={"p": still([30, 30]), "o": still(0)})), (60, 40, RED), (45, 40, CLEAR), (75, 40, CLEAR))
feature("hidden", "layers", "hidden layers", "hd layers are not drawn, but place their children",
        document(solid(RED, 20, 20, parent=1), solid(BLUE, 20, 20, ind=1, hd=True, ks={"p": still([40, 40])})), (50, 50, RED), (10, 10, CLEAR))
feature("hidden-matte", "layers", "hidden mattes", "hd layers count as mattes",
        document(solid(WHITE, 50, ind=1, td=1, hd=True), solid(RED, tt=1, tp=1)), (25, 50, RED), (75, 50, CLEAR))
feature("opacity", "layers", "opacity", "0 is transparent, 100 opaque", document(solid(RED, ks={"o": still(40)})), (50, 50, mixed(RED, 0.4)))
feature("auto-orient", "layers", "auto orientation", "the layer turns along its path",
        document(solid(RED, 40, 10, ao=1, ks={"a": still([20, 5]), "p": keys((0, [50, 10]), (20, [50, 90]))})), (50, 34, RED, 1), (34, 50, CLEAR, 1))
feature("stretch", "layers", "time stretch", "sr above 1 makes the layer slower",
        document(layer(0, refId="c", w=100, h=100, sr=2), assets=[{"id": "c", "layers": [solid(RED, 10, 10, ks={"p": keys((0, [0, 0]), (10, [80, 0]))})]}]),
        (45, 5, RED, 1), (85, 5, CLEAR, 1))
feature("stretch-start", "layers", "start of a stretched layer", "st is subtracted after the division by sr",
        document(layer(0, refId="c", w=100, h=100, sr=2, st=4), assets=[{"id": "c", "layers": [solid(RED, 10, 10, ks={"p": keys((0, [0, 0]), (10, [80, 0]))})]}]),
        (21, 5, RED, 1.2), (37, 5, CLEAR, 1.2))
feature("remap", "layers", "time remap", "tm is the time inside, in seconds",
        document(layer(0, refId="c", w=100, h=100, tm=keys((0, 1), (10, 0))),
                 assets=[{"id": "c", "layers": [solid(RED, 10, 10, ks={"p": keys((0, [0, 0]), (10, [80, 0]))})]}]), (85, 5, RED), (25, 5, RED, 0.75))
for mode, name, left, right in [(1, "alpha", 1, 0), (2, "inverted alpha", 0, 1), (3, "luma", 0.2126, 0), (4, "inverted luma", 1 - 0.2126, 1)]:
    feature(f"matte-{mode}", "mattes", name, "the matte's alpha or luminance, or its inverse, times the layer",
            document(solid(RED, 50, ind=1, td=1), solid(BLUE, tt=mode, tp=1)), (25, 50, mixed(BLUE, left)), (75, 50, mixed(BLUE, right)), fuzz=4)
feature("matte-above", "mattes", "without tp", "the layer above is the matte", document(solid(WHITE, 50, td=1), solid(RED, tt=1)), (25, 50, RED), (75, 50, CLEAR))
LEFT, MIDDLE = box(0, 0, 50, 100), box(25, 0, 50, 100)
for key, name, masks, colors in [
    ("none", "none", [mask(LEFT, "n")], (1, 1, 1)), ("add", "add", [mask(LEFT), mask(MIDDLE)], (1, 1, 0)),
    ("subtract", "subtract", [mask(LEFT), mask(MIDDLE, "s")], (1, 0, 0)), ("intersect", "intersect", [mask(LEFT), mask(MIDDLE, "i")], (0, 1, 0)),
    ("first", "subtract first", [mask(LEFT, "s")], (0, 0, 1)), ("part", "subtract in part", [mask(LEFT, "s", 40)], (0.6, 0.6, 1)),
    ("opacity", "opacity", [mask(LEFT, "a", 40)], (0.4, 0.4, 0)), ("inverted", "inverted", [mask(LEFT, inv=True)], (0, 0, 1)),
    ("default", "default mode", [mask(LEFT), {k: v for k, v in mask(MIDDLE).items() if k != "mode"}], (0, 1, 0))]:
    feature(f"mask-{key}", "masks", name, "masks are combined in order, by coverage times opacity; the default mode is intersect" if key == "default" else
            "masks are combined in order, by coverage times opacity", document(solid(RED, masksProperties=masks, hasMask=True)),
            *[(x, 50, mixed(RED, a)) for x, a in zip((12, 37, 85), colors)])


# Blend modes, by W3C's Compositing and Blending

def lightness(c):
    return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]


def with_lightness(c, light):
    c = [v + light - lightness(c) for v in c]
    least, most = min(c), max(c)
    if least < 0:
        c = [light + (v - light) * light / (light - least) for v in c]
    if most > 1:
        c = [light + (v - light) * (1 - light) / (most - light) for v in c]
    return c


def with_range(c, other):
    low, span = min(c), max(c) - min(c)
    return [(v - low) * (max(other) - min(other)) / span if span else 0 for v in c]


def hard(s, b):
    return 2 * s * b if s <= 0.5 else 1 - 2 * (1 - s) * (1 - b)


def soft(s, b):
    d = ((16 * b - 12) * b + 4) * b if b <= 0.25 else math.sqrt(b)
    return b - (1 - 2 * s) * b * (1 - b) if s <= 0.5 else b + (2 * s - 1) * (d - b)


EACH = {0: lambda s, b: s, 1: lambda s, b: s * b, 2: lambda s, b: s + b - s * b, 3: lambda s, b: hard(b, s), 4: min, 5: max,
        6: lambda s, b: 0 if b == 0 else 1 if s == 1 else min(1, b / (1 - s)), 7: lambda s, b: 1 if b == 1 else 0 if s == 0 else 1 - min(1, (1 - b) / s),
        8: hard, 9: soft, 10: lambda s, b: abs(s - b), 11: lambda s, b: s + b - 2 * s * b, 16: lambda s, b: min(1, s + b)}
TOGETHER = {12: lambda s, b: with_lightness(with_range(s, b), lightness(b)), 13: lambda s, b: with_lightness(with_range(b, s), lightness(b)),
            14: lambda s, b: with_lightness(s, lightness(b)), 15: lambda s, b: with_lightness(b, lightness(s))}
NAMES = ["normal", "multiply", "screen", "overlay", "darken", "lighten", "color dodge", "color burn", "hard light", "soft light", "difference",
         "exclusion", "hue", "saturation", "color", "luminosity", "add"]
ABOVE, BELOW = (224, 64, 96, 255), (48, 128, 192, 255)
for mode, name in enumerate(NAMES):
    s, b = [c / 255 for c in ABOVE[:3]], [c / 255 for c in BELOW[:3]]
    result = TOGETHER[mode](s, b) if mode in TOGETHER else [EACH[mode](x, y) for x, y in zip(s, b)]
    feature(f"blend-{mode}", "blend modes", name, "as the CSS mode", document(solid(ABOVE, bm=mode), solid(BELOW)),
            (50, 50, tuple(round(255 * v) for v in result) + (255,)))

# Transforms

feature("anchor", "transform", "anchor and position", "translate by -a, ..., translate by p",
        document(solid(RED, 20, 20, ks={"a": still([10, 10]), "p": still([50, 50])})), (50, 50, RED), (42, 42, RED), (65, 50, CLEAR))
feature("scale", "transform", "scale", "about the anchor, in percent", document(solid(RED, 20, 20, ks={"a": still([10, 10]), "p": still([50, 50]), "s": still([200, 50])})),
        (33, 50, RED), (50, 42, CLEAR))
feature("rotation", "transform", "rotation", "clockwise, in degrees", document(solid(RED, 40, 10, ks={"a": still([0, 5]), "p": still([50, 50]), "r": still(90)})),
        (50, 80, RED), (80, 50, CLEAR), (50, 20, CLEAR))
feature("skew", "transform", "skew", "skew x by tan(-sk)", document(solid(RED, 20, 40, ks={"a": still([10, 20]), "p": still([50, 50]), "sk": still(45)})),
        (65, 34, RED), (35, 34, CLEAR), (35, 66, RED), (65, 66, CLEAR))
feature("skew-axis", "transform", "skew axis", "rotate by -sa, skew, rotate by sa",
        document(solid(RED, 40, 20, ks={"a": still([20, 10]), "p": still([50, 50]), "sk": still(45), "sa": still(90)})), (66, 65, RED), (66, 35, CLEAR), (34, 35, RED), (34, 65, CLEAR))
feature("split", "transform", "split position", "x and y have keys of their own",
        document(solid(RED, 10, 10, ks={"p": {"s": True, "x": keys((0, 0), (20, 80)), "y": keys((0, 0), (10, 80))}})), (45, 85, RED, 1))

# Properties

MOVE = lambda value: document(solid(RED, 10, 10, ks={"p": value}))
feature("linear", "properties", "linear keys", "straight handles make a straight change", MOVE(keys((0, [0, 0]), (20, [80, 0]))), (45, 5, RED, 1), (25, 5, RED, 0.5))
feature("hold", "properties", "hold", "h keeps the value up to the next key", MOVE(keys((0, [0, 0], {"h": 1}), (10, [80, 0]))), (5, 5, RED, 0.9), (85, 5, RED, 1))
feature("easing", "properties", "easing", "a cubic from (0,0) to (1,1) by the handles o and i",
        MOVE(keys((0, [0, 0], {"o": {"x": [0.0], "y": [1.0]}, "i": {"x": [0.0], "y": [1.0]}}), (20, [80, 0]))), (5 + round(80 * (1 - (1 - 0.5 ** (1 / 3)) ** 3)), 5, RED, 1))
feature("dimensions", "properties", "easing by dimension", "handles may have a number for each dimension",
        document(solid(RED, 50, 50, ks={"s": keys((0, [0, 0], {"o": {"x": [0, 0], "y": [0, 1]}, "i": {"x": [1, 0], "y": [1, 1]}}), (20, [200, 200]))})),
        (45, 5, RED, 1), (60, 5, CLEAR, 1), (5, 90, RED, 1))
feature("before", "properties", "outside of the keys", "before the first key its value, after the last key the last one",
        MOVE(keys((5, [20, 0]), (10, [60, 0]))), (25, 5, RED), (65, 5, RED, 1.5))
feature("curve", "properties", "position along a curve", "to and ti are the handles of the curve; the easing's factor is that of its length",
        MOVE(keys((0, [0, 40], {"to": [0, -40], "ti": [0, -40]}), (20, [80, 40]))), (45, 15, RED, 1), (5, 45, RED))
feature("color-keys", "properties", "colour keys", "each component changes by itself",
        document(shapes(rect(0, 0, 100, 100), fill(c=keys((0, [1, 0, 0]), (20, [0, 0, 1]))))), (50, 50, (128, 0, 128, 255), 1))
feature("shape-keys", "properties", "path keys", "vertices and handles change one by one",
        document(shapes({"ty": "sh", "ks": keys((0, [bezier(box(0, 0, 20, 20))]), (20, [bezier(box(60, 0, 20, 20))]))}, fill())), (40, 10, RED, 1), (10, 10, CLEAR, 1))

# Shapes

feature("rectangle", "shapes", "rectangle", "p is the middle, s the size", document(shapes(rect(20, 30, 40, 20), fill())), (21, 31, RED), (58, 48, RED), (40, 55, CLEAR))
feature("rounded", "shapes", "rectangle with round corners", "r, at most half of a side", document(shapes(rect(10, 10, 80, 40, 100), fill())),
        (12, 12, CLEAR), (13, 30, RED), (30, 12, RED), (14, 13, CLEAR))
feature("ellipse", "shapes", "ellipse", "p is the middle, s both diameters",
        document(shapes({"ty": "el", "p": still([50, 50]), "s": still([80, 40])}, fill())), (12, 50, RED), (50, 32, RED), (18, 36, CLEAR))
feature("path-closed", "shapes", "closed path", "c joins the last vertex to the first",
        document(shapes(path([(20, 20), (80, 20), (80, 80)]), stroke(8))), (50, 50, RED), (50, 20, RED), (35, 65, CLEAR))
feature("path-open", "shapes", "open path", "without c the ends are not joined", document(shapes(path([(20, 20), (80, 20), (80, 80)], False), stroke(8))), (50, 50, CLEAR), (80, 50, RED))
STAR = {"ty": "sr", "p": still([50, 50]), "r": still(0), "or": still(40), "os": still(0)}
feature("star", "shapes", "star", "pt points upwards at radius or, between them ir",
        document(shapes({**STAR, "sy": 1, "pt": still(4), "ir": still(10), "is": still(0)}, fill())), (50, 20, RED), (50, 80, RED), (62, 38, CLEAR), (54, 46, RED))
feature("polygon", "shapes", "polygon", "sy 2 has no inner vertices", document(shapes({**STAR, "sy": 2, "pt": still(4)}, fill())), (50, 14, RED), (66, 34, RED), (75, 25, CLEAR))
feature("star-fraction", "shapes", "points of a star", "rounded to a whole number", document(shapes({**STAR, "sy": 2, "pt": still(4.4)}, fill())), (50, 86, RED), (88, 50, RED))
feature("direction", "shapes", "direction", "d 3 runs the other way: a half is the left one",
        document(shapes({"ty": "el", "p": still([50, 50]), "s": still([60, 60]), "d": 3}, trim(0, 50), stroke(8))), (20, 50, RED), (80, 50, CLEAR))
feature("start", "shapes", "where shapes begin", "ellipses at the top, clockwise: a half is the right one",
        document(shapes({"ty": "el", "p": still([50, 50]), "s": still([60, 60])}, trim(0, 50), stroke(8))), (80, 50, RED), (20, 50, CLEAR))
feature("rectangle-start", "shapes", "where rectangles begin", "at the upper right corner, downwards",
        document(shapes(rect(20, 20, 60, 60), trim(0, 25), stroke(8))), (80, 50, RED), (50, 20, CLEAR), (20, 50, CLEAR), (50, 80, CLEAR))
feature("group-order", "shapes", "order in a group", "the first item is on top",
        document(shapes(group(rect(0, 0, 50, 50), fill(RED)), group(rect(0, 0, 100, 100), fill(BLUE)))), (25, 25, RED), (75, 75, BLUE))
feature("group", "shapes", "transform of a group", "changes the coordinates of the items",
        document(shapes(group(rect(0, 0, 10, 10), fill(), p=still([50, 50]), s=still([300, 300])))), (75, 75, RED), (45, 45, CLEAR))
feature("hidden-shape", "shapes", "hidden shapes", "hd items are ignored, modifiers too",
        document(shapes(rect(0, 0, 50, 100), rect(50, 0, 50, 100, hd=True), {**trim(0, 10), "hd": True}, fill())), (25, 50, RED), (75, 50, CLEAR))
feature("unknown-shape", "shapes", "unknown type", "an item of an unknown type is ignored", document(shapes({"ty": "zzz"}, rect(0, 0, 50, 50), fill())), (25, 25, RED))
feature("style-scope", "shapes", "styles", "apply to the shapes before them",
        document(shapes(rect(0, 0, 50, 100), fill(), rect(50, 0, 50, 100))), (25, 50, RED), (75, 50, CLEAR))
PAIR = [path(box(10, 10, 80, 80)), path(box(30, 30, 40, 40))]
feature("nonzero", "styles", "fill rule nonzero", "shapes of one direction have no hole", document(shapes(*PAIR, fill(r=1))), (50, 50, RED), (20, 20, RED))
feature("evenodd", "styles", "fill rule even-odd", "the inner shape is a hole", document(shapes(*PAIR, fill(r=2))), (50, 50, CLEAR), (20, 20, RED))
feature("fill-opacity", "styles", "opacity of a fill", "in percent", document(shapes(rect(0, 0, 100, 100), fill(opacity=25))), (50, 50, mixed(RED, 0.25)))
LINE = path([(30, 50), (70, 50)], False)
for cap, name, end, corner in [(1, "butt", CLEAR, CLEAR), (2, "round", RED, CLEAR), (3, "square", RED, RED)]:
    feature(f"cap-{cap}", "styles", f"line cap {name}", "the end of a line", document(shapes(LINE, stroke(20, cap=cap))), (50, 50, RED), (24, 50, end), (22, 42, corner))
CORNER = path([(20, 80), (20, 20), (80, 20)], False)
for join, name, tip, bevel in [(1, "mitre", RED, RED), (2, "round", CLEAR, RED), (3, "bevel", CLEAR, CLEAR)]:
    feature(f"join-{join}", "styles", f"line join {name}", "the corner of a line", document(shapes(CORNER, stroke(20, join=join))), (20, 50, RED), (11, 11, tip), (14, 14, bevel))
feature("mitre", "styles", "mitre limit", "beyond ml the join is a bevel", document(shapes(CORNER, {**stroke(20), "ml": 1})),
        (20, 50, RED), (11, 11, CLEAR), (14, 14, CLEAR), (16, 16, RED))
DASH = lambda *lengths: [{"n": n, "v": still(v)} for n, v in lengths]
LONG = path([(0, 50), (100, 50)], False)
feature("dashes", "styles", "dashes", "dash and gap in turns", document(shapes(LONG, stroke(10, d=DASH(("d", 20), ("g", 10))))), (10, 50, RED), (25, 50, CLEAR), (40, 50, RED), (55, 50, CLEAR))
feature("dash-offset", "styles", "dash offset", "o moves the start of the pattern", document(shapes(LONG, stroke(10, d=DASH(("d", 20), ("g", 10), ("o", 10))))), (5, 50, RED), (15, 50, CLEAR), (30, 50, RED))
feature("dash-odd", "styles", "odd number of dashes", "the sequence repeats with dashes and gaps reversed",
        document(shapes(LONG, stroke(10, d=DASH(("d", 10), ("g", 20), ("d", 20))))), (5, 50, RED), (20, 50, CLEAR), (40, 50, RED), (55, 50, CLEAR), (70, 50, RED), (90, 50, CLEAR))
feature("dash-negative", "styles", "negative dashes", "the whole pattern is ignored", document(shapes(LONG, stroke(10, d=DASH(("d", 20), ("g", -10))))), (10, 50, RED), (25, 50, RED), (55, 50, RED))
feature("dash-zero", "styles", "dashes of length 0", "the whole pattern is ignored", document(shapes(LONG, stroke(10, d=DASH(("d", 0), ("g", 0))))), (10, 50, RED), (55, 50, RED))
WHOLE, TWO = rect(0, 0, 100, 100), [0, 1, 0, 0, 1, 0, 0, 1]
feature("linear-gradient", "styles", "linear gradient", "colours along the line from s to e",
        document(shapes(WHOLE, gradient(1, TWO))), (5, 50, RED), (50, 20, (127, 0, 128, 255)), (95, 50, BLUE), fuzz=4)
feature("radial-gradient", "styles", "radial gradient", "colours from s to the circle through e",
        document(shapes(WHOLE, gradient(2, TWO, (50, 50), (90, 50)))), (50, 51, (251, 0, 4, 255)), (50, 30, (127, 0, 128, 255)), (95, 50, BLUE), (5, 5, BLUE), fuzz=8)
feature("highlight", "styles", "highlight", "h of the way to e is the focal point",
        document(shapes(WHOLE, {**gradient(2, TWO, (50, 50), (90, 50)), "h": still(50), "a": still(0)})), (70, 50, (252, 0, 3, 255)), (40, 50, (127, 0, 128, 255)), (80, 50, (127, 0, 128, 255)), fuzz=10)
feature("gradient-alpha", "styles", "transparency in gradients", "offset and alpha follow the colours",
        document(shapes(WHOLE, gradient(1, [0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0]))), (5, 50, RED), (50, 50, mixed(RED, 0.5)), (95, 50, CLEAR), fuzz=4)
feature("gradient-stroke", "styles", "gradient of a stroke", "as a fill's, in the line",
        document(shapes(LONG, {**gradient(1, TWO), **stroke(20), "ty": "gs", "c": None})), (3, 50, RED), (97, 50, BLUE), (50, 50, (127, 0, 128, 255)), (50, 20, CLEAR), fuzz=4)
feature("gradient-keys", "styles", "keys of gradients", "the numbers of the stops change one by one",
        document(shapes(WHOLE, {**gradient(1, TWO), "g": {"p": 2, "k": keys((0, TWO), (20, [0, 0, 0, 1, 1, 0, 0, 1]))}})), (5, 50, (128, 0, 128, 255), 1), fuzz=4)

# Modifiers

UPPER, LOWER = path([(0, 25), (100, 25)], False), path([(0, 75), (100, 75)], False)
feature("trim", "modifiers", "trim", "the part from s to e of the length", document(shapes(LONG, trim(20, 60), stroke(10))), (10, 50, CLEAR), (25, 50, RED), (55, 50, RED), (70, 50, CLEAR))
feature("trim-offset", "modifiers", "offset of a trim", "o moves it around, in degrees", document(shapes(LONG, trim(0, 50, 270), stroke(10))), (10, 50, RED), (50, 50, CLEAR), (90, 50, RED))
feature("trim-swapped", "modifiers", "trim from end to start", "the lesser of both is the start", document(shapes(LONG, trim(60, 20), stroke(10))), (10, 50, CLEAR), (40, 50, RED), (80, 50, CLEAR))
feature("trim-nothing", "modifiers", "trim of nothing", "if s and e are equal nothing is drawn",
        document(shapes(group(LONG, trim(50, 50), stroke(10, cap=2)), group(UPPER, stroke(10)))), (50, 50, CLEAR), (50, 25, RED))
feature("trim-each", "modifiers", "trim of each shape", "m 1 trims each shape", document(shapes(UPPER, LOWER, trim(0, 50), stroke(10))), (25, 25, RED), (25, 75, RED), (75, 25, CLEAR), (75, 75, CLEAR))
feature("trim-all", "modifiers", "trim of all shapes", "m 2 trims all as one, in render order", document(shapes(UPPER, LOWER, trim(0, 50, m=2), stroke(10))), (75, 75, RED), (75, 25, CLEAR), (25, 25, CLEAR))
feature("pucker", "modifiers", "pucker", "vertices move to the mean, handles away from it",
        document(shapes(path(box(10, 10, 80, 80)), {"ty": "pb", "a": still(50)}, fill())), (50, 50, RED), (15, 15, CLEAR), (50, 12, RED))
feature("bloat", "modifiers", "bloat", "vertices move away from the mean, handles to it",
        document(shapes(path(box(30, 30, 40, 40)), {"ty": "pb", "a": still(-50)}, fill())), (27, 27, RED), (50, 32, CLEAR), (50, 50, RED))
