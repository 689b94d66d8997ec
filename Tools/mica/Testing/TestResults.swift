import Foundation
import MicaCodecs
import MicaCommandLine
import MicaResources

/// What a run of tests leaves in `.build/mica-test`: pictures that differ, a page of them, attachments, and the fonts that
/// drew.
struct TestResults {
    /// The package's folder.
    let package: String
    /// The results' folder.
    let folder: String

    init(build: BuildCommand.Build) {
        (package, folder) = (build.package, build.scratch + "/mica-test")
    }

    /// Where swift-snapshot-testing writes the pictures that differ, in a folder for each source.
    private var failed: String { folder + "/failed" }
    private var attachments: String { folder + "/attachments" }
    private var fontList: String { folder + "/fonts.list" }
    /// The page.
    var report: String { folder + "/report.html" }
    /// The record of the fonts with which the package's pictures were drawn; it is kept with them.
    private var fontRecord: String { package + "/.mica-fonts" }

    /// Removes the results of the last run.
    func begin() throws {
        let files = FileManager.default
        for path in [failed, attachments, report, fontList] where files.fileExists(atPath: path) {
            try files.removeItem(atPath: path)
        }
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: fontList))
    }

    /// The variables that make programs write here.
    func environment(record: Bool) -> [String: String] {
        var result = ["MICA_TEST_ATTACHMENTS": attachments, "MICA_FONT_LIST": fontList]
        if ProcessInfo.processInfo.environment["SNAPSHOT_ARTIFACTS"] == nil { result["SNAPSHOT_ARTIFACTS"] = failed }
        if record { result.merge(["SNAPSHOT_TESTING_RECORD": "all", "MICA_SNAPSHOTS": "record"]) { $1 } }
        return result
    }

    /// Writes the page of pictures that differ, and says where it is.
    ///
    /// - Parameter status: the exit status of the tests.
    func finish(_ status: Int32) throws {
        let fonts = try drawnFonts()
        try Data(fonts.joined(separator: "\n").appending("\n").utf8)
            .write(to: URL(fileURLWithPath: folder + "/fonts.txt"))
        guard status != 0 else { return }
        let pictures = differences()
        guard let worst = pictures.first else { return }
        let note = fontNote(fonts)
        try ReportPage(pictures: pictures, note: note, fonts: fonts).text
            .write(toFile: report, atomically: true, encoding: .utf8)
        let count = pictures.count == 1 ? "1 picture differs" : "\(pictures.count) pictures differ"
        Console.error("mica test: \(count), most of all \(worst.name) (\(worst.words)): see \(report)")
        if let note { Console.error("mica test: \(note)") }
        Console.error("mica test: if the pictures are right, 'mica test --accept' makes them the expected ones")
    }

    /// Makes the pictures of the last run the expected ones; returns an exit status.
    func accept() throws -> Int32 {
        let pictures = differences()
        guard !pictures.isEmpty else {
            Console.error("mica test: the last run left no picture that differs in \(folder)")
            return ExitCode.failure
        }
        for picture in pictures {
            try Data(contentsOf: URL(fileURLWithPath: picture.actual))
                .write(to: URL(fileURLWithPath: picture.expected), options: .atomic)
            try FileManager.default.removeItem(atPath: picture.actual)
            let evidence = picture.expected.dropLast(4) + ".difference.png"
            try? FileManager.default.removeItem(atPath: String(evidence))
            Console.print("accepted \(picture.expected)")
        }
        try keepFontRecord()
        return ExitCode.success
    }

    // MARK: Fonts

    /// The fonts that drew, a line each: the file's SHA-256, and its name.
    private func drawnFonts() throws -> [String] {
        let text = (try? String(contentsOfFile: fontList, encoding: .utf8)) ?? ""
        let paths = Set(text.split(separator: "\n").map(String.init)).filter {
            FileManager.default.fileExists(atPath: $0)
        }
        guard !paths.isEmpty else { return [] }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sha256sum"] + paths.sorted()
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return "\(parts[0])  \((String(parts[1]) as NSString).lastPathComponent)"
        }.sorted()
    }

    /// A line about fonts that are others than those that drew the expected pictures; nil without a record or difference.
    private func fontNote(_ fonts: [String]) -> String? {
        guard let record = try? String(contentsOfFile: fontRecord, encoding: .utf8) else { return nil }
        let known = Set(record.split(separator: "\n").map(String.init))
        let others = fonts.filter { !known.contains($0) }.compactMap { $0.split(separator: " ").last.map(String.init) }
        guard !others.isEmpty else { return nil }
        return
            "these fonts are not those that drew the expected pictures, so that text may differ: "
            + "\(others.joined(separator: ", ")) (\(fontRecord))"
    }

    /// Keeps the fonts of the last run as those of the expected pictures.
    func keepFontRecord() throws {
        let fonts = try drawnFonts()
        guard !fonts.isEmpty else { return }
        try Data(fonts.joined(separator: "\n").appending("\n").utf8).write(to: URL(fileURLWithPath: fontRecord))
    }

    // MARK: Pictures

    /// The pictures of the last run that differ, the furthest first.
    private func differences() -> [DifferingPicture] {
        let files = FileManager.default
        let taken = files.enumerator(atPath: failed)?.compactMap { $0 as? String }.filter { $0.hasSuffix(".png") } ?? []
        var result: [DifferingPicture] = []
        let expected = expectedPictures()
        for name in taken {
            // FILE/TEST.png beside the tests is __Snapshots__/FILE/TEST.png.
            guard let path = expected[name] else { continue }
            result.append(DifferingPicture(name: name, expected: path, actual: failed + "/" + name))
        }
        for (name, path) in expected where name.hasSuffix(".actual.png") {
            let reference = String(path.dropLast(11)) + ".png"
            guard files.fileExists(atPath: reference) else { continue }
            result.append(
                DifferingPicture(name: String(name.dropLast(11)) + ".png", expected: reference, actual: path))
        }
        return result.sorted { ($1.share, $0.name) < ($0.share, $1.name) }
    }

    /// The pictures in the folders `__Snapshots__` of the package, by source and name.
    private func expectedPictures() -> [String: String] {
        var result: [String: String] = [:]
        guard let all = FileManager.default.enumerator(atPath: package) else { return [:] }
        while let path = all.nextObject() as? String {
            if path.hasPrefix(".") {
                all.skipDescendants()
                continue
            }
            guard path.hasSuffix(".png"), let place = path.range(of: "__Snapshots__/") else { continue }
            result[String(path[place.upperBound...])] = package + "/" + path
        }
        return result
    }
}

