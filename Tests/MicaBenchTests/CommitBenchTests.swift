import Testing

@testable import MicaBench

/// The cost of a commit and a frame grows with the changes, and neither asks for memory that it does not need.
@Suite(.serialized) struct CommitBenchTests {
    /// The most times that a commit may ask for memory beside once for each layer that it changes, its encoding left out: the
    /// transaction's, the commit's, and the lists that a commit is checked with.
    private static let commitThreshold = 40

    @Test(arguments: [1, 100, 5_000])
    func commit_changes_as_many_ops_as_layers(changed: Int) {
        let result = CommitBench(layers: 20_000).measure(changed: changed, rounds: 5)
        #expect(result.layers == 20_000)
        #expect(result.changedOps == changed)
        #expect(result.frameAllocations == 0)
        #expect(result.commitAllocations <= Self.commitThreshold + changed, "\(result.commitAllocations) allocations")
    }

    /// The most times that a frame with running animations may ask for memory, and drawing it.
    private static let frameThreshold = 0

    @Test(arguments: AnimationBench.kinds.map { $0.name })
    func frame_of_running_animations_asks_for_no_memory(name: String) throws {
        let kind = try #require(AnimationBench.kinds.first { $0.name == name })
        let few = CommitBench.steady(kind, layers: 2_000, frames: 12, draws: true)
        #expect(few.frameAllocations <= Self.frameThreshold && few.drawAllocations <= Self.frameThreshold)
        // As many as the command has; sorted planes with many crossings take long to draw.
        let many = CommitBench.steady(kind, layers: 10_000, frames: 5, draws: false)
        #expect(many.frameAllocations <= Self.frameThreshold, "\(many.frameAllocations) for 10,000 layers")
    }
}
