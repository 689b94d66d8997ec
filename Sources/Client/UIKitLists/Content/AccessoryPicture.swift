import CoreGraphics
import UIKitCore

/// The pictures of accessories and of edit controls, drawn by this module.
///
/// *Source* of the sizes: the chevron is 8 by 13 points and the check mark 14 by 11 (frames of accessory views in
/// dumps of view trees by iOS 11 to 17); the round signs are 22 points (a detail button in Interface Builder has 22 by
/// 22). Reorder lines are three of 20 points, as on pictures of iOS 13 to 18. The widths of lines are our own.
@MainActor package enum AccessoryPicture: Hashable {
    /// A sign for more content: points to where lines end.
    case chevron
    /// A check mark.
    case checkmark
    /// A circle with an i.
    case info
    /// A disk with a minus.
    case minus
    /// A disk with a plus.
    case plus
    /// Three lines, to hold and drag.
    case reorder
    /// An empty circle of a row that is not selected.
    case circle
    /// A disk with a check mark of a row that is selected.
    case circleCheckmark
    /// A sign for shown or hidden items, which turns by a right angle; points to where lines end.
    case outline

    /// The size, in points.
    package var size: CGSize {
        switch self {
        case .chevron: CGSize(width: 8, height: 13)
        case .checkmark: CGSize(width: 14, height: 11)
        case .info, .minus, .plus, .circle, .circleCheckmark: CGSize(width: 22, height: 22)
        case .reorder: CGSize(width: 20, height: 11)
        case .outline: CGSize(width: 13, height: 13)
        }
    }

    private struct Key: Hashable {
        var picture: AccessoryPicture
        var colors: [CGColor]
        var scale: CGFloat
        var isMirrored: Bool
    }

    /// The pictures that were drawn. There are few: kinds times colours.
    private static var drawn: [Key: UIImage] = [:]

    /// The picture in colours as they are for traits.
    ///
    /// - Parameters:
    ///   - color: Of lines, or of the disk.
    ///   - sign: Of the sign on a disk.
    package func image(
        _ color: UIColor, sign: UIColor = .white, traits: UITraitCollection, isMirrored: Bool = false
    ) -> UIImage {
        let colors = [color, sign].map { $0.resolvedColor(with: traits).cgColor }
        let scale = traits.displayScale > 0 ? traits.displayScale : UIScreen.main.scale
        let key = Key(picture: self, colors: colors, scale: scale, isMirrored: isMirrored)
        if let known = Self.drawn[key] { return known }
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        format.opaque = false
        let image = UIGraphicsImageRenderer(size: size, format: format).image { renderer in
            let context = renderer.cgContext
            if isMirrored {
                context.translateBy(x: size.width, y: 0)
                context.scaleBy(x: -1, y: 1)
            }
            draw(in: context, colors[0], colors[1])
        }
        if Self.drawn.count > 256 { Self.drawn = [:] }
        Self.drawn[key] = image
        return image
    }

    private func draw(in context: CGContext, _ color: CGColor, _ sign: CGColor) {
        context.setLineCap(.round)
        context.setLineJoin(.round)
        func stroke(_ color: CGColor, _ width: CGFloat, _ points: [(CGFloat, CGFloat)]) {
            context.setStrokeColor(color)
            context.setLineWidth(width)
            context.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
            context.strokePath()
        }
        let disk = CGRect(origin: .zero, size: size).insetBy(dx: 0.5, dy: 0.5)
        func fillDisk() {
            context.setFillColor(color)
            context.fillEllipse(in: disk)
        }
        func strokeDisk(_ width: CGFloat) {
            context.setStrokeColor(color)
            context.setLineWidth(width)
            context.strokeEllipse(in: disk.insetBy(dx: width / 2, dy: width / 2))
        }
        switch self {
        case .chevron: stroke(color, 2, [(1.2, 1.2), (6.6, 6.5), (1.2, 11.8)])
        case .outline: stroke(color, 2, [(4, 1.7), (9, 6.5), (4, 11.3)])
        case .checkmark: stroke(color, 2, [(1.2, 5.9), (5, 9.7), (12.8, 1.2)])
        case .reorder:
            for y in [1, 5.5, 10] as [CGFloat] { stroke(color, 1.4, [(0.8, y), (19.2, y)]) }
        case .minus:
            fillDisk()
            stroke(sign, 2, [(6, 11), (16, 11)])
        case .plus:
            fillDisk()
            stroke(sign, 2, [(6, 11), (16, 11)])
            stroke(sign, 2, [(11, 6), (11, 16)])
        case .circle: strokeDisk(1.2)
        case .circleCheckmark:
            fillDisk()
            stroke(sign, 2, [(6.2, 11.4), (9.7, 15), (16, 7.4)])
        case .info:
            strokeDisk(1.4)
            context.setFillColor(color)
            context.fillEllipse(in: CGRect(x: 9.8, y: 5.2, width: 2.6, height: 2.6))
            stroke(color, 1.6, [(9.4, 9.9), (11.2, 9.9), (11.2, 16)])
            stroke(color, 1.6, [(9, 16.2), (13.4, 16.2)])
        }
    }
}
