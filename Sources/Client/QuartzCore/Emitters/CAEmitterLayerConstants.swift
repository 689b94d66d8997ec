import Foundation

/// The shapes that an emitter's particles are born on.
///
/// *Source*: Apple, CAEmitterLayer.h; any string makes a value, those below are the ones that mean something.
public struct CAEmitterLayerEmitterShape: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A point: `emitterPosition`.
    public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
    /// A horizontal line of the width of `emitterSize`, about `emitterPosition`.
    public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
    /// A rectangle of `emitterSize` about `emitterPosition`.
    public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
    /// A box of `emitterSize` and `emitterDepth` about `emitterPosition`.
    public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
    /// A circle about `emitterPosition`, its diameter the width of `emitterSize`.
    public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
    /// A sphere about `emitterPosition`, its diameter the width of `emitterSize`.
    public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

/// The parts of an emitter's shape that particles are born on.
///
/// *Source*: Apple, CAEmitterLayer.h; any string makes a value, those below are the ones that mean something.
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
    /// All that is inside the shape.
    public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// The orders in which an emitter's particles are drawn, and how they are combined.
///
/// *Source*: Apple, CAEmitterLayer.h; any string makes a value, those below are the ones that mean something.
public struct CAEmitterLayerRenderMode: Hashable, RawRepresentable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value of any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// One over another, in an order that is not promised: here cell after cell.
    public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
    /// One over another, younger ones in front.
    public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
    /// One over another, older ones in front.
    public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
    /// One over another, those of greater z in front.
    public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
    /// Added together, up to what a pixel can be.
    public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}
