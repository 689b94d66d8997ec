import CoreGraphics
import Foundation
import MicaBase
import MicaImageFiles
import QuartzCore
import Testing

@testable import MicaCommand

/// A package with pictures, and a build's folder, which are removed at the end.
private final class Stage {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    var expected: String { folder + "/Tests/__Snapshots__/CardTests/" }
    var failed: String { folder + "/.build/mica-test/failed/CardTests/" }
    var areas: String { folder + "/.build/mica-test/text" }
    var build: BuildCommand.Build { BuildCommand.Build(["--package-path", folder]) }

    init() throws {
        for path in [expected, failed, areas] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
    }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A grey picture of 20 x 20 pixels, other within a rectangle.
    func picture(_ rect: CGRect = .zero, _ value: UInt32 = 0xFF00_0000) -> Bitmap {
        var bitmap = Bitmap(width: 20, height: 20)
        for index in bitmap.pixels.indices {
            let isInside = rect.contains(CGPoint(x: index % 20, y: index / 20))
            bitmap.pixels[index] = isInside ? value : 0xFF80_8080
        }
        return bitmap
    }

    /// Writes a test's two pictures, and the areas of text of the one that was drawn.
    func write(_ name: String, _ one: Bitmap, _ other: Bitmap, text: [CGRect]? = nil) throws {
        try Data(PNGEncoder.encode(one)).write(to: URL(fileURLWithPath: expected + name))
        let drawn = try Data(PNGEncoder.encode(other))
        try drawn.write(to: URL(fileURLWithPath: failed + name))
        if let text {
            let lines = text.map { "\($0.minX) \($0.minY) \($0.width) \($0.height)\n" }.joined()
            try lines.write(toFile: "\(areas)/\(TextAreas.name(of: drawn)).txt", atomically: true, encoding: .utf8)
        }
    }
}

@Suite struct TestResultsTests {
    private let box = CGRect(x: 2, y: 2, width: 10, height: 4)

