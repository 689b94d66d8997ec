import Foundation

/// The values of a CAEmitterLayer: its cells, their source, and the drawing of particles.
///
/// *Units*: points, seconds. *Space*: the layer's own. *Source*: Apple, CAEmitterLayer.h, and the defaults of
/// dev/api/quartzcore-api.tsv.
package struct EmitterState: Sendable, Equatable {
    /// Multiplies the birth rates of the cells.
    package var birthRate = 1.0
    /// Multiplies the lifetimes of the cells.
    package var lifetime = 1.0
    /// The centre of the shape.
    package var position = CGPoint.zero
    /// The depth of the centre.
    package var zPosition = 0.0
    /// Width and height of the shape.
    package var size = CGSize.zero
    /// Depth of the shape.
    package var depth = 0.0
    /// The shape.
    package var shape = Shape.point
    /// The part of the shape where particles are born.
    package var mode = Mode.volume
    /// In which order particles are drawn, and how they are combined.
    package var renderMode = RenderMode.unordered
    /// Multiplies the velocities of the cells.
    package var velocity = 1.0
    /// Multiplies the scales of the cells.
    package var scale = 1.0
    /// Multiplies the spins of the cells.
    package var spin = 1.0
    /// The seed of the random numbers.
    package var seed: UInt32 = 0
    /// The cells; nil when there never were any.
    package var cells: [CellState]?

    /// Makes the state of a new CAEmitterLayer: Apple's defaults.
    package init() {}

    /// Apple's defaults.
    package static let `default` = EmitterState()

    /// Shapes where particles are born. Raw values are Apple's strings.
    package enum Shape: String, Sendable, CaseIterable {
        case point, line, rectangle, cuboid, circle, sphere
    }

    /// Parts of a shape. Raw values are Apple's strings.
    package enum Mode: String, Sendable, CaseIterable {
        case points, outline, surface, volume
    }

    /// Orders of drawing. Raw values are Apple's strings.
    package enum RenderMode: String, Sendable, CaseIterable {
        case unordered, oldestFirst, oldestLast, backToFront, additive
    }

    /// How deep cells may be nested; deeper cells are left out.
    package static let depthLimit = 32
    /// How many cells there may be in all; more are left out.
    package static let cellLimit = 1_024
    /// Numbers for sizes, rates and times are clamped to this magnitude; NaN becomes 0.
    package static let numberLimit = 1e12

    /// A finite number: clamped to `numberLimit`, and 0 for NaN.
    package static func finite(_ number: Double) -> Double {
        number.isNaN ? 0 : Swift.max(-numberLimit, Swift.min(numberLimit, number))
    }
}

extension EmitterState {
    private static let storedSeed = StoredValue<EmitterState>.value(
        \.seed, .number, .discrete, { .number(Double($0)) },
        { if case .number(let v) = $0 { UInt32(max(0, min(4_294_967_295, v.isNaN ? 0 : v))) } else { nil } })

    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.emitterCells, "emitterCells", .cells(\.cells), .content, animatable: false, of: .emitter),
        row(.birthRate, "birthRate", .number(\.birthRate), .content, implicit: true, of: .emitter),
        row(.lifetime, "lifetime", .number(\.lifetime), .content, implicit: true, of: .emitter),
        row(.emitterPosition, "emitterPosition", .point(\.position), .content, implicit: true, of: .emitter),
        row(.emitterZPosition, "emitterZPosition", .number(\.zPosition), .content, implicit: true, of: .emitter),
        row(.emitterSize, "emitterSize", .size(\.size), .content, implicit: true, of: .emitter),
        row(.emitterDepth, "emitterDepth", .number(\.depth), .content, implicit: true, of: .emitter),
        row(.emitterShape, "emitterShape", .name(\.shape), .content, animatable: false, of: .emitter),
        row(.emitterMode, "emitterMode", .name(\.mode), .content, animatable: false, of: .emitter),
        row(.renderMode, "renderMode", .name(\.renderMode), .content, animatable: false, of: .emitter),
        row(.velocity, "velocity", .number(\.velocity), .content, implicit: true, of: .emitter),
        row(.scale, "scale", .number(\.scale), .content, implicit: true, of: .emitter),
        row(.spin, "spin", .number(\.spin), .content, implicit: true, of: .emitter),
        row(.seed, "seed", storedSeed, .content, animatable: false, of: .emitter),
    ]
}
