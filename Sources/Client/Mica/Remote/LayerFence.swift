import Foundation
import MicaServer
import MicaWire
import QuartzCore

/// Ties transactions of several programs, so that one frame shows all their changes; a name of our own.
///
/// One program makes the fence and passes its number on, as for `clientId`. Each program ties a transaction, as a
/// different party:
///
///     let fence = LayerFence()
///     send(fence.number)
///     fence.tie(as: 0)        // the host's next transaction: a larger frame
///
///     LayerFence(number: receive()).tie(as: 1)        // the other's: its layout in that frame
///
/// The render server holds tied transactions back until each party has sent one, at most for `timeLimit`; then it
/// applies the ones that have come. Later commits of a held tree wait behind it; animations go on. Fences work between
/// programs with the same render server, and within one program. Apple's systems have similar private fences (fence
/// ports of a CAContext).
public struct LayerFence: Hashable, Sendable {
    /// The number from which other programs make the same fence; random.
    public let number: UInt64
    /// The number of parties. *Range*: 1...16.
    public let parties: Int

    /// The longest wait of the first party for the last. *Units*: seconds.
    public static let timeLimit: CFTimeInterval = FenceBoard.timeLimit

    /// Makes a fence with a new number.
    ///
    /// - Parameter parties: the number of parties; limited to 1...16.
    public init(parties: Int = 2) { self.init(number: .random(in: 1 ... .max), parties: parties) }

    /// Makes the fence of another program.
    ///
    /// - Parameters:
    ///   - number: the other fence's `number`.
    ///   - parties: the other fence's `parties`.
    public init(number: UInt64, parties: Int = 2) {
        (self.number, self.parties) = (number, min(max(parties, 1), Int(CommitFence.partyLimit)))
    }

    /// Ties this thread's current outermost transaction: all trees that it changes are held back. A transaction has one
    /// fence, the last one tied.
    ///
    /// - Parameter party: the index of this program among the parties, 0 to less than `parties`; others tie nothing.
    public func tie(as party: Int) {
        guard let party = UInt8(exactly: party),
            let fence = CommitFence(number: number, party: party, parties: UInt8(parties))
        else { return }
        TransactionStack.current.ensure()
        TransactionStack.current.fence = fence
    }
}
