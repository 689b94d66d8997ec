/// A set of corners; bit for bit Apple's CACornerMask.
///
/// *Space*: "min Y" is where y is smallest in the layer's own space: the top edge unless geometry is flipped.
package struct CornerMask: OptionSet, Sendable, Hashable {
    /// The bits, with Apple's values.
    package let rawValue: UInt8
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
    /// The corner at the least x and y.
    package static let minXMinY = CornerMask(rawValue: 1)
    /// The corner at the greatest x and the least y.
    package static let maxXMinY = CornerMask(rawValue: 2)
    /// The corner at the least x and the greatest y.
    package static let minXMaxY = CornerMask(rawValue: 4)
    /// The corner at the greatest x and y.
    package static let maxXMaxY = CornerMask(rawValue: 8)
    /// All four.
    package static let all: CornerMask = [.minXMinY, .maxXMinY, .minXMaxY, .maxXMaxY]
}
