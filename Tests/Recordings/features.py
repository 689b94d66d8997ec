"""One measurement for each document: where one moving layer is, found by its picture or its colour.

Every function takes the screen's pixels (bytes, `k` pixels a point), the place near which to look, and whether the
picture is our own render (no interface on top, no blur, no dimming); it gives (x, y, score) of the layer's centre
in document points, y down from the screen's top left."""
import numpy as np
from PIL import Image, ImageFilter

from matching import correlation, peak
from recording import luminance


def picture(image, width, height):
    """An image of the document at a size in points, with a transparent margin, as floats."""
    width, height = round(width), round(height)
    return np.asarray(image.resize((width, height), Image.LANCZOS)).astype(np.float32)


def github_mark(document, layer, near, radius=45):
    """A black disc on a light ground: luminance. The three discs are alike, hence the radius."""
    alpha = picture(document.image("pasted-1757764477577.png"), 200, 200)[..., 3] / 255
    template = alpha * 30 + (1 - alpha) * 240

    def measure(pixels, ours):
        found = correlation(luminance(pixels), template, np.ones_like(template))
        return peak(found, template.shape, near, radius)
    return measure, 1


def nokia_gold(document, layer, near, radius=110):
    """The golden monogram: red less blue, which the cream and the dark panel behind it lack."""
    image = picture(document.image("IMG_0046.png"), 70.4, 71.8)
    template = np.full((102, 102), 18, np.float32)
    alpha = image[..., 3] / 255
    template[15:87, 16:86] = (image[..., 0] - image[..., 2]) * alpha + 18 * (1 - alpha)

    def measure(pixels, ours, angles=(0,)):
        channel = pixels[..., 0].astype(np.float32) - pixels[..., 2]
        best = (0, 0, -1)
        # Ours turns the layer as the document asks; the phone did not.
        for angle in range(-180, 180, 12) if ours else angles:
            turned = np.asarray(Image.fromarray(template).rotate(angle, Image.BICUBIC, fillcolor=18))
            found = correlation(channel[90:420], turned, np.ones_like(turned))
            x, y, score = peak(found, turned.shape, (near[0], near[1] - 90), radius)
            best = max(best, (x, y + 90, score), key=lambda b: b[2])
        return best
    return measure, 1


def nokia_bear(document, layer, near, radius=130):
    """The teddy bear, by luminance under its own alpha."""
    image = picture(document.image("IMG_0050.png"), 266.01, 245)
    weights = np.where(image[..., 3] > 127, image[..., 3] / 255, 0)

    def measure(pixels, ours):
        found = correlation(luminance(pixels), luminance(image) * image[..., 3] / 255, weights)
        return peak(found, weights.shape, near, radius)
    return measure, 1


def chest_lock(document, layer, near, radius=200):
    """The grey foot of the lock, 56 x 28: its lower edge and its sides, as the only neutral mid tone there."""
    def neutral(a):
        a = a.astype(int)
        return (a.max(-1) - a.min(-1) < 24) & (a.max(-1) > 62) & (a.max(-1) < 180)

    def measure(pixels, ours):
        k = pixels.shape[1] / 390
        top, bottom = round((near[1] - 120) * k), round((near[1] + 60) * k)
        lower = []
        for x in np.linspace(176, 214, 9):
            rows = np.nonzero(neutral(pixels[top:bottom, round(x * k)]))[0]
            runs = [r for r in np.split(rows, np.nonzero(np.diff(rows) > 3)[0] + 1) if len(r) > 10 * k]
            if runs:
                lower.append(top + max(runs, key=len)[-1] + 1)
        if not lower:
            return near[0], near[1], 0.0
        edge = float(np.median(lower))
        columns = np.nonzero(neutral(pixels[round(edge - 7 * k)]))[0] / k
        columns = columns[(columns > 130) & (columns < 260)]
        return (columns.min() + columns.max() + 1 / k) / 2, edge / k - 14, 1.0
    return measure, 3


def chest_lid(document, layer, near, radius=None):
    """The upper edge of the lid (Top_chest.png): from the brown wall to the dark frame, at its left."""
    def measure(pixels, ours):
        k = pixels.shape[1] / 390
        column = luminance(pixels[:, round(9 * k):round(36 * k)]).mean(1)
        top, bottom = round(120 * k), round(640 * k)
        step = column[top:bottom - 6] - column[top + 6:bottom]
        return 195.0, (top + int(step.argmax()) + 3.5) / k, 1.0
    return measure, 3


