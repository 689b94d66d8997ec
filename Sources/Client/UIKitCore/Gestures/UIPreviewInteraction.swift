import CoreGraphics
import Foundation

/// A preview that a press with force begins: a preview, and a commit with more force.
///
/// Fingers and pointers have no force here, as on devices without 3D Touch. So nothing begins, and the delegate is not called; a
/// program offers a tap or a long press as well, as it does for such devices.
///
/// *Source*: Apple, UIPreviewInteraction.
@preconcurrency @MainActor open class UIPreviewInteraction: NSObject {
    /// The view that would be pressed.
    open private(set) weak var view: UIView?
    /// The object that would follow the press; nil for none.
    open weak var delegate: (any UIPreviewInteractionDelegate)?

    /// Makes an interaction of a view, which it does not keep.
    public init(view: UIView) {
        self.view = view
        super.init()
    }

    /// The place of the press in a space, in points: the view's centre, as there is no press.
    open func location(in coordinateSpace: (any UICoordinateSpace)?) -> CGPoint {
        guard let view else { return .zero }
        let center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
        return coordinateSpace.map { view.convert(center, to: $0) } ?? center
    }

    /// Ends the preview; does nothing, as none begins.
    open func cancel() {}
}

/// An object that follows the press of a preview.
@preconcurrency @MainActor public protocol UIPreviewInteractionDelegate: NSObjectProtocol {
    /// Whether a preview may begin.
    func previewInteractionShouldBegin(_ previewInteraction: UIPreviewInteraction) -> Bool
    /// The force has changed before the preview is shown: progress from 0 to 1, and whether it has ended.
    func previewInteraction(
        _ previewInteraction: UIPreviewInteraction, didUpdatePreviewTransition transitionProgress: CGFloat, ended: Bool)
    /// The force has changed before the commit: progress from 0 to 1, and whether it has ended.
    func previewInteraction(
        _ previewInteraction: UIPreviewInteraction, didUpdateCommitTransition transitionProgress: CGFloat, ended: Bool)
    /// The preview has ended without a commit.
    func previewInteractionDidCancel(_ previewInteraction: UIPreviewInteraction)
}

extension UIPreviewInteractionDelegate {
    /// True.
    public func previewInteractionShouldBegin(_ previewInteraction: UIPreviewInteraction) -> Bool { true }
    /// Does nothing.
    public func previewInteraction(
        _ previewInteraction: UIPreviewInteraction, didUpdateCommitTransition transitionProgress: CGFloat, ended: Bool
    ) {}
}
