import Foundation
import MicaResources

/// What a CAEmitterCell says: what one kind of particle is like, and which particles it emits itself.
///
/// A property with a range is evenly distributed between mean - range / 2 and mean + range / 2. *Source*: Apple,
/// CAEmitterLayer.h at `seed`; CAEmitterCell's documentation; defaults of dev/api/quartzcore-api.tsv.
///
/// *Units*: points, seconds, radians. *Space*: the layer's own.
package struct CellState: Sendable, Equatable {
    /// The cell's name in key paths.
    package var name: String?
    /// 1 when its particles are drawn, else 0.
    package var enabled = 1.0
    /// Particles a second.
    package var birthRate = 0.0
    /// How long a particle lives, and its range.
    package var lifetime = 0.0, lifetimeRange = 0.0
    /// The angle of the direction out of the xy plane.
    package var emissionLatitude = 0.0
    /// The angle of the direction in the xy plane, from x towards y.
    package var emissionLongitude = 0.0
    /// The angle of the cone about the direction, from edge to edge.
    package var emissionRange = 0.0
    /// Speed in the direction, and its range.
    package var velocity = 0.0, velocityRange = 0.0
    /// Acceleration along each axis.
    package var xAcceleration = 0.0, yAcceleration = 0.0, zAcceleration = 0.0
    /// Size, its range, and its change a second.
    package var scale = 1.0, scaleRange = 0.0, scaleSpeed = 0.0
    /// Turning a second, and its range.
    package var spin = 0.0, spinRange = 0.0
    /// The angle at birth and its range; only documents have them.
    package var rotation = 0.0, rotationRange = 0.0
    /// Multiplies the image; nil counts as opaque white.
    package var color: ColorValue? = ColorValue(red: 1, green: 1, blue: 1)
    /// Ranges of the colour's components.
    package var redRange = 0.0, greenRange = 0.0, blueRange = 0.0, alphaRange = 0.0
    /// Changes of the colour's components a second.
    package var redSpeed = 0.0, greenSpeed = 0.0, blueSpeed = 0.0, alphaSpeed = 0.0
    /// The image, the part of it that is shown, its pixels per point, and its filters.
    package var contents = ContentsState.default
    /// When particles are emitted, and how fast their time runs.
    package var timing = TimingState()
    /// Forces and other changes, beyond the particles' own motion.
    package var behaviors: [ParticleBehavior] = []
    /// The cells that each particle emits.
    package var cells: [CellState]?

    /// Makes a cell with Apple's defaults.
    package init() {}

    /// Apple's defaults.
    package static let `default` = CellState()

    /// The index of the first cell with a name; nil when there is none.
    package static func index(of name: String, in cells: [CellState]?) -> Int? {
        cells?.firstIndex { $0.name == name }
    }
}

/// The properties of a cell, for key paths, archives and the encoded form.
package enum CellProperty: UInt8, Sendable, CaseIterable {
    case enabled, birthRate, lifetime, lifetimeRange, emissionLatitude, emissionLongitude, emissionRange
    case velocity, velocityRange, xAcceleration, yAcceleration, zAcceleration
    case scale, scaleRange, scaleSpeed, spin, spinRange, rotation, rotationRange, color
    case redRange, greenRange, blueRange, alphaRange, redSpeed, greenSpeed, blueSpeed, alphaSpeed
    case contents, contentsRect, contentsScale, minificationFilter, magnificationFilter, minificationFilterBias
    case beginTime, duration, speed, timeOffset, repeatCount, repeatDuration, autoreverses, fillMode, emitterCells

    /// Apple's key.
    package var key: String { Self.keys[Int(rawValue)] }

    /// The property with a key; nil when cells have no such property.
    package init?(key: String) {
        guard let index = Self.keys.firstIndex(of: key) else { return nil }
        self = Self.allCases[index]
    }

    private static let keys = allCases.map { "\($0)" }

    /// The kind of its values.
    package var kind: PropertyValue.Kind {
        switch self {
        case .color: .color
        case .contents: .image
        case .contentsRect: .rect
        case .minificationFilter, .magnificationFilter, .fillMode: .string
        case .emitterCells: .cells
        default: .number
        }
    }

    /// Whether key-value coding sees the value as a boolean.
    package var isBoolean: Bool { self == .enabled || self == .autoreverses }

    /// How values in between are interpolated.
    package var interpolation: PropertyRow.Interpolation {
        switch kind {
        case .number: isBoolean ? .discrete : .linear
        case .rect: .linear
        case .color: .color
        default: .discrete
        }
    }

    /// The path to a number of a cell.
    package typealias NumberPath = WritableKeyPath<CellState, Double> & Sendable

    /// The path to the property's number; nil for other kinds, and for the booleans of the timing.
    package var number: NumberPath? {
        switch self {
        case .enabled: return \CellState.enabled
        case .birthRate: return \CellState.birthRate
        case .lifetime: return \CellState.lifetime
        case .lifetimeRange: return \CellState.lifetimeRange
        case .emissionLatitude: return \CellState.emissionLatitude
        case .emissionLongitude: return \CellState.emissionLongitude
        case .emissionRange: return \CellState.emissionRange
        case .velocity: return \CellState.velocity
        case .velocityRange: return \CellState.velocityRange
        case .xAcceleration: return \CellState.xAcceleration
        case .yAcceleration: return \CellState.yAcceleration
        case .zAcceleration: return \CellState.zAcceleration
        case .scale: return \CellState.scale
        case .scaleRange: return \CellState.scaleRange
        case .scaleSpeed: return \CellState.scaleSpeed
        case .spin: return \CellState.spin
        case .spinRange: return \CellState.spinRange
        case .rotation: return \CellState.rotation
        case .rotationRange: return \CellState.rotationRange
        case .redRange: return \CellState.redRange
        case .greenRange: return \CellState.greenRange
        case .blueRange: return \CellState.blueRange
        case .alphaRange: return \CellState.alphaRange
        case .redSpeed: return \CellState.redSpeed
        case .greenSpeed: return \CellState.greenSpeed
        case .blueSpeed: return \CellState.blueSpeed
        case .alphaSpeed: return \CellState.alphaSpeed
        case .contentsScale: return \CellState.contents.scale
        case .minificationFilterBias: return \CellState.contents.minificationFilterBias
        case .beginTime: return \CellState.timing.beginTime
        case .duration: return \CellState.timing.duration
        case .speed: return \CellState.timing.speed
        case .timeOffset: return \CellState.timing.timeOffset
        case .repeatCount: return \CellState.timing.repeatCount
        case .repeatDuration: return \CellState.timing.repeatDuration
        default: return nil
        }
    }
}

