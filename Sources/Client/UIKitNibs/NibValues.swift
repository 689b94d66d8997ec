import CoreGraphics
import Foundation
import UIKitCore

// Values of nibs: colours, fonts, pictures, styled texts.

extension NibFile {
    /// The folders of pictures and colours: the file's own bundle, the file's folder, then the program's.
    private var folders: [String] {
        var result: [String] = []
        let folder = (path as NSString).deletingLastPathComponent
        if !folder.isEmpty {
            result.append(folder)
            if (folder as NSString).pathExtension == "lproj" {
                result.append((folder as NSString).deletingLastPathComponent)
            }
        }
        result += Bundle.folders(of: bundle)
        return result
    }

    /// The colour of an element `color`; nil, with a message, for one that is not understood.
    func color(_ node: NibNode?) -> UIColor? {
        guard let node else { return nil }
        if node.name == "nil" { return nil }
        if let name = node["name"] {
            if let found = UIColor(named: name, folders: folders) { return found }
            if let copy = resource("namedColor", name) { return color(copy) }
            warn(node, "there is no colour '\(name)' in an asset catalogue beside the file")
            return nil
        }
        if let name = node["systemColor"] {
            if let found = UIColor.system(named: name) { return found }
            if let copy = resource("systemColor", name) { return color(copy) }
            warn(node, "the system has no colour '\(name)' here")
            return nil
        }
        if let name = node["cocoaTouchSystemColor"] { return UIColor.system(named: name) }
        let alpha = node.number("alpha") ?? 1
        if let white = node.number("white") { return UIColor(white: white, alpha: alpha) }
        if let red = node.number("red"), let green = node.number("green"), let blue = node.number("blue") {
            return UIColor(red: red, green: green, blue: blue, alpha: alpha)
        }
        if let cyan = node.number("cyan"), let magenta = node.number("magenta"), let yellow = node.number("yellow"),
            let black = node.number("black")
        {
            func part(_ ink: CGFloat) -> CGFloat { (1 - ink) * (1 - black) }
            return UIColor(red: part(cyan), green: part(magenta), blue: part(yellow), alpha: alpha)
        }
        warn(node, "a colour of a kind that is not read")
        return nil
    }

    private static let weights: [String: UIFont.Weight] = [
        "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular, "medium": .medium,
        "semibold": .semibold,
        "bold": .bold, "heavy": .heavy, "black": .black,
    ]

    /// The font of an element `fontDescription` or `font`; nil if there is none.
    func font(_ node: NibNode?) -> UIFont? {
        guard let node else { return nil }
        let size = node.number("pointSize") ?? node.number("size") ?? 17
        if let style = node["style"] { return UIFont.preferredFont(forTextStyle: UIFont.TextStyle(rawValue: style)) }
        if let name = node["name"], name != "system" {
            if let found = UIFont(name: name, size: size) { return found }
            warn(node, "there is no font '\(name)'; the system's is shown")
            return .systemFont(ofSize: size)
        }
        _ = node["family"]
        switch node["type"] ?? node["metaFont"] {
        case "boldSystem"?, "systemBold"?: return .boldSystemFont(ofSize: size)
        case "italicSystem"?: return .italicSystemFont(ofSize: size)
        case "monospacedSystem"?:
            return .monospacedSystemFont(ofSize: size, weight: node["weight"].flatMap { Self.weights[$0] } ?? .regular)
        default: return .systemFont(ofSize: size, weight: node["weight"].flatMap { Self.weights[$0] } ?? .regular)
        }
    }

    /// The picture that an attribute names, of the asset catalogues or of the system's symbols; nil, with a message, if there is none.
    func image(_ node: NibNode, _ attribute: String, catalog: String? = nil) -> UIImage? {
        if let reference = node.child(key: attribute), reference.name == "imageReference" {
            let found = image(reference, "image", catalog: "catalog")
            switch reference["renderingMode"] {
            case "template"?: return found?.withRenderingMode(.alwaysTemplate)
            case "original"?: return found?.withRenderingMode(.alwaysOriginal)
            default: return found
            }
        }
        guard let name = node[attribute], !name.isEmpty else { return nil }
        let catalog = catalog ?? (attribute == "image" ? "catalog" : attribute + "Catalog")
        if node[catalog] == "system" {
            if let symbol = UIImage(systemName: name, withConfiguration: symbolConfiguration(node)) { return symbol }
        } else if let found = UIImage(named: name, folders: folders) {
            return found
        }
        warn(node, "there is no picture '\(name)' beside the file, in its bundle or in the program's folder")
        return nil
    }

