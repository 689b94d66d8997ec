import Foundation

/// The shape of round corners.
///
/// *Source*: Apple, CALayerCornerCurve; any string makes a value, those below are the ones that mean something.
public struct CALayerCornerCurve: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A quarter of a circle.
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    /// A curve whose curvature changes without a step.
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// A set of edges of a layer. Source: Apple, CALayer.h.
public struct CAEdgeAntialiasingMask: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt32

    /// Makes a set from its bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The edge at the least x.
    public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
    /// The edge at the greatest x.
    public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
    /// The edge at the least y.
    public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
    /// The edge at the greatest y.
    public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
}

extension CALayer {
    /// How bright contents may be. Source: Apple, CADynamicRange.
    public struct DynamicRange: Hashable, RawRepresentable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value of any string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// As the system finds right.
        public static let automatic = DynamicRange(rawValue: "automatic")
        /// Up to white.
        public static let standard = DynamicRange(rawValue: "standard")
        /// Somewhat brighter than white.
        public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
        /// As bright as the screen can.
        public static let high = DynamicRange(rawValue: "high")
    }

    /// Whether contents are brought into the range of the screen. Source: Apple, CAToneMapMode.
    public struct ToneMapMode: Hashable, RawRepresentable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value of any string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// As the system finds right.
        public static let automatic = ToneMapMode(rawValue: "automatic")
        /// Never.
        public static let never = ToneMapMode(rawValue: "never")
        /// Where it can be done.
        public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
    }
}