extension CellState {
    /// The value of a property.
    package subscript(property: CellProperty) -> PropertyValue {
        if let path = property.number { return .number(self[keyPath: path]) }
        return switch property {
        case .color: color.map { .color($0) } ?? .none
        case .contents: contents.image.map { .image($0) } ?? .none
        case .contentsRect: .rect(contents.rect)
        case .minificationFilter: .string(contents.minificationFilter.rawValue)
        case .magnificationFilter: .string(contents.magnificationFilter.rawValue)
        case .autoreverses: .number(timing.autoreverses ? 1 : 0)
        case .fillMode: .string(timing.fillMode.name)
        case .emitterCells: cells.map { .cells($0) } ?? .none
        default: .none
        }
    }

    /// Sets a property; false, with nothing changed, for a value of the wrong kind.
    @discardableResult
    package mutating func set(_ property: CellProperty, to value: PropertyValue) -> Bool {
        if let path = property.number {
            guard case .number(let number) = value else { return false }
            self[keyPath: path] = property == .enabled ? (number != 0 ? 1 : 0) : EmitterState.finite(number)
            return true
        }
        switch (property, value) {
        case (.color, .color(let v)): color = v
        case (.color, .none): color = nil
        case (.contents, .image(let v)): contents.image = v
        case (.contents, .none): contents.image = nil
        case (.contentsRect, .rect(let v)): contents.rect = v
        case (.minificationFilter, .string(let v)):
            guard let filter = ContentsState.Filter(rawValue: v) else { return false }
            contents.minificationFilter = filter
        case (.magnificationFilter, .string(let v)):
            guard let filter = ContentsState.Filter(rawValue: v) else { return false }
            contents.magnificationFilter = filter
        case (.autoreverses, .number(let v)): timing.autoreverses = v != 0
        case (.fillMode, .string(let v)):
            guard let mode = TimingState.FillMode(name: v) else { return false }
            timing.fillMode = mode
        case (.emitterCells, .cells(let v)): cells = v
        case (.emitterCells, .none): cells = nil
        default: return false
        }
        return true
    }
}

/// A property of one cell of an emitter, found by names: the part of a key path after `emitterCells.`.
package struct CellTarget: Sendable, Hashable {
    /// The names of the enclosing cells, outermost first, and of the cell; at least one.
    package var names: [String]
    /// The property.
    package var property: CellProperty

    package init(names: [String], property: CellProperty) {
        (self.names, self.property) = (names, property)
    }

    /// The target and the part of its value that a key path names after `emitterCells.`; nil when they name nothing.
    init?(pieces: ArraySlice<Substring>, part: inout PropertyTarget.Part) {
        var (names, rest): ([String], ArraySlice<Substring>) = ([], pieces)
        while true {
            guard rest.count >= 2, let name = rest.first, !name.isEmpty else { return nil }
            names.append(String(name))
            rest = rest.dropFirst()
            guard rest.first == "emitterCells", rest.count > 1 else { break }
            rest = rest.dropFirst()
        }
        guard let key = rest.first, let property = CellProperty(key: String(key)),
            let found = PropertyTarget.Part(rawValue: rest.dropFirst().joined(separator: ".")),
            found.kind(in: property.kind) != nil, names.count <= EmitterState.depthLimit
        else { return nil }
        part = found
        self.init(names: names, property: property)
    }

    /// The part of the key path after `emitterCells.`.
    var path: String { names.joined(separator: ".emitterCells.") + "." + property.key }

    /// The value in some cells; `.none` when there is no such cell.
    package func value(in cells: [CellState]?) -> PropertyValue {
        var level = cells
        for (depth, name) in names.enumerated() {
            guard let list = level, let index = CellState.index(of: name, in: list) else { return .none }
            if depth == names.count - 1 { return list[index][property] }
            level = list[index].cells
        }
        return .none
    }

    /// Sets the value in some cells; false when there is no such cell or the value does not fit.
    package func set(_ value: PropertyValue, in cells: inout [CellState]?) -> Bool {
        set(value, in: &cells, depth: 0)
    }

    private func set(_ value: PropertyValue, in cells: inout [CellState]?, depth: Int) -> Bool {
        guard let index = CellState.index(of: names[depth], in: cells) else { return false }
        if depth == names.count - 1 { return cells?[index].set(property, to: value) ?? false }
        guard var inner = cells?[index].cells.map({ Optional($0) }) else { return false }
        guard set(value, in: &inner, depth: depth + 1) else { return false }
        cells?[index].cells = inner
        return true
    }
}
