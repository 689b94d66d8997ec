import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    /// How a view's content follows a new size; raw values are Apple's. *Source*: Apple, UIView.ContentMode.
    public enum ContentMode: Int, Sendable {
        /// Stretched to fill the bounds.
        case scaleToFill = 0
        /// As large as fits whole, its proportions kept.
        case scaleAspectFit = 1
        /// As small as covers the bounds, its proportions kept.
        case scaleAspectFill = 2
        /// Drawn anew at each new size.
        case redraw = 3
        /// In its own size, in the middle.
        case center = 4
        /// In its own size, in the middle of the top edge.
        case top = 5
        /// In its own size, in the middle of the bottom edge.
        case bottom = 6
        /// In its own size, in the middle of the left edge.
        case left = 7
        /// In its own size, in the middle of the right edge.
        case right = 8
        /// In its own size, in the top left corner.
        case topLeft = 9
        /// In its own size, in the top right corner.
        case topRight = 10
        /// In its own size, in the bottom left corner.
        case bottomLeft = 11
        /// In its own size, in the bottom right corner.
        case bottomRight = 12

        /// What the layer calls it: layers name the corners with y up, in which `bottom` is where y is least in a layer with y
        /// down. *Source*: Apple, CALayer.h, on gravity (docs/coordinates.md).
        var gravity: CALayerContentsGravity {
            switch self {
            case .scaleToFill, .redraw: .resize
            case .scaleAspectFit: .resizeAspect
            case .scaleAspectFill: .resizeAspectFill
            case .center: .center
            case .top: .bottom
            case .bottom: .top
            case .left: .left
            case .right: .right
            case .topLeft: .bottomLeft
            case .topRight: .bottomRight
            case .bottomLeft: .topLeft
            case .bottomRight: .topRight
            }
        }
    }

    /// What of a view gives way when its superview gets another size; raw values are Apple's. *Source*: Apple,
    /// UIView.AutoresizingMask.
    public struct AutoresizingMask: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// The distance from the left edge.
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
        /// The width.
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        /// The distance from the right edge.
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
        /// The distance from the top edge.
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
        /// The height.
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
        /// The distance from the bottom edge.
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
    }

    /// Whether tinted things are drawn with the tint's colour, or greyed; raw values are Apple's. *Source*: Apple,
    /// UIView.TintAdjustmentMode.
    public enum TintAdjustmentMode: Int, Sendable {
        /// As the superview has it.
        case automatic = 0
        /// With the colour itself.
        case normal = 1
        /// Greyed, as behind an alert.
        case dimmed = 2
    }

    /// What a size that no intrinsic size is known of is. *Source*: Apple, UIView.noIntrinsicMetric: -1.
    public nonisolated static let noIntrinsicMetric: CGFloat = -1
    /// The smallest size that a layout may give. *Source*: Apple, UIView.layoutFittingCompressedSize.
    public nonisolated static let layoutFittingCompressedSize = CGSize(width: 0, height: 0)
    /// The largest size that a layout may give. *Source*: Apple, UIView.layoutFittingExpandedSize: 10,000 points a side.
    public nonisolated static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)
}

/// Where content goes to. *Source*: Apple, UIUserInterfaceLayoutDirection.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    /// From left to right.
    case leftToRight
    /// From right to left.
    case rightToLeft
}

/// How content is turned for languages that go from right to left. *Source*: Apple, UISemanticContentAttribute.
public enum UISemanticContentAttribute: Int, Sendable {
    /// As everything else.
    case unspecified
    /// Buttons of a player: never.
    case playback
    /// Things in space: never.
    case spatial
    /// From left to right.
    case forceLeftToRight
    /// From right to left.
    case forceRightToLeft
}
