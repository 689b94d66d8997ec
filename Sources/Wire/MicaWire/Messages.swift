import MicaResources

/// What a client tells a server.
///
/// `Sendable`: values, and images that are shared by reference within a process, where they are immutable.
package enum ClientMessage: Sendable, Equatable {
    /// A transaction of a tree. Numbers count up from 1 in each tree, and server messages name commits by them.
    case commit(ContextID, number: UInt64, Commit)
    /// Tiles of layers of a tree, as of a media time in seconds; numbered with the commits.
    case tiles(ContextID, number: UInt64, at: Double, [LayerTiles])
    /// The pixels of an image, which messages that follow name by its identity. Sent again it is the same image.
    ///
    /// Within a process images cross by reference, and neither this nor `drop` is needed.
    case put(ImageResource)
    /// No message that follows names the images.
    case drop([UInt64])
    /// The tree is gone, with all that the server has of it.
    case close(ContextID)
}

/// What has become of tiles of one layer: drawn, or to be drawn anew.
package struct LayerTiles: Sendable, Equatable {
    /// Which layer's.
    package var layer: LayerID
    /// What has become of them, in order.
    package var edits: [TileEdit]

    /// Makes a list for a layer.
    package init(layer: LayerID, edits: [TileEdit]) {
        (self.layer, self.edits) = (layer, edits)
    }
}

/// What a server tells its client. Messages of one tree arrive in the order in which they were sent.
///
/// `Sendable`: plain values.
package enum ServerMessage: Sendable, Equatable {
    /// All commits of a tree up to a number are applied, but for those that were refused.
    case applied(ContextID, number: UInt64)
    /// A commit was refused as a whole: the server's copy is not the client's tree any more, until the whole tree is sent
    /// again.
    case refused(ContextID, number: UInt64, CommitError)
    /// A frame was shown that has all commits up to a number; `at` is its media time, in seconds.
    case presented(ContextID, number: UInt64, at: Double)
    /// The tiles that the last frame would have shown and that were not there, the nearest first. It takes the place of what
    /// was wanted before.
    case tilesWanted(ContextID, [WantedTile])
    /// Something that is not drawn as asked; told once of each layer.
    case note(ContextID, ServerNote)
    /// When the next frame differs from the one that was shown last, in seconds of media time: the time of that frame
    /// itself while something moves, infinity when nothing will.
    case nextChange(ContextID, at: Double)

    /// The server has nothing of a tree: the client is to send all of it.
    case wholeWanted(ContextID)

    /// Nothing shows images any more that the client has dropped: their memory is free.
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

/// What a server does not draw as it was asked to.
package enum ServerNote: Sendable, Hashable {
    /// A replicator asks for more copies than a frame may have, and some are left out.
    case instancesLeftOut(LayerID)
    /// Filters and blurred shadows go over more pixels than those of a frame may, and the layer is drawn without its own.
    case effectsLeftOut(LayerID)
    /// An emitter has more particles, or more changes within their lives, than there is room for.
    case emitterOverBudget(LayerID)
    /// A time was asked for that lies before what is known of an emitter.
    case emitterForgot(LayerID)

    /// The layer that it is of.
    package var layer: LayerID {
        switch self {
        case .instancesLeftOut(let id), .effectsLeftOut(let id), .emitterOverBudget(let id), .emitterForgot(let id): id
        }
    }
}

/// Why a commit was refused; the tree is then as it was before.
package enum CommitError: Error, Equatable, CustomStringConvertible {
    /// A created layer is there already, or is created twice.
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

    /// How many layers may be within each other; more is refused, so that no walk runs out of stack.
    package static let depthLimit = 256

    /// The layer that it is of.
    var layer: LayerID {
        switch self {
        case .layerExists(let id), .unknownLayer(let id), .changedTwice(let id), .twoOwners(let id), .cycle(let id),
            .tooDeep(let id):
            id
        }
    }

    /// The reason in words.
    package var description: String {
        switch self {
        case .layerExists(let id): "commit refused: layer \(id) exists already"
        case .unknownLayer(let id): "commit refused: there is no layer \(id)"
        case .changedTwice(let id): "commit refused: layer \(id) is changed twice"
        case .twoOwners(let id): "commit refused: layer \(id) would have two owners"
        case .cycle(let id): "commit refused: layer \(id) would be under itself"
        case .tooDeep(let id): "commit refused: layer \(id) is more than \(Self.depthLimit) levels deep"
        }
    }
}

/// A tile that a frame would show and that is not there: what a server asks its client for.
package struct WantedTile: Sendable, Hashable {
    /// Which layer's.
    package var layer: LayerID
    /// Which tile.
    package var key: TileKey
    /// Whether the layer has no tile at all yet.
    package var isFirst: Bool

    package init(layer: LayerID, key: TileKey, isFirst: Bool) {
        (self.layer, self.key, self.isFirst) = (layer, key, isFirst)
    }
}
