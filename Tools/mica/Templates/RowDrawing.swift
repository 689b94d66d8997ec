import Foundation
import Glibc
import Mica
import MicaCommandLine
import MicaDocuments
import MicaSurface
import QuartzCore

/// Draws rows of a template into files, on any thread.
struct RowDrawing: Sendable {
    let options: RowOptions

    /// A row was not finished in time.
    struct Late: Error, CustomStringConvertible {
        var description: String { "the deadline has passed" }
    }

    /// Draws a row into a file, which appears whole or not at all.
    ///
    /// - Parameter deadline: When it is not wanted any more; nil: never.
    /// - Throws: `DocumentError` for what is wrong with the row, `Late`, and what writing the file throws.
    func draw(
        _ row: TemplateRow, of template: DocumentTemplate, into output: String,
        before deadline: ContinuousClock.Instant?
    ) throws {
        func check() throws { if let deadline, ContinuousClock.now > deadline { throw Late() } }
        try check()
        LayerRenderer.makeTimeVirtual()
        let document = try template.document(for: row, mapping: options.mapping)
        try check()
        var render = options.render
        (render.inputs, render.output, render.outputs, render.threads) = ([template.path], output, [output], 1)
        render.adoptTimes(of: [.document(document)], [])
        try render.checkOwnDuration()
        let renderer = try RenderCommand.makeRenderer([document], render)
        let sink = try RenderCommand.makeSink(render, copying: [])
        if let time = render.time ?? (render.isAnimation ? nil : 0) {
            renderer.jump(to: time)
            let bitmap = renderer.bitmap(at: time)
            try RenderCommand.checkTree(of: renderer)
            try check()
            try sink.begin(FrameStream(width: renderer.pixelWidth, height: renderer.pixelHeight, rate: FrameRate(1)))
            try sink.append(bitmap, at: 0)
            try check()
            return try sink.finish()
        }
        renderer.jump(to: render.frameRate.time(ofFrame: render.frameRange.lowerBound))
        try RenderCommand.checkTree(of: renderer)
        var isLate = false
        try renderer.render(frames: render.frameRange, rate: render.frameRate, into: sink) { _ in
            if let deadline, ContinuousClock.now > deadline { isLate = true }
            return !isLate
        }
        if isLate { throw Late() }
    }

    /// Whether another try may succeed: the disk was full, or the deadline has passed.
    static func mayPass(_ error: any Error) -> Bool { error is Late || (error as? SurfaceError)?.mayPass == true }

    /// The line about a row that failed.
    static func line(_ error: any Error, _ row: TemplateRow) -> String {
        if error is DocumentError { return "\(error)" }
        return "row '\(row.shownID)': " + ((error as? UsageError)?.message ?? "\(error)")
    }

    /// Makes the folder of an output.
    ///
    /// - Throws: `SurfaceError` if it cannot be made.
    static func makeFolder(of output: String) throws {
        guard let slash = output.lastIndex(of: "/"), slash > output.startIndex else { return }
        let folder = String(output[..<slash])
        if unsafe access(folder, F_OK) == 0 { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch { throw SurfaceError(path: output, reason: "the folder cannot be made: \(error.localizedDescription)") }
    }
}
