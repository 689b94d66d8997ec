#!/usr/bin/env python3
"""nibs.py FOLDER [CLASS...]: Swift for the controllers of a folder of sources, with the views of their nibs.

For each class whose superclass is UIViewController, FOLDER/Nibs.swift gets a subclass whose loadView() makes the views that the class's .xib,
or its scene in a storyboard, names, activates constraints, connects outlets, collections, gestures and actions, as UIKit does; and a list of
all of them by name. It is made for dev/uikit-clients: Mica reads no nibs yet. Of what differs with size classes that of a phone held upright
is taken. Segues, bars and what a controller alone has are left out. The classes that are named are left out: those whose sources do not
compile, or that are nothing but the base of others.
"""
import os
import re
import sys
import xml.etree.ElementTree as xml

CLASSES = {"view": "UIView", "imageView": "UIImageView", "label": "UILabel", "button": "UIButton", "slider": "UISlider",
           "textField": "UITextField", "stackView": "UIStackView", "switch": "UISwitch", "segmentedControl": "UISegmentedControl",
           "scrollView": "UIScrollView", "stepper": "UIStepper", "progressView": "UIProgressView", "pageControl": "UIPageControl",
           "activityIndicatorView": "UIActivityIndicatorView", "containerView": "UIView"}
# Variations of a nib that a phone held upright has.
TRAITS = {"default", "widthClass=compact", "heightClass=regular", "heightClass=regular-widthClass=compact"}
NUMBERS = {"spacing": "spacing", "minValue": "minimumValue", "maxValue": "maximumValue", "value": "value", "progress": "progress",
           "minimumScaleFactor": "minimumScaleFactor", "maximumZoomScale": "maximumZoomScale", "minimumZoomScale": "minimumZoomScale"}
WHOLE = {"numberOfLines": "numberOfLines", "numberOfPages": "numberOfPages"}
CASES = {"axis": "axis", "distribution": "distribution", "alignment": "alignment", "textAlignment": "textAlignment"}
FLAGS = {"on": "isOn", "pagingEnabled": "isPagingEnabled", "adjustsFontSizeToFit": "adjustsFontSizeToFitWidth"}
PRIORITIES = {
    "horizontalHuggingPriority": "setContentHuggingPriority(%s, for: .horizontal)",
    "verticalHuggingPriority": "setContentHuggingPriority(%s, for: .vertical)",
    "horizontalCompressionResistancePriority": "setContentCompressionResistancePriority(%s, for: .horizontal)",
    "verticalCompressionResistancePriority": "setContentCompressionResistancePriority(%s, for: .vertical)",
}
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
    system = node.get("systemColor")
    if system and system.startswith("system"):
        return "UIColor.%s" % re.sub("Color$", "", system)
    return {"darkTextColor": "UIColor.black", "lightTextColor": "UIColor.white"}.get(node.get("cocoaTouchSystemColor"))


def font(node):
    kind = {"boldSystem": "boldSystemFont"}.get(node.get("type"), "systemFont")
    return "UIFont.%s(ofSize: %s)" % (kind, number(node.get("pointSize", "17")))


def varied(node):
    """An element's attributes as a phone held upright has them, and the views and constraints that it is without."""
    attributes, without = dict(node.attrib), set()
    for variation in sorted(node.findall("variation"), key=lambda one: one.get("key") != "default"):
        if variation.get("key") not in TRAITS:
            continue
        attributes.update((key, value) for key, value in variation.attrib.items() if key != "key")
        for mask in variation.findall("mask"):
            without |= {one.get("reference") for one in mask.findall("exclude")}
            without -= {one.get("reference") for one in mask.findall("include")}
    return attributes, without


