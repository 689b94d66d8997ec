#!/usr/bin/env python3
"""One contact sheet for each recording: its frames (above) beside our pictures of the same moments (below).

    measure.py --commands --mica PATH --ours DIR | sh      make our pictures first
    contact.py --ours DIR --output DIR                     DOCUMENT.png for each document

A circle marks where the layer was measured (recording: moments.tsv; ours: measured now), a cross where the document
says that it is. Where our picture is missing the cell says so. Needs what measure.py needs."""
import argparse
import os

from PIL import Image, ImageDraw

from measure import measure_ours, read_table
from recording import Mapping, Recording, screen, shared_directory

HEIGHT, GAP, CAPTION = 520, 12, 44  # pixels


def mark(picture, row, point, predicted):
    """The picture at the sheet's height, with a circle and a cross at places given in document points."""
    width = round(HEIGHT * float(row["width"]) / float(row["height"]))
    picture = picture.resize((width, HEIGHT), Image.LANCZOS)
    scale, draw = HEIGHT / float(row["height"]), ImageDraw.Draw(picture)
    if predicted:
        x, y = predicted[0] * scale, predicted[1] * scale
        draw.line([x - 12, y, x + 12, y], fill=(0, 255, 255), width=2)
        draw.line([x, y - 12, x, y + 12], fill=(0, 255, 255), width=2)
    if point:
        x, y = point[0] * scale, point[1] * scale
        draw.ellipse([x - 8, y - 8, x + 8, y + 8], outline=(255, 0, 255), width=3)
    return picture


def describe(row):
    if row["kind"] == "transition":
        return f"{row['from']} to {row['to']}", f"{float(row['progress']):.0%} of the way, {row['time']} s"
    if row["kind"] == "phase":
        return f"{row['from']}, animation at {row['ours_time']} s", f"recording at {row['time']} s"
    return row["from"] or "drift", f"recording at {row['time']} s"


def sheet(rows, ours, directory, recording):
    """The sheet of one document."""
    frames = recording.frames([int(r["frame"]) for r in rows])
    width = round(HEIGHT * float(rows[0]["width"]) / float(rows[0]["height"]))
    result = Image.new("RGB", (GAP + (width + GAP) * len(rows), 2 * (HEIGHT + CAPTION) + 3 * GAP), (40, 40, 44))
    draw = ImageDraw.Draw(result)
    for column, row in enumerate(rows):
        left, top = GAP + column * (width + GAP), GAP
        mapping = Mapping(*(float(row[k]) for k in ("scale_x", "scale_y", "origin_x", "origin_y", "width", "height")))
        predicted = (float(row["predicted_x"]), float(row["predicted_y"]))
        theirs = Image.fromarray(screen(frames[int(row["frame"])], mapping, 2))
        result.paste(mark(theirs, row, (float(row["x"]), float(row["y"])), predicted), (left, top))
        for line, text in enumerate(describe(row)):
            draw.text((left, top + HEIGHT + 4 + 16 * line), text, fill=(230, 230, 230))
        top += HEIGHT + CAPTION + GAP
        x, y, difference = ours.get(row["ours"], (None, None, None))
        path = os.path.join(directory, row["ours"]) if row["ours"] else ""
        if difference is None:
            draw.rectangle([left, top, left + width - 1, top + HEIGHT - 1], outline=(120, 120, 120))
            draw.text((left + 8, top + 8), "no picture of ours" if path else "particles: not compared", fill=(200, 200, 200))
            continue
        picture = Image.open(path).convert("RGBA")
        ground = Image.new("RGBA", picture.size, (0, 0, 0, 255))
        ground.alpha_composite(picture)
        result.paste(mark(ground.convert("RGB"), row, (x, y), predicted), (left, top))
        draw.text((left, top + HEIGHT + 4), f"ours: {difference:.2%} of the width away", fill=(230, 230, 230))
    return result


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", help="the folder with documents/")
    parser.add_argument("--table", default=os.path.join(here, "moments.tsv"))
    parser.add_argument("--ours", required=True, help="the folder of our pictures, DOCUMENT-N.png")
    parser.add_argument("--output", required=True, help="the folder for the sheets")
    options = parser.parse_args()
    shared, rows = shared_directory(options.shared), read_table(options.table)
    ours = {row["ours"]: rest for row, *rest in measure_ours(shared, options.ours, rows)}
    os.makedirs(options.output, exist_ok=True)
    for name in dict.fromkeys(row["document"] for row in rows):
        own = [row for row in rows if row["document"] == name]
        path = os.path.join(options.output, name + ".png")
        sheet(own, ours, options.ours, Recording(shared, own[0]["recording"])).save(path)
        print(path)


if __name__ == "__main__":
    main()
