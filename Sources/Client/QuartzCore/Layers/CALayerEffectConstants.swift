import Foundation

/// The shape of rounded corners.
///
/// *Source*: Apple, CALayerCornerCurve; any string makes a value, but only those below have a meaning.
public struct CALayerCornerCurve: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A quarter of a circle.
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    /// A curve whose curvature is continuous.
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

    /// The edge with the smallest x.
    public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
    /// The edge with the largest x.
    public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
    /// The edge with the smallest y.
    public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
    /// The edge with the largest y.
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

        /// The system's choice.
        public static let automatic = DynamicRange(rawValue: "automatic")
        /// At most as bright as white.
        public static let standard = DynamicRange(rawValue: "standard")
        /// Somewhat brighter than white.
        public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
        /// As bright as the screen allows.
        public static let high = DynamicRange(rawValue: "high")
    }

    /// Whether contents are tone-mapped into the range of the screen. Source: Apple, CAToneMapMode.
    public struct ToneMapMode: Hashable, RawRepresentable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value of any string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The system's choice.
        public static let automatic = ToneMapMode(rawValue: "automatic")
        /// No tone mapping.
        public static let never = ToneMapMode(rawValue: "never")
        /// Tone mapping where it is supported.
        public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
    }
}
