import CoreGraphics
import Foundation
import QuartzCore

/// The looks of a preview: the colour behind it, and the part of the view that is shown.
///
/// *Source*: Apple, UIPreviewParameters.
@preconcurrency @MainActor open class UIPreviewParameters: NSObject {
    /// The colour behind the view; nil for the system's, which is none here.
    open var backgroundColor: UIColor?
    /// The part that is shown; nil for all. *Space*: the view's.
    open var visiblePath: UIBezierPath?
    /// The outline of the shadow; nil for that of the shown part. *Space*: the view's.
    open var shadowPath: UIBezierPath?

    /// Makes parameters that show the whole view.
    public override init() { super.init() }
}

/// The place of a preview: a point of a container.
///
/// *Source*: Apple, UIPreviewTarget.
@preconcurrency @MainActor open class UIPreviewTarget: NSObject {
    /// The view in whose space the centre is.
    public let container: UIView
    /// The preview's middle. *Space*: the container's.
    public let center: CGPoint
    /// The preview's transform.
    public let transform: CGAffineTransform

    /// Makes a target.
    public init(container: UIView, center: CGPoint, transform: CGAffineTransform = .identity) {
        (self.container, self.center, self.transform) = (container, center, transform)
        super.init()
    }
}

/// A view that is lifted over a window, with its looks and its place.
///
/// *Source*: Apple, UITargetedPreview.
@preconcurrency @MainActor open class UITargetedPreview: NSObject {
    /// The view.
    public let view: UIView
    /// Its looks.
    public let parameters: UIPreviewParameters
    /// Its place: its own, unless another was given.
    public let target: UIPreviewTarget
    /// The size of the view.
    open var size: CGSize { view.bounds.size }

    /// Makes a preview of a view at another place.
    public init(view: UIView, parameters: UIPreviewParameters = UIPreviewParameters(), target: UIPreviewTarget) {
        (self.view, self.parameters, self.target) = (view, parameters, target)
        super.init()
    }

    /// Makes a preview of a view at its own place.
    public convenience init(view: UIView, parameters: UIPreviewParameters = UIPreviewParameters()) {
        let container = view.superview ?? view
        self.init(
            view: view, parameters: parameters, target: UIPreviewTarget(container: container, center: view.center))
    }

    /// The preview for another target.
    open func retargetedPreview(with newTarget: UIPreviewTarget) -> UITargetedPreview {
        UITargetedPreview(view: view, parameters: parameters, target: newTarget)
    }

    /// The rectangle of the preview. *Space*: the window's.
    final var frame: CGRect {
        let middle = target.container.convert(target.center, to: nil)
        let size = CGRect(origin: .zero, size: size).applying(target.transform).size
        return CGRect(
            x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
    }

    /// A view that looks like the preview: a picture of a view in a window, or the view itself.
    ///
    /// - Parameter afterUpdates: Whether changes that are not shown yet are in the picture.
    final func makeLifted(afterUpdates: Bool = false) -> UIView {
        let lifted = UIView(frame: CGRect(origin: .zero, size: size))
        lifted.backgroundColor = parameters.backgroundColor
        if let content = view.window == nil ? view : view.snapshotView(afterScreenUpdates: afterUpdates) {
            content.frame = lifted.bounds
            lifted.addSubview(content)
        }
        if let path = parameters.visiblePath {
            let mask = CAShapeLayer()
            mask.path = path.cgPath
            lifted.layer.mask = mask
        }
        if let path = parameters.shadowPath { lifted.layer.shadowPath = path.cgPath }
        lifted.transform = target.transform
        return lifted
    }
}
