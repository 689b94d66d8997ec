import Foundation
import MicaBench
import MicaCPU
import MicaFrame
import MicaGL
import ReftestKit
import Testing

/// The OpenGL compositor beside the reference, op by op, and the table of how far it may be off.
@Suite(.needsOpenGL) struct GLTests {
    /// How many random frames are drawn: more with MICA_FUZZ_FRAMES, from the seed MICA_FUZZ_FIRST on.
    private static let frameCount = number("MICA_FUZZ_FRAMES") ?? 400
    // A declaration of its own: in one with two, Swift 6.3 takes the first one's default for both.
    private static let first = number("MICA_FUZZ_FIRST") ?? 0

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test func ops_alone_are_as_near_as_the_table_says_and_the_table_is_no_larger() throws {
        var seen = OpMeasurements(OpTolerance.gl)
        let compositor = GLCompositor(device: try GLDevice.shared.get()) { CPUCompositor(threads: 1) }
        func look(at frame: Frame, _ name: String) {
            seen.look(at: frame, name) { frame, bitmap in
                compositor.draw(frame, region: DamageRegion(frame.bounds), into: &bitmap)
                if let reason = compositor.refusal { Issue.record("\(name) is not drawn: \(reason)") }
            }
        }
        let isPiece = Self.first > 0
        if !isPiece { for reftest in allReftests { look(at: reftest.scene.frame(), reftest.name) } }
        for seed in Self.first..<Self.first + Self.frameCount {
            look(at: FrameFuzz.frame(seed: seed), "random frame \(seed)")
        }
        // Of other frames than those of every run the table need not be the least.
        if isPiece || Self.frameCount != 400 { seen.checkFaults() } else { seen.check() }
    }

    /// The page has the table's values for each op.
    @Test func differences_are_written_down() throws {
        try OpMeasurements.check(OpTolerance.gl, page: "gpu.md")
    }
}
