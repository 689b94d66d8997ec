import CoreGraphics
import Foundation
import MicaTrace

/// The drawings of `UIImage(systemName:)`: for a few of Apple's names, drawn by this module.
///
/// *Space*: a square of 24 points, y down; lines are 2 points wide at the regular weight.
enum SymbolDrawing {
    /// The parts of a symbol: lines to stroke and areas to fill, then those to erase.
    struct Parts {
        var lines = CGMutablePath()
        var filled = CGMutablePath()
        var erasedLines = CGMutablePath()
        var erased = CGMutablePath()

        func line(_ points: (CGFloat, CGFloat)...) {
            for (index, point) in points.enumerated() {
                let position = CGPoint(x: point.0, y: point.1)
                if index == 0 { lines.move(to: position) } else { lines.addLine(to: position) }
            }
        }
    }

    static let drawings: [String: @Sendable (Parts) -> Void] = [
        "plus": {
            $0.line((12, 4), (12, 20)); $0.line((4, 12), (20, 12))
        },
        "minus": { $0.line((4, 12), (20, 12)) },
        "xmark": {
            $0.line((5, 5), (19, 19)); $0.line((19, 5), (5, 19))
        },
        "checkmark": { $0.line((4, 13), (10, 19), (20, 5)) },
        "chevron.left": { $0.line((15, 4), (7, 12), (15, 20)) },
        "chevron.right": { $0.line((9, 4), (17, 12), (9, 20)) },
        "chevron.up": { $0.line((4, 15), (12, 7), (20, 15)) },
        "chevron.down": { $0.line((4, 9), (12, 17), (20, 9)) },
        "arrow.left": {
            $0.line((11, 5), (4, 12), (11, 19)); $0.line((4, 12), (20, 12))
        },
        "arrow.right": {
            $0.line((13, 5), (20, 12), (13, 19)); $0.line((20, 12), (4, 12))
        },
        "arrow.up": {
            $0.line((5, 11), (12, 4), (19, 11)); $0.line((12, 4), (12, 20))
        },
        "arrow.down": {
            $0.line((5, 13), (12, 20), (19, 13)); $0.line((12, 20), (12, 4))
        },
        "line.3.horizontal": {
            $0.line((3, 6), (21, 6)); $0.line((3, 12), (21, 12)); $0.line((3, 18), (21, 18))
        },
        "ellipsis": {
            for x in [5.0, 12, 19] { $0.filled.addEllipse(in: CGRect(x: x - 2, y: 10, width: 4, height: 4)) }
        },
        "circle": { $0.lines.addEllipse(in: CGRect(x: 3, y: 3, width: 18, height: 18)) },
        "circle.fill": { $0.filled.addEllipse(in: CGRect(x: 2, y: 2, width: 20, height: 20)) },
        "square": { $0.lines.addRect(CGRect(x: 4, y: 4, width: 16, height: 16)) },
        "square.fill": { $0.filled.addRect(CGRect(x: 3, y: 3, width: 18, height: 18)) },
        "star": { star($0.lines) },
        "star.fill": { star($0.filled) },
        "heart": { heart($0.lines) },
        "heart.fill": { heart($0.filled) },
        "play.fill": { polygon($0.filled, [(6, 3), (21, 12), (6, 21)]) },
        "pause.fill": {
            $0.filled.addRect(CGRect(x: 5, y: 4, width: 5, height: 16))
            $0.filled.addRect(CGRect(x: 14, y: 4, width: 5, height: 16))
        },
        "stop.fill": { $0.filled.addRect(CGRect(x: 4, y: 4, width: 16, height: 16)) },
        "magnifyingglass": {
            $0.lines.addEllipse(in: CGRect(x: 3, y: 3, width: 13, height: 13)); $0.line((14.5, 14.5), (21, 21))
        },
        "house.fill": { polygon($0.filled, [(12, 2), (22, 11), (19, 11), (19, 21), (5, 21), (5, 11), (2, 11)]) },
        "person.fill": {
            $0.filled.addEllipse(in: CGRect(x: 7.5, y: 2, width: 9, height: 9))
            $0.filled.move(to: CGPoint(x: 3, y: 22))
            $0.filled.addCurve(
                to: CGPoint(x: 21, y: 22), control1: CGPoint(x: 3, y: 10), control2: CGPoint(x: 21, y: 10))
            $0.filled.closeSubpath()
        },
        "exclamationmark": {
            $0.line((12, 3), (12, 15)); $0.filled.addEllipse(in: CGRect(x: 10.5, y: 18, width: 3, height: 3))
        },
    ]

