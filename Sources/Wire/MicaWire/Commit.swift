import Foundation
import MicaBase

/// The changes of one transaction, as a value.
package struct Commit: Sendable, Equatable {
    /// The media time of the commit, in seconds; animations without a begin time start at this time.
    package var time: Double
    /// Layers that the server does not know yet, in any order.
    package var created: [LayerID] = []
    /// The changes, one entry a layer.
    package var changes: [LayerChange] = []
    /// Layers that are destroyed.
    package var destroyed: [LayerID] = []
    /// The root of the tree, if it changed.
    package var root: LayerID?
    /// Whether this is the whole tree, which replaces the server's copy.
    package var isWhole = false
    /// New layers that show other trees.
    package var remotes: [RemoteLink] = []
    /// What ties the commit to other programs' transactions; nil for nothing.
    package var fence: CommitFence?

    package init(time: Double) {
        self.time = time
    }

    /// Makes a commit of tiles that were drawn.
    package init(_ tiles: [LayerTiles], at time: Double) {
        self.time = time
        changes = tiles.map { LayerChange(layer: $0.layer, tiles: $0.edits) }
    }

    /// Whether each change is one property's few numbers.
    package var areNumbers: Bool { changes.span.indices.allSatisfy { changes.span[$0].isOfNumbers } }

    /// Whether the commit changes nothing.
    package var isEmpty: Bool {
        created.isEmpty && changes.isEmpty && destroyed.isEmpty && root == nil && !isWhole && fence == nil
    }
}

/// The changes of one layer.
///
/// Most changes are of one property that is a few numbers: only those numbers are stored here. All else lies behind a
/// reference, so that a commit of many changes is short.
package struct LayerChange: Sendable, Equatable {
    /// Which layer.
    package var layer: LayerID
    /// The properties that changed.
    package var mask: PropertyMask
    /// The value of the one property that changed, if that is the whole change.
    package private(set) var numbers = InlineValue.position(.zero)
    /// Whether only values of properties changed. Stored, because a change is too large to be copied to find it out.
    package private(set) var isOfValues = true
    /// All else; nil when `numbers` is the whole change.
    private var more: More? {
        didSet { findOut() }
    }
    /// Whether `numbers` is the whole change.
    package private(set) var isOfNumbers = true

    /// A value of one property that is a few numbers.
    package enum InlineValue: Sendable {
        case position(CGPoint)
        case bounds(CGRect)
        case opacity(Double)
        case zPosition(Double)
        case transform(PlaneMap)

        /// The value's property.
        @inline(__always)  // A byte to look at.
        package var property: PropertyID {
            switch self {
            case .position: .position
            case .bounds: .bounds
            case .opacity: .opacity
            case .zPosition: .zPosition
            case .transform: .transform
            }
        }

        /// A property's value as a few numbers; nil for other values, and for one of another kind than the property's.
        package init?(_ property: PropertyID, _ value: PropertyValue) {
            switch (property, value) {
            case (.position, .point(let value)): self = .position(value)
            case (.bounds, .rect(let value)): self = .bounds(value)
            case (.opacity, .number(let value)): self = .opacity(value)
            case (.zPosition, .number(let value)): self = .zPosition(value)
            case (.transform, .transform(let value)):
                guard let map = PlaneMap(value) else { return nil }
                self = .transform(map)
            default: return nil
            }
        }

        /// The property's value.
        package var value: PropertyValue {
            switch self {
            case .position(let value): .point(value)
            case .bounds(let value): .rect(value)
            case .opacity(let value), .zPosition(let value): .number(value)
            case .transform(let value): .transform(value.matrix)
            }
        }

        /// Writes the value into a state.
        package func write(to state: inout LayerState) {
            switch self {
            case .position(let value): state.position = value
            case .bounds(let value): state.bounds = value
            case .opacity(let value): state.opacity = value
            case .zPosition(let value): state.zPosition = value
            case .transform(let value): state.transform = value.matrix
            }
        }
    }

    /// A transform that does not leave the plane: x' = a x + c y + tx, y' = b x + d y + ty, in points.
    package struct PlaneMap: Sendable {
        /// The coefficients.
        package let a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

        /// Takes the coefficients of a matrix; nil for a matrix that leaves the plane.
        @inline(__always)  // A few words.
        package init?(_ matrix: Matrix4) {
            guard matrix.isAffine else { return nil }
            (a, b, c, d) = (matrix.m11, matrix.m12, matrix.m21, matrix.m22)
            (tx, ty) = (matrix.m41, matrix.m42)
        }

        /// The transform as a matrix.
        package var matrix: Matrix4 { Matrix4(a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, tx, ty, 0, 1) }
    }

    /// The parts that most changes do not have.
    private final class More: Sendable {
        let state: LayerState
        let sublayers: [LayerID]?
        let animations: [AnimationEdit]
        let tiles: [TileEdit]

        init(_ state: LayerState, _ sublayers: [LayerID]?, _ animations: [AnimationEdit], _ tiles: [TileEdit]) {
            (self.state, self.sublayers, self.animations, self.tiles) = (state, sublayers, animations, tiles)
        }
    }

    package init(
        layer: LayerID, mask: PropertyMask = [], state: LayerState = LayerState(), sublayers: [LayerID]? = nil,
        animations: [AnimationEdit] = [], tiles: [TileEdit] = []
    ) {
        (self.layer, self.mask) = (layer, mask)
        more = More(state, sublayers, animations, tiles)
        findOut()
    }

    private mutating func findOut() {
        isOfNumbers = more == nil
        isOfValues = more.map { $0.sublayers == nil && $0.animations.isEmpty && $0.tiles.isEmpty } ?? true
    }

    /// Makes a change of one property.
    @inline(__always)  // A few words.
    package init(layer: LayerID, _ value: InlineValue) {
        (self.layer, mask) = (layer, PropertyMask(value.property))
        numbers = value
    }

    /// The values of the properties; those outside `mask` are not read, encoded or compared.
    ///
    /// *Complexity*: setting one value copies all of them.
    package var state: LayerState {
        get {
            if let more { return more.state }
            var state = LayerState()
            write(to: &state)
            return state
        }
        set { more = More(newValue, sublayers, animations, tiles) }
    }

    /// All sublayers, back to front, if they changed.
    package var sublayers: [LayerID]? {
        get { more?.sublayers }
        set { more = More(state, newValue, animations, tiles) }
    }

    /// Edits of the list of animations, in order.
    package var animations: [AnimationEdit] {
        get { more?.animations ?? [] }
        set { more = More(state, sublayers, newValue, tiles) }
    }

    /// Edits of the tiles, in order.
    package var tiles: [TileEdit] {
        get { more?.tiles ?? [] }
        set { more = More(state, sublayers, animations, newValue) }
    }

    /// Writes the properties that changed into a state.
    package func write(to state: inout LayerState) {
        if let more { return state.take(mask, from: more.state) }
        numbers.write(to: &state)
    }

    /// Equal in the properties of the masks, and in all else.
    package static func == (a: LayerChange, b: LayerChange) -> Bool {
        a.layer == b.layer && a.mask == b.mask && a.sublayers == b.sublayers && a.animations == b.animations
            && a.tiles == b.tiles
            && PropertyID.allCases.allSatisfy { !a.mask.contains($0) || a.state[$0] == b.state[$0] }
    }
}

