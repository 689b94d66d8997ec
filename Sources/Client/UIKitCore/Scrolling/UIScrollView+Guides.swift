import CoreGraphics
import Foundation
import QuartzCore

extension UIScrollView {
    /// The content's rectangle. Constraints between it and the subviews determine the content's size.
    public final var contentLayoutGuide: UILayoutGuide { ownGuide(.scrollContent) }

    /// The visible rectangle of the view.
    public final var frameLayoutGuide: UILayoutGuide { ownGuide(.scrollFrame) }

    /// Sets the content's size from the constraints that name its guide.
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
