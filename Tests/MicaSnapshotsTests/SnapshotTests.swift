import CoreGraphics
import Foundation
import MicaCodecs
import MicaSnapshots
import QuartzCore
import Testing

/// A test's own pictures of a tree.
@Suite struct SnapshotTests {
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "mica-snapshots-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    private func layer(_ red: CGFloat, corner: CGFloat = 0) -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
        layer.backgroundColor = CGColor(srgbRed: red, green: 0, blue: 0, alpha: 1)
        let dot = CALayer()
        dot.frame = CGRect(x: 0, y: 0, width: corner, height: 1)
        dot.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
        layer.addSublayer(dot)
        return layer
    }

    private func check(_ layer: CALayer, _ tolerance: SnapshotTolerance = .exact) throws {
        try assertSnapshot(
            of: layer, named: "a card", tolerance: tolerance, file: directory.appending(path: "CardTests.swift").path)
    }

    private var files: [String] {
        let path = directory.appending(path: "__Snapshots__/CardTests").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    @Test func snapshot_is_recorded_once_and_then_held() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let recorded = #expect(throws: SnapshotFailure.self) { try check(layer(1)) }
        #expect(recorded?.description.hasSuffix("run the test again") == true)
        #expect(files == ["a_card.png"])
        try check(layer(1))
    }

    @Test func snapshot_that_differs_leaves_pictures_until_it_fits() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        #expect(throws: SnapshotFailure.self) { try check(layer(1)) }
        let failure = #expect(throws: SnapshotFailure.self) { try check(layer(1, corner: 3)) }
        #expect(
            failure?.description.hasPrefix(
                "a_card: 3 of 200 pixels differ (none may), by up to 255 of 255, all within 0,0 3x1, the most at 0,0: see "
            )
                == true)
        #expect(failure?.description.hasSuffix("MICA_SNAPSHOTS=record") == true)
        #expect(failure?.localizedDescription == failure?.description)
        #expect(files == ["a_card.actual.png", "a_card.difference.png", "a_card.png"])
        let path = directory.appending(path: "__Snapshots__/CardTests/a_card.difference.png").path
        let difference = try decodeImage([UInt8](try #require(FileManager.default.contents(atPath: path))))
        // The reference, the picture, and the difference in red over the faded reference.
        #expect(difference.width == 3 * 20 + 2 * 4 && difference.height == 10)
        #expect(difference[0, 0] == 0xFFFF_0000 && difference[24, 0] == 0xFF00_FF00)
        #expect((48..<51).allSatisfy { difference[$0, 0] == 0xFFE0_0000 } && difference[51, 0] == 0xFFFF_BFBF)
        try check(layer(1))
        #expect(files == ["a_card.png"])
    }

    @Test func snapshot_tolerates_what_it_is_told() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        #expect(throws: SnapshotFailure.self) { try check(layer(1)) }
        try check(layer(1, corner: 3), SnapshotTolerance(pixels: 3))
        #expect(throws: SnapshotFailure.self) { try check(layer(1, corner: 4), SnapshotTolerance(pixels: 3)) }
        try check(layer(0.99), SnapshotTolerance(channel: 3))
        #expect(throws: SnapshotFailure.self) { try check(layer(0.9), SnapshotTolerance(channel: 3)) }
    }

    @Test func snapshot_of_another_size_says_so() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        #expect(throws: SnapshotFailure.self) { try check(layer(1)) }
        let other = layer(1)
        other.bounds.size.width = 30
        let failure = #expect(throws: SnapshotFailure.self) { try check(other) }
        #expect(failure?.description.hasPrefix("a_card has 30 x 10 pixels, its reference 20 x 10") == true)
    }
}
