import CoreGraphics
import QuartzCore
import UIKitCore

/// The loupe above a finger that moves the caret or a handle: the text beneath, a little larger.
///
/// *Source*: the size and the scale are read off pictures of iOS 17 (docs/text-entry.md).
@MainActor final class TextLoupe {
    /// *Units*: points.
    private enum Metrics {
        static let size = CGSize(width: 112, height: 56)
        static let scale: CGFloat = 1.25
        /// The distance of its lower edge from the middle of the line.
        static let gap: CGFloat = 26
        static let margin: CGFloat = 4
    }

    private var glass: UIView?

    /// Shows the surroundings of a point of a view of text.
    func show(_ view: UIView, _ point: CGPoint) {
        guard let window = view.window else { return hide() }
        let glass = glass ?? make(window)
        let center = view.convert(point, to: nil)
        let size = Metrics.size
        let safe = window.bounds.insetBy(dx: Metrics.margin, dy: Metrics.margin)
        let x = min(max(center.x - size.width / 2, safe.minX), max(safe.minX, safe.maxX - size.width))
        let y = max(center.y - Metrics.gap - size.height, safe.minY)
        let scale = max(window.screen.scale, 1)
        let picture = UIGraphicsImageRenderer(size: size, format: format(scale)).image { context in
            let drawing = context.cgContext
            (window.backgroundColor ?? .systemBackground).setFill()
            drawing.fill(CGRect(origin: .zero, size: size))
            drawing.translateBy(x: size.width / 2, y: size.height / 2)
            drawing.scaleBy(x: Metrics.scale, y: Metrics.scale)
            drawing.translateBy(x: -point.x, y: -point.y)
            view.layer.render(in: drawing)
        }
        UIView.performWithoutAnimation {
            glass.frame = CGRect(origin: CGPoint(x: x, y: y), size: size)
            glass.layer.contents = picture.cgImage
        }
        window.bringSubviewToFront(glass)
    }

    private func format(_ scale: CGFloat) -> UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        (format.scale, format.opaque) = (scale, true)
        return format
    }

    private func make(_ window: UIWindow) -> UIView {
        let made = TextPart.make()
        let layer = made.layer
        layer.cornerRadius = Metrics.size.height / 2
        layer.masksToBounds = true
        (layer.borderWidth, layer.borderColor) = (0.5, made.resolved(.separator))
        window.addSubview(made)
        glass = made
        return made
    }

    /// Removes the loupe.
    func hide() {
        glass?.removeFromSuperview()
        glass = nil
    }
}