    /// The configuration of symbols of an element, in its child of a key.
    func symbolConfiguration(_ node: NibNode, _ key: String = "preferredSymbolConfiguration") -> UIImage
        .SymbolConfiguration?
    {
        let values = node.child(key: key) ?? node.first("symbolConfiguration") ?? node
        guard values !== node || node["symbolScale"] != nil else { return nil }
        let weights: [String: UIImage.SymbolWeight] = [
            "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular, "medium": .medium,
            "semibold": .semibold,
            "bold": .bold, "heavy": .heavy, "black": .black,
        ]
        let scales: [String: UIImage.SymbolScale] = ["small": .small, "medium": .medium, "large": .large]
        let scale = (values["scale"] ?? node["symbolScale"]).flatMap { scales[$0] } ?? .default
        let weight = values["weight"].flatMap { weights[$0] } ?? .regular
        _ = values["configurationType"]
        let size = values.number("pointSize") ?? font(values.first("fontDescription"))?.pointSize ?? 17
        return UIImage.SymbolConfiguration(pointSize: size, weight: weight, scale: scale)
    }

    /// The text of an element `attributedString`.
    func styledText(_ node: NibNode?) -> NSAttributedString? {
        guard let node, node.name == "attributedString" else { return nil }
        let result = NSMutableAttributedString(string: "")
        for fragment in node.all("fragment") {
            let text = fragment.words("content") ?? ""
            var attributes: [NSAttributedString.Key: Any] = [:]
            for value in fragment.content("attributes") {
                switch value.key {
                case "NSColor"?: attributes[.foregroundColor] = color(value)
                case "NSBackgroundColor"?: attributes[.backgroundColor] = color(value)
                case "NSStrokeColor"?: attributes[.strokeColor] = color(value)
                case "NSFont"?: attributes[.font] = font(value)
                case "NSParagraphStyle"?: attributes[.paragraphStyle] = paragraph(value)
                case "NSUnderline"?: attributes[.underlineStyle] = value.integer("value")
                case "NSStrikethrough"?: attributes[.strikethroughStyle] = value.integer("value")
                case "NSKern"?: attributes[.kern] = value.number("value")
                case "NSStrokeWidth"?: attributes[.strokeWidth] = value.number("value")
                case "NSBaselineOffset"?: attributes[.baselineOffset] = value.number("value")
                case "NSLink"?, "NSOriginalFont"?, "NSLigature"?: break
                default: warn(value, "the attribute '\(value.key ?? "")' of styled text is not read")
                }
            }
            result.append(NSAttributedString(string: text, attributes: attributes))
        }
        return result
    }

    private func paragraph(_ node: NibNode) -> NSParagraphStyle {
        let style = NSMutableParagraphStyle()
        if let value = node["alignment"].flatMap({ NibFill.textAlignments[$0] }) { style.alignment = value }
        if let value = node["lineBreakMode"].flatMap({ NibFill.lineBreaks[$0] }) { style.lineBreakMode = value }
        if let value = node.number("lineSpacing") { style.lineSpacing = value }
        if let value = node.number("paragraphSpacing") { style.paragraphSpacing = value }
        if let value = node.number("paragraphSpacingBefore") { style.paragraphSpacingBefore = value }
        if let value = node.number("firstLineHeadIndent") { style.firstLineHeadIndent = value }
        if let value = node.number("headIndent") { style.headIndent = value }
        if let value = node.number("tailIndent") { style.tailIndent = value }
        if let value = node.number("lineHeightMultiple") { style.lineHeightMultiple = value }
        if let value = node.number("minimumLineHeight") { style.minimumLineHeight = value }
        if let value = node.number("maximumLineHeight") { style.maximumLineHeight = value }
        return style
    }
}
