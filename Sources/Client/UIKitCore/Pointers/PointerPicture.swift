import CoreGraphics
import Foundation
import QuartzCore

/// An effect of the pointer as it is drawn: a platter or a shadow beneath the view, a tint over it, and its growth.
///
/// The view is drawn in its place and stays live: a pressed button changes under the pointer. Its growth is an animation
/// of its layer, so that a program finds its transform unchanged. The other parts are layers beside the view's.
@MainActor final class PointerPicture {
    private(set) weak var view: UIView?
    private let under = UIView(), over = UIView()
    private var grows = false
    private static let key = "mica.pointer"

    /// Adds the parts of an effect, transparent; nil if the effect's view is not in a window.
    init?(_ effect: UIPointerEffect, _ shape: UIPointerShape?) {
        let effect = effect.resolved
        let preview = effect.preview
        guard preview.view.window != nil, let layer = preview.view.layer.superlayer, !(preview.view is UIWindow) else {
            return nil
        }
        view = preview.view
        let outline = preview.pointerOutline
        switch effect {
        case .automatic, .highlight:
            fill(under, preview.outline(of: shape) ?? outline, .systemFill)
        case .lift:
            grows = true
            if let color = preview.parameters.backgroundColor { fill(under, outline, color) }
            addShadow(preview.parameters.shadowPath ?? outline)
        case .hover(_, let tint, let hasShadow, let scales):
            grows = scales
            if tint == .underlay { fill(under, outline, .systemFill) }
            if tint == .overlay { fill(over, outline, .tertiarySystemFill) }
            if hasShadow { addShadow(preview.parameters.shadowPath ?? outline) }
        }
        layer.insertSublayer(under.layer, below: preview.view.layer)
        layer.insertSublayer(over.layer, above: preview.view.layer)
        for part in [under, over] {
            part.isUserInteractionEnabled = false
            part.alpha = 0
        }
        UIView.performWithoutAnimation { follow() }
    }

    private func fill(_ part: UIView, _ outline: UIBezierPath, _ color: UIColor) {
        let shape = CAShapeLayer()
        shape.path = outline.cgPath
        shape.fillColor = view?.resolved(color) ?? color.cgColor
        part.layer.addSublayer(shape)
    }

    private func addShadow(_ outline: UIBezierPath) {
        under.layer.shadowPath = outline.cgPath
        under.layer.shadowOpacity = 0.25
        under.layer.shadowRadius = 8
        under.layer.shadowOffset = CGSize(width: 0, height: 4)
    }

    /// Puts the parts where the view is.
    func follow() {
        guard let layer = view?.layer else { return }
        for part in [under.layer, over.layer] {
            guard part.bounds != layer.bounds || part.position != layer.position else { continue }
            part.bounds = layer.bounds
            part.anchorPoint = layer.anchorPoint
            part.position = layer.position
            part.transform = CATransform3DConcat(layer.growth(by: grows ? presentScale(of: layer) : 1), layer.transform)
        }
    }

    /// Shows the effect; called in the block of an animation.
    func show() {
        under.alpha = 1
        over.alpha = 1
        grow(isShown: true)
    }

    /// Hides the effect; called in the block of an animation.
    func hide() {
        under.alpha = 0
        over.alpha = 0
        grow(isShown: false)
    }

    /// Takes the parts away.
    func remove() {
        under.layer.removeFromSuperlayer()
        over.layer.removeFromSuperlayer()
    }

    /// Takes the effect away at once.
    func drop() {
        remove()
        if grows { view?.layer.removeAnimation(forKey: Self.key) }
    }

    private func grow(isShown: Bool) {
        guard grows, let view else { return }
        let layer = view.layer
        let now = presentScale(of: layer)
        let end = isShown ? scale(of: layer) : 1
        let growth = CABasicAnimation(keyPath: "transform")
        growth.isAdditive = true
        growth.fromValue = NSValue(caTransform3D: layer.growth(by: UIView.areAnimationsEnabled ? now : end))
        growth.toValue = NSValue(caTransform3D: layer.growth(by: end))
        growth.duration = PointerMetrics.duration
        growth.timingFunction = CAMediaTimingFunction(name: .easeOut)
        growth.fillMode = .both
        growth.isRemovedOnCompletion = !isShown
        layer.add(growth, forKey: Self.key)
        for part in [under, over] { part.layer.transform = CATransform3DConcat(layer.growth(by: end), layer.transform) }
    }

    private func scale(of layer: CALayer) -> CGFloat {
        let longest = max(layer.bounds.width, layer.bounds.height, 1)
        return 1 + min(PointerMetrics.growth, PointerMetrics.longestGrowth / longest)
    }

    /// The growth at present, in the middle of an animation.
    private func presentScale(of layer: CALayer) -> CGFloat {
        guard layer.animation(forKey: Self.key) != nil, let shown = layer.presentation() else { return 1 }
        let area = { (matrix: CATransform3D) in abs(matrix.m11 * matrix.m22 - matrix.m12 * matrix.m21) }
        let own = area(layer.transform)
        return own > 0 ? (area(shown.transform) / own).squareRoot() : 1
    }
}

extension CALayer {
    /// A growth about the layer's middle, as a transform about its anchor.
    fileprivate func growth(by scale: CGFloat) -> CATransform3D {
        let (x, y) = ((0.5 - anchorPoint.x) * bounds.width, (0.5 - anchorPoint.y) * bounds.height)
        let grown = CATransform3DScale(CATransform3DMakeTranslation(x, y, 0), scale, scale, 1)
        return CATransform3DTranslate(grown, -x, -y, 0)
    }
}

extension UITargetedPreview {
    /// The outline of the preview: its visible path, or the view with its corners. *Space*: the view's.
    fileprivate final var pointerOutline: UIBezierPath {
        if let path = parameters.visiblePath { return path }
        let radius = view.layer.cornerRadius
        return .pointerOutline(view.bounds, radius > 0 ? radius : UIPointerShape.defaultCornerRadius)
    }

    /// The outline of a shape in the target's container; nil for a beam and for none. *Space*: the view's.
    fileprivate final func outline(of shape: UIPointerShape?) -> UIBezierPath? {
        guard let outline = shape?.outline else { return nil }
        let container = target.container
        let origin = view.convert(CGPoint.zero, from: container)
        let (x, y) = (
            view.convert(CGPoint(x: 1, y: 0), from: container), view.convert(CGPoint(x: 0, y: 1), from: container)
        )
        let path = UIBezierPath(cgPath: outline.cgPath)
        path.apply(
            CGAffineTransform(
                a: x.x - origin.x, b: x.y - origin.y, c: y.x - origin.x, d: y.y - origin.y, tx: origin.x, ty: origin.y))
        return path
    }
}
