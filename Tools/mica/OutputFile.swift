import MicaSurface
import MicaVideo

/// The file that a command writes pictures into, whose ending chooses the format.
struct OutputFile {
    /// As the user named it.
    let name: String
    /// Where it is written.
    let path: String
    /// What chooses the format, in lower case.
    let ending: String
    /// Whether it has more than one frame.
    let isAnimation: Bool
    /// Whether a video keeps what is transparent.
    let keepsAlpha: Bool

    /// The sink of a video or of images.
    ///
    /// - Parameter sources: what is copied into a video besides its frames, such as sound.
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