def spider(document, layer, near, radius=60):
    """The red of the suit; on the home screen the phone blurs its wallpaper, so there the template is blurred too."""
    image = picture(document.image("spider.png"), 389.69, 844)
    red = lambda a: np.clip(a[..., 0] - np.maximum(a[..., 1], a[..., 2]), 0, 255)
    template = red(image * image[..., 3:] / 255)
    free = np.ones((844, 390), np.float32)
    boxes = [(0, 0, 390, 76), (18, 76, 190, 250), (165, 340, 200, 372), (165, 430, 198, 464), (18, 534, 98, 612),
             (293, 534, 372, 612), (152, 680, 240, 724), (6, 730, 384, 844)]
    boxes += [(x - 2, y - 2, x + 78, y + 80) for y in (76, 168, 260, 350) for x in (20, 112, 203, 295)]
    boxes += [(x - 2, 439, x + 78, 521) for x in (20, 112)]
    for a, b, c, d in boxes:
        free[b:d, a:c] = 0

    def measure(pixels, ours, home=False):
        crop, valid = template[200:700], None
        if home and not ours:
            blurred = Image.fromarray(template.astype(np.uint8)).filter(ImageFilter.GaussianBlur(22))
            crop, valid = np.asarray(blurred).astype(np.float32)[200:760], free
        found = correlation(red(pixels.astype(np.float32)), crop, np.ones_like(crop), valid, .1 if home else .35)
        offset = 200 + crop.shape[0] / 2 - 422
        x, y, score = peak(found, crop.shape, (near[0], near[1] + offset), radius)
        return x, y - offset, score
    return measure, 1


def drukqs_hammer(document, layer, near, radius=25, size=None):
    """The hammer's picture, stretched to the layer's size at that moment: nearly all of it on the home screen (icons
    masked), else a band at its middle that the cover sheet's lower edge does not cross."""
    image = document.image("download-removebg-preview_5_.png")
    free = np.ones((844, 390), np.float32)
    for a, b, c, d in [(20, 50, 150, 205), (155, 50, 300, 205), (10, 205, 302, 284), (12, 286, 160, 362),
                       (12, 364, 160, 440), (12, 442, 160, 520), (160, 364, 300, 520), (120, 550, 196, 582),
                       (6, 586, 308, 679), (0, 0, 313, 40)]:
        free[int(b * 1.246):int(d * 1.246) + 1, int(a * 1.246):int(c * 1.246) + 1] = 0

    def measure(pixels, ours, home=False):
        width, height = size
        part, middle = ((.9, .9), .5) if home else ((.6, .35), .4)
        box = [250 - 250 * part[0], 500 * middle - 250 * part[1], 250 + 250 * part[0], 500 * middle + 250 * part[1]]
        crop = np.asarray(image.resize((round(width * part[0]), round(height * part[1])), Image.BILINEAR, box=box))
        crop = crop.astype(np.float32)
        found = correlation(luminance(pixels), luminance(crop), crop[..., 3] / 255,
                            free if home and not ours else None, .03 if home else .3)
        offset = (middle - .5) * height
        x, y, score = peak(found, crop.shape[:2], (near[0], near[1] + offset), radius)
        return x, y - offset, score
    return measure, 1


def square_corner(document, layer, near, radius=None):
    """The apex of the outermost square's rounded corner that is nearest to `near`.

    The angle is the phase of the fourth moment of everything lit (the inner squares lie inside), the size its area."""
    def measure(pixels, ours):
        k = pixels.shape[1] / 390
        rows, columns = np.mgrid[0:pixels.shape[0], 0:pixels.shape[1]]
        x, y = (columns + .5) / k - 195, (rows + .5) / k - 422
        p = pixels.astype(int)
        lit = (np.abs(x) < 185) & (np.abs(y) < 190) & (p[..., 0] > 28) & (p[..., 0] - p[..., 2] > 20)
        if lit.sum() < 100:
            return near[0], near[1], 0.0
        cx, cy = x[lit].mean(), y[lit].mean()
        moment = (np.hypot(x[lit] - cx, y[lit] - cy) ** 4 * np.exp(4j * np.arctan2(y[lit] - cy, x[lit] - cx))).sum()
        side = np.sqrt(lit.sum() / k / k / (1 - .04 * (4 - np.pi)))
        reach = side / 250 * ((125 - 50) * np.sqrt(2) + 50)
        corners = np.angle(moment) / 4 + np.arange(4) * np.pi / 2
        points = np.stack([195 + cx + reach * np.cos(corners), 422 + cy + reach * np.sin(corners)], 1)
        best = points[np.hypot(*(points - np.array(near)).T).argmin()]
        return float(best[0]), float(best[1]), 1.0
    return measure, 2


def space_planet(document, layer, near, radius=90, template=None):
    """The orange planet, by red less blue, against its own picture in the last frame used."""
    def measure(pixels, ours):
        channel = pixels[..., 0].astype(np.float32) - pixels[..., 2]
        found = correlation(channel, template, np.ones_like(template))
        x, y, score = peak(found, template.shape, (near[0] * 480 / 390, near[1] * 480 / 390), radius)
        return x * 390 / 480, y * 390 / 480, score
    return measure, 480 / 390
