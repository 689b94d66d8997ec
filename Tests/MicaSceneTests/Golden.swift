import Foundation
import Testing

/// Compares text with the file Goldens/NAME.txt beside the tests.
///
/// `MICA_ACCEPT_GOLDENS=1 swift test --filter MicaSceneTests` writes the files instead; never where `CI` is set.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")
    let file = folder.appendingPathComponent(name + ".txt")
    let environment = ProcessInfo.processInfo.environment
    if environment["MICA_ACCEPT_GOLDENS"] == "1", environment["CI"] == nil {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return
    }
    guard let golden = try? String(contentsOf: file, encoding: .utf8) else {
        Issue.record("there is no golden text \(name)", sourceLocation: sourceLocation)
        return
    }
    #expect(text == golden, sourceLocation: sourceLocation)
}
