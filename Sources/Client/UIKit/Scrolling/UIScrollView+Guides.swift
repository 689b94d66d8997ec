import CoreGraphics
import Foundation
import QuartzCore

extension UIScrollView {
    /// The rectangle of the content: constraints between it and what is in the view say how large the content is. *Source*: Apple,
    /// UIScrollView.contentLayoutGuide.
    public final var contentLayoutGuide: UILayoutGuide { ownGuide(.scrollContent) }

    /// The rectangle that is seen of the content. *Source*: Apple, UIScrollView.frameLayoutGuide.
    public final var frameLayoutGuide: UILayoutGuide { ownGuide(.scrollFrame) }

    /// Takes the content's size from the constraints that name it.
    func applyContentGuide() {
        guard LayoutEngine.isInUse, let guide = layoutState?.ownGuides[.scrollContent], let engine = layoutEngine,
            let unknowns = engine.items[ObjectIdentifier(guide)]
        else { return }
        let size = CGSize(
            width: engine.solver.value(of: unknowns.width), height: engine.solver.value(of: unknowns.height))
        guard size != constrainedSize else { return }
        constrainedSize = size
        contentSize = size
    }
}
