import CoreGraphics
import Foundation
import UIKitControllers
import UIKitCore

// Views, labels, pictures, stacks, effects.

extension NibFill {
    private static let masks: [(String, UIView.AutoresizingMask)] = [
        ("flexibleMinX", .flexibleLeftMargin), ("flexibleMaxX", .flexibleRightMargin), ("widthSizable", .flexibleWidth),
        ("flexibleMinY", .flexibleTopMargin), ("flexibleMaxY", .flexibleBottomMargin),
        ("heightSizable", .flexibleHeight),
    ]
    private static let directions: [String: UISemanticContentAttribute] = [
        "unspecified": .unspecified, "playback": .playback, "spatial": .spatial, "forceLeftToRight": .forceLeftToRight,
        "forceRightToLeft": .forceRightToLeft,
    ]
    private static let tintModes: [String: UIView.TintAdjustmentMode] = [
        "automatic": .automatic, "normal": .normal, "dimmed": .dimmed,
    ]

    func fillView(_ view: UIView) {
        if let frame = node.rect("frame"), view.transform.isIdentity { view.frame = frame }
        // *Source*: Apple, Auto Layout Guide: Xcode gives a view without constraints such that keep its frame; it marks it as fixed.
        if node["translatesAutoresizingMaskIntoConstraints"] == "NO", node.flag("fixedFrame") != true {
            view.translatesAutoresizingMaskIntoConstraints = false
        }
        if let mask = node.child(key: "autoresizingMask") {
            var flags: UIView.AutoresizingMask = []
            for (name, flag) in Self.masks where mask.flag(name) == true { flags.insert(flag) }
            view.autoresizingMask = flags
        }
        set(value("contentMode", Self.contentModes)) { view.contentMode = $0 }
        set(node.number("alpha")) { view.alpha = $0 }
        set(node.flag("hidden")) { view.isHidden = $0 }
        set(node.flag("opaque")) { view.isOpaque = $0 }
        set(node.flag("clipsSubviews") ?? node.flag("clipsToBounds")) { view.clipsToBounds = $0 }
        set(node.flag("clearsContextBeforeDrawing")) { view.clearsContextBeforeDrawing = $0 }
        view.isUserInteractionEnabled = node.flag("userInteractionEnabled") ?? true
        set(node.flag("multipleTouchEnabled")) { view.isMultipleTouchEnabled = $0 }
        set(node.flag("exclusiveTouch")) { view.isExclusiveTouch = $0 }
        set(node.flag("autoresizesSubviews")) { view.autoresizesSubviews = $0 }
        set(node.integer("tag")) { view.tag = $0 }
        set(node["restorationIdentifier"]) { view.restorationIdentifier = $0 }
        set(value("semanticContentAttribute", Self.directions)) { view.semanticContentAttribute = $0 }
        set(value("tintAdjustmentMode", Self.tintModes)) { view.tintAdjustmentMode = $0 }
        set(node.flag("preservesSuperviewLayoutMargins")) { view.preservesSuperviewLayoutMargins = $0 }
        set(node.flag("insetsLayoutMarginsFromSafeArea")) { view.insetsLayoutMarginsFromSafeArea = $0 }
        setColor("backgroundColor") { view.backgroundColor = $0 }
        setColor("tintColor") { view.tintColor = $0 }
        fillMargins(view)
        fillPriorities(view)
        fillAccessibility(view)
        for name in ["safeArea", "layoutMarginsGuide", "keyboard"] {
            guard let guide = node.child(key: name), let id = guide.id else { continue }
            switch name {
            case "safeArea": instance.name(view.safeAreaLayoutGuide, id)
            case "keyboard": instance.name(view.keyboardLayoutGuide, id)
            default: instance.name(view.layoutMarginsGuide, id)
            }
        }
        for guide in node.children where guide.name == "viewLayoutGuide" {
            _ = node.child(key: guide.key ?? "")
            guard let id = guide.id else { continue }
            switch guide.key {
            case "layoutMargins"?: instance.name(view.layoutMarginsGuide, id)
            case "readableContent"?: instance.name(view.readableContentGuide, id)
            case "contentLayoutGuide"?:
                if let scroll = view as? UIScrollView { instance.name(scroll.contentLayoutGuide, id) }
            case "frameLayoutGuide"?:
                if let scroll = view as? UIScrollView { instance.name(scroll.frameLayoutGuide, id) }
            default: break
            }
        }
        _ = node.all("constraints")
    }

