import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    /// Whether views of the class may draw. Classes of this module that draw nothing are never asked to.
    static var drawsItself: Bool {
        self != UIView.self && self != UIImageView.self && self != UIWindow.self && layerClass == CALayer.self
            && !madeOfViews.contains(ObjectIdentifier(self)) && !moreMadeOfViews.contains(ObjectIdentifier(self))
    }

    /// Classes of the modules above whose views show only their subviews. Each adds itself before its first view is
    /// made.
    package static var moreMadeOfViews: Set<ObjectIdentifier> = []

    /// Classes whose views show only their subviews. Subclasses of them may draw.
    private static let madeOfViews: Set<ObjectIdentifier> = [
        ObjectIdentifier(UISlider.self), ObjectIdentifier(UISwitch.self), ObjectIdentifier(UISegmentedControl.self),
        ObjectIdentifier(UIStepper.self), ObjectIdentifier(UIPageControl.self), ObjectIdentifier(UIProgressView.self),
        ObjectIdentifier(UIActivityIndicatorView.self),
    ]

    /// Draws the view's content into a context, which is the current one meanwhile.
    func drawContent(in context: CGContext) {
        UIGraphicsPushContext(context)
        defer { UIGraphicsPopContext() }
        let part = context.boundingBoxOfClipPath.intersection(bounds)
        draw(part.isNull ? bounds : part)
    }

    /// Draws the view with its subviews into the current context, as a screen shows them.
    ///
    /// *Source*: Apple's pictures by `drawHierarchy(in:afterScreenUpdates:)`: cashapp/AccessibilitySnapshot
    /// testRenderingMethods.true has a view turned in space, and uber/ios-snapshot-test-case
    /// testViewSnapshotWithVisualEffects a blur. `render(in:)` draws neither.
    ///
    /// - Parameter afterUpdates: whether the values that are set count; otherwise those that are shown now.
    func drawTree(in rect: CGRect, afterUpdates: Bool) -> Bool {
        guard let context = UIGraphicsGetCurrentContext(), rect.isUsable, bounds.width > 0, bounds.height > 0 else {
            return false
        }
        layoutIfNeeded()
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.minY)
        context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        drawScreen(in: context, afterUpdates: afterUpdates)
        context.restoreGState()
        return true
    }

    private func drawScreen(in context: CGContext, afterUpdates: Bool) {
        let shown = afterUpdates ? layer : layer.presentation() ?? layer
        shown.renderTree(into: context, as: .screen)
    }

    /// A view that shows a picture of a part of this one.
    func snapshot(of rect: CGRect, _ capInsets: UIEdgeInsets, afterUpdates: Bool) -> UIView? {
        guard rect.isUsable, rect.width > 0, rect.height > 0 else { return nil }
        layoutIfNeeded()
        guard beginImage(rect.size, opaque: false, scale: contentScaleFactor) != nil else { return nil }
        defer { UIGraphicsEndImageContext() }
        guard let context = UIGraphicsGetCurrentContext() else { return nil }
        context.translateBy(x: -rect.minX, y: -rect.minY)
        drawScreen(in: context, afterUpdates: afterUpdates)
        guard let image = UIGraphicsGetImageFromCurrentImageContext()?.cgImage else { return nil }
        let view = UIView(frame: CGRect(origin: .zero, size: rect.size))
        view.layer.contents = image
        view.layer.contentsScale = contentScaleFactor
        if capInsets != .zero {
            view.layer.contentsCenter = CGRect(
                x: capInsets.left / rect.width, y: capInsets.top / rect.height,
                width: max(0, 1 - (capInsets.left + capInsets.right) / rect.width),
                height: max(0, 1 - (capInsets.top + capInsets.bottom) / rect.height))
        }
        return view
    }
}
