import CoreGraphics
import Foundation
import QuartzCore

/// The vertical place of a text that is made smaller to fit its label's width; raw values are Apple's.
public enum UIBaselineAdjustment: Int, Sendable {
    /// Its baseline is where that of the text in full size would be.
    case alignBaselines = 0
    /// Its middle is where that of the text in full size would be.
    case alignCenters = 1
    /// Its top is where that of the text in full size would be.
    case none = 2
}

extension UIView {
    /// How a view's content follows a new size; raw values are Apple's.
    public enum ContentMode: Int, Sendable {
        /// Stretched to fill the bounds.
        case scaleToFill = 0
        /// Scaled to the largest size that fits, proportions unchanged.
        case scaleAspectFit = 1
        /// Scaled to the smallest size that covers the bounds, proportions unchanged.
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

        /// The layer's name for the mode. Layers name corners as if y went up: `bottom` is where y is least in a layer
        /// with y down. *Source*: Apple, CALayer.h, on gravity (docs/coordinates.md).
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

    /// The parts of a view's frame that change with its superview's size; raw values are Apple's.
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

    /// Whether the tint colour is used as it is, or as grey; raw values are Apple's.
    public enum TintAdjustmentMode: Int, Sendable {
        /// As in the superview.
        case automatic = 0
        /// The tint colour as it is.
        case normal = 1
        /// Grey, as behind an alert.
        case dimmed = 2
    }

    /// The value of an unknown side of an intrinsic size. *Source*: Apple, UIView.noIntrinsicMetric: -1.
    public nonisolated static let noIntrinsicMetric: CGFloat = -1
    /// The smallest size that a layout may give.
    public nonisolated static let layoutFittingCompressedSize = CGSize(width: 0, height: 0)
    /// The largest size that a layout may give. *Source*: Apple, UIView.layoutFittingExpandedSize: 10,000 points a
    /// side.
    public nonisolated static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)
}

/// The direction of content.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    /// From left to right.
    case leftToRight
    /// From right to left.
    case rightToLeft
}

/// Whether content is mirrored in languages written from right to left.
public enum UISemanticContentAttribute: Int, Sendable {
    /// Mirrored with the language.
    case unspecified
    /// Controls of playback: never mirrored.
    case playback
    /// Directions in space: never mirrored.
    case spatial
    /// Always from left to right.
    case forceLeftToRight
    /// Always from right to left.
    case forceRightToLeft
}
