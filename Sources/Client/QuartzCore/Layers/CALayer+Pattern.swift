import CoreGraphics
import MicaWire

/// Backgrounds that are patterns.
///
/// *Source*: Apple, CALayer.h, backgroundColor: "Colors created from tiled patterns are supported". It is our choice that
/// a pattern begins at the bounds' upper left corner, wherever the bounds begin, and is upright there as in a view:
/// programmers report that iOS turns a layer's pattern over, but not a view's.
extension CALayer {
    /// The background as a colour with a pattern; nil where it is none.
    var patternColor: CGColor? {
        guard state.hasPattern, let image = state.pattern.image else { return nil }
        let tile = PatternTile(image: image, size: state.pattern.size)
        return CGColor(pattern: CGPattern(tile), alpha: state.pattern.opacity)
    }

    /// Sets the background's pattern, without an action.
    ///
    /// - Returns: whether the colour is a pattern.
    func setPattern(of color: CGColor?) -> Bool {
        guard color?.pattern != nil || state.hasPattern else { return false }
        var pattern = PatternState()
        if let color, let tile = color.patternTile {
            (pattern.image, pattern.size, pattern.opacity) = (tile.image, tile.size, Double(color.alpha))
        }
        let properties: [PropertyID] = [.patternImage, .patternSize, .patternOpacity]
        let differs = lock.locked {
            for property in properties { assigned.insert(property) }
            defer { state.pattern = pattern }
            return state.pattern != pattern
        }
        if differs, modelLayer == nil { for property in properties { note(property) } }
        return color?.pattern != nil
    }
}
