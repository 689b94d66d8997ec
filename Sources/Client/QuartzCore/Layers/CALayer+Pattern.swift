import CoreGraphics
import MicaWire

/// Backgrounds that are patterns.
///
/// A layer's own pattern has y up from the lower left corner of the bounds, wherever the bounds begin. The pattern of
/// `UIColor(patternImage:)` has y down, as UIKit draws it, so its pictures are upside down there. A view's background is
/// upright, from the upper left corner on.
///
/// *Source*: Apple, CALayer.h, backgroundColor: "Colors created from tiled patterns are supported". Pictures upside down
/// in layers and upright in views: Yuri Karabatov, "Pattern with image: UIKit and Core Graphics"; Stack Overflow 5916581;
/// mindbrix/UIImage-PDF, issue 30. That the first copy is at the corner where y is 0 follows from that, and was not seen.
extension CALayer {
    /// The background as a colour with a pattern; nil where it is none.
    var patternColor: CGColor? {
        guard state.hasPattern, let image = state.pattern.image else { return nil }
        let size = state.pattern.size
        let tile = PatternTile(image: image, size: CGSize(width: size.width, height: abs(size.height)))
        return CGColor(pattern: CGPattern(tile), alpha: state.pattern.opacity)
    }

    /// Draws the background's pattern as a view's background: upright, from the upper left corner on.
    ///
    /// Holds until the background is set again.
    package func turnPatternUpright() {
        guard state.hasPattern else { return }
        var pattern = state.pattern
        pattern.size.height = abs(pattern.size.height)
        show(pattern)
    }

    /// Sets the background's pattern, with y up, without an action.
    ///
    /// - Returns: whether the colour is a pattern.
    func setPattern(of color: CGColor?) -> Bool {
        guard color?.pattern != nil || state.hasPattern else { return false }
        var pattern = PatternState()
        if let color, let tile = color.patternTile {
            (pattern.image, pattern.opacity) = (tile.image, Double(color.alpha))
            pattern.size = CGSize(width: tile.size.width, height: -tile.size.height)
        }
        show(pattern)
        return color?.pattern != nil
    }

    private func show(_ pattern: PatternState) {
        let properties: [PropertyID] = [.patternImage, .patternSize, .patternOpacity]
        let differs = lock.locked {
            for property in properties { assigned.insert(property) }
            defer { state.pattern = pattern }
            return state.pattern != pattern
        }
        if differs, modelLayer == nil { for property in properties { note(property) } }
    }
}