    /// The names, in alphabetical order.
    static var names: [String] { Set(drawings.keys).union(common.keys).sorted() }

    /// The parts of a symbol; nil for an unknown name.
    static func parts(_ name: String) -> Parts? {
        guard let drawing = drawings[name] ?? common[name] else { return enclosed(name) }
        let parts = Parts()
        drawing(parts)
        return parts
    }

    /// The drawing of a symbol that has none in `drawings`: the outline of a rounded square.
    static var placeholder: Parts {
        let parts = Parts()
        parts.lines.addRoundedRect(in: CGRect(x: 3, y: 3, width: 18, height: 18), cornerWidth: 4, cornerHeight: 4)
        return parts
    }

    private static func polygon(_ path: CGMutablePath, _ points: [(CGFloat, CGFloat)]) {
        path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
        path.closeSubpath()
    }

    /// A star: five points on a circle of 10 points, and five between them on one of 4.
    private static func star(_ path: CGMutablePath) {
        polygon(
            path,
            (0..<10).map { index in
                let (angle, radius) = (Double(index) * .pi / 5, index % 2 == 0 ? 10.0 : 4)
                return (CGFloat(12 + radius * sin(angle)), CGFloat(12.5 - radius * cos(angle)))
            })
    }

    private static func heart(_ path: CGMutablePath) {
        path.move(to: CGPoint(x: 12, y: 21))
        path.addCurve(to: CGPoint(x: 12, y: 7), control1: CGPoint(x: -4, y: 10), control2: CGPoint(x: 5, y: -2))
        path.addCurve(to: CGPoint(x: 12, y: 21), control1: CGPoint(x: 19, y: -2), control2: CGPoint(x: 28, y: 10))
        path.closeSubpath()
    }
}

extension UIImage {
    /// The traits of a picture.
    // Safe because: it has no stored properties.
    open class Configuration: NSObject, @unchecked Sendable {}

    /// The size and weight of symbols.
    // Safe because: the stored properties are immutable and of Sendable types.
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        /// The size of the text that the symbol suits; nil for one of 17 points. *Units*: points.
        let pointSize: CGFloat?
        let weight: SymbolWeight
        let symbolScale: SymbolScale

        /// The side of a symbol's square: 20 points for text of 17 points. The factors of small and large symbols are
        /// our own.
        var side: CGFloat {
            let factor: CGFloat = symbolScale == .small ? 0.8 : symbolScale == .large ? 1.28 : 1
            return min(max(pointSize ?? 17, 1), 2000) * 20 / 17 * factor
        }

        private init(_ pointSize: CGFloat?, _ weight: SymbolWeight, _ scale: SymbolScale) {
            self.pointSize = pointSize.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
            (self.weight, symbolScale) = (weight, scale)
            super.init()
        }

        /// Makes a configuration for text of a size in points.
        public convenience init(pointSize: CGFloat) { self.init(pointSize, .unspecified, .default) }

        /// Makes a configuration for text of a size in points and a weight.
        public convenience init(pointSize: CGFloat, weight: SymbolWeight) { self.init(pointSize, weight, .default) }

