import Foundation

/// The shapes on which an emitter's particles are born.
///
/// *Source*: Apple, CAEmitterLayer.h; any string makes a value, but only those below have a meaning.
public struct CAEmitterLayerEmitterShape: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The point `emitterPosition`.
    public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
    /// A horizontal line as wide as `emitterSize`, about `emitterPosition`.
    public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
    /// A rectangle of `emitterSize` about `emitterPosition`.
    public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
    /// A box of `emitterSize` and `emitterDepth` about `emitterPosition`.
    public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
    /// A circle about `emitterPosition`; its diameter is the width of `emitterSize`.
    public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
    /// A sphere about `emitterPosition`; its diameter is the width of `emitterSize`.
    public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

/// The parts of an emitter's shape on which particles are born.
///
/// *Source*: Apple, CAEmitterLayer.h; any string makes a value, but only those below have a meaning.
public struct CAEmitterLayerEmitterMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The corners of the shape, or its centre when it has none.
    public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
    /// The edges of the shape.
    public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
    /// The faces of the shape.
    public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
    /// The inside of the shape.
    public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// The orders in which an emitter's particles are drawn, and how they are combined.
///
/// *Source*: Apple, CAEmitterLayer.h; any string makes a value, but only those below have a meaning.
public struct CAEmitterLayerRenderMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Particles cover each other in an unspecified order; here, cell after cell.
    public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
    /// Particles cover each other, younger ones in front.
    public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
    /// Particles cover each other, older ones in front.
    public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
    /// Particles cover each other, those with greater z in front.
    public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
    /// Colours are added, up to the largest value of a pixel.
    public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}
