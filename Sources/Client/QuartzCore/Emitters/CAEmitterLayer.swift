import CoreGraphics
import Foundation
import MicaExtras
import MicaWire

/// A layer that emits particles: what its cells say, from its shape, as its time goes on.
///
/// A particle keeps the values that its layer and its cell had when it was born; a change shows in those born later. The
/// particles at a time are a function of the values up to then and of the seed, so that any time can be drawn in any
/// order. Emission begins when the layer's own time is 0: at its `beginTime`. Particles are drawn above background and
/// border. *Units*: points and seconds. *Space*: the layer's own. *Source*: Apple, CAEmitterLayer.h.
open class CAEmitterLayer: CALayer {
    /// What `emitterCells` was set to.
    private var cellObjects: [CAEmitterCell]?

    // MARK: Cells

    /// What is emitted. A cell that is changed later is not followed: set its properties through the layer, by
    /// `setValue(_:forKeyPath: "emitterCells.NAME.PROPERTY")`, or set the cells again.
    open var emitterCells: [CAEmitterCell]? {
        get { modelLayer == nil ? cellObjects ?? makeCells() : makeCells() }
        set {
            cellObjects = newValue
            let cells = newValue.map { states(of: $0) }
            change(.emitterCells, if: state.emitter.cells != cells) { $0.emitter.cells = cells }
        }
    }

    /// What drives the particles of all cells.
    private var behaviors: [EmitterBehavior] = []

    /// The values of cells, with the layer's behaviours in each of them.
    private func states(of cells: [CAEmitterCell]) -> [CellState] {
        func driven(_ states: [CellState]) -> [CellState] {
            states.map { state in
                var state = state
                state.behaviors = behaviors.map { $0.behavior }
                state.cells = state.cells.map(driven)
                return state
            }
        }
        let states = CAEmitterCell.states(of: cells)
        return behaviors.isEmpty ? states : driven(states)
    }

    /// The behaviours, under "emitterBehaviors", and every other value.
    open override func value(forKey key: String) -> Any? {
        key == "emitterBehaviors" ? behaviors : super.value(forKey: key)
    }

    /// Sets the behaviours, under "emitterBehaviors": an array of `EmitterBehavior`; or any other value.
    open override func setValue(_ value: Any?, forKey key: String) {
        guard key == "emitterBehaviors" else { return super.setValue(value, forKey: key) }
        guard let list = (value ?? []) as? [EmitterBehavior] else {
            return Self.sayUnread(value, key)
        }
        behaviors = list
        if let cellObjects {
            let cells = states(of: cellObjects)
            change(.emitterCells, if: state.emitter.cells != cells) { $0.emitter.cells = cells }
        }
    }

    private func change(
        _ property: PropertyID, _ path: WritableKeyPath<EmitterState, Double> & Sendable, to number: Double
    ) {
        let value = EmitterState.finite(number)
        change(property, if: state.emitter[keyPath: path] != value) { $0.emitter[keyPath: path] = value }
    }

    private func makeCells() -> [CAEmitterCell]? { state.emitter.cells?.map { CAEmitterCell(state: $0) } }

    /// Multiplies the birth rates of the cells. Animatable.
    open var birthRate: Float {
        get { Float(state.emitter.birthRate) }
        set { change(.birthRate, \.birthRate, to: Double(newValue)) }
    }

    /// Multiplies the lifetimes of particles that are born. Animatable.
    open var lifetime: Float {
        get { Float(state.emitter.lifetime) }
        set { change(.lifetime, \.lifetime, to: Double(newValue)) }
    }

    // MARK: Shape

    /// The centre of the shape. Animatable.
    open var emitterPosition: CGPoint {
        get { state.emitter.position }
        set {
            let value = CGPoint(
                x: EmitterState.finite(Double(newValue.x)), y: EmitterState.finite(Double(newValue.y)))
            change(.emitterPosition, if: state.emitter.position != value) { $0.emitter.position = value }
        }
    }

    /// The depth of the shape's centre. Animatable.
    open var emitterZPosition: CGFloat {
        get { CGFloat(state.emitter.zPosition) }
        set { change(.emitterZPosition, \.zPosition, to: Double(newValue)) }
    }

    /// Width and height of the shape; of a circle or sphere the width is the diameter. Animatable.
    open var emitterSize: CGSize {
        get { state.emitter.size }
        set {
            let value = CGSize(
                width: EmitterState.finite(Double(newValue.width)), height: EmitterState.finite(Double(newValue.height))
            )
            change(.emitterSize, if: state.emitter.size != value) { $0.emitter.size = value }
        }
    }

    /// The depth of a cuboid. Animatable.
    open var emitterDepth: CGFloat {
        get { CGFloat(state.emitter.depth) }
        set { change(.emitterDepth, \.depth, to: Double(newValue)) }
    }

    /// The shape; one that Apple does not know counts as `point`.
    open var emitterShape: CAEmitterLayerEmitterShape {
        get { CAEmitterLayerEmitterShape(rawValue: state.emitter.shape.rawValue) }
        set {
            let shape = EmitterState.Shape(rawValue: newValue.rawValue) ?? .point
            change(.emitterShape, if: state.emitter.shape != shape) { $0.emitter.shape = shape }
        }
    }

