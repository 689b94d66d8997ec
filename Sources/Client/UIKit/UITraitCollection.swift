import CoreGraphics
import Foundation

/// What the surroundings of a picture are like, as far as pictures ask: the scale of the screen.
// Safe because: all stored properties are immutable, of Sendable types.
open class UITraitCollection: NSObject, @unchecked Sendable {
    /// Pixels per point; 0 is not said.
    public let displayScale: CGFloat

    /// Makes an empty trait collection.
    public override init() {
        displayScale = 0
        super.init()
    }

    /// Makes surroundings with a screen of a scale.
    public init(displayScale scale: CGFloat) {
        displayScale = scale
        super.init()
    }
}
