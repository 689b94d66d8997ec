import CoreGraphics
import QuartzCore

/// What happens to a replaced text that does not fit into its room.
public struct TextFit: Sendable, Equatable {
    /// The ways.
    public enum Rule: String, Sendable, CaseIterable {
        /// The letters become smaller, all by the same factor.
        case shrink
        /// Lines are broken at spaces, as in a box of the room's width.
        case wrap
        /// The text is an error, and nothing is drawn.
        case refuse
    }

    /// The way.
    public var rule: Rule
    /// The room's width in points of the text's layer; nil: that of the text's box.
    public var width: Double?
    /// The room's height; nil: that of the text's box, without a box any height.
    public var height: Double?
    /// The smallest size of letters that `shrink` uses, as a part of the template's own: greater than 0, up to 1.
    public var smallest: Double

    /// Makes a rule. Sizes and parts outside of their ranges are limited to them.
    public init(_ rule: Rule, width: Double? = nil, height: Double? = nil, smallest: Double = 0.5) {
        func length(_ value: Double?) -> Double? { value.map { $0 > 0 ? min($0, 1e6) : 1e-3 } }
        (self.rule, self.width, self.height) = (rule, length(width), length(height))
        self.smallest = smallest > 0.01 ? min(smallest, 1) : 0.01
    }
}

/// How a picture of another shape fills the place of the one that it replaces.
public enum PictureFit: String, Sendable, CaseIterable {
    /// Stretched to the place's shape.
    case stretch
    /// Whole, in its own shape, in the middle of the place.
    case contain
    /// In its own shape, over all of the place; what stands out is cut off.
    case cover

    /// The layer's property that does it.
    var gravity: CALayerContentsGravity {
        switch self {
        case .stretch: .resize
        case .contain: .resizeAspect
        case .cover: .resizeAspectFill
        }
    }
}

extension LottieTextDocument {
    /// The steps in which the size of letters that do not fit is searched for: a factor is exact to a 250th.
    private static let steps = 7

    /// Fits the text into its room.
    ///
    /// *Throws*: `.refused` when it does not fit, or has no room.
    mutating func fit(_ fit: TextFit, name: String, in composition: LottieComposition) throws(DocumentError) {
        func refused(_ reason: String) -> DocumentError { DocumentError(.refused, file: name, reason: reason) }
        let width = fit.width ?? box.map { $0.size.x }
        guard let width, width > 0 else {
            throw refused("the text has no box: fitting it needs a width")
        }
        let height = fit.height ?? box.flatMap { $0.size.y > 0 ? $0.size.y : nil } ?? .infinity
        if box != nil || fit.rule == .wrap { setBox(width: width, height: height, in: composition) }
        let letters = letters(in: composition)
        var used = used(by: letters)
        func fits(_ size: SIMD2<Double>) -> Bool { size.x <= width + 0.01 && size.y <= height + 0.01 }
        if fits(used) { return }
        guard fit.rule == .shrink else {
            throw refused("the text does not fit: it is \(Self.text(used)), its room \(Self.text([width, height]))")
        }
        var (low, high) = (fit.smallest, 1.0)
        let smallest = scaled(by: low)
        used = smallest.used(by: smallest.letters(in: composition))
        guard fits(used) else {
            throw refused(
                "the text does not fit: its smallest letters (\(Self.number(smallest.size))) take \(Self.text(used)), "
                    + "its room is \(Self.text([width, height]))")
        }
        for _ in 0..<Self.steps {
            let middle = (low + high) / 2
            if fits(self.used(by: letters, scale: middle)) { low = middle } else { high = middle }
        }
        // A font may space small letters more widely, as the system's does.
        while low > fit.smallest, case let found = scaled(by: low),
            !fits(found.used(by: found.letters(in: composition)))
        {
            low = max(low * 0.99, fit.smallest)
        }
        self = scaled(by: low)
    }

    /// Sets the box in which lines are broken, to the same side of the text's origin as the lines.
    private mutating func setBox(width: Double, height: Double, in composition: LottieComposition) {
        let flush = justification == 1 ? 1 : justification == 2 ? 0.5 : 0
        let tall = height.isFinite ? height : 0
        if let old = box {
            box = (SIMD3(old.origin.x + flush * (old.size.x - width), old.origin.y, 0), SIMD3(width, tall, 0))
        } else {
            let ascent = (composition.fonts[font]?.ascent ?? 75) * size / 100
            box = (SIMD3(-flush * width, -ascent, 0), SIMD3(width, tall, 0))
        }
    }

    /// The letters' advances, without their outlines.
    private func letters(in composition: LottieComposition) -> LottieTextLayout {
        LottieTextLayout(self, in: composition, limit: LottieBuilder.letterLimit, hasOutlines: false)
    }

    /// The width of the longest line, and the height of all: of the first its size, of the others the line height.
    ///
    /// - Parameter scale: The size of the letters; smaller ones in the same box are as those of this size in a larger box.
    private func used(by letters: LottieTextLayout, scale: Double = 1) -> SIMD2<Double> {
        var layout = letters
        layout.breakLines(width: box.map { $0.size.x / scale })
        let spacing = lineHeight ?? size * 1.2
        let height = size + spacing * Double(max(layout.lines.count, 1) - 1)
        return SIMD2(layout.lines.map(\.width).max() ?? 0, height) * scale
    }

    /// The text with smaller letters; its box is the same.
    private func scaled(by factor: Double) -> LottieTextDocument {
        var result = self
        result.size *= factor
        result.lineHeight = lineHeight.map { $0 * factor }
        result.strokeWidth *= factor
        result.baselineShift *= factor
        return result
    }

    private static func text(_ size: SIMD2<Double>) -> String {
        size.y.isFinite ? "\(number(size.x)) x \(number(size.y)) points" : "\(number(size.x)) points wide"
    }

    private static func number(_ value: Double) -> String { TemplateText.number((value * 10).rounded() / 10) }
}
