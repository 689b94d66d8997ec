import CoreGraphics
import CoreText
import Foundation
import QuartzCore

/// Options of measuring and drawing text.
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

/// The result of measuring a text, besides its rectangle.
public final class NSStringDrawingContext: NSObject {
    /// The last measured rectangle, in points.
    public internal(set) var totalBounds = CGRect.zero
}

extension [TextLayout.PlacedLine] {
    /// The width of the widest line, without spaces at its end, and the height of all lines. *Units*: points.
    package var size: CGSize {
        CGSize(width: CGFloat(map { $0.line.visibleWidth }.max() ?? 0), height: CGFloat(last?.bottom ?? 0))
    }

    /// Draws the lines below a point of a context, whose y may go down or up.
    ///
    /// Baselines lie on whole pixels, so that the bottoms of letters are sharp.
    package func draw(below point: CGPoint, in context: CGContext) {
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

extension TextLayout {
    /// The size of the lines. *Units*: points.
    var measured: CGSize {
        let size = size()
        return CGSize(width: CGFloat(size.width), height: CGFloat(size.height))
    }
}

/// A text to be measured or drawn: an attributed string, or a plain one with attributes, which makes none.
private struct DrawnText {
    let storage: TextStorage?

    private static var standard: UIFont { UIFont(name: "Helvetica", size: 12) ?? .systemFont(ofSize: 12) }

    init(_ string: NSAttributedString) {
        storage = string.length > 0 ? TextStorage(string, standard: Self.standard) : nil
    }

    init(_ string: String, _ attributes: [NSAttributedString.Key: Any]?) {
        storage = string.isEmpty ? nil : TextStorage(string, attributes ?? [:], standard: Self.standard)
    }

    /// The size of the text, which breaks only at its own line ends. *Units*: points.
    var size: CGSize { layout(width: nil)?.measured ?? .zero }

    /// The layout in a width, which nil leaves open: then lines break only at the text's own line ends. nil without a
    /// text.
    private func layout(width: CGFloat?) -> TextLayout? {
        guard let storage else { return nil }
        var layout = TextLayout(storage)
        layout.width = width.flatMap { $0 > 0 && $0 < 1e6 ? Double($0) : nil }
        layout.wraps = layout.width != nil
        return layout
    }

    /// The lines in a width that can be seen in a size, at the resolution of a context.
    private func lines(width: CGFloat?, in size: CGSize, of context: CGContext) -> [TextLayout.PlacedLine] {
        guard var layout = layout(width: width) else { return [] }
        let m = context.ctm
        layout.need = .seen(
            TextLayout.Seen(
                width: Double(size.width), height: Double(size.height),
                pixelsPerPoint: abs(Double(m.a * m.d - m.b * m.c)).squareRoot()))
        return layout.lines()
    }

    /// The lines below and to the right of a point that can be seen in a context.
    private func lines(at point: CGPoint, in context: CGContext) -> [TextLayout.PlacedLine] {
        let clip = context.boundingBoxOfClipPath
        // y may go up or down.
        let height = max(abs(clip.maxY - point.y), abs(point.y - clip.minY))
        return lines(width: nil, in: CGSize(width: clip.maxX - point.x, height: height), of: context)
    }

    func draw(at point: CGPoint) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        lines(at: point, in: context).draw(below: point, in: context)
    }

    func draw(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), rect.width > 0 else { return }
        let lines = lines(width: rect.width, in: CGSize(width: rect.width, height: rect.height + 1), of: context)
        lines.filter { CGFloat($0.bottom) <= rect.height + 1 }.draw(below: rect.origin, in: context)
    }

