import MicaBase

/// The messages from a client to a server.
///
/// `Sendable`: plain values, and images, which are immutable and shared by reference within a process.
package enum ClientMessage: Sendable, Equatable {
    /// A transaction of a tree. Numbers count up from 1 in each tree; server messages name commits by them.
    case commit(ContextID, number: UInt64, Commit)
    /// Tiles of a tree's layers, as of a media time in seconds; numbered together with the commits.
    case tiles(ContextID, number: UInt64, at: Double, [LayerTiles])
    /// The pixels of an image, which later messages name by its identity. An image that is sent again is the same
    /// image.
    ///
    /// Within a process images are passed by reference, without this message and `drop`.
    case put(ImageResource)
    /// No later message names these images.
    case drop([UInt64])
    /// The tree is gone; the server forgets it.
    case close(ContextID)
}

/// Changes of the tiles of one layer: drawn, or to be drawn again.
package struct LayerTiles: Sendable, Equatable {
    /// The layer.
    package var layer: LayerID
    /// The changes of the tiles, in order.
    package var edits: [TileEdit]

    /// Makes a list of edits for a layer.
    package init(layer: LayerID, edits: [TileEdit]) {
        (self.layer, self.edits) = (layer, edits)
    }
}

/// The messages from a server to its client. Those of one tree arrive in the order of sending.
///
/// `Sendable`: plain values.
package enum ServerMessage: Sendable, Equatable {
    /// All commits of a tree up to a number are applied, except those that were refused.
    case applied(ContextID, number: UInt64)
    /// A commit was refused as a whole. From then on the server's copy is not the client's tree, until the whole tree
    /// is sent again.
    case refused(ContextID, number: UInt64, CommitError)
    /// A frame was shown that includes all commits up to a number; `at` is its media time, in seconds.
    case presented(ContextID, number: UInt64, at: Double)
    /// The tiles that the last frame would have shown and that were missing, the nearest first. Replaces the last such
    /// message.
    case tilesWanted(ContextID, [WantedTile])
    /// Something that is not drawn as asked; said once of each layer.
    case note(ContextID, ServerNote)
    /// The next media time, in seconds, at which a frame differs from the last one shown: while something moves, the
    /// time of that last frame; infinity when nothing will change.
    case nextChange(ContextID, at: Double)

    /// The server does not have the tree: the client has to send all of it.
    case wholeWanted(ContextID)

    /// Nothing shows these images any more, which the client has dropped: their memory is free.
    case released([UInt64])

    /// The tree that the message is about; nil for images, which all trees of a client share.
    package var context: ContextID? {
        switch self {
        case .released: nil
        case .applied(let context, _), .refused(let context, _, _), .presented(let context, _, _),
            .tilesWanted(let context, _), .note(let context, _), .nextChange(let context, _), .wholeWanted(let context):
            context
        }
    }
}

/// Something that a server does not draw as asked.
package enum ServerNote: Sendable, Hashable {
    /// A replicator asks for more copies than a frame may have, and some are left out.
    case instancesLeftOut(LayerID)
    /// Filters and blurred shadows cover more pixels than a frame may have of them, so the layer is drawn without its
    /// own.
    case effectsLeftOut(LayerID)
    /// An emitter has more particles, or more changes within their lives, than there is room for.
    case emitterOverBudget(LayerID)
    /// A time was asked for that lies before the known history of an emitter.
    case emitterForgot(LayerID)

    /// The most copies that the replicators of a frame may have.
    package static let instanceLimit = 1 << 17

    /// The layer that the note is about.
    package var layer: LayerID {
        switch self {
        case .instancesLeftOut(let id), .effectsLeftOut(let id), .emitterOverBudget(let id), .emitterForgot(let id): id
        }
    }
}

/// Why a commit was refused; the tree is then as it was before.
package enum CommitError: Error, Equatable, CustomStringConvertible {
    /// A created layer exists already, or is created twice.
    case layerExists(LayerID)
    /// A layer that the tree does not have.
    case unknownLayer(LayerID)
    /// Two changes of one layer.
    case changedTwice(LayerID)
    /// A layer would be a sublayer or mask of two layers, or of one twice.
    case twoOwners(LayerID)
    /// A layer would be under itself.
    case cycle(LayerID)
    /// More layers within each other than `depthLimit`.
    case tooDeep(LayerID)

    /// How many layers may be nested; a commit with more is refused, so that no walk runs out of stack.
    package static let depthLimit = 256

    /// The layer that it is of.
    package var layer: LayerID {
        switch self {
        case .layerExists(let id), .unknownLayer(let id), .changedTwice(let id), .twoOwners(let id), .cycle(let id),
            .tooDeep(let id):
            id
        }
    }

    /// The reason in words.
    package var description: String {
        switch self {
        case .layerExists(let id): "layer \(id) exists already"
        case .unknownLayer(let id): "there is no layer \(id)"
        case .changedTwice(let id): "layer \(id) is changed twice"
        case .twoOwners(let id): "layer \(id) would have two owners"
        case .cycle(let id): "layer \(id) would be under itself"
        case .tooDeep(let id): "layer \(id) is more than \(Self.depthLimit) levels deep"
        }
    }
}

/// A tile that a frame would show and that is missing: the server asks its client for it.
package struct WantedTile: Sendable, Hashable {
    /// The layer.
    package var layer: LayerID
    /// The tile.
    package var key: TileKey
    /// Whether the layer has no tile at all yet.
    package var isFirst: Bool

    package init(layer: LayerID, key: TileKey, isFirst: Bool) {
        (self.layer, self.key, self.isFirst) = (layer, key, isFirst)
    }
}