class Nib:
    """The views of a controller: those beside the owner in a .xib, or the scene of a storyboard that has the owner."""

    def __init__(self, kind, owner, beside):
        (self.kind, self.owner, self.beside) = (kind, owner, beside)
        self.lines = []
        (self.last, self.later) = ([], [])
        self.names = {}

    def constraint(self, node, name):
        number_of = lambda key: None if node.get(key) is None else number(node.get(key))
        ends = [self.names.get(node.get(key), name if key == "firstItem" and node.get(key) is None else None)
                for key in ("firstItem", "secondItem")]
        if ends[0] is None or (node.get("secondItem") and ends[1] is None):
            return
        attribute = lambda key: {None: "notAnAttribute", "baseline": "lastBaseline"}.get(node.get(key), node.get(key))
        multiplier = node.get("multiplier", "1")
        if ":" in multiplier:
            multiplier = str(float(multiplier.split(":")[0]) / float(multiplier.split(":")[1]))
        made = "c%d" % len(self.names)
        self.names[node.get("id")] = made
        self.last.append(
            "let %s = NSLayoutConstraint(item: %s, attribute: .%s, relatedBy: .%s, toItem: %s, attribute: .%s, multiplier: %s, constant: %s)"
            % (made, ends[0], attribute("firstAttribute"), node.get("relation", "equal"), ends[1] or "nil",
               attribute("secondAttribute"), number(multiplier), number_of("constant") or "0"))
        if node.get("priority"):
            self.last.append("%s.priority = UILayoutPriority(rawValue: %s)" % (made, number(node.get("priority"))))
        self.last.append("%s.isActive = true" % made)

    def view(self, node):
        name = "v%d" % len(self.names)
        self.names[node.get("id")] = name
        kind = node.get("customClass") or CLASSES[node.tag]
        attributes, without = varied(node)
        add = self.lines.append
        made = "UIButton(type: .system)" if node.tag == "button" and node.get("buttonType") == "roundedRect" else kind + "()"
        rect = node.find("rect[@key='frame']")
        frame = rect is not None and "CGRect(x: %s, y: %s, width: %s, height: %s)" % tuple(
            number(rect.get(key)) for key in ("x", "y", "width", "height"))
        # A class of its own is decoded, and has its frame while it is.
        if frame and node.get("customClass"):
            made = "decoded(%s.self, %s)" % (kind, frame)
        add("let %s = %s" % (name, made))
        if frame and not node.get("customClass"):
            add("%s.frame = %s" % (name, frame))
        if node.get("translatesAutoresizingMaskIntoConstraints") == "NO":
            add("%s.translatesAutoresizingMaskIntoConstraints = false" % name)
        for key, member in NUMBERS.items():
            if key in attributes and node.tag not in ("view", "button"):
                add("%s.%s = %s" % (name, member, number(attributes[key])))
        for key, member in WHOLE.items():
            if key in attributes:
                add("%s.%s = %s" % (name, member, attributes[key]))
        for key, member in CASES.items():
            if key in attributes and (node.tag == "stackView") == (key != "textAlignment"):
                add("%s.%s = .%s" % (name, member, attributes[key]))
        for key, member in FLAGS.items():
            if key in attributes and node.tag != "button":
                add("%s.%s = %s" % (name, member, "true" if attributes[key] == "YES" else "false"))
        for key, call in PRIORITIES.items():
            if key in attributes:
                add("%s.%s" % (name, call % ("UILayoutPriority(rawValue: %s)" % number(attributes[key]))))
        if node.tag == "segmentedControl":
            for index, segment in enumerate(node.findall("segments/segment")):
                what = 'with: UIImage(named: "%s")' % segment.get("image") if segment.get("image") else (
                    "withTitle: " + quoted(segment.get("title", "")))
                add("%s.insertSegment(%s, at: %d, animated: false)" % (name, what, index))
            add("%s.selectedSegmentIndex = %s" % (name, node.get("selectedSegmentIndex", "0")))
        for guide in node.findall("viewLayoutGuide"):
            if guide.get("key") == "safeArea":
                self.names[guide.get("id")] = "%s.safeAreaLayoutGuide" % name
        mask = node.find("autoresizingMask")
        if mask is not None:
            parts = [".%s" % MASKS[key] for key in mask.attrib if key in MASKS]
            add("%s.autoresizingMask = [%s]" % (name, ", ".join(parts)))
        for child in node.findall("color"):
            value = color(child)
            key = {"backgroundColor": "backgroundColor", "tintColor": "tintColor", "textColor": "textColor"}.get(child.get("key"))
            if value and key:
                add("%s.%s = %s" % (name, key, value))
        if node.get("contentMode") and node.tag != "stackView":
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
            if child.get("id") not in without:
                add("%s.%s(%s)" % (name, "addArrangedSubview" if node.tag == "stackView" else "addSubview", self.view(child)))
        for constraint in node.findall("constraints/constraint"):
            if constraint.get("id") not in without:
                self.later.append((constraint, name))
        for action in node.findall("connections/action"):
            method = re.sub(r"With[A-Z]\w*", "", action.get("selector").split(":")[0])
            takes = ":" in action.get("selector")
            add("%s.addAction(UIAction { [unowned self] _ in self.%s(%s) }, for: .%s)"
                % (name, method, "%s" % name if takes else "", action.get("eventType")))
        for link in node.findall("connections/outletCollection[@property='gestureRecognizers']"):
            for gesture in self.beside:
                if gesture.get("id") == link.get("destination"):
                    made = "g%d" % len(self.names)
                    self.names[gesture.get("id")] = made
                    action = gesture.find("connections/action").get("selector").split(":")[0]
                    add("let %s = UI%s(target: self, action: #selector(%s.%s))"
                        % (made, gesture.tag[0].upper() + gesture.tag[1:], self.kind, action))
                    add("%s.addGestureRecognizer(%s)" % (name, made))
        if node.get("customClass"):
            self.last.append("%s.awakeFromNib()" % name)
        return name

    def code(self):
        for node in self.beside:
            if node.tag in CLASSES:
                self.view(node)
        for guide in self.owner.findall("layoutGuides/viewControllerLayoutGuide"):
            self.names[guide.get("id")] = "self.%sLayoutGuide" % guide.get("type")
        for node, name in self.later:
            self.constraint(node, name)
        collections, outlets = {}, []
        for link in self.owner.findall("connections/*"):
            value = self.names.get(link.get("destination"))
            if value is None:
                continue
            if link.tag == "outletCollection":
                collections.setdefault(link.get("property"), []).append(value)
            elif link.tag == "outlet":
                outlets.append((link.get("property"), value))
        root = self.owner.find("*[@key='view']")
        if root is not None:
            outlets.append(("view", self.names[root.get("id")]))
        for property, value in sorted(outlets, key=lambda outlet: outlet[0] != "view"):
            (self.last if value.startswith("c") else self.lines).append("self.%s = %s" % (property, value))
        self.lines += self.last
        for key, values in collections.items():
            self.lines.append("self.%s = [%s]" % (key, ", ".join(values)))
        return self.lines


