import CoreGraphics
import Foundation
import MicaValues
import MicaWire

/// A layer that emits the particles of its cells from a shape, as its time passes.
///
/// A particle keeps the values that its layer and its cell had at its birth; changes affect particles born later. The
/// particles at a time are a function of the values up to that time and of the seed, so times can be drawn in any
/// order. Emission begins when the layer's own time is 0, at its `beginTime`. Particles are drawn in front of
/// background and border. *Units*: points and seconds. *Space*: the layer's own. *Source*: Apple, CAEmitterLayer.h.
open class CAEmitterLayer: CALayer {
    /// The objects that `emitterCells` was set to.
    private var cellObjects: [CAEmitterCell]?

    // MARK: Cells

    /// The cells to emit. Later changes of a cell object have no effect: set its properties through the layer, by
    /// `setValue(_:forKeyPath: "emitterCells.NAME.PROPERTY")`, or set the cells again.
    open var emitterCells: [CAEmitterCell]? {
        get { modelLayer == nil ? cellObjects ?? makeCells() : makeCells() }
        set {
            cellObjects = newValue
            let cells = newValue.map { states(of: $0) }
            change(.emitterCells, if: state.emitter.cells != cells) { $0.emitter.cells = cells }
        }
    }

    /// The behaviours that act on the particles of all cells.
    private var behaviors: [EmitterBehavior] = []

    /// The values of cells, each with the layer's behaviours.
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

    /// The behaviours under "emitterBehaviors", or any other value.
    open override func value(forKey key: String) -> Any? {
        key == "emitterBehaviors" ? behaviors : super.value(forKey: key)
    }

    /// Sets the behaviours under "emitterBehaviors", an array of `EmitterBehavior`, or any other value.
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

    /// A factor for the birth rates of the cells. Animatable.
    open var birthRate: Float {
        get { Float(state.emitter.birthRate) }
        set { change(.birthRate, \.birthRate, to: Double(newValue)) }
    }

    /// A factor for the lifetimes of new particles. Animatable.
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

    /// The z coordinate of the shape's centre. Animatable.
    open var emitterZPosition: CGFloat {
        get { CGFloat(state.emitter.zPosition) }
        set { change(.emitterZPosition, \.zPosition, to: Double(newValue)) }
    }

    /// The width and height of the shape. For a circle or sphere, the width is the diameter. Animatable.
    open var emitterSize: CGSize {
        get { state.emitter.size }
        set {
            let value = CGSize(
                width: EmitterState.finite(Double(newValue.width)), height: EmitterState.finite(Double(newValue.height))
            )
            change(.emitterSize, if: state.emitter.size != value) { $0.emitter.size = value }
        }
    }

    /// The length of a cuboid along z. Animatable.
    open var emitterDepth: CGFloat {
        get { CGFloat(state.emitter.depth) }
        set { change(.emitterDepth, \.depth, to: Double(newValue)) }
    }

    /// The shape. A shape unknown to Apple counts as `point`.
    open var emitterShape: CAEmitterLayerEmitterShape {
        get { CAEmitterLayerEmitterShape(rawValue: state.emitter.shape.rawValue) }
        set {
            let shape = EmitterState.Shape(rawValue: newValue.rawValue) ?? .point
            change(.emitterShape, if: state.emitter.shape != shape) { $0.emitter.shape = shape }
        }
    }

    /// The part of the shape on which particles are born. A mode unknown to Apple counts as `volume`.
    open var emitterMode: CAEmitterLayerEmitterMode {
        get { CAEmitterLayerEmitterMode(rawValue: state.emitter.mode.rawValue) }
        set {
            let mode = EmitterState.Mode(rawValue: newValue.rawValue) ?? .volume
            change(.emitterMode, if: state.emitter.mode != mode) { $0.emitter.mode = mode }
        }
    }

    // MARK: Drawing

    /// The order in which particles are drawn, and how they are combined. A mode unknown to Apple counts as
    /// `unordered`.
    open var renderMode: CAEmitterLayerRenderMode {
        get { CAEmitterLayerRenderMode(rawValue: state.emitter.renderMode.rawValue) }
        set {
            let mode = EmitterState.RenderMode(rawValue: newValue.rawValue) ?? .unordered
            change(.renderMode, if: state.emitter.renderMode != mode) { $0.emitter.renderMode = mode }
        }
    }

    /// Whether particles lie in the superlayer's 3D space, with its perspective, instead of being flattened into the
    /// layer's plane.
    open var preservesDepth: Bool {
        get { state.flags.contains(.preservesDepth) }
        set { setFlag(.preservesDepth, .preservesDepth, newValue) }
    }

    /// A factor for the velocities of new particles. Animatable.
    open var velocity: Float {
        get { Float(state.emitter.velocity) }
        set { change(.velocity, \.velocity, to: Double(newValue)) }
    }

    /// A factor for the scales of new particles. Animatable.
    open var scale: Float {
        get { Float(state.emitter.scale) }
        set { change(.scale, \.scale, to: Double(newValue)) }
    }

    /// A factor for the spins of new particles. Animatable.
    open var spin: Float {
        get { Float(state.emitter.spin) }
        set { change(.spin, \.spin, to: Double(newValue)) }
    }

    /// The seed of the random numbers. Emitters with equal seeds and values show the same particles.
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

    /// Sets the value at a path, such as `emitterCells.NAME.birthRate`. An unknown name, or a value of the wrong type,
    /// changes nothing.
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
