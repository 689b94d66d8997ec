import Foundation
import MicaCommandLine

/// What a run of tests leaves in `.build/mica-test`: pictures that differ, a page of them, attachments, and the fonts that
/// drew.
struct TestResults {
    /// The package's folder.
    let package: String
    /// The results' folder.
    let folder: String

    /// The tolerances by which pictures are judged.
    let tolerances: PictureTolerances

    init(build: BuildCommand.Build, _ tolerances: PictureTolerances = PictureTolerances()) {
        (package, folder, self.tolerances) = (build.package, build.scratch + "/mica-test", tolerances)
    }

    /// Where swift-snapshot-testing writes the pictures that differ, in a folder for each source.
    private var failed: String { folder + "/failed" }
    private var attachments: String { folder + "/attachments" }
    private var areas: String { folder + "/text" }
    private var fontList: String { folder + "/fonts.list" }
    /// The page.
    var report: String { folder + "/report.html" }
    /// The record of the fonts with which the package's pictures were drawn; it is kept with them.
    private var fontRecord: String { package + "/.mica-fonts" }

    /// Removes the results of the last run.
    func begin() throws {
        let files = FileManager.default
        for path in [failed, attachments, areas, report, fontList] where files.fileExists(atPath: path) {
            try files.removeItem(atPath: path)
        }
        for (_, path) in expectedPictures() where Self.reference(ofEvidence: path).map(files.fileExists) == true {
            try files.removeItem(atPath: path)
        }
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: fontList))
    }

    /// The variables that make programs write here.
    func environment(record: Bool) -> [String: String] {
        var result = ["MICA_TEST_ATTACHMENTS": attachments, "MICA_FONT_LIST": fontList, "MICA_TEXT_AREAS": areas]
        if ProcessInfo.processInfo.environment["SNAPSHOT_ARTIFACTS"] == nil { result["SNAPSHOT_ARTIFACTS"] = failed }
        if record { result.merge(["SNAPSHOT_TESTING_RECORD": "all", "MICA_SNAPSHOTS": "record"]) { $1 } }
        return result
    }

    /// Writes the page of pictures that differ, says where it is, and returns the command's exit status.
    ///
    /// - Parameters:
    ///   - status: the exit status of the tests.
    ///   - output: the tests' output, if there is a tolerance.
    func finish(_ status: Int32, _ output: TestOutput? = nil) throws -> Int32 {
        let fonts = try drawnFonts()
        try Data(fonts.joined(separator: "\n").appending("\n").utf8)
            .write(to: URL(fileURLWithPath: folder + "/fonts.txt"))
        guard status != 0 else { return 0 }
        let pictures = differences()
        guard let worst = pictures.first else { return status }
        let note = fontNote(fonts)
        try ReportPage(pictures: pictures, note: note, fonts: fonts).text
            .write(toFile: report, atomically: true, encoding: .utf8)
        Console.error(
            "mica test: \(Self.counts(pictures, tolerances)), most of all \(worst.name) (\(worst.words)): see \(report)"
        )
        if let note { Console.error("mica test: \(note)") }
        if let output, output.failsOnly(by: pictures.filter { $0.kind == .tolerated }) {
            Console.error("mica test: all failures are within the tolerance: the exit status is 0")
            return ExitCode.success
        }
        Console.error("mica test: if the pictures are right, 'mica test --accept' makes them the expected ones")
        return status
    }

    /// The numbers of pictures by kind, in words.
    static func counts(_ pictures: [DifferingPicture], _ tolerances: PictureTolerances) -> String {
        let (text, tolerated) = (pictures.count { $0.kind == .text }, pictures.count { $0.kind == .tolerated })
        var parts = [pictures.count == 1 ? "1 picture differs" : "\(pictures.count) pictures differ"]
        if tolerated > 0 {
            parts.append("\(tolerated) of them \(tolerances.areGiven ? "within the tolerance" : "invisibly")")
        }
        if text > 0 { parts.append("\(text) of them only in text") }
        return parts.joined(separator: ", ")
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

    /// The expected picture beside which MicaSnapshots writes a picture of a failure; nil for other names.
    private static func reference(ofEvidence path: String) -> String? {
        [".actual.png", ".difference.png"].first(where: path.hasSuffix).map { path.dropLast($0.count) + ".png" }
    }

    /// The pictures of the last run that differ: those that differ outside of text first, of these the furthest.
    func differences() -> [DifferingPicture] {
        let files = FileManager.default
        let taken = files.enumerator(atPath: failed)?.compactMap { $0 as? String }.filter { $0.hasSuffix(".png") } ?? []
        var result: [DifferingPicture] = []
        let expected = expectedPictures()
        for name in taken {
            // FILE/TEST.png beside the tests is __Snapshots__/FILE/TEST.png.
            guard let path = expected[name] else { continue }
            result.append(
                DifferingPicture(
                    name: name, expected: path, actual: failed + "/" + name, areas: areas, tolerances.forPicture(name)))
        }
        for (path, reference) in expected where path.hasSuffix(".actual.png") {
            let name = String(path.dropLast(11)) + ".png"
            let expected = String(reference.dropLast(11)) + ".png"
            guard files.fileExists(atPath: expected) else { continue }
            result.append(
                DifferingPicture(
                    name: name, expected: expected, actual: reference, areas: areas, tolerances.forPicture(name)))
        }
        return result.sorted { ($1.kind.rawValue, $1.share, $0.name) < ($0.kind.rawValue, $0.share, $1.name) }
    }

    /// The pictures in the folders `__Snapshots__` of the package, by source and name.
    ///
    /// A package may have such a folder for each kind of processor, `__Snapshots__x86__`: this one's goes before others.
    private func expectedPictures() -> [String: String] {
        var result: [String: String] = [:]
        var ranks: [String: Int] = [:]
        guard let all = FileManager.default.enumerator(atPath: package) else { return [:] }
        while let path = all.nextObject() as? String {
            if path.hasPrefix(".") {
                all.skipDescendants()
                continue
            }
            guard path.hasSuffix(".png"), let match = path.firstMatch(of: /__Snapshots__([^\/]*)\//) else { continue }
            let name = String(path[match.range.upperBound...])
            let rank = match.1.isEmpty ? 2 : Self.processorNames.contains(where: match.1.contains) ? 1 : 0
            guard rank >= ranks[name] ?? 0 else { continue }
            (result[name], ranks[name]) = (package + "/" + path, rank)
        }
        return result
    }

    #if arch(arm64)
    private static let processorNames = ["arm64", "AppleSilicon"]
    #else
    private static let processorNames = ["x86", "Intel"]
    #endif
}
