import MicaOverlays
import QuartzCore

/// Colours over a picture that show the costs of drawing it.
///
/// The options and their names are those of Apple's Core Animation instrument and of Xcode's menu Debug, View
/// Debugging, Rendering. docs/instruments.md describes what each option colours, and what it does not.
///
/// *Source*: the raw values up to 2^20 are the values for `CASetDebugFlags` and the environment.
public struct LayerDebugOptions: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    public let rawValue: UInt64

    /// Makes options from bits; unknown bits have no effect.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Color Blended Layers: red over pixels that are blended with those behind them, green over the others.
    public static let colorBlendedLayers = LayerDebugOptions(.blended)
    /// Color Hits Green and Misses Red: over layers with `shouldRasterize`, by whether their picture was in the cache.
    public static let colorHitsGreenAndMissesRed = LayerDebugOptions(.hits)
    /// Color Copied Images: cyan over images whose pixels were converted before they could be shown.
    public static let colorCopiedImages = LayerDebugOptions(.copied)
    /// Color Layer Formats: over images, by the format of their pixels.
    public static let colorLayerFormats = LayerDebugOptions(.formats)
    /// Color Immediately: options that show changes show those of each frame, not of the last hundredth of a second.
    public static let colorImmediately = LayerDebugOptions(.immediate)
    /// Color Misaligned Images: yellow over images that are stretched, magenta over those not aligned to pixels.
    public static let colorMisalignedImages = LayerDebugOptions(.misaligned)
    /// Color Offscreen-Rendered Yellow: over layers that are drawn offscreen first.
    public static let colorOffscreenRenderedYellow = LayerDebugOptions(.offscreen)
    /// Color Compositing Fast-Path Blue: over pixels that are filled without reading those behind them.
    public static let colorCompositingFastPathBlue = LayerDebugOptions(.fastPath)
    /// Flash Updated Regions: yellow over pixels that differ from the previous picture.
    public static let flashUpdatedRegions = LayerDebugOptions(.updates)
    /// A panel with numbers about frames; an option of our own. Live, it shows frame rate, frame times, hitches,
    /// processor time and wake-ups; in every picture, ops, passes and the share of the pixels that was drawn.
    public static let frameTimes = LayerDebugOptions(.hud)

    /// The options in a process's environment, by Apple's variables: CA_COLOR_FLUSH, CA_COLOR_COPY, CA_COLOR_OPAQUE,
    /// CA_COLOR_NO_WAIT, CA_COLOR_SUBPIXEL, CA_COLOR_OFFSCREEN, CA_COLOR_CACHED, CA_DISABLE_DIRTY_REGIONS; and by
    /// MICA_HUD.
    public init(environment: [String: String]) { self.init(OverlayOptions(environment: environment)) }

    init(_ overlays: OverlayOptions) { rawValue = overlays.rawValue }

    /// The options as the overlays' type.
    package var overlays: OverlayOptions { OverlayOptions(rawValue: rawValue) }
}

extension LayerDebugOptions {
    /// The options with their names on command lines and in Apple's menu, in the order of the menu.
    package static let commandNames: [(name: String, option: LayerDebugOptions, menu: String)] =
        OverlayOptions.names.map { ($0.name, LayerDebugOptions($0.option), $0.menu) }
}
