"""Symbol graphs of the modules that clients import: read by dev/api-diff, dev/api-record, dev/docs and dev/uikit-coverage."""
import json
import os
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Products, and the modules that are documented and recorded under their names.
PRODUCTS = {
    "QuartzCore": ["QuartzCore", "MicaValues"], "CoreGraphics": ["CoreGraphics", "ObjectiveCNames"], "CoreText": ["CoreText"],
    "ImageIO": ["ImageIO"], "UIKit": ["UIKitCore", "UIKitLists", "UIKitText", "UIKitControllers"], "AVFoundation": ["AVFoundation"],
    "CoreMedia": ["CoreMedia"], "GLKit": ["GLKit"], "OpenGLES": ["OpenGLES"], "Mica": ["Mica"], "MicaDocuments": ["MicaDocuments"],
    "MicaEvents": ["MicaEvents"], "MicaInstruments": ["MicaInstruments"], "MicaPlayer": ["MicaPlayer"], "MicaScripts": ["MicaScripts"],
    "MicaSnapshots": ["MicaSnapshots"], "MicaVideo": ["MicaVideo"], "MicaWindow": ["MicaWindow"],
    "os": ["os"], "simd": ["simd"],
}
# Modules whose symbols are compared with Apple's.
CLIENTS = [module for product in ("QuartzCore", "Mica", "CoreGraphics", "ImageIO", "CoreText", "UIKit") for module in PRODUCTS[product]]
# Symbols that need no words: they come with a conformance.
BARE = {"==(_:_:)", "hash(into:)", "encode(with:)", "isEqual(_:)"}


class Failure(Exception):
    """A command that failed, with its messages."""


def run(*command, **options):
    """The output of a command."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().split("\n")
        raise Failure(f"{' '.join(command[:4])}:\n" + "\n".join(lines[-60:]))
    return done.stdout


def build(products, *flags):
    """Builds products, and returns the build's folder."""
    for product in products:
        run("swift", "build", "--quiet", *flags, "--product", product, cwd=ROOT)
    return run("swift", "build", *flags, "--show-bin-path", cwd=ROOT).strip()


def read(module, folder, *options):
    """(file name, content) of each symbol graph of a module of a build: its own, and those of the modules that it extends."""
    flags = subprocess.run(["pkg-config", "--cflags-only-I", "harfbuzz"], capture_output=True, text=True).stdout.split()
    maps = [part for flag in flags for part in ("-Xcc", flag)]
    # C modules are found through the maps that the build made or that lie beside their headers.
    for base, _, files in os.walk(os.path.join(ROOT, "Sources")):
        maps += ["-I", base] if "module.modulemap" in files or os.path.basename(base) == "include" else []
    for base, _, files in os.walk(folder):
        if "module.modulemap" in files:
            maps += ["-Xcc", "-fmodule-map-file=" + os.path.join(base, "module.modulemap")]
    graphs = []
    with tempfile.TemporaryDirectory() as scratch:
        run("swift", "symbolgraph-extract", "-module-name", module, "-target", os.uname().machine + "-unknown-linux-gnu",
            "-I", os.path.join(folder, "Modules"), *maps, "-minimum-access-level", "public", "-output-dir", scratch,
            "-skip-inherited-docs", "-skip-synthesized-members", *options)
        for name in sorted(os.listdir(scratch)):
            with open(os.path.join(scratch, name), encoding="utf-8") as file:
                graphs.append((name, json.load(file)))
    return graphs


def symbols(module, folder):
    """The symbols of a module and their relationships: its own, and members that it adds to types of other modules."""
    graphs = [content for _, content in read(module, folder)]
    return [s for content in graphs for s in content["symbols"]], [r for content in graphs for r in content["relationships"]]


def undocumented(module, symbols, relations):
    """The public symbols without a doc comment that need one."""
    implementing = {r["source"] for r in relations
                    if r["kind"] in ("overrides", "defaultImplementationOf", "requirementOf") or "sourceOrigin" in r}
    for symbol in symbols:
        identifier = symbol["identifier"]["precise"]
        if "docComment" in symbol or "::SYNTHESIZED::" in identifier or identifier in implementing or "location" not in symbol:
            continue
        if symbol["names"]["title"] in BARE or symbol["kind"]["identifier"] == "swift.extension":
            continue
        yield f"{module}: {'.'.join(symbol['pathComponents'])}"
