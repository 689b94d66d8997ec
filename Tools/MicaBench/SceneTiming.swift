/// The times of many frames of a scene, in milliseconds.
struct SceneTiming {
    private(set) var frames: [ScenePipeline.Times] = []

    /// Draws frames until there are enough, or they have taken long enough.
    ///
    /// Three frames are drawn before anything counts. At least five are counted. Making a scene's numbers may take
    /// long: no more than three times the budget passes in all. *Source*: the comparison's own loop (bench.h), so that
    /// the medians mean the same.
    static func measure(_ pipeline: ScenePipeline, budget: Double, maximumFrames: Int) -> SceneTiming {
        var timing = SceneTiming()
        for frame in 0..<warmUpFrames { pipeline.draw(frame: frame) }
        let start = ContinuousClock.now
        var spent = 0.0
        while timing.frames.count < maximumFrames {
            let isEnough = spent >= budget || (ContinuousClock.now - start).milliseconds >= 3 * budget
            if timing.frames.count >= minimumFrames, isEnough { break }
            let times = pipeline.draw(frame: warmUpFrames + timing.frames.count)
            spent += times.total
            timing.frames.append(times)
        }
        return timing
    }

    private static let warmUpFrames = 3
    private static let minimumFrames = 5

    /// The time that `tenths` tenths of the frames stay below, in milliseconds.
    ///
    /// - Precondition: there is a frame, and 0 <= tenths < 10.
    func quantile(_ tenths: Int, of stage: KeyPath<ScenePipeline.Times, Double>) -> Double {
        let sorted = frames.map { $0[keyPath: stage] }.sorted()
        return sorted[sorted.count * tenths / 10]
    }
}
