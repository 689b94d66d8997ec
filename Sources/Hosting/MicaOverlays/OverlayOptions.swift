import Foundation

/// Colours over frames that show the costs of drawing them: Apple's debug options of layers.
///
/// *Source*: the numbers up to 2^20 are those of `CASetDebugFlags` and the environment (theapplewiki.com,
/// Dev:QuartzCore.framework). Xcode's other options have no numbers there, and get higher ones.
package struct OverlayOptions: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Flash Updated Regions: yellow over pixels that differ from the previous frame. CA_COLOR_FLUSH.
    package static let updates = OverlayOptions(rawValue: 1)
    /// Color Copied Images: cyan over images whose pixels were converted before they could be shown. CA_COLOR_COPY.
    package static let copied = OverlayOptions(rawValue: 2)
    /// Color Blended Layers: red over pixels that are blended with those behind, green over the others.
    /// CA_COLOR_OPAQUE.
    package static let blended = OverlayOptions(rawValue: 4)
    /// Color Immediately: options that show changes show those of each frame, not of the last hundredth of a second.
    /// CA_COLOR_NO_WAIT.
    package static let immediate = OverlayOptions(rawValue: 8)
    /// All pixels are drawn in each frame. CA_DISABLE_DIRTY_REGIONS.
    package static let allDirty = OverlayOptions(rawValue: 4096)
    /// Color Misaligned Images: yellow over images that are stretched, magenta over those not aligned to the surface's
    /// pixels. CA_COLOR_SUBPIXEL.
    package static let misaligned = OverlayOptions(rawValue: 16384)
    /// Color Offscreen-Rendered Yellow: over layers that are drawn offscreen first. CA_COLOR_OFFSCREEN.
    package static let offscreen = OverlayOptions(rawValue: 131_072)
    /// Color Hits Green and Misses Red: over layers with `shouldRasterize`, by whether their picture was in the cache.
    /// CA_COLOR_CACHED.
    package static let hits = OverlayOptions(rawValue: 524_288)
    /// Color Layer Formats: over images, by the format of their pixels. Apple has no number for it.
    package static let formats = OverlayOptions(rawValue: 1 << 40)
    /// Color Compositing Fast-Path Blue: over pixels that the compositor fills without reading those behind. Apple has
    /// no number for it.
    package static let fastPath = OverlayOptions(rawValue: 1 << 41)

    /// A panel with numbers over each frame: frame rate, frame times, hitches. An option of our own; Xcode's is
    /// elsewhere.
    package static let hud = OverlayOptions(rawValue: 1 << 42)

    /// The options with their names on command lines and in Apple's menu, in the order of the menu, then our own.
    package static let names: [(name: String, option: OverlayOptions, menu: String)] = [
        ("blended", .blended, "Color Blended Layers"), ("hits", .hits, "Color Hits Green and Misses Red"),
        ("copied", .copied, "Color Copied Images"), ("formats", .formats, "Color Layer Formats"),
        ("immediate", .immediate, "Color Immediately"), ("misaligned", .misaligned, "Color Misaligned Images"),
        ("offscreen", .offscreen, "Color Offscreen-Rendered Yellow"),
        ("fastpath", .fastPath, "Color Compositing Fast-Path Blue"), ("updates", .updates, "Flash Updated Regions"),
        ("hud", .hud, "Frame Times"),
    ]

    /// Apple's environment variables and one of our own, each with its option.
    package static let variables: [(name: String, option: OverlayOptions)] = [
        ("CA_COLOR_FLUSH", .updates), ("CA_COLOR_COPY", .copied), ("CA_COLOR_OPAQUE", .blended),
        ("CA_COLOR_NO_WAIT", .immediate), ("CA_DISABLE_DIRTY_REGIONS", .allDirty),
        ("CA_COLOR_SUBPIXEL", .misaligned), ("CA_COLOR_OFFSCREEN", .offscreen), ("CA_COLOR_CACHED", .hits),
        ("MICA_HUD", .hud),
    ]

    /// The options in an environment: a variable turns its option on unless it is empty or 0.
    package init(environment: [String: String]) {
        self = Self.variables.reduce(into: []) { options, variable in
            let value = environment[variable.name] ?? ""
            if !value.isEmpty, value != "0" { options.insert(variable.option) }
        }
    }

    /// The options in the environment of the process, read once.
    package static let ofProcess = OverlayOptions(environment: ProcessInfo.processInfo.environment)
}