/// One edit of a layer's list of animations.
package enum AnimationEdit: Sendable, Equatable {
    /// Adds an animation under a key, in place of the one that has this key; the client makes up a key for nil.
    case add(key: String, animation: AnimationState)
    /// Removes the animation under a key.
    case remove(key: String)
    /// Removes all.
    case removeAll
}

/// An animation in a layer's list.
package struct KeyedAnimation: Sendable, Equatable {
    /// The animation's key.
    package var key: String
    /// The animation, with its begin time resolved.
    package var animation: AnimationState

    package init(key: String, animation: AnimationState) {
        (self.key, self.animation) = (key, animation)
    }
}

extension Array where Element == KeyedAnimation {
    /// Applies an edit. A replaced animation goes to the end of the list, like a new one.
    package mutating func apply(_ edit: AnimationEdit) {
        switch edit {
        case .add(let key, let animation):
            removeAll { $0.key == key }
            append(KeyedAnimation(key: key, animation: animation))
        case .remove(let key): removeAll { $0.key == key }
        case .removeAll: removeAll()
        }
    }

    /// Applies edits in order, as one after the other.
    ///
    /// *Complexity*: linear in the edits and the list.
    package mutating func apply(_ edits: [AnimationEdit]) {
        if edits.count <= 8 { return edits.forEach { apply($0) } }
        var list: [KeyedAnimation?] = self
        var positions: [String: Int] = [:]
        for (index, animation) in enumerated() { positions[animation.key] = index }
        for edit in edits {
            switch edit {
            case .add(let key, let animation):
                if let old = positions.updateValue(list.count, forKey: key) { list[old] = nil }
                list.append(KeyedAnimation(key: key, animation: animation))
            case .remove(let key):
                if let old = positions.removeValue(forKey: key) { list[old] = nil }
            case .removeAll:
                list.removeAll()
                positions.removeAll()
            }
        }
        self = list.compactMap { $0 }
    }
}
