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
        let wanted = try render.isAnimation ? row.duration(options.mapping) : nil
        if let wanted {
            render.duration = wanted
            guard wanted * render.frameRate.framesPerSecond <= RenderOptions.ownFrameLimit else {
                throw CommandFailure("duration: \(wanted) s is more than \(Int(RenderOptions.ownFrameLimit)) frames")
            }
        }
        let stretch = try wanted.flatMap { try options.stretch(template, to: $0) }
        try render.checkOwnDuration()
        let renderer = try RenderCommand.makeRenderer([document], render)
        let sound = try RenderCommand.sound(of: [], [document], render, stretch: stretch)
        let sink = try RenderCommand.makeSink(render, copying: sound)
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
        // A film that is longer than its template shows the last frame: behind its end a template shows nothing.
        let hasEnd = wanted != nil && template.duration > 0 && document.isMovie
        let last = hasEnd ? max(template.duration - 1e-6, 0) : .infinity
        try drawFrames(renderer, render, into: sink, check) { min(stretch?.documentTime($0) ?? $0, last) }
    }

    /// Draws the frames of a film.
    ///
    /// - Parameters:
    ///   - check: called before each; what it throws ends the film, which leaves no file.
    ///   - documentTime: the time of the document that is shown at a time of the film.
    private func drawFrames(
        _ renderer: LayerRenderer, _ render: RenderOptions, into sink: any FrameSink, _ check: () throws -> Void,
        _ documentTime: (Double) -> Double
    ) throws {
        let (range, rate) = (render.frameRange, render.frameRate)
        renderer.jump(to: documentTime(rate.time(ofFrame: range.lowerBound)))
        try RenderCommand.checkTree(of: renderer)
        try sink.begin(FrameStream(width: renderer.pixelWidth, height: renderer.pixelHeight, rate: rate))
        for index in range {
            try check()
            try sink.append(renderer.bitmap(at: documentTime(rate.time(ofFrame: index))), at: index)
        }
        try check()
        try sink.finish()
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
