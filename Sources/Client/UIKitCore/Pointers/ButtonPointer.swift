import CoreGraphics
import Foundation

/// The pointer over a button: a platter beneath the title, or a lift of a button with a background.
@MainActor final class ButtonPointer: UIPointerInteraction, UIPointerInteractionDelegate {
    var provider: UIButton.PointerStyleProvider?

    init() {
        super.init(delegate: nil)
        delegate = self
    }

    func pointerInteraction(
        _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest, defaultRegion: UIPointerRegion
    ) -> UIPointerRegion? {
        (view as? UIButton)?.isEnabled == true ? defaultRegion : nil
    }

    func pointerInteraction(
        _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
    ) -> UIPointerStyle? {
        guard let button = view as? UIButton else { return nil }
        let preview = UITargetedPreview(view: button)
        let hasBackground = button.hasButtonBackground || (button.layer.backgroundColor?.alpha ?? 0) > 0.1
        let margins = hasBackground ? CGSize.zero : PointerMetrics.buttonMargins
        let rect = button.convert(
            button.bounds.insetBy(dx: -margins.width, dy: -margins.height), to: preview.target.container)
        let effect: UIPointerEffect = hasBackground ? .lift(preview) : .highlight(preview)
        let shape = UIPointerShape.roundedRect(rect)
        return provider?(button, effect, shape) ?? UIPointerStyle(effect: effect, shape: shape)
    }
}
