#!/usr/bin/env python3
"""nibs.py FOLDER [CLASS...]: Swift for the controllers of a folder of sources, with the views of their nibs.

For each class whose superclass is UIViewController, FOLDER/Nibs.swift gets a subclass whose loadView() makes the views that the class's .xib
names, connects outlets, collections and actions, as UIKit does with a nib; and a list of all of them by name. It is made for dev/uikit-clients:
Mica reads no nibs yet. What a .xib has beyond frames, colours, titles, pictures and fonts is left out. The classes that are named are left out: those whose
sources do not compile.
"""
import os
import re
import sys
import xml.etree.ElementTree as xml

CLASSES = {"view": "UIView", "imageView": "UIImageView", "label": "UILabel", "button": "UIButton", "slider": "UISlider",
           "textField": "UITextField"}
MASKS = {
    "widthSizable": "flexibleWidth", "heightSizable": "flexibleHeight", "flexibleMinX": "flexibleLeftMargin",
    "flexibleMaxX": "flexibleRightMargin", "flexibleMinY": "flexibleTopMargin", "flexibleMaxY": "flexibleBottomMargin",
}


def number(text):
    return repr(float(text))


def color(node):
    if node is None:
        return None
    if node.get("red"):
        parts = [number(node.get(key)) for key in ("red", "green", "blue", "alpha")]
        return "UIColor(red: %s, green: %s, blue: %s, alpha: %s)" % tuple(parts)
    if node.get("white"):
        return "UIColor(white: %s, alpha: %s)" % (number(node.get("white")), number(node.get("alpha")))
    return {"darkTextColor": "UIColor.black", "lightTextColor": "UIColor.white"}.get(node.get("cocoaTouchSystemColor"))


def font(node):
    kind = {"boldSystem": "boldSystemFont"}.get(node.get("type"), "systemFont")
    return "UIFont.%s(ofSize: %s)" % (kind, number(node.get("pointSize", "17")))


class Nib:
    def __init__(self, path):
        self.root = xml.parse(path).getroot().find("objects")
        self.lines = []
        self.names = {}

    def view(self, node):
        name = "v%d" % len(self.names)
        self.names[node.get("id")] = name
        kind = node.get("customClass") or CLASSES[node.tag]
        add = self.lines.append
        made = "UIButton(type: .system)" if node.tag == "button" and node.get("buttonType") == "roundedRect" else kind + "()"
        add("let %s = %s" % (name, made))
        rect = node.find("rect[@key='frame']")
        if rect is not None:
            add("%s.frame = CGRect(x: %s, y: %s, width: %s, height: %s)"
                % ((name,) + tuple(number(rect.get(key)) for key in ("x", "y", "width", "height"))))
        mask = node.find("autoresizingMask")
        if mask is not None:
            parts = [".%s" % MASKS[key] for key in mask.attrib if key in MASKS]
            add("%s.autoresizingMask = [%s]" % (name, ", ".join(parts)))
        for child in node.findall("color"):
            value = color(child)
            key = {"backgroundColor": "backgroundColor", "tintColor": "tintColor", "textColor": "textColor"}.get(child.get("key"))
            if value and key:
                add("%s.%s = %s" % (name, key, value))
        if node.get("contentMode"):
            add("%s.contentMode = .%s" % (name, node.get("contentMode")))
        for key, member, values in (("hidden", "isHidden", {"YES": "true"}), ("clipsSubviews", "clipsToBounds", {"YES": "true"}),
                                    ("userInteractionEnabled", "isUserInteractionEnabled", {"NO": "false"})):
            if node.get(key) in values:
                add("%s.%s = %s" % (name, member, values[node.get(key)]))
        if node.get("alpha"):
            add("%s.alpha = %s" % (name, number(node.get("alpha"))))
        if node.get("tag"):
            add("%s.tag = %s" % (name, node.get("tag")))
        if node.tag == "imageView" and node.get("image"):
            add('%s.image = UIImage(named: "%s")' % (name, node.get("image")))
        if node.tag == "label":
            add("%s.text = %s" % (name, quoted(node.get("text", ""))))
            if node.get("textAlignment"):
                add("%s.textAlignment = .%s" % (name, node.get("textAlignment")))
        described = node.find("fontDescription[@key='fontDescription']")
        if described is not None and node.tag in ("label", "button"):
            add("%s%s.font = %s" % (name, ".titleLabel?" if node.tag == "button" else "", font(described)))
        for state in node.findall("state"):
            key = ".%s" % state.get("key")
            if state.get("title"):
                add("%s.setTitle(%s, for: %s)" % (name, quoted(state.get("title")), key))
            value = color(state.find("color[@key='titleColor']"))
            if value:
                add("%s.setTitleColor(%s, for: %s)" % (name, value, key))
        for attribute in node.findall("userDefinedRuntimeAttributes/userDefinedRuntimeAttribute"):
            if attribute.get("keyPath") == "layer.borderWidth":
                add("%s.layer.borderWidth = %s" % (name, number(attribute.get("value"))))
            elif attribute.get("keyPath") == "layer.borderColorWithUIColor":
                add("%s.layer.borderColor = %s.cgColor" % (name, color(attribute.find("color"))))
        for child in node.findall("subviews/*"):
            add("%s.addSubview(%s)" % (name, self.view(child)))
        for action in node.findall("connections/action"):
            method = re.sub(r"With[A-Z]\w*", "", action.get("selector").split(":")[0])
            takes = ":" in action.get("selector")
            add("%s.addAction(UIAction { [unowned self] _ in self.%s(%s) }, for: .%s)"
                % (name, method, "%s" % name if takes else "", action.get("eventType")))
        return name

    def code(self):
        owner = next(node for node in self.root.findall("placeholder") if node.get("placeholderIdentifier") == "IBFilesOwner")
        for node in self.root:
            if node.tag in CLASSES:
                self.view(node)
        collections = {}
        for link in owner.findall("connections/*"):
            value = self.names.get(link.get("destination"))
            if value is None:
                continue
            if link.tag == "outletCollection":
                collections.setdefault(link.get("property"), []).append(value)
            else:
                self.lines.append("self.%s = %s" % (link.get("property"), value))
        for key, values in collections.items():
            self.lines.append("self.%s = [%s]" % (key, ", ".join(values)))
        return self.lines


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def main(folder, excluded):
    nibs, bases = {}, {}
    for path, _, files in os.walk(folder):
        for file in files:
            if file.endswith(".xib"):
                nibs[file[:-4]] = os.path.join(path, file)
            elif file.endswith(".swift") and file != "Nibs.swift":
                with open(os.path.join(path, file), encoding="utf-8") as text:
                    bases.update(re.findall(r"^(?:open |public |final )*class (\w+)\s*:\s*(\w+)", text.read(), re.M))

    def isController(name):
        return name == "UIViewController" or name in bases and isController(bases[name])

    sources = [name for name in bases if isController(name) and name not in excluded]
    out = ["import UIKit", ""]
    for name in sorted(sources):
        out.append("final class Nib_%s: %s {" % (name, name))
        if name in nibs:
            out.append("    override func loadView() {")
            out += ["        " + line for line in Nib(nibs[name]).code()]
            out.append("    }")
        out += ["}", ""]
    out.append("@MainActor let nibControllers: [(name: String, make: () -> UIViewController)] = [")
    out += ['    ("%s", { Nib_%s() }),' % (name, name) for name in sorted(sources)]
    out.append("]")
    with open(os.path.join(folder, "Nibs.swift"), "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


main(sys.argv[1], set(sys.argv[2:]))
