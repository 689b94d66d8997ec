import CoreGraphics
import Foundation

extension UIColor {
    /// The colour with a name in the asset catalogues of the main bundle, or of the program's working folder; nil if there is none.
    public convenience init?(named name: String) { self.init(named: name, folders: NamedImages.folders) }

    /// The colour with a name in a bundle's asset catalogues; nil if there is none.
    ///
    /// - Parameter traitCollection: Chooses light or dark; nil for a colour that follows the traits where it is used.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        guard let found = Self.components(name, Bundle.folders(of: bundle)) else { return nil }
        let style = traitCollection.map(\.userInterfaceStyle)
        self.init { found.uiColor(style ?? $0.userInterfaceStyle) }
    }

    /// The colour with a name in the asset catalogues of one of several folders; nil if there is none.
    package convenience init?(named name: String, folders: [String]) {
        guard let found = Self.components(name, folders) else { return nil }
        self.init { found.uiColor($0.userInterfaceStyle) }
    }

    private static func components(_ name: String, _ folders: [String]) -> ColorSet? {
        guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
        for folder in folders {
            guard let set = AssetFolder.folder(of: name, kind: "colorset", in: folder),
                let data = FileManager.default.contents(atPath: set + "/Contents.json"),
                let read = try? JSONDecoder().decode(ColorSet.self, from: data)
            else { continue }
            return read
        }
        return nil
    }
}

/// A set of colours in an asset catalogue.
///
/// *Source*: Apple, Asset Catalog Format Reference, "Named Color Type": `colors` have `idiom`, `appearances` and a `color` of
/// `components` in a `color-space`; components are numbers from 0 to 1, from 0 to 255, or hexadecimal.
struct ColorSet: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
        var color: Value?
        var appearances: [[String: String]]?
        var idiom: String?
    }
    struct Value: Decodable, Sendable {
        var components: [String: String]?
        var reference: String?
    }
    var colors: [Entry]

    /// The colour for a style: that of the appearance, or else the first without one.
    func uiColor(_ style: UIUserInterfaceStyle) -> UIColor {
        let known = colors.filter {
            $0.color != nil && ($0.idiom ?? "universal") != "mac" && $0.idiom != "watch" && $0.idiom != "tv"
        }
        func appearance(_ entry: Entry) -> String? {
            entry.appearances?.first { $0["appearance"] == "luminosity" }?["value"]
        }
        let wanted = known.first { appearance($0) == (style == .dark ? "dark" : "light") }
        let value = (wanted ?? known.first { $0.appearances == nil } ?? known.first)?.color
        if let name = value?.reference { return UIColor.system(named: name) ?? .clear }
        let parts = value?.components ?? [:]
        let alpha = Self.number(parts["alpha"] ?? "1")
        if let white = parts["white"] { return UIColor(white: Self.number(white), alpha: alpha) }
        return UIColor(
            red: Self.number(parts["red"] ?? "0"), green: Self.number(parts["green"] ?? "0"),
            blue: Self.number(parts["blue"] ?? "0"), alpha: alpha)
    }

    /// A component, from 0 to 1.
    static func number(_ text: String) -> CGFloat {
        if text.hasPrefix("0x") { return CGFloat(UInt8(text.dropFirst(2), radix: 16) ?? 0) / 255 }
        guard let value = Double(text), value.isFinite else { return 0 }
        return CGFloat(text.contains(".") || value <= 1 ? value : value / 255)
    }
}

extension UIColor {
    /// A colour of the system by the name of its property (`systemBlueColor`, `labelColor`, `secondarySystemBackgroundColor`); nil if
    /// Mica does not have it.
    package static func system(named name: String) -> UIColor? {
        let short = name.hasSuffix("Color") ? String(name.dropLast(5)) : name
        return systemColors[short]
    }

    private static var systemColors: [String: UIColor] {
        [
            "systemRed": systemRed, "systemOrange": systemOrange, "systemYellow": systemYellow,
            "systemGreen": systemGreen, "systemMint": systemMint, "systemTeal": systemTeal, "systemCyan": systemCyan,
            "systemBlue": systemBlue, "systemIndigo": systemIndigo, "systemPurple": systemPurple,
            "systemPink": systemPink, "systemBrown": systemBrown, "systemGray": systemGray,
            "systemGray2": systemGray2, "systemGray3": systemGray3, "systemGray4": systemGray4,
            "systemGray5": systemGray5, "systemGray6": systemGray6, "label": label, "secondaryLabel": secondaryLabel,
            "tertiaryLabel": tertiaryLabel, "quaternaryLabel": quaternaryLabel, "placeholderText": placeholderText,
            "darkText": darkText, "lightText": lightText, "link": link, "separator": separator,
            "opaqueSeparator": opaqueSeparator, "systemBackground": systemBackground,
            "secondarySystemBackground": secondarySystemBackground,
            "tertiarySystemBackground": tertiarySystemBackground, "systemGroupedBackground": systemGroupedBackground,
            "groupTableViewBackground": groupTableViewBackground,
            "secondarySystemGroupedBackground": secondarySystemGroupedBackground,
            "tertiarySystemGroupedBackground": tertiarySystemGroupedBackground, "systemFill": systemFill,
            "secondarySystemFill": secondarySystemFill, "tertiarySystemFill": tertiarySystemFill,
            "quaternarySystemFill": quaternarySystemFill, "black": black, "darkGray": darkGray,
            "lightGray": lightGray, "white": white, "gray": gray, "red": red, "green": green, "blue": blue,
            "cyan": cyan, "yellow": yellow, "magenta": magenta, "orange": orange, "purple": purple, "brown": brown,
            "clear": clear,
        ]
    }
}
