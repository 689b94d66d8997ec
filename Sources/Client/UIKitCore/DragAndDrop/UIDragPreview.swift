import CoreGraphics
import Foundation

/// The looks of a dragged preview.
///
/// *Source*: Apple, UIDragPreviewParameters.
@preconcurrency @MainActor open class UIDragPreviewParameters: UIPreviewParameters {}

/// The place of a dragged preview.
///
/// *Source*: Apple, UIDragPreviewTarget.
@preconcurrency @MainActor open class UIDragPreviewTarget: UIPreviewTarget {}

/// A view that follows the finger in place of the one that was lifted.
///
/// *Source*: Apple, UIDragPreview.
@preconcurrency @MainActor open class UIDragPreview: NSObject {
    /// The view.
    public let view: UIView
    /// Its looks.
    public let parameters: UIDragPreviewParameters

    /// Makes a preview of a view, which need not be in a window.
    public init(view: UIView, parameters: UIDragPreviewParameters = UIDragPreviewParameters()) {
        (self.view, self.parameters) = (view, parameters)
        super.init()
    }
}

/// A view that is lifted for a drag, or that takes a drop, with its place.
///
/// *Source*: Apple, UITargetedDragPreview.
@preconcurrency @MainActor open class UITargetedDragPreview: UITargetedPreview {
    /// The preview for another target.
    open override func retargetedPreview(with newTarget: UIPreviewTarget) -> UITargetedDragPreview {
        UITargetedDragPreview(view: view, parameters: parameters, target: newTarget)
    }
}
