import Foundation
import MicaRandom
import Testing

/// Random trees, controllers, animations and touches together.
///
/// MICA_LIFE_STEPS says how many steps; 6,000 where it does not. MICA_LIFE_SEED says with which seed to begin, so that a script that failed
/// is played again by itself.
@MainActor @Suite(.serialized) struct LifeFuzzTests {
    /// How many steps a script has, at most.
    private static let length = 500

    @Test func trees_controllers_animations_and_touches_stay_whole_whatever_a_program_does() {
        let environment = ProcessInfo.processInfo.environment
        let steps = environment["MICA_LIFE_STEPS"].flatMap(Int.init) ?? 6_000
        var seed = environment["MICA_LIFE_SEED"].flatMap(UInt64.init) ?? 1
        var done = 0
        var failed = 0
        var counts: [String: Int] = [:]
        while done < steps {
            let count = min(steps - done, Self.length)
            let script = LifeScript(seed: seed)
            script.play(count)
            #expect(script.faults == [], "MICA_LIFE_SEED=\(seed), after \(done) steps")
            // Some faults at once, so that a long run tells more than the first of them.
            if !script.faults.isEmpty { failed += 1 }
            guard failed < 20 else { return }
            counts.merge(script.counts, uniquingKeysWith: +)
            done += count
            seed += 1
        }
        guard failed == 0 else { return }
        // The scripts are of use only if much comes of them.
        for what in [
            "appeared", "presented", "completed", "touched", "recognized", "cancelled", "compared", "animating",
        ] {
            #expect((counts[what] ?? 0) > steps / 6_000, "\(what)")
        }
    }
}
