import Foundation

/// What one transaction changed, as a value: all that ever passes from client to server.
package struct Commit: Sendable, Equatable {
    /// The media time at which the transaction was committed, in seconds; animations without a begin time start here.
    package var time: Double
    /// Layers that the server has not heard of, parents before children not required.
    package var created: [LayerID] = []
    /// What changed, one entry a layer.
    package var changes: [LayerChange] = []
    /// Layers that are gone.
    package var destroyed: [LayerID] = []
    /// The root of the tree, if it changed.
    package var root: LayerID?

    /// Makes an empty commit.
    package init(time: Double) {
        self.time = time
    }

    /// Whether it says nothing.
    package var isEmpty: Bool { created.isEmpty && changes.isEmpty && destroyed.isEmpty && root == nil }
}

/// What changed in one layer.
package struct LayerChange: Sendable, Equatable {
    /// Which layer.
    package var layer: LayerID
    /// The properties that changed.
    package var mask: PropertyMask
    /// Their values; nothing outside `mask` is read, encoded or compared.
    package var state: LayerState
    /// All sublayers, back to front, if they changed.
    package var sublayers: [LayerID]?
    /// Edits of the list of animations, in order.
    package var animations: [AnimationEdit]
    /// Edits of the tiles, in order.
    package var tiles: [TileEdit] = []

    /// Makes a change.
    @inlinable
    package init(
        layer: LayerID, mask: PropertyMask = [], state: LayerState = LayerState(), sublayers: [LayerID]? = nil,
        animations: [AnimationEdit] = []
    ) {
        (self.layer, self.mask, self.state) = (layer, mask, state)
        (self.sublayers, self.animations) = (sublayers, animations)
    }

    /// Equal where the mask looks.
    package static func == (a: LayerChange, b: LayerChange) -> Bool {
        a.layer == b.layer && a.mask == b.mask && a.sublayers == b.sublayers && a.animations == b.animations
            && a.tiles == b.tiles
            && PropertyID.allCases.allSatisfy { !a.mask.contains($0) || a.state[$0] == b.state[$0] }
    }
}

/// One edit of a layer's list of animations.
package enum AnimationEdit: Sendable, Equatable {
    /// Adds an animation under a key, in place of the one that is there; a key that the client made up stands for nil.
    case add(key: String, animation: AnimationState)
    /// Removes the animation under a key.
    case remove(key: String)
    /// Removes all.
    case removeAll
}

/// An animation in a layer's list.
package struct KeyedAnimation: Sendable, Equatable {
    /// The key it was added under.
    package var key: String
    /// The animation, its begin time resolved.
    package var animation: AnimationState

    /// Makes an entry.
    package init(key: String, animation: AnimationState) {
        (self.key, self.animation) = (key, animation)
    }
}

extension Array where Element == KeyedAnimation {
    /// Applies an edit. A replaced animation goes to the end of the list, as one that is added anew.
    package mutating func apply(_ edit: AnimationEdit) {
        switch edit {
        case .add(let key, let animation):
            removeAll { $0.key == key }
            append(KeyedAnimation(key: key, animation: animation))
        case .remove(let key): removeAll { $0.key == key }
        case .removeAll: removeAll()
        }
    }
}
