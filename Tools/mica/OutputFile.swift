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

    /// The sink of a video or of images.
    ///
    /// - Parameter sources: streams to copy into a video besides its frames, such as sound.
    /// - Throws: a usage error where no format has this ending, and what opening the file throws.
    func makeSink(
        video: VideoSettings, images: ImageSettings, command: String, copying sources: [any PacketSource] = []
    ) throws
        -> any FrameSink
    {
        if let sink = makeVideoSink(
            path: path, ending: ending, keepsAlpha: keepsAlpha, settings: video, copying: sources)
        {
            return sink
        }
        if let sink = try makeImageSink(path: path, ending: ending, isAnimation: isAnimation, settings: images) {
            return sink
        }
        let formats = RenderOptions.formats.joined(separator: ", ")
        throw UsageError("\(name): its ending is none of \(formats); --format names one", command: command)
    }
}
