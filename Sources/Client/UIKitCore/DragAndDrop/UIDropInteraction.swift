import CoreGraphics
import Foundation

/// The effect of a drop; raw values are Apple's.
public enum UIDropOperation: UInt, Sendable {
    /// Nothing: the items go back.
    case cancel = 0
    /// Nothing, though the view takes other drops here: the preview shows a bar, and the items go back.
    case forbidden = 1
    /// The items are copied.
    case copy = 2
    /// The items are moved, if the drag allows it.
    case move = 3
}

/// The operation that a view proposes for a drag at its place.
///
/// *Source*: Apple, UIDropProposal.
@preconcurrency @MainActor open class UIDropProposal: NSObject {
    /// The operation of the drop.
    public let operation: UIDropOperation
    /// Whether the preview keeps its size; false at first.
    open var prefersFullSizePreview = false

    /// Makes a proposal.
    public init(operation: UIDropOperation) {
        self.operation = operation
        super.init()
    }
}

/// An object that takes drops on a view.
///
/// On Linux, protocols have no optional methods: each method that Apple has as optional has a default body.
///
/// *Source*: Apple, UIDropInteractionDelegate.
@preconcurrency @MainActor public protocol UIDropInteractionDelegate: NSObjectProtocol {
    /// Whether the view takes some of the items; true by default. Called each time that the drag comes to the view,
    /// and at each move over a view that has returned false.
    func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool
    /// The drag has come to the view.
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession)
    /// The operation of a drop now: called after each move over the view. `cancel` by default.
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
        -> UIDropProposal
    /// The drag has left the view.
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession)
    /// The finger was lifted over the view: the delegate takes the items' data now.
    func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession)
    /// The animations of the drop are over.
    func dropInteraction(_ interaction: UIDropInteraction, concludeDrop session: any UIDropSession)
    /// The drag is over, wherever it has ended: called if it was over the view at some time.
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession)
    /// The view to which a dropped item goes; by default, and for nil, the item shrinks where it is.
    func dropInteraction(
        _ interaction: UIDropInteraction, previewForDropping item: UIDragItem,
        withDefault defaultPreview: UITargetedDragPreview
    ) -> UITargetedDragPreview?
    /// A dropped item is about to go to its view.
    func dropInteraction(
        _ interaction: UIDropInteraction, item: UIDragItem, willAnimateDropWith animator: any UIDragAnimating)
}

extension UIDropInteractionDelegate {
    /// true.
    public func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool { true }
    /// Does nothing.
    public func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession) {}
    /// Nothing: Apple requires the method of a view that takes drops.
    public func dropInteraction(
        _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
    ) -> UIDropProposal { UIDropProposal(operation: .cancel) }
    /// Does nothing.
    public func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) {}
    /// Does nothing.
    public func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {}
    /// Does nothing.
    public func dropInteraction(_ interaction: UIDropInteraction, concludeDrop session: any UIDropSession) {}
    /// Does nothing.
    public func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {}
    /// nil.
    public func dropInteraction(
        _ interaction: UIDropInteraction, previewForDropping item: UIDragItem,
        withDefault defaultPreview: UITargetedDragPreview
    ) -> UITargetedDragPreview? { nil }
    /// Does nothing.
    public func dropInteraction(
        _ interaction: UIDropInteraction, item: UIDragItem, willAnimateDropWith animator: any UIDragAnimating
    ) {}
}

/// The behaviour of a view that takes drops. The deepest view under the finger whose delegate can handle a drag gets it.
///
/// *Source*: Apple, UIDropInteraction.
@preconcurrency @MainActor open class UIDropInteraction: NSObject, UIInteraction {
    /// The object that takes the drops.
    open private(set) weak var delegate: (any UIDropInteractionDelegate)?
    /// The view.
    open private(set) weak var view: UIView?

    /// Makes an interaction.
    public init(delegate: any UIDropInteractionDelegate) {
        self.delegate = delegate
        super.init()
    }

    /// The interaction is about to be added to a view, or removed from one.
    open func willMove(to view: UIView?) {}

    /// The interaction was added to a view, or removed from one.
    open func didMove(to view: UIView?) { self.view = view }
}
