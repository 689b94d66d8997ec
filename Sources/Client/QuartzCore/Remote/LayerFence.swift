import Foundation
import MicaServer
import MicaWire

/// Ties transactions of several programs, so that what they change is seen in one frame; a name of our own.
///
/// One program makes the fence and hands its number over, as it does with `clientId`. Each ties a transaction to it, as another party:
///
///     let fence = LayerFence()
///     send(fence.number)
///     fence.tie(as: 0)        // the host's next transaction: a larger frame
///
///     LayerFence(number: receive()).tie(as: 1)        // the other's: its layout in that frame
///
/// The render server holds the trees back that have come until there is one of each party, at most for `timeLimit`; then they go on as they
/// are. What a tree commits meanwhile waits behind it. Animations run on. Works between programs that are with one render server, and
/// within one program. Apple's systems have the like in private (fence ports of a CAContext).
public struct LayerFence: Hashable, Sendable {
    /// What the other programs make theirs with: drawn at random.
    public let number: UInt64
    /// How many parties there are. *Range*: 1...16.
    public let parties: Int

    /// How long the first waits for the last. *Units*: seconds.
    public static let timeLimit: CFTimeInterval = FenceBoard.timeLimit

    /// Makes a fence.
    ///
    /// - Parameter parties: how many there are; limited to 1...16.
    public init(parties: Int = 2) { self.init(number: .random(in: 1 ... .max), parties: parties) }

    /// The fence of another program.
    ///
    /// - Parameters:
    ///   - number: as the other has it.
    ///   - parties: the same as there.
    public init(number: UInt64, parties: Int = 2) {
        (self.number, self.parties) = (number, min(max(parties, 1), Int(CommitFence.partyLimit)))
    }

    /// Ties this thread's current transaction, the outermost one: all trees that it changes are held back. One transaction has one fence, the
    /// last that was tied.
    ///
    /// - Parameter party: which of them this program is; nothing is tied for one that is none. *Range*: 0 to less than `parties`.
    public func tie(as party: Int) {
        guard let party = UInt8(exactly: party),
            let fence = CommitFence(number: number, party: party, parties: UInt8(parties))
        else { return }
        TransactionStack.current.ensure()
        TransactionStack.current.fence = fence
    }
}
