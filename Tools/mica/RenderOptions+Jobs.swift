import Foundation
import MicaCommandLine
import MicaDocuments
import MicaImageFiles
import MicaSurface
import QuartzCore

/// What options mean for several inputs and outputs.
extension RenderOptions {
    /// The options for each renderer: one for all inputs, or with `--each` one for each input, with the names of its files.
    ///
    /// - Throws: if two inputs have the same output, or an output's folder cannot be made.
    func jobs() throws -> [RenderOptions] {
        guard isEach else { return [self] }
        var inputOfOutput: [String: String] = [:]
        return try inputs.map { input in
            var job = self
            job.inputs = [input]
            let name = input == "-" ? "input" : URL(fileURLWithPath: input).deletingPathExtension().lastPathComponent
            job.outputs = outputs.map { $0.replacing("{name}", with: name) }
            for output in job.outputs {
                if let other = inputOfOutput.updateValue(input, forKey: output) {
                    throw UsageError("\(other) and \(input) have the same output, \(output)", command: "render")
                }
                let folder = URL(fileURLWithPath: output).deletingLastPathComponent()
                do {
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                } catch {
                    throw CommandFailure("\(output): the folder cannot be made: \(error.localizedDescription)")
                }
            }
            job.output = job.outputs[0]
            return job
        }
    }

    /// The options for each output.
    var forEachOutput: [RenderOptions] {
        outputs.map { path in
            var options = self
            options.output = path
            return options
        }
    }

    /// The size of the view for content of a size; nil for the content's own.
    func viewSize(of content: CGSize) -> CGSize? {
        guard let width, content.width > 0 else { return size }
        // The height is a whole number of pixels, so that no row at the edge is half empty.
        let pixels = (width * scale * Double(content.height / content.width)).rounded()
        return CGSize(width: width, height: max(pixels, 1) / scale)
    }

    /// Adopts the duration and the rate of the inputs, and of films in layers.
    ///
    /// Inputs over a film have the film's frames and its length.
    mutating func adoptTimes(of inputs: [RenderInput], _ contents: [FilmInput]) {
        let (documents, films) = (inputs.compactMap(\.document), inputs.compactMap(\.film))
        let pictures = inputs.compactMap(\.picture).map(\.duration)
        isStill = pictures.count == inputs.count && pictures.allSatisfy { $0 == 0 }
        ownDuration = (documents.compactMap(\.duration) + pictures.filter { $0 > 0 }).max()
        ownFramesPerSecond = documents.compactMap(\.framesPerSecond).max()
        if !films.isEmpty {
            ownDuration = films.map(\.duration).max()
            ownFramesPerSecond = films.map(\.framesPerSecond).filter { $0 > 0 }.max()
        } else if !contents.isEmpty, !documents.contains(where: \.isMovie) {
            // Films that are put into layers count like films that documents name.
            ownDuration = max(ownDuration ?? 0, contents.map(\.duration).max() ?? 0)
            let rates = contents.map(\.framesPerSecond) + [ownFramesPerSecond].compactMap { $0 }
            ownFramesPerSecond = rates.filter { $0 > 0 }.max()
        }
    }

    /// Sentences about options that do not have the effect on an output that one expects.
    func notes() -> [String] {
        var notes: [String] = []
        func hasNoEffect(_ option: String, but endings: [String]) {
            if !endings.contains(ending) {
                notes.append("\(option) has no effect on .\(ending): it is for \(endings.joined(separator: ", "))")
            }
        }
        if givenLoopCount != nil { hasNoEffect("--loop", but: ["gif", "webp"]) }
        if quality != nil { hasNoEffect("--quality", but: ["jpg", "jpeg"] + Self.videoEndings) }
        for (name, isGiven) in [("--codec", codec != nil), ("--preset", preset != nil), ("--crf", rateFactor != nil)]
        where isGiven { hasNoEffect(name, but: Self.videoEndings) }
        if compression != nil { hasNoEffect("--compression", but: ["png"]) }
        let own = pathExtension(output)
        if let format, own != format, !(own == "jpeg" && format == "jpg"), !isToStandardOutput,
            Self.formats.contains(own)
        {
            notes.append("\(output) is written as \(format), as --format says")
        }
        let last = time ?? frames.map { frameRate.time(ofFrame: $0.upperBound - 1) }
        if let last, let ownDuration, last > ownDuration {
            let end = String(format: "%g", ownDuration)
            notes.append("\(output) shows \(String(format: "%g", last)) s, and \(inputs[0]) ends at \(end) s")
        }
        if inputs.count > 1, inputs.allSatisfy({ !FilmInput.isFilm($0) && !PictureInput.isPicture($0) }) {
            notes.append(
                "\(inputs.count) documents are drawn one over another; --each draws each into a file of its own")
        }
        return notes
    }
}

extension Document {
    /// Whether every part of the document is drawn.
    var isComplete: Bool { warnings.isEmpty && errors.isEmpty }
}
