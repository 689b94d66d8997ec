/// The system's font: Inter in the place of San Francisco, whose metrics and spacing it gets.
///
/// Letters are scaled so that capitals are as high as San Francisco's. *Source* of its metrics and advances: .SFUI as
/// UIFont and CTFontGetAdvancesForGlyphs give it on iOS 26.1, at 12, 13 and 17 points regular and 17 points bold, as
/// others have printed them; Apple, Human Interface Guidelines, Typography, for its tracking.
enum SystemFont {
    /// The family that is drawn; where it is missing, the font for Helvetica is.
    static let drawn = "Inter"
    /// Apple's name of the family.
    static let family = ".AppleSystemUIFont"

    /// A member of the family.
    struct Style: Hashable {
        var weight: Int
        var isItalic: Bool
        var hasEqualDigits: Bool
    }

    /// San Francisco's metrics, in units of 1/2,048 em.
    private static let (ascent, descent, capHeight, xHeight, boldXHeight) = (1950.0, 494.0, 1443.0, 1078.0, 1101.0)

    /// The names of the weights, from 100 to 900.
    private static let styles = [
        "Ultralight", "Thin", "Light", "Regular", "Medium", "Semibold", "Bold", "Heavy", "Black",
    ]

    /// The part of the way from regular to bold.
    private static func boldness(_ weight: Int) -> Double { min(max(Double(weight - 400) / 300, 0), 1) }

    static func metrics(of face: FontFace) -> FontMetrics {
        var metrics = face.metrics
        // A whole number, as programs read it.
        metrics.unitsPerEm = (face.metrics.capHeight * 2048 / capHeight).rounded()
        let unit = metrics.unitsPerEm / 2048
        (metrics.ascent, metrics.descent, metrics.lineGap) = (ascent * unit, descent * unit, 0)
        metrics.capHeight = capHeight * unit
        metrics.xHeight = (xHeight + (boldXHeight - xHeight) * boldness(face.names.weight)) * unit
        return metrics
    }

    static func names(of face: FontFace) -> FontNames {
        var names = face.names
        let index = min(max((names.weight + 50) / 100, 1), 9) - 1
        let style = styles[index] + (names.isItalic ? "Italic" : "")
        (names.family, names.style) = (family, style)
        (names.full, names.postScript) = ("System Font \(style)", ".SFUI-\(style)")
        return names
    }

    /// San Francisco's tracking at 6 to 20 points. *Units*: thousandths of the size.
    private static let tracking: [Double] = [41, 34, 26, 19, 12, 6, 0, -6, -11, -16, -20, -26, -25, -24, -23]

    /// The space after every letter. From 20 points on it stays: San Francisco then changes its letters, too.
    ///
    /// With 13 thousandths more, words in regular have San Francisco's widths to 0.2 % at the three sizes that are
    /// known; in bold with 30.
    static func tracking(size: Double, weight: Int) -> Double {
        let place = min(max(size - 6, 0), 14)
        let (low, part) = (Int(place), place - place.rounded(.down))
        let between = tracking[low] + (tracking[min(low + 1, 14)] - tracking[low]) * part
        return (between + 13 + 17 * boldness(weight)) / 1000 * size
    }
}

extension FontFace {
    /// The space after every letter that belongs to the font; 0 but for the system's font. *Units*: points.
    package func tracking(size: Double) -> Double {
        base == nil ? 0 : SystemFont.tracking(size: size, weight: names.weight)
    }

    /// Whether it is the system's font.
    package var isSystem: Bool { base != nil }
}

extension FontEngine {
    /// The system's font nearest to a weight; where Inter is missing, the member of the standard family.
    ///
    /// - Parameter hasEqualDigits: Whether all digits are equally wide.
    func systemFace(weight: Int, isItalic: Bool, hasEqualDigits: Bool = false) -> FontFace {
        let style = SystemFont.Style(weight: weight, isItalic: isItalic, hasEqualDigits: hasEqualDigits)
        if let known = systemFaces[style] { return known }
        let found =
            if let base = face(family: SystemFont.drawn, weight: weight, isItalic: isItalic) {
                variant(of: base, hasEqualDigits: hasEqualDigits)
            } else {
                face(family: standard.names.family, weight: weight >= 600 ? 700 : 400, isItalic: isItalic) ?? standard
            }
        systemFaces[style] = found
        return found
    }
}