    private func fillMargins(_ view: UIView) {
        if node.child(key: "layoutMargins")?.name == "directionalEdgeInsets" {
            set(node.directionalInsets("layoutMargins")) { view.directionalLayoutMargins = $0 }
        } else {
            set(node.insets("layoutMargins")) { view.layoutMargins = $0 }
        }
        set(node.directionalInsets("directionalLayoutMargins")) { view.directionalLayoutMargins = $0 }
    }

    private func fillPriorities(_ view: UIView) {
        func priority(_ name: String) -> UILayoutPriority? { node.number(name).map { UILayoutPriority(Float($0)) } }
        set(priority("horizontalHuggingPriority")) { view.setContentHuggingPriority($0, for: .horizontal) }
        set(priority("verticalHuggingPriority")) { view.setContentHuggingPriority($0, for: .vertical) }
        set(priority("horizontalCompressionResistancePriority")) {
            view.setContentCompressionResistancePriority($0, for: .horizontal)
        }
        set(priority("verticalCompressionResistancePriority")) {
            view.setContentCompressionResistancePriority($0, for: .vertical)
        }
    }

    private func fillAccessibility(_ view: UIView) {
        guard let values = node.child(key: "accessibilityConfiguration") else { return }
        set(file.words(values, "label", of: node.id, as: "accessibilityLabel")) { view.accessibilityLabel = $0 }
        set(file.words(values, "hint", of: node.id, as: "accessibilityHint")) { view.accessibilityHint = $0 }
        set(values["identifier"]) { view.accessibilityIdentifier = $0 }
        if let isElement = values.first("bool"), isElement.key == "isElement" {
            view.isAccessibilityElement = isElement.flag("value") ?? true
        }
        if let traits = values.child(key: "traits") {
            let names: [(String, UIAccessibilityTraits)] = [
                ("button", .button), ("link", .link), ("image", .image), ("selected", .selected), ("header", .header),
                ("staticText", .staticText), ("notEnabled", .notEnabled), ("adjustable", .adjustable),
                ("updatesFrequently", .updatesFrequently), ("searchField", .searchField), ("keyboardKey", .keyboardKey),
            ]
            var flags: UIAccessibilityTraits = []
            for (name, trait) in names where traits.flag(name) == true { flags.insert(trait) }
            view.accessibilityTraits = flags
        }
    }

    func addSubviews(of view: UIView) {
        // Those of an effect view and of cells are in a content view, which the class has made.
        for child in node.content("subviews") {
            guard let made = instance.make(child) as? UIView else { continue }
            view.addSubview(made)
        }
    }

    // MARK: Stacks

    func fillStack(_ stack: UIStackView) {
        stack.axis = node["axis"] == "vertical" ? .vertical : .horizontal
        set(
            value(
                "distribution",
                [
                    "fill": UIStackView.Distribution.fill, "fillEqually": .fillEqually,
                    "fillProportionally": .fillProportionally,
                    "equalSpacing": .equalSpacing, "equalCentering": .equalCentering,
                ])
        ) { stack.distribution = $0 }
        set(
            value(
                "alignment",
                [
                    "fill": UIStackView.Alignment.fill, "leading": .leading, "top": .leading,
                    "firstBaseline": .firstBaseline,
                    "center": .center, "trailing": .trailing, "bottom": .trailing, "lastBaseline": .lastBaseline,
                ])
        ) { stack.alignment = $0 }
        set(node.number("spacing")) { stack.spacing = $0 }
        _ = node["spacingType"]
        set(node.flag("baselineRelativeArrangement")) { stack.isBaselineRelativeArrangement = $0 }
        set(node.flag("layoutMarginsRelativeArrangement")) { stack.isLayoutMarginsRelativeArrangement = $0 }
        for view in stack.subviews { stack.addArrangedSubview(view) }
    }

    // MARK: Labels and pictures

