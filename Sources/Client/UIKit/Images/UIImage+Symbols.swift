import CoreGraphics
import Foundation

/// The drawings of `UIImage(systemName:)`: for a few of Apple's names, drawn by this module.
///
/// *Space*: a square of 24 points, y down; lines are 2 points wide at the regular weight.
enum SymbolDrawing {
    /// The parts of a symbol: lines to stroke, and areas to fill.
    struct Parts {
        var lines = CGMutablePath()
        var filled = CGMutablePath()

        func line(_ points: (CGFloat, CGFloat)...) {
            for (index, point) in points.enumerated() {
                let position = CGPoint(x: point.0, y: point.1)
                if index == 0 { lines.move(to: position) } else { lines.addLine(to: position) }
            }
        }
    }

    private static let drawings: [String: @Sendable (Parts) -> Void] = [
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
    static var names: [String] { drawings.keys.sorted() }

    /// The parts of a symbol; nil for an unknown name.
    static func parts(_ name: String) -> Parts? {
        guard let drawing = drawings[name] else { return nil }
        let parts = Parts()
        drawing(parts)
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
    /// The size and weight of symbols.
    // Safe because: the stored properties are immutable and of Sendable types.
    open class SymbolConfiguration: NSObject, @unchecked Sendable {
        /// The side of a symbol's square; 20 points by default, which suits text of 17 points.
        let side: CGFloat
        let weight: SymbolWeight

        /// Makes a configuration for text of a size in points.
        public convenience init(pointSize: CGFloat) { self.init(pointSize: pointSize, weight: .regular) }

        /// Makes a configuration for text of a size in points and a weight.
        public init(pointSize: CGFloat, weight: SymbolWeight) {
            side = pointSize.isFinite ? min(max(pointSize, 1), 2000) * 20 / 17 : 20
            self.weight = weight
            super.init()
        }
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

    /// One of the system's symbols, as a template; nil for an unknown name. A few of Apple's names are known, with
    /// drawings of this module's own: docs/uikit.md lists them.
    public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

    /// One of the system's symbols, at a size and weight; nil for an unknown name.
    public convenience init?(systemName name: String, withConfiguration configuration: SymbolConfiguration?) {
        guard let parts = SymbolDrawing.parts(name) else { return nil }
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
        guard let image = context.makeImage() else { return nil }
        self.init(symbol: image, scale: scale)
    }

    /// A plus sign: the symbol "plus" here.
    public class var add: UIImage { UIImage(systemName: "plus") ?? UIImage() }
    /// A check mark.
    public class var checkmark: UIImage { UIImage(systemName: "checkmark") ?? UIImage() }
}