/// A picture of a test that is not the expected one.
struct DifferingPicture {
    /// The source and the test.
    let name: String
    /// The path of the expected picture.
    let expected: String
    /// The path of the picture that was drawn.
    let actual: String
    /// The share of pixels that differ by more than 16 of 255, 0 to 1; 1 if the sizes differ.
    let share: Double
    /// The difference in words.
    let words: String

    init(name: String, expected: String, actual: String) {
        (self.name, self.expected, self.actual) = (name, expected, actual)
        guard let one = Self.bitmap(expected), let other = Self.bitmap(actual) else {
            (share, words) = (1, "a picture cannot be read")
            return
        }
        guard one.width == other.width, one.height == other.height else {
            (share, words) = (1, "\(other.width) x \(other.height) pixels, not \(one.width) x \(one.height)")
            return
        }
        let (difference, total) = (PictureDifference(one, other), Double(max(1, one.pixels.count)))
        share = Double(difference.farCount) / total
        words = String(
            format: "%.2f %% of pixels differ, %.2f %% by more than 16 of 255, at most by %d",
            100 * Double(difference.count) / total, 100 * share, difference.largest)
    }

    private static func bitmap(_ path: String) -> Bitmap? {
        FileManager.default.contents(atPath: path).flatMap { try? decodeImage([UInt8]($0)) }
    }
}