        /// Makes a configuration for text of a size in points, a weight and a scale.
        public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
            self.init(pointSize, weight, scale)
        }

        /// Makes a configuration of a weight.
        public convenience init(weight: SymbolWeight) { self.init(nil, weight, .default) }

        /// Makes a configuration of a scale.
        public convenience init(scale: SymbolScale) { self.init(nil, .unspecified, scale) }

        /// Makes a configuration for text of a style.
        public convenience init(textStyle: UIFont.TextStyle) { self.init(textStyle: textStyle, scale: .default) }

        /// Makes a configuration for text of a style, and a scale.
        public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale) {
            self.init(font: UIFont.preferredFont(forTextStyle: textStyle), scale: scale)
        }

        /// Makes a configuration for text in a font.
        public convenience init(font: UIFont) { self.init(font: font, scale: .default) }

        /// Makes a configuration for text in a font, and a scale.
        public convenience init(font: UIFont, scale: SymbolScale) {
            let isBold = font.fontDescriptor.symbolicTraits.contains(.traitBold)
            self.init(font.pointSize, isBold ? .bold : .regular, scale)
        }

        /// This configuration with the values that another sets.
        open func applying(_ other: SymbolConfiguration) -> Self {
            let joined = SymbolConfiguration(
                other.pointSize ?? pointSize, other.weight == .unspecified ? weight : other.weight,
                other.symbolScale == .default ? symbolScale : other.symbolScale)
            return (joined as? Self) ?? self
        }

        open override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? SymbolConfiguration else { return false }
            return pointSize == other.pointSize && weight == other.weight && symbolScale == other.symbolScale
        }
        open override var hash: Int { weight.rawValue * 31 + symbolScale.rawValue }
    }

    /// The size of symbols beside text; raw values are Apple's.
    public enum SymbolScale: Int, Sendable {
        /// The default: medium.
        case `default` = -1
        /// Not set: medium.
        case unspecified = 0
        /// Smaller than the text's capitals.
        case small = 1
        /// Somewhat taller than the text's capitals.
        case medium = 2
        /// Larger.
        case large = 3
    }

    /// The weight of symbols; raw values are Apple's.
    public enum SymbolWeight: Int, Sendable {
        /// Not set: regular.
        case unspecified = 0
        /// Hairline.
        case ultraLight = 1
        /// Very thin.
        case thin = 2
        /// Thin.
        case light = 3
        /// As in regular text.
        case regular = 4
        /// A little heavier.
        case medium = 5
        /// Nearly bold.
        case semibold = 6
        /// As in bold text.
        case bold = 7
        /// Heavier than bold.
        case heavy = 8
        /// The heaviest.
        case black = 9

        /// The width of lines in the square of 24 points, in points.
        var line: CGFloat { rawValue == 0 ? 2 : 0.6 + CGFloat(rawValue) * 0.35 }
    }

    /// One of the system's symbols, as a template. A few of Apple's names have drawings of this module's own, which
    /// docs/uikit.md lists. Other names of Apple's give a rounded square of the right size, with one message; nil only
    /// for a name that no symbol has, as far as `SymbolNames` can say.
    public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

    /// One of the system's symbols, at a size and weight; nil as for `init(systemName:)`.
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
        guard let drawn = UIImage.symbol(name, configuration as? SymbolConfiguration) else { return nil }
        self.init(symbol: drawn.image, scale: drawn.scale, name: name)
    }

    /// The picture of a symbol with another configuration, of which unset values are the present one's; the picture
    /// itself if it is no symbol. *Source*: Apple, UIImage.applyingSymbolConfiguration(_:); WWDC 2019, "Introducing SF
    /// Symbols".
    public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
        guard let name = symbolName else { return self }
        return UIImage(systemName: name, withConfiguration: configuration)
    }

    /// The picture with another configuration; itself if it is no symbol.
    public func withConfiguration(_ configuration: Configuration) -> UIImage {
        (configuration as? SymbolConfiguration).flatMap { applyingSymbolConfiguration($0) } ?? self
    }

    /// Draws a symbol; nil for a name that no symbol has.
    private static func symbol(_ name: String, _ configuration: SymbolConfiguration?) -> (
        image: CGImage, scale: CGFloat
    )? {
        let known = SymbolDrawing.parts(name)
        guard let parts = known ?? (SymbolNames.isPlausible(name) ? SymbolDrawing.placeholder : nil) else { return nil }
        if known == nil {
            Notices.say(
                "UIImage(systemName: \"\(name)\"): the symbol is not drawn here; a rounded square is drawn instead")
        }
        let side = (configuration?.side ?? 20).rounded(.up)
        let scale = UIScreen.shape.withLock { $0.scale }
        guard let context = beginImage(CGSize(width: side, height: side), opaque: false, scale: scale) else {
            return nil
        }
        defer { UIGraphicsEndImageContext() }
        context.scaleBy(x: side / 24, y: side / 24)
        context.setFillColor(CGColor(gray: 0, alpha: 1))
        context.setStrokeColor(CGColor(gray: 0, alpha: 1))
        context.setLineWidth(configuration?.weight.line ?? 2)
        context.setLineCap(.round)
        context.setLineJoin(.round)
        if !parts.lines.isEmpty {
            context.addPath(parts.lines)
            context.strokePath()
        }
        if !parts.filled.isEmpty {
            context.addPath(parts.filled)
            context.fillPath()
        }
        context.setBlendMode(.clear)
        if !parts.erasedLines.isEmpty {
            context.addPath(parts.erasedLines)
            context.strokePath()
        }
        if !parts.erased.isEmpty {
            context.addPath(parts.erased)
            context.fillPath()
        }
        guard let image = context.makeImage() else { return nil }
        return (image, scale)
    }

    /// A plus sign: the symbol "plus" here.
    public class var add: UIImage { UIImage(systemName: "plus") ?? UIImage() }
    /// A check mark.
    public class var checkmark: UIImage { UIImage(systemName: "checkmark") ?? UIImage() }
}