    /// The part of the shape that particles are born on; one that Apple does not know counts as `volume`.
    open var emitterMode: CAEmitterLayerEmitterMode {
        get { CAEmitterLayerEmitterMode(rawValue: state.emitter.mode.rawValue) }
        set {
            let mode = EmitterState.Mode(rawValue: newValue.rawValue) ?? .volume
            change(.emitterMode, if: state.emitter.mode != mode) { $0.emitter.mode = mode }
        }
    }

    // MARK: Drawing

    /// In which order particles are drawn and how; one that Apple does not know counts as `unordered`.
    open var renderMode: CAEmitterLayerRenderMode {
        get { CAEmitterLayerRenderMode(rawValue: state.emitter.renderMode.rawValue) }
        set {
            let mode = EmitterState.RenderMode(rawValue: newValue.rawValue) ?? .unordered
            change(.renderMode, if: state.emitter.renderMode != mode) { $0.emitter.renderMode = mode }
        }
    }

    /// Whether particles lie in the space of the superlayer, and are seen with its perspective, rather than flattened
    /// into the layer's plane.
    open var preservesDepth: Bool {
        get { state.flags.contains(.preservesDepth) }
        set { setFlag(.preservesDepth, .preservesDepth, newValue) }
    }

    /// Multiplies the velocities of particles that are born. Animatable.
    open var velocity: Float {
        get { Float(state.emitter.velocity) }
        set { change(.velocity, \.velocity, to: Double(newValue)) }
    }

    /// Multiplies the scales of particles that are born. Animatable.
    open var scale: Float {
        get { Float(state.emitter.scale) }
        set { change(.scale, \.scale, to: Double(newValue)) }
    }

    /// Multiplies the spins of particles that are born. Animatable.
    open var spin: Float {
        get { Float(state.emitter.spin) }
        set { change(.spin, \.spin, to: Double(newValue)) }
    }

    /// What the random numbers are made of: emitters with the same seed and the same values show the same.
    open var seed: UInt32 {
        get { state.emitter.seed }
        set { change(.seed, if: state.emitter.seed != newValue) { $0.emitter.seed = newValue } }
    }

    // MARK: Key-value coding

    /// The value at a path, such as `emitterCells.NAME.birthRate`.
    open override func value(forKeyPath keyPath: String) -> Any? {
        guard keyPath.hasPrefix("emitterCells."), let target = PropertyTarget(keyPath: keyPath), let cell = target.cell
        else { return super.value(forKeyPath: keyPath) }
        return target.value(in: state).object(isBoolean: cell.property.isBoolean)
    }

    /// Sets the value at a path, such as `emitterCells.NAME.birthRate`; a name that no cell has, and a value that what the path
    /// names cannot have, change nothing.
    open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard keyPath.hasPrefix("emitterCells."), let target = PropertyTarget(keyPath: keyPath), let cell = target.cell
        else { return super.setValue(value, forKeyPath: keyPath) }
        guard let typed = PropertyValue(object: value, kind: target.kind) else {
            return Self.sayUnread(value, keyPath)
        }
        var level = cellObjects
        for (depth, name) in cell.names.enumerated() {
            guard let object = level?.first(where: { $0.name == name }) else { break }
            if depth == cell.names.count - 1 { object.set(cell.property, target.part, to: typed) }
            level = object.emitterCells
        }
        var next = state
        guard target.set(typed, in: &next) else { return }
        let cells = next.emitter.cells
        change(.emitterCells, if: state.emitter.cells != cells) { $0.emitter.cells = cells }
    }

    package override class var classes: LayerClasses { super.classes.union(.emitter) }
}

extension LayerAccessor {
    /// The accessors of CAEmitterLayer.
    static let emitter: [LayerAccessor] = [
        .number(.birthRate, \CAEmitterLayer.birthRate),
        .number(.lifetime, \CAEmitterLayer.lifetime),
        .point(.emitterPosition, \CAEmitterLayer.emitterPosition),
        .number(.emitterZPosition, \CAEmitterLayer.emitterZPosition),
        .size(.emitterSize, \CAEmitterLayer.emitterSize),
        .number(.emitterDepth, \CAEmitterLayer.emitterDepth),
        .name(.emitterShape, \CAEmitterLayer.emitterShape),
        .name(.emitterMode, \CAEmitterLayer.emitterMode),
        .name(.renderMode, \CAEmitterLayer.renderMode),
        .number(.velocity, \CAEmitterLayer.velocity),
        .number(.scale, \CAEmitterLayer.scale),
        .number(.spin, \CAEmitterLayer.spin),
        .bool(.preservesDepth, \CAEmitterLayer.preservesDepth),
        .number(.seed, \CAEmitterLayer.seed, { Double($0) }) { UInt32(max(0, min(4_294_967_295, $0.isNaN ? 0 : $0))) },
        LayerAccessor(property: .emitterCells, get: { ($0 as? CAEmitterLayer).map { $0.state[.emitterCells] } }) {
            layer, value in
            guard let layer = layer as? CAEmitterLayer else { return nil }
            switch value {
            case .cells(let cells): layer.emitterCells = cells.map { CAEmitterCell(state: $0) }
            case .none: layer.emitterCells = nil
            default: return false
            }
            return true
        },
    ]
}
