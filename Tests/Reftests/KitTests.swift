import Foundation
import Mica
import MicaBase
import QuartzCore
import ReftestKit
import TestSupport
import Testing

/// That reftests fail when they should.
@Suite struct KitTests {
    private let red = Scene("kit-red") { $0.add(box(8, 8, 16, 16), Paint.red) }
    private let moved = Scene("kit-moved") { $0.add(box(9, 8, 16, 16), Paint.red) }

    private func picture(_ differences: [Int]) -> Bitmap {
        Bitmap(width: differences.count, height: 1, pixels: differences.map { 0xff00_0000 | UInt32($0) })
    }

    @Test func buckets_have_room_for_what_they_say() {
        let comparison = Comparison(picture([0, 0, 0, 0, 0]), picture([0, 1, 1, 4, 9]))
        #expect(comparison.differing == 4)
        #expect(comparison.worst == (4, 0, 9))
        #expect(!comparison.isWithin(.exact))
        #expect(comparison.isWithin(.fuzzy(9, pixels: 4, because: "test")))
        #expect(!comparison.isWithin(.fuzzy(9, pixels: 3, because: "test")))
        #expect(!comparison.isWithin(.fuzzy(8, pixels: 5, because: "test")))
        #expect(comparison.isWithin(.fuzzy([(1, 2), (9, 2)], because: "test")))
        #expect(comparison.isWithin(.fuzzy([(1, 1), (9, 3)], because: "test")))
        #expect(!comparison.isWithin(.fuzzy([(1, 3), (9, 1)], because: "test")))
        #expect(!Comparison(picture([0]), picture([0, 0])).isWithin(.fuzzy(255, pixels: 9, because: "test")))
    }

    @Test func tolerance_without_a_reason_is_refused() async {
        await #expect(processExitsWith: .failure) { _ = Fuzz.fuzzy(1, pixels: 1, because: "") }
    }

    @Test func other_picture_fails() {
        #expect(Reftest(red, .same(red)).check(reports: false).isEmpty)
        #expect(Reftest(red, .same(moved)).check(reports: false).count == 1)
        #expect(Reftest(red, .different(moved, pixels: 32)).check(reports: false).isEmpty)
        #expect(Reftest(red, .different(moved, pixels: 33)).check(reports: false).count == 1)
    }

    @Test func other_pixel_fails() {
        func check(_ pixel: UInt32) -> Int {
            Reftest(
                red, .pixels([ExpectedPixel(x: 10, y: 10, pixel: pixel)]),
                fuzz: .fuzzy(1, pixels: 1, because: "test")
            ).check(reports: false).count
        }
        #expect(check(0xfffe_0000) == 0)
        #expect(check(0xfffd_0000) == 1)
    }

    @Test func missing_images_fail() {
        #expect(Reftest(red, .golden).check(reports: false).count == 1)
        #expect(Reftest(red, .reference("no such.png")).check(reports: false).count == 1)
    }

    @Test func picture_of_one_colour_fails_unless_it_is_wanted() {
        let empty = Scene("kit-empty") { _ in }
        #expect(Reftest(empty, .same(empty)).check(reports: false).count == 1)
        #expect(Reftest(empty, .same(empty), mayBeBlank: true).check(reports: false).isEmpty)
    }

    /// The incremental variant draws another picture first, and does not draw all of the surface again.
    @Test func scrambling_changes_the_picture_and_can_be_taken_back() {
        var changed = 0
        for reftest in allReftests.prefix(60) {
            let root = reftest.scene.makeRoot()
            let renderer = LayerRenderer(layer: root, size: reftest.scene.size, scale: reftest.scene.scale)
            let before = renderer.bitmap(at: 0)
            let damage = renderer.frame(at: 0).damage
            #expect(damage.isEmpty, "\(reftest.name): nothing has changed")
            let restore = reftest.scene.scramble(root, seed: 7)
            if renderer.bitmap(at: 0) != before { changed += 1 }
            restore()
            #expect(renderer.bitmap(at: 0) == before, "\(reftest.name)")
        }
        #expect(changed > 50)
    }

    /// dev/data and `OutsideData` follow the same rule.
    @Test func scripts_find_the_outside_data_where_tests_do() throws {
        let (process, output) = (Process(), Pipe())
        process.executableURL = Project.folder.appending(path: "dev/data")
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let found = text.split(separator: "\n").first.map { URL(filePath: String($0)).resolvingSymlinksInPath().path }
        #expect(found == OutsideData.folder?.resolvingSymlinksInPath().path)
        #expect((process.terminationStatus == 0) == (OutsideData.folder != nil))
    }
}
