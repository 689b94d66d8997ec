import Testing

@testable import MicaBench

/// What a commit and a frame cost grows with what changed, and neither asks for memory that it does not need.
@Suite(.serialized) struct CommitBenchTests {
    /// The most times that a commit of one layer, its encoding left out, may ask for memory: the transaction's, the
    /// commit's, and the lists that a commit is checked with.
    private static let commitThreshold = 40

    @Test func commit_costs_by_what_changed() {
        let bench = CommitBench(layers: 20_000)
        let one = bench.measure(changed: 1, rounds: 9), hundred = bench.measure(changed: 100, rounds: 9)
        let many = bench.measure(changed: 5_000, rounds: 5)
        #expect(one.layers == 20_000)
        // Far from the factors of 100 and 5,000 that there are, as other work on the machine is timed as well.
        #expect(one.total < hundred.total, "\(one) against \(hundred)")
        #expect(hundred.total * 5 < many.total, "\(hundred) against \(many)")
        #expect(one.total * 50 < many.total, "\(one) against \(many)")
        #expect(one.frameAllocations == 0 && hundred.frameAllocations == 0 && many.frameAllocations == 0)
        #expect(one.commitAllocations <= Self.commitThreshold, "\(one.commitAllocations) allocations")
    }

    /// An animation that is added does not have all others looked at again: that took as long as all frames before it.
    @Test func adding_an_animation_costs_by_what_changed() {
        let bench = CommitBench(layers: 20_000)
        let adding = bench.measureAdding(running: 1_000, rounds: 9)
        let all = bench.measure(changed: 5_000, rounds: 5)
        #expect(adding.added * 5 < all.total && adding.removed * 5 < all.total, "\(adding) against \(all)")
    }

    /// The most times that a frame with running animations may ask for memory, and drawing it.
    private static let frameThreshold = 0

    @Test(arguments: AnimationBench.kinds.map { $0.name })
    func frame_of_running_animations_asks_for_no_memory(name: String) throws {
        let kind = try #require(AnimationBench.kinds.first { $0.name == name })
        let few = CommitBench.steady(kind, layers: 2_000, frames: 12, draws: true)
        #expect(few.frameAllocations <= Self.frameThreshold && few.drawAllocations <= Self.frameThreshold)
        // As many as the command has; sorted planes of which many cross take long to draw.
        let many = CommitBench.steady(kind, layers: 10_000, frames: 5, draws: false)
        #expect(many.frameAllocations <= Self.frameThreshold, "\(many.frameAllocations) for 10,000 layers")
    }
}
