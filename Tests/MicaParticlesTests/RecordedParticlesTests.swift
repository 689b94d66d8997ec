import Foundation
import MicaWire
import Testing

@testable import MicaServer

/// Particles beside figures of recordings that Apple's systems drew: Tests/Recordings/emitters.tsv, which emitters.py there measures.
@Suite struct RecordedParticlesTests {
    /// A figure of a recording, with its standard error.
    private func figure(_ recording: String, _ what: String) throws -> (value: Double, error: Double) {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Recordings/emitters.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let rows = lines.map { $0.split(separator: "\t").map(String.init) }
        let row = try #require(rows.first { $0.count > 3 && $0[0].hasSuffix(recording) && $0[1] == what })
        return (try #require(Double(row[2])), try #require(Double(row[3])))
    }

    private func born(_ configure: (inout CellState, inout EmitterState) -> Void) -> [Seen] {
        var (one, emitter) = (cell(rate: 5_000, life: 2), EmitterState())
        emitter.seed = 7
        configure(&one, &emitter)
        emitter.cells = [one]
        var state = LayerState()
        state.emitter = emitter
        var history = EmitterHistory()
        history.record(state, [], at: 0)
        return seen(history, at: 1.50013)
    }

    @Test func directions_are_as_the_recording_has_them() throws {
        let seen = born { cell, _ in
            (cell.velocity, cell.emissionLongitude, cell.emissionRange) = (200, -.pi / 2, .pi / 2)
        }
        let angles = seen.map { abs(atan2($0.x, -$0.y)) * 180 / .pi }
        func share(_ range: ClosedRange<Double>) -> Double {
            Double(angles.count { range.contains($0) }) / Double(angles.count)
        }
        for low in stride(from: 0.0, to: 90, by: 15) {
            let measured = try figure(
                "scrubbing", "share of directions \(Int(low)) to \(Int(low) + 15) degrees from the axis")
            let ours = share(low...low + 15)
            #expect(abs(ours - measured.value) < 3 * measured.error, "\(low): \(ours), recorded \(measured)")
        }
        let beyond = try figure("scrubbing", "share of directions beyond half the range")
        #expect(abs(share(45...90) - beyond.value) < 3 * beyond.error)
        let speeds = seen.map { hypot($0.x, $0.y) / $0.age }.sorted()
        let median = try figure("scrubbing", "median in-plane speed, points a second")
        #expect(abs(speeds[speeds.count / 2] - median.value) < 3 * median.error)
    }

    @Test func rings_are_as_wide_as_the_recording_has_them() throws {
        // Births take a tenth of a second, so that the ring's inner edge leaves the button with the youngest.
        let edge = try figure("MCFireworksButton", "inner edge of the ring when it leaves the button, points")
        let ring = born { cell, emitter in
            (emitter.shape, emitter.mode, emitter.size) = (.circle, .outline, CGSize(width: 25, height: 0))
            cell.velocity = 0
        }
        let radii = ring.map { hypot($0.x, $0.y) }
        #expect(radii.allSatisfy { abs($0 - 12.5) < 1e-3 && $0 < edge.value })
    }

    @Test func all_directions_are_as_the_recording_has_them() throws {
        let seen = born { cell, _ in (cell.velocity, cell.velocityRange, cell.emissionRange) = (50, 200, 2 * .pi) }
        let share = Double(seen.count { abs($0.y) > abs($0.x) }) / Double(seen.count)
        let measured = try figure(
            "CAEmitterLayerDemo", "share of ink above and below rather than beside the middle")
        #expect(abs(share - measured.value) < 3 * measured.error)
    }
}