    func draw(with rect: CGRect, _ options: NSStringDrawingOptions, _ context: NSStringDrawingContext?) {
        let isOfLines = options.contains(.usesLineFragmentOrigin)
        let isCut = isOfLines && options.contains(.truncatesLastVisibleLine) && rect.height > 0
        context?.totalBounds = boundingRect(with: rect.size, options, nil)
        guard let canvas = UIGraphicsGetCurrentContext() else { return }
        let clip = canvas.boundingBoxOfClipPath
        let seen = CGSize(
            width: isOfLines ? rect.width : max(rect.width, clip.maxX - rect.minX),
            height: isCut ? rect.height + 1 : max(abs(clip.maxY - rect.minY), abs(rect.minY - clip.minY)))
        var lines = lines(width: isOfLines ? rect.width : nil, in: seen, of: canvas)
        if isCut { lines = lines.filter { CGFloat($0.bottom) <= rect.height + 1 } }
        if !isOfLines { lines = Array(lines.prefix(1)) }
        guard let first = lines.first else { return }
        var origin = rect.origin
        if !isOfLines { origin.y -= CGFloat(first.baseline) }
        lines.draw(below: origin, in: canvas)
    }

    func boundingRect(
        with size: CGSize, _ options: NSStringDrawingOptions, _ context: NSStringDrawingContext?
    ) -> CGRect {
        let isOfLines = options.contains(.usesLineFragmentOrigin)
        let isCut = isOfLines && options.contains(.truncatesLastVisibleLine) && size.height > 0
        guard var layout = layout(width: isOfLines ? size.width : nil) else {
            context?.totalBounds = .zero
            return .zero
        }
        var bounds = CGRect.zero
        if isCut {
            let height = Double(size.height) + 1
            layout.need = .seen(TextLayout.Seen(width: Double(size.width), height: height, pixelsPerPoint: 1))
            bounds.size = layout.lines().filter { $0.bottom <= height }.size
        } else {
            bounds.size = layout.measured
        }
        if !isOfLines {
            layout.lineLimit = 1
            layout.need = .sizes
            bounds.origin.y = CGFloat(layout.lines().first?.baseline ?? 0) - bounds.height
        }
        context?.totalBounds = bounds
        return bounds
    }
}

extension NSAttributedString {
    /// The size of the text, which breaks only at its own line ends. *Units*: points. *Source*: Apple,
    /// NSAttributedString.size(); text without a font is in Helvetica of 12 points.
    public func size() -> CGSize { DrawnText(self).size }

    /// Draws the text below and to the right of a point, into the current context.
    public func draw(at point: CGPoint) { DrawnText(self).draw(at: point) }

    /// Draws the lines that fit into a rectangle of the current context.
    public func draw(in rect: CGRect) { DrawnText(self).draw(in: rect) }

    /// Draws the text into a rectangle of the current context: in lines from its top left corner with
    /// `usesLineFragmentOrigin`, and without it in one line whose baseline is at the rectangle's origin. With
    /// `truncatesLastVisibleLine` only lines that fit are drawn; otherwise lines go on below the rectangle.
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
        DrawnText(self).draw(with: rect, options, context)
    }

    /// The rectangle of the text in a size: at the origin, and as large as the text. *Units*: points. *Source*: Apple,
    /// NSAttributedString.boundingRect(with:options:context:): sizes are not rounded; without `usesLineFragmentOrigin`
    /// the origin is on the baseline, so that y is negative.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect {
        DrawnText(self).boundingRect(with: size, options, context)
    }
}

extension NSString {
    private func drawn(_ attributes: [NSAttributedString.Key: Any]?) -> DrawnText {
        DrawnText(String(describing: self), attributes)
    }

    /// The size of the text with attributes. *Units*: points.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize { drawn(attrs).size }

    /// Draws the text at a point of the current context.
    public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        drawn(attrs).draw(at: point)
    }

    /// Draws the text into a rectangle of the current context.
    public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        drawn(attrs).draw(in: rect)
    }

    /// Draws the text into a rectangle of the current context, as `NSAttributedString` does.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        drawn(attributes).draw(with: rect, options, context)
    }

    /// The rectangle of the text in a size, as `NSAttributedString` measures it. *Units*: points.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        drawn(attributes).boundingRect(with: size, options, context)
    }
}
