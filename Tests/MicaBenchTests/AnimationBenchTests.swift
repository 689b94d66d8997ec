import Testing

@testable import MicaBench

/// Evaluating running animations asks for no memory, whatever they animate.
@Suite(.serialized) struct AnimationBenchTests {
    @Test(arguments: AnimationBench.kinds.map(\.name))
    func animations_are_evaluated_without_allocating(name: String) throws {
        let kind = try #require(AnimationBench.kinds.first { $0.name == name })
        // The count is only this thread's.
        let result = AnimationBench.measure(kind, layers: 10_000, frames: 40)
        #expect(result.tracks == 10_000 * kind.properties, "one by one is slower")
        guard let least = result.leastAllocations else { return }
        #expect(least == 0, "\(name): \(least) allocations a frame")
        #expect(result.nanoseconds > 0)
    }
}
