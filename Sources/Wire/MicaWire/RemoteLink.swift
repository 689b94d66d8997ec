/// The number by which one program shows another's tree within its own: `CARemoteLayerClient.clientId`.
///
/// It is drawn at random by the program that the tree is of, and means something to the program alone whose port was named with it.
package struct RemoteID: Hashable, Sendable, CustomStringConvertible {
    /// The number.
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// In hexadecimal digits.
    package var description: String { "~" + String(rawValue, radix: 16) }
}

/// A layer under which another tree is shown, as one more sublayer in front of its own.
package struct RemoteLink: Sendable, Equatable {
    /// The layer.
    package var layer: LayerID
    /// The tree.
    package var remote: RemoteID

    package init(layer: LayerID, remote: RemoteID) { (self.layer, self.remote) = (layer, remote) }
}

/// What ties the transactions of several programs: those with the same number are applied together, when one of each party has come.
package struct CommitFence: Sendable, Hashable {
    /// Drawn at random by whoever makes the fence.
    package let number: UInt64
    /// Which party the transaction is of. *Range*: 0 to less than `parties`.
    package let party: UInt8
    /// How many there are. *Range*: 1...`partyLimit`.
    package let parties: UInt8

    /// The most parties of a fence.
    package static let partyLimit: UInt8 = 16

    /// nil for a party that is none of them.
    package init?(number: UInt64, party: UInt8, parties: UInt8) {
        guard 1...Self.partyLimit ~= parties, party < parties else { return nil }
        (self.number, self.party, self.parties) = (number, party, parties)
    }
}
