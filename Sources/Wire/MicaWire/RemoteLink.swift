/// The number by which one program shows another's tree within its own: `CARemoteLayerClient.clientId`.
///
/// The program with the tree draws it at random. It means something only to the program whose port was named with it.
package struct RemoteID: Hashable, Sendable, CustomStringConvertible {
    /// The number.
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// In hexadecimal digits.
    package var description: String { "~" + String(rawValue, radix: 16) }
}

/// A layer that shows another tree, as one more sublayer in front of its own.
package struct RemoteLink: Sendable, Equatable {
    /// The layer.
    package var layer: LayerID
    /// The tree.
    package var remote: RemoteID

    package init(layer: LayerID, remote: RemoteID) { (self.layer, self.remote) = (layer, remote) }
}

/// Ties transactions of several programs: those with one number are applied together, once each party's has come.
package struct CommitFence: Sendable, Hashable {
    /// Drawn at random by the maker of the fence.
    package let number: UInt64
    /// The party that the transaction is of. *Range*: 0 to less than `parties`.
    package let party: UInt8
    /// How many parties there are. *Range*: 1...`partyLimit`.
    package let parties: UInt8

    /// The most parties of a fence.
    package static let partyLimit: UInt8 = 16

    /// nil when `party` or `parties` is out of range.
    package init?(number: UInt64, party: UInt8, parties: UInt8) {
        guard 1...Self.partyLimit ~= parties, party < parties else { return nil }
        (self.number, self.party, self.parties) = (number, party, parties)
    }
}
