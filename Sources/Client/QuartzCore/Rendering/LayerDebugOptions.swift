import MicaOverlays

/// What pictures of layers are coloured by, so that one sees what drawing them takes.
///
/// The options are those of Apple's Core Animation instrument and of Xcode's menu Debug, View Debugging, Rendering, by their names.
/// docs/instruments.md says what each colours, and what it leaves alone.
///
/// *Source*: the raw values up to 2^20 are those that `CASetDebugFlags` and the environment have for them.
public struct LayerDebugOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes options of their bits; those without a meaning do nothing.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Color Blended Layers: red over what is mixed with what lies behind it, green over what is not.
    public static let colorBlendedLayers = LayerDebugOptions(.blended)
    /// Color Hits Green and Misses Red: over layers with `shouldRasterize`, by whether their picture was there.
    public static let colorHitsGreenAndMissesRed = LayerDebugOptions(.hits)
    /// Color Copied Images: cyan over images whose pixels were converted before they could be shown.
    public static let colorCopiedImages = LayerDebugOptions(.copied)
    /// Color Layer Formats: over images, by what their pixels were.
    public static let colorLayerFormats = LayerDebugOptions(.formats)
    /// Color Immediately: colours that tell of changes are those of each frame, not of the last hundredth of a second.
    public static let colorImmediately = LayerDebugOptions(.immediate)
    /// Color Misaligned Images: yellow over images that are stretched, magenta over those that lie between pixels.
    public static let colorMisalignedImages = LayerDebugOptions(.misaligned)
    /// Color Offscreen-Rendered Yellow: over what is drawn somewhere else before it is shown.
    public static let colorOffscreenRenderedYellow = LayerDebugOptions(.offscreen)
    /// Color Compositing Fast-Path Blue: over what is filled without a look at what lies behind.
    public static let colorCompositingFastPathBlue = LayerDebugOptions(.fastPath)
    /// Flash Updated Regions: yellow where a picture differs from the one that was drawn before.
    public static let flashUpdatedRegions = LayerDebugOptions(.updates)
    /// A panel with numbers about frames; an option of ours. Live it has frame rate, frame times, hitches, processor time and wake-ups, and
    /// in any picture ops, passes and the share of the pixels that was drawn.
    public static let frameTimes = LayerDebugOptions(.hud)

    /// Those that an environment such as that of a process asks for, by Apple's variables: CA_COLOR_FLUSH, CA_COLOR_COPY,
    /// CA_COLOR_OPAQUE, CA_COLOR_NO_WAIT, CA_COLOR_SUBPIXEL, CA_COLOR_OFFSCREEN, CA_COLOR_CACHED,
    /// CA_DISABLE_DIRTY_REGIONS; and by MICA_HUD.
    public init(environment: [String: String]) { self.init(OverlayOptions(environment: environment)) }

    init(_ overlays: OverlayOptions) { rawValue = overlays.rawValue }

    /// The same for those who draw.
    package var overlays: OverlayOptions { OverlayOptions(rawValue: rawValue) }
}

extension LayerDebugOptions {
    /// The options by the names that command lines have for them, in the order of Apple's menu, with the menu's words.
    package static let commandNames: [(name: String, option: LayerDebugOptions, menu: String)] =
        OverlayOptions.names.map { ($0.name, LayerDebugOptions($0.option), $0.menu) }
}