    func fillLabel(_ label: UILabel) {
        if let styled = file.styledText(node.child(key: "attributedText")) {
            label.attributedText = styled
        } else {
            label.text = file.words(node, "text")
        }
        set(file.font(node.child(key: "fontDescription"))) { label.font = $0 }
        if let color = node.child(key: "textColor"), let found = file.color(color) { label.textColor = found }
        setColor("highlightedColor") { label.highlightedTextColor = $0 }
        setColor("shadowColor") { label.shadowColor = $0 }
        set(node.size("shadowOffset")) { label.shadowOffset = $0 }
        set(value("textAlignment", Self.textAlignments)) { label.textAlignment = $0 }
        set(value("lineBreakMode", Self.lineBreaks)) { label.lineBreakMode = $0 }
        set(node.integer("numberOfLines")) { label.numberOfLines = $0 }
        set(node.flag("adjustsFontSizeToFit")) { label.adjustsFontSizeToFitWidth = $0 }
        set(node.number("minimumScaleFactor")) { label.minimumScaleFactor = $0 }
        if let size = node.number("minimumFontSize"), let font = label.font, font.pointSize > 0 {
            label.minimumScaleFactor = size / font.pointSize
        }
        set(
            value(
                "baselineAdjustment",
                ["alignBaselines": UIBaselineAdjustment.alignBaselines, "alignCenters": .alignCenters, "none": .none])
        ) { label.baselineAdjustment = $0 }
        set(node.flag("highlighted")) { label.isHighlighted = $0 }
        set(node.flag("enabled")) { label.isEnabled = $0 }
        set(node.number("preferredMaxLayoutWidth")) { label.preferredMaxLayoutWidth = $0 }
        set(node.flag("adjustsFontForContentSizeCategory")) { label.adjustsFontForContentSizeCategory = $0 }
    }

    func fillImageView(_ view: UIImageView) {
        view.image = file.image(node, "image")
        view.highlightedImage = file.image(node, "highlightedImage")
        set(node.flag("highlighted")) { view.isHighlighted = $0 }
    }

    // MARK: Effects and progress

    private static let blurs: [String: UIBlurEffect.Style] = [
        "extraLight": .extraLight, "light": .light, "dark": .dark, "regular": .regular, "prominent": .prominent,
        "systemUltraThinMaterial": .systemUltraThinMaterial, "systemThinMaterial": .systemThinMaterial,
        "systemMaterial": .systemMaterial, "systemThickMaterial": .systemThickMaterial,
        "systemChromeMaterial": .systemChromeMaterial, "systemUltraThinMaterialLight": .systemUltraThinMaterialLight,
        "systemThinMaterialLight": .systemThinMaterialLight, "systemMaterialLight": .systemMaterialLight,
        "systemThickMaterialLight": .systemThickMaterialLight, "systemChromeMaterialLight": .systemChromeMaterialLight,
        "systemUltraThinMaterialDark": .systemUltraThinMaterialDark, "systemThinMaterialDark": .systemThinMaterialDark,
        "systemMaterialDark": .systemMaterialDark, "systemThickMaterialDark": .systemThickMaterialDark,
        "systemChromeMaterialDark": .systemChromeMaterialDark,
    ]

    private func blur(_ node: NibNode?) -> UIBlurEffect? {
        guard let node else { return nil }
        return UIBlurEffect(style: node["style"].flatMap { Self.blurs[$0] } ?? .light)
    }

    func fillEffect(_ view: UIVisualEffectView) {
        if let vibrancy = node.first("vibrancyEffect") {
            view.effect = UIVibrancyEffect(
                blurEffect: blur(vibrancy.first("blurEffect")) ?? UIBlurEffect(style: .light))
        } else {
            view.effect = blur(node.first("blurEffect"))
        }
        if let content = node.child(key: "contentView") { instance.fill(view.contentView, from: content) }
    }

    func fillIndicator(_ view: UIActivityIndicatorView) {
        set(
            value(
                "style",
                [
                    "medium": UIActivityIndicatorView.Style.medium, "large": .large, "gray": .medium, "white": .medium,
                    "whiteLarge": .large,
                ])
        ) {
            view.style = $0
        }
        // *Source*: UIActivityIndicatorView.h: the older styles are white or gray.
        if node["style"] == "white" || node["style"] == "whiteLarge" { view.color = .white }
        if let color = node.child(key: "color"), let found = file.color(color) { view.color = found }
        set(node.flag("hidesWhenStopped")) { view.hidesWhenStopped = $0 }
        if node.flag("hidesWhenStopped") == nil { view.hidesWhenStopped = false }
        if node.flag("animating") == true { view.startAnimating() }
    }

    func fillPicker(_ view: UIPickerView) {
        set(node.flag("showsSelectionIndicator")) { view.showsSelectionIndicator = $0 }
    }

    func fillProgress(_ view: UIProgressView) {
        set(value("progressViewStyle", ["default": UIProgressView.Style.default, "bar": .bar])) {
            view.progressViewStyle = $0
        }
        set(node.number("progress")) { view.progress = Float($0) }
        setColor("progressTintColor") { view.progressTintColor = $0 }
        setColor("trackTintColor") { view.trackTintColor = $0 }
        set(file.image(node, "progressImage")) { view.progressImage = $0 }
        set(file.image(node, "trackImage")) { view.trackImage = $0 }
    }
}
