import CoreGraphics
import Mica
import MicaServer
import QuartzCore
import Testing

@testable import MicaEncoding
@testable import MicaWire

/// Transactions of several programs that are seen in one frame.
@Suite(.serialized) struct FenceTests {
    /// A program with a layer that has been shown.
    private func program(_ service: VirtualService) throws -> VirtualProgram {
        let program = try VirtualProgram(service)
        program.change { program.root.backgroundColor = .black }
        return program
    }

    /// When a program's frames first had its last commit.
    private func time(_ program: VirtualProgram) -> Double? {
        program.shown.first { $0.commit == program.lastCommit }?.time
    }

    @Test(arguments: [1, 3, 5]) func tied_transactions_are_shown_in_one_frame(delay: Int) throws {
        let service = try VirtualService()
        let (one, other) = (try program(service), try program(service))
        let hear = {
            try one.hear()
            try other.hear()
        }
        try service.pass(5, hear)
        let fence = LayerFence()
        one.change(tying: (fence, 0)) { one.root.backgroundColor = .white }
        try service.pass(delay, hear)
        #expect(time(one) == nil && one.applied == one.lastCommit - 1, "it waits for the other")
        other.change(tying: (LayerFence(number: fence.number), 1)) { other.root.backgroundColor = .white }
        try service.pass(4, hear)
        #expect(time(one) != nil && time(one) == time(other))
        #expect(one.applied == one.lastCommit && other.applied == other.lastCommit)
    }

    @Test func a_transaction_waits_a_tenth_of_a_second_at_most() throws {
        let service = try VirtualService()
        let one = try program(service)
        try service.pass(5) { try one.hear() }
        let sent = service.clock.now
        one.change(tying: (LayerFence(), 0)) { one.root.backgroundColor = .white }
        // Later messages keep their place.
        one.change { one.root.cornerRadius = 3 }
        try service.pass(20) { try one.hear() }
        let shown = try #require(time(one))
        // It is heard of a refresh later, and shown at a refresh.
        #expect(0.1...0.1 + 2.1 / 60.0 ~= shown - sent, "\(shown - sent) s")
        #expect(one.applied == one.lastCommit)
        // Who comes late does not wait.
        let fence = LayerFence(number: 5, parties: 2)
        one.change(tying: (fence, 0)) { one.root.cornerRadius = 1 }
        try service.pass(10) { try one.hear() }
        let other = try program(service)
        other.change(tying: (fence, 1)) { other.root.cornerRadius = 1 }
        try service.pass(2) { try other.hear() }
        #expect(time(other) != nil)
    }

    @Test func fences_of_three_wait_for_all_of_them() throws {
        let service = try VirtualService()
        let programs = try (0..<3).map { _ in try program(service) }
        let hear = { for program in programs { try program.hear() } }
        try service.pass(3, hear)
        let fence = LayerFence(parties: 3)
        for (party, program) in programs.enumerated() {
            #expect(programs.prefix(party).allSatisfy { time($0) == nil })
            program.change(tying: (fence, party)) { program.root.backgroundColor = .white }
            try service.pass(1, hear)
        }
        try service.pass(2, hear)
        #expect(Set(programs.map { time($0) }).count == 1 && time(programs[0]) != nil)
    }

    @Test func parties_that_are_none_tie_nothing() throws {
        let service = try VirtualService()
        let one = try program(service)
        try service.pass(3) { try one.hear() }
        one.change(tying: (LayerFence(parties: 2), 2)) { one.root.backgroundColor = .white }
        one.change(tying: (LayerFence(parties: 2), -1)) { one.root.cornerRadius = 2 }
        try service.pass(2) { try one.hear() }
        #expect(time(one) != nil)
        #expect(LayerFence(parties: 100).parties == 16 && LayerFence(parties: 0).parties == 1)
    }

    @Test func a_flood_behind_a_fence_is_not_kept() throws {
        let service = try VirtualService()
        let one = try program(service)
        try service.pass(3) { try one.hear() }
        one.change(tying: (LayerFence(), 0)) { one.root.cornerRadius = 100 }
        for index in 0..<70 { one.change { one.root.cornerRadius = CGFloat(index) } }
        service.turn()
        try one.hear()
        #expect(one.applied == one.lastCommit, "nothing is waited for where so much waits")
    }

    @Test func fences_cross_and_are_never_merged_away() throws {
        let fence = try #require(CommitFence(number: .max, party: 1, parties: 3))
        var commit = Commit(time: 1)
        commit.fence = fence
        commit.created = [LayerID(rawValue: 4)]
        commit.remotes = [RemoteLink(layer: LayerID(rawValue: 4), remote: RemoteID(rawValue: .max))]
        var encoder = CommitEncoder()
        var reader = WireReader(encoder.encode(commit), limits: WireLimits())
        #expect(try reader.commit() == commit)
        var plain = Commit(time: 2)
        plain.destroyed = [LayerID(rawValue: 9)]
        let before = (commit, plain)
        #expect(!commit.merge(plain) && !plain.merge(commit) && commit == before.0 && plain == before.1)
        plain.isWhole = true
        #expect(commit.merge(plain) && commit.fence == fence)
        #expect(
            CommitFence(number: 1, party: 2, parties: 2) == nil && CommitFence(number: 1, party: 0, parties: 0) == nil)
    }
}