def nibs_of(path):
    """The nibs of a .xib or a storyboard, by the names of their controllers."""
    root = xml.parse(path).getroot()
    if path.endswith(".xib"):
        objects = list(root.find("objects"))
        owner = next(node for node in objects if node.get("placeholderIdentifier") == "IBFilesOwner")
        kind = os.path.basename(path)[:-4]
        return {kind: Nib(kind, owner, objects)}
    found = {}
    for objects in root.iter("objects"):
        for owner in objects:
            view = owner.find("*[@key='view']")
            if owner.get("customClass") and view is not None and view.tag in CLASSES:
                kind = owner.get("customClass")
                found[kind] = Nib(kind, owner, [view] + [node for node in objects if node is not owner])
    return found


DECODED = """import UIKit

/// A view of a class that is decoded, as from a nib, with a frame.
@MainActor private func decoded<View: UIView>(_ type: View.Type, _ frame: CGRect) -> View {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    UIView(frame: frame).encode(with: archiver)
    archiver.finishEncoding()
    let unarchiver = try! NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = false
    return View(coder: unarchiver)!
}
"""


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def main(folder, excluded):
    nibs, bases = {}, {}
    for path, _, files in os.walk(folder):
        for file in files:
            if file.endswith((".xib", ".storyboard")) and not file.startswith("Launch"):
                nibs.update(nibs_of(os.path.join(path, file)))
            elif file.endswith(".swift") and file != "Nibs.swift":
                with open(os.path.join(path, file), encoding="utf-8") as text:
                    bases.update(re.findall(r"^(?:open |public |final )*class (\w+)\s*:\s*(\w+)", text.read(), re.M))

    def isController(name):
        return name == "UIViewController" or name in bases and isController(bases[name])

    sources = [name for name in bases if isController(name) and name not in excluded]
    out = [DECODED]
    for name in sorted(sources):
        out.append("final class Nib_%s: %s {" % (name, name))
        if name in nibs:
            out.append("    override func loadView() {")
            out += ["        " + line for line in nibs[name].code()]
            out.append("    }")
        out += ["}", ""]
    out.append("@MainActor let nibControllers: [(name: String, make: () -> UIViewController)] = [")
    out += ['    ("%s", { Nib_%s() }),' % (name, name) for name in sorted(sources)]
    out.append("]")
    with open(os.path.join(folder, "Nibs.swift"), "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


main(sys.argv[1], set(sys.argv[2:]))
