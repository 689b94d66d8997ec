import Foundation
import MicaCommandLine
import MicaSurface
import MicaVideo

/// The file that a command writes pictures into; its ending chooses the format.
struct OutputFile {
    /// The name that the user gave.
    let name: String
    /// The path that is written.
    let path: String
    /// The ending that chooses the format, in lower case.
    let ending: String
    /// Whether it has more than one frame.
    let isAnimation: Bool
    /// Whether a video keeps transparency.
    let keepsAlpha: Bool
    /// Whether a video's frames have the times of the whole, for `mica join`.
    var isPart = false

    /// The sink of a video or of images.
    ///
    /// - Parameter sources: streams to copy into a video besides its frames, such as sound.
    /// - Throws: a usage error where no format has this ending, and what opening the file throws.
    func makeSink(
        video: VideoSettings, images: ImageSettings, command: String, copying sources: [any PacketSource] = []
    ) throws
        -> any FrameSink
    {
        try check(video, command)
        if let sink = makeVideoSink(
            path: path, ending: ending, keepsAlpha: keepsAlpha, settings: video, copying: sources, isPart: isPart)
        {
            return sink
        }
        if let sink = try makeImageSink(path: path, ending: ending, isAnimation: isAnimation, settings: images) {
            return sink
        }
        let formats = RenderOptions.formats.joined(separator: ", ")
        throw UsageError("\(name): its ending is none of \(formats); --format names one", command: command)
    }

    /// Refuses a codec that the file does not take, and a preset or a rate factor that the codec does not have.
    private func check(_ video: VideoSettings, _ command: String) throws(UsageError) {
        guard let own = VideoFormat(path: "." + ending, keepsAlpha: keepsAlpha) else { return }
        let chosen = video.codec.flatMap { VideoFormat(codec: $0, keepsAlpha: keepsAlpha) } ?? own
        guard chosen.endings.contains(ending) else {
            throw UsageError(
                "\(name): --codec \(video.codec ?? "") is for .\(chosen.endings.joined(separator: ", .")), not for .\(ending)",
                command: command)
        }
        // Encoders with rate factors are those with presets.
        guard video.preset == .good || chosen.rateFactors != nil else {
            throw UsageError("\(name): --preset is not for this video: its encoder has none", command: command)
        }
        guard let factor = video.rateFactor else { return }
        guard let factors = chosen.rateFactors else {
            throw UsageError("\(name): --crf is not for this video: --quality is", command: command)
        }
        guard factors.contains(factor) else {
            throw UsageError(
                "\(name): --crf is from \(factors.lowerBound) to \(factors.upperBound) here, not \(factor)",
                command: command)
        }
    }

    /// The bytes of a file.
    ///
    /// - Throws: `CommandFailure` with the reason.
    static func bytes(of path: String) throws -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure("\(path): error: there is no such file")
        }
        do { return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) } catch {
            throw CommandFailure("\(path): the file cannot be read: \(error.localizedDescription)")
        }
    }
}