    @Test func text_is_reported_apart() throws {
        let stage = try Stage()
        try stage.write("a.png", stage.picture(), stage.picture(box), text: [box])
        try stage.write("b.png", stage.picture(), stage.picture(box, 0xFF00_0001), text: [])
        try stage.write("c.png", stage.picture(), stage.picture(box, 0xFF81_8180), text: nil)
        let pictures = TestResults(build: stage.build).differences()
        // The picture that differs outside of text comes first.
        #expect(pictures.map(\.name) == ["CardTests/b.png", "CardTests/a.png", "CardTests/c.png"])
        #expect(pictures.map(\.kind) == [.different, .text, .tolerated])
        #expect(pictures[1].words.contains("0.00 % outside of text and 10.00 % in it"))
        #expect(
            TestResults.counts(pictures, PictureTolerances())
                == "3 pictures differ, 1 of them invisibly, 1 of them only in text")
    }

    @Test func pictures_of_an_earlier_run_are_removed() throws {
        let stage = try Stage()
        for name in ["a.png", "a.actual.png", "a.difference.png", "b.actual.png"] {
            let bitmap = stage.picture(name == "a.png" ? .zero : box)
            try Data(PNGEncoder.encode(bitmap)).write(to: URL(fileURLWithPath: stage.expected + name))
        }
        let results = TestResults(build: stage.build)
        #expect(results.differences().map(\.name) == ["CardTests/a.png"])
        try results.begin()
        #expect(results.differences().isEmpty)
        // b.actual.png has no b.png beside it: it is an expected picture itself.
        let left = try FileManager.default.contentsOfDirectory(atPath: stage.expected)
        #expect(left.sorted() == ["a.png", "b.actual.png"])
    }

    @Test func a_share_of_pixels_may_differ() throws {
        let stage = try Stage()
        try stage.write("a.png", stage.picture(), stage.picture(box), text: [box])
        var tolerances = PictureTolerances()
        func kind() -> DifferingPicture.Kind? { TestResults(build: stage.build, tolerances).differences().first?.kind }
        tolerances.plain = try PictureTolerance("2,9.9%", option: "--tolerance")
        #expect(kind() == .text)
        tolerances.plain = try PictureTolerance("2,10%", option: "--tolerance")
        #expect(kind() == .tolerated)
        tolerances.plain = try PictureTolerance("2", option: "--tolerance")
        tolerances.text = try PictureTolerance("2,10%", option: "--text-tolerance")
        #expect(kind() == .tolerated)
        tolerances.text = try PictureTolerance("100", option: "--text-tolerance")
        #expect(kind() == .tolerated)
        for wrong in ["", "-1", "2%", "2,0.5", "2,101%", "two"] {
            #expect(throws: PortError.self) { try PictureTolerance(wrong, option: "--tolerance") }
        }
    }

    @Test func a_test_has_a_tolerance_of_its_own() throws {
        let stage = try Stage()
        try stage.write("testA.1.png", stage.picture(), stage.picture(box))
        try stage.write("testB.1.png", stage.picture(), stage.picture(box))
        func tolerated(_ options: [(String, String)]) throws -> [String] {
            var tolerances = PictureTolerances()
            for (option, value) in options { #expect(try tolerances.take(option) { value }) }
            return TestResults(build: stage.build, tolerances).differences().filter { $0.kind == .tolerated }.map(
                \.name
            ).sorted()
        }
        #expect(try tolerated([("--tolerance", "CardTests/testA=2,10%")]) == ["CardTests/testA.1.png"])
        #expect(try tolerated([("--tolerance", "CardTests/*=2,10%")]).count == 2)
        #expect(try tolerated([("--tolerance", "CardTests/test=2,10%")]) == [], "a name is whole")
        #expect(
            try tolerated([("--tolerance", "*=2,10%"), ("--tolerance", "CardTests/testB=2,1%")])
                == ["CardTests/testA.1.png"], "the later option counts")
        #expect(throws: PortError.self) { try tolerated([("--tolerance", "CardTests/testA=much")]) }
    }

    @Test func a_package_keeps_options_in_a_file() throws {
        let stage = try Stage()
        func options(_ text: String, _ list: [String] = []) throws -> TestCommand.Options {
            try text.write(toFile: stage.folder + "/.mica-test", atomically: true, encoding: .utf8)
            return try TestCommand.Options(["--package-path", stage.folder] + list)
        }
        let file = "# pictures of a Mac\n--tolerance CardTests/testA=3,1%\n--time machine\n--parallel\n"
        let kept = try options(file)
        #expect(kept.tolerances.forPicture("CardTests/testA.1.png").plain?.delta == 3)
        #expect(kept.usesMachineTime && kept.build.arguments.contains("--parallel"))
        #expect(try !options(file, ["--time", "virtual"]).usesMachineTime, "the command line counts")
        #expect(throws: PortError.self) { try options("tolerance 3\n") }
        let ends = try options("\r\n  # of Windows\r\n\t--tolerance  *=3 # wide\r\n--time\tmachine\r\n--filter a#b\r\n")
        #expect(ends.tolerances.forPicture("CardTests/testA.1.png").plain?.delta == 3 && ends.usesMachineTime)
        #expect(ends.build.arguments.contains("a#b") && !ends.build.arguments.contains { $0.contains("wide") })
        let error = #expect(throws: PortError.self) { try options("# one\r\n\r\ntolerance 3\r\n") }
        #expect(error?.description.contains(".mica-test:3: 'tolerance 3'") == true, "\(error?.description ?? "")")
    }

    @Test func only_failures_by_tolerated_pictures_are_excused() throws {
        let stage = try Stage()
        try stage.write("a.png", stage.picture(), stage.picture(box, 0xFF81_8180))
        var tolerances = PictureTolerances()
        tolerances.plain = try PictureTolerance("3", option: "--tolerance")
        let results = TestResults(build: stage.build, tolerances)
        let picture = """
            /p/CardTests.swift:9: error: CardTests.testA : failed - Snapshot "a" does not match reference.

            "file://\(stage.expected)a.png"
            Test Case 'CardTests.testA' failed (0.1 seconds)

            """
        #expect(try results.finish(1, TestOutput(picture)) == 0)
        #expect(try results.finish(1, nil) == 1)
        #expect(try results.finish(1, TestOutput("no failure is named")) == 1)
        let other = picture + "/p/CardTests.swift:12: error: CardTests.testB : XCTAssertEqual failed: 1 is not 2\n"
        #expect(try results.finish(1, TestOutput(other)) == 1)
        let crash = picture + "error: Exited with unexpected signal code 4\n"
        #expect(try results.finish(1, TestOutput(crash)) == 1)
        let swift = "✘ Test rows() recorded an issue at CardTests.swift:9:3: Issue recorded\n↳ \(stage.failed)a.png\n"
        #expect(try results.finish(1, TestOutput(swift)) == 0)
        let both = swift + "✘ Test rows() recorded an issue at CardTests.swift:9:3: Expectation failed: 1 == 2\n"
        #expect(try results.finish(1, TestOutput(both)) == 1)
    }

    @Test func the_page_has_every_picture_and_no_address() throws {
        let stage = try Stage()
        try stage.write("a<b.png", stage.picture(), stage.picture(box))
        let results = TestResults(build: stage.build)
        #expect(try results.finish(0) == 0)
        #expect(!FileManager.default.fileExists(atPath: results.report))
        #expect(try results.finish(1) == 1)
        let page = try String(contentsOfFile: results.report, encoding: .utf8)
        #expect(page.contains("a&lt;b.png") && !page.contains("a<b.png"))
        #expect(page.components(separatedBy: "data:image/png;base64,").count == 3)
        #expect(!page.contains("http"))
    }

    @Test func accepted_pictures_are_the_expected_ones() throws {
        let stage = try Stage()
        try stage.write("a.png", stage.picture(), stage.picture(box))
        try Data(PNGEncoder.encode(stage.picture())).write(to: URL(fileURLWithPath: stage.expected + "own.png"))
        try Data(PNGEncoder.encode(stage.picture(box))).write(
            to: URL(fileURLWithPath: stage.expected + "own.actual.png"))
        try Data([1]).write(to: URL(fileURLWithPath: stage.expected + "own.difference.png"))
        let results = TestResults(build: stage.build)
        #expect(results.differences().count == 2)
        #expect(try results.accept() == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: stage.expected).sorted()
        #expect(names == ["a.png", "own.png"])
        let picture = try Data(PNGEncoder.encode(stage.picture(box)))
        for name in names {
            #expect(
                FileManager.default.contents(atPath: stage.expected + name)
                    == picture)
        }
        #expect(try results.accept() == 1)
    }

    @Test func a_run_begins_without_the_results_of_the_last() throws {
        let stage = try Stage()
        try stage.write("a.png", stage.picture(), stage.picture(box), text: [box])
        let results = TestResults(build: stage.build)
        try results.begin()
        #expect(results.differences().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: stage.areas))
        let environment = results.environment(record: true)
        #expect(environment["MICA_SNAPSHOTS"] == "record" && environment["MICA_TEXT_AREAS"] == stage.areas)
        #expect(results.environment(record: false)["SNAPSHOT_TESTING_RECORD"] == nil)
    }
}

@Suite struct MainActorTestsTests {
    @Test func a_method_that_xctest_cannot_run_is_found() {
        let source = """
            import XCTest
            @MainActor final class ATests: XCTestCase {
                func testA() async throws {}
                func testB() {}
                func testC() throws {}
            }
            """
        #expect(MainActorTests.first(in: source).map { "\($0.line) \($0.name)" } == "5 testC")
        let plain = source.replacingOccurrences(of: "@MainActor ", with: "")
        #expect(MainActorTests.first(in: plain) == nil)
        let method = plain.replacingOccurrences(of: "    func testC", with: "    @MainActor func testC")
        #expect(MainActorTests.first(in: method)?.line == 5)
        let apart = "@MainActor\n" + plain
        #expect(MainActorTests.first(in: apart)?.line == 6)
    }
}
