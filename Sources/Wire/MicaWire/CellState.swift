import Foundation
import MicaBase

/// The values of a CAEmitterCell: the look and motion of one kind of particle, and the cells that it emits.
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

    /// How their values are stored, in the order of the cases.
    fileprivate static let stored: [StoredValue<CellState>] = [
        .boolean(\.enabled), .finite(\.birthRate), .finite(\.lifetime), .finite(\.lifetimeRange),
        .finite(\.emissionLatitude), .finite(\.emissionLongitude), .finite(\.emissionRange), .finite(\.velocity),
        .finite(\.velocityRange), .finite(\.xAcceleration), .finite(\.yAcceleration), .finite(\.zAcceleration),
        .finite(\.scale), .finite(\.scaleRange), .finite(\.scaleSpeed), .finite(\.spin), .finite(\.spinRange),
        .finite(\.rotation), .finite(\.rotationRange), .color(\.color), .finite(\.redRange), .finite(\.greenRange),
        .finite(\.blueRange), .finite(\.alphaRange), .finite(\.redSpeed), .finite(\.greenSpeed), .finite(\.blueSpeed),
        .finite(\.alphaSpeed), .image(\.contents.image), .rect(\.contents.rect), .finite(\.contents.scale),
        .name(\.contents.minificationFilter), .name(\.contents.magnificationFilter),
        .finite(\.contents.minificationFilterBias), .finite(\.timing.beginTime), .finite(\.timing.duration),
        .finite(\.timing.speed), .finite(\.timing.timeOffset), .finite(\.timing.repeatCount),
        .finite(\.timing.repeatDuration), .bool(\.timing.autoreverses),
        .name(\.timing.fillMode, \.name, TimingState.FillMode.init(name:)), .cells(\.cells),
    ]

    fileprivate var stored: StoredValue<CellState> { Self.stored[Int(rawValue)] }

    /// The kind of its values.
    package var kind: PropertyValue.Kind { stored.kind }

    /// Whether key-value coding sees the value as a boolean.
    package var isBoolean: Bool { stored.isBoolean }

    /// How values in between are interpolated.
    package var interpolation: PropertyRow.Interpolation { stored.interpolation }
}

extension StoredValue<CellState> {
    /// A number, which becomes a finite one.
    fileprivate static func finite(_ path: WritableKeyPath<CellState, Double> & Sendable) -> Self {
        value(path, .number, .linear, { .number($0) }) {
            if case .number(let v) = $0 { EmitterState.finite(v) } else { nil }
        }
    }

    /// A boolean that is a number here too.
    fileprivate static func boolean(_ path: WritableKeyPath<CellState, Double> & Sendable) -> Self {
        var stored = value(path, .number, .discrete, { .number($0) }) {
            if case .number(let v) = $0 { v != 0 ? 1 : 0 } else { nil }
        }
        stored.isBoolean = true
        return stored
    }
}

extension CellState {
    /// The value of a property.
    package subscript(property: CellProperty) -> PropertyValue { property.stored.get(self) }

    /// Sets a property; false, with nothing changed, for a value of the wrong kind.
    @discardableResult
    package mutating func set(_ property: CellProperty, to value: PropertyValue) -> Bool {
        property.stored.set(&self, value)
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
