import CoreGraphics
import CoreText
import Foundation
import QuartzCore

/// Options of measuring and drawing text. *Source*: Apple, NSStringDrawingOptions.
public struct NSStringDrawingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Ends the last line that has room with an ellipsis, if the text goes on.
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
    /// Measures several lines, from the top left corner; without it one line, from its baseline.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
    /// Includes the leading of fonts, which is always included here.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
    /// Measures the drawn shapes of letters rather than their advances. Without effect here.
    public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
}

/// The result of measuring a text, besides its rectangle. *Source*: Apple, NSStringDrawingContext.
public final class NSStringDrawingContext: NSObject {
    /// The last measured rectangle, in points. *Source*: Apple, NSStringDrawingContext.totalBounds.
    public internal(set) var totalBounds = CGRect.zero
}

extension [TextLayout.PlacedLine] {
    /// The width of the widest line, without spaces at its end, and the height of all lines. *Units*: points.
    var size: CGSize {
        CGSize(width: CGFloat(map { $0.line.visibleWidth }.max() ?? 0), height: CGFloat(last?.bottom ?? 0))
    }

    /// Draws the lines below a point of a context, whose y may go down or up.
    ///
    /// Baselines lie on whole pixels, so that the bottoms of letters are sharp.
    func draw(below point: CGPoint, in context: CGContext) {
        context.saveGState()
        context.translateBy(x: point.x, y: point.y)
        if context.ctm.d < 0 { context.scaleBy(x: 1, y: -1) }
        context.textMatrix = .identity
        for placed in self {
            var origin = context.convertToDeviceSpace(CGPoint(x: CGFloat(placed.x), y: -CGFloat(placed.baseline)))
            origin.y = origin.y.rounded()
            context.textPosition = context.convertToUserSpace(origin)
            placed.line.draw(in: context)
        }
        context.restoreGState()
    }
}

extension NSAttributedString {
    /// The lines in a width; nil breaks only at the text's own line ends.
    fileprivate func lines(width: CGFloat?, height: CGFloat = .infinity) -> [TextLayout.PlacedLine] {
        guard length > 0 else { return [] }
        let font = UIFont(name: "Helvetica", size: 12) ?? .systemFont(ofSize: 12)
        var layout = TextLayout(TextStorage(self, standard: font))
        layout.width = width.flatMap { $0 > 0 && $0 < 1e6 ? Double($0) : nil }
        layout.wraps = layout.width != nil
        return layout.lines().filter { CGFloat($0.bottom) <= height + 1 }
    }

    /// The size of the text, which breaks only at its own line ends. *Units*: points. *Source*: Apple,
    /// NSAttributedString.size(); text without a font is in Helvetica of 12 points.
    public func size() -> CGSize { lines(width: nil).size }

    /// Draws the text below and to the right of a point, into the current context. *Source*: Apple,
    /// NSAttributedString.draw(at:).
    public func draw(at point: CGPoint) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        lines(width: nil).draw(below: point, in: context)
    }

    /// Draws the lines that fit into a rectangle of the current context. *Source*: Apple, NSAttributedString.draw(in:).
    public func draw(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), rect.width > 0 else { return }
        lines(width: rect.width, height: rect.height).draw(below: rect.origin, in: context)
    }

    /// Draws the text into a rectangle of the current context: in lines from its top left corner with
    /// `usesLineFragmentOrigin`, and without it in one line whose baseline is at the rectangle's origin. With
    /// `truncatesLastVisibleLine` only lines that fit are drawn; otherwise lines go on below the rectangle. *Source*:
    /// Apple, NSAttributedString.draw(with:options:context:).
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
        let lines = lines(in: rect.size, options)
        context?.totalBounds = bounds(of: lines, options)
        guard let canvas = UIGraphicsGetCurrentContext(), let first = lines.first else { return }
        var origin = rect.origin
        if !options.contains(.usesLineFragmentOrigin) { origin.y -= CGFloat(first.baseline) }
        lines.draw(below: origin, in: canvas)
    }

    private func lines(in size: CGSize, _ options: NSStringDrawingOptions) -> [TextLayout.PlacedLine] {
        let isOfLines = options.contains(.usesLineFragmentOrigin)
        let isCut = isOfLines && options.contains(.truncatesLastVisibleLine) && size.height > 0
        let all = lines(width: isOfLines ? size.width : nil, height: isCut ? size.height : .infinity)
        return isOfLines ? all : Array(all.prefix(1))
    }

    private func bounds(of lines: [TextLayout.PlacedLine], _ options: NSStringDrawingOptions) -> CGRect {
        var bounds = CGRect(origin: .zero, size: lines.size)
        if !options.contains(.usesLineFragmentOrigin), let first = lines.first {
            bounds.origin.y = CGFloat(first.baseline) - bounds.height
        }
        return bounds
    }

    /// The rectangle of the text in a size: at the origin, and as large as the text. *Units*: points. *Source*: Apple,
    /// NSAttributedString.boundingRect(with:options:context:): sizes are not rounded; without `usesLineFragmentOrigin`
    /// the origin is on the baseline, so that y is negative.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect {
        let isOfLines = options.contains(.usesLineFragmentOrigin)
        let isCut = isOfLines && options.contains(.truncatesLastVisibleLine) && size.height > 0
        let height = isCut ? size.height : .infinity
        let lines = lines(width: isOfLines ? size.width : nil, height: height)
        let bounds = bounds(of: lines, options)
        context?.totalBounds = bounds
        return bounds
    }
}

extension NSString {
    private func attributed(_ attributes: [NSAttributedString.Key: Any]?) -> NSAttributedString {
        NSAttributedString(string: String(describing: self), attributes: attributes)
    }

    /// The size of the text with attributes. *Units*: points. *Source*: Apple, NSString.size(withAttributes:).
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize { attributed(attrs).size() }

    /// Draws the text at a point of the current context. *Source*: Apple, NSString.draw(at:withAttributes:).
    public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        attributed(attrs).draw(at: point)
    }

    /// Draws the text into a rectangle of the current context. *Source*: Apple, NSString.draw(in:withAttributes:).
    public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        attributed(attrs).draw(in: rect)
    }

    /// Draws the text into a rectangle of the current context, as `NSAttributedString` does. *Source*: Apple,
    /// NSString.draw(with:options:attributes:context:).
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        attributed(attributes).draw(with: rect, options: options, context: context)
    }

    /// The rectangle of the text in a size, as `NSAttributedString` measures it. *Units*: points. *Source*: Apple,
    /// NSString.boundingRect(with:options:attributes:context:).
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        attributed(attributes).boundingRect(with: size, options: options, context: context)
    }
}
