import Foundation

/// What frames are coloured by, so that one sees what drawing them takes; Apple's debug options of layers.
///
/// *Source*: the numbers up to 2^20 are those of `CASetDebugFlags` and the environment (theapplewiki.com, Dev:QuartzCore.framework);
/// what Xcode has besides them has none, and gets higher ones.
package struct OverlayOptions: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Flash Updated Regions: yellow where a frame differs from the one before. CA_COLOR_FLUSH.
    package static let updates = OverlayOptions(rawValue: 1)
    /// Color Copied Images: cyan over images whose pixels were converted before they could be shown. CA_COLOR_COPY.
    package static let copied = OverlayOptions(rawValue: 2)
    /// Color Blended Layers: red over what is mixed with what lies behind, green over what is not. CA_COLOR_OPAQUE.
    package static let blended = OverlayOptions(rawValue: 4)
    /// Color Immediately: colours that tell of changes are those of each frame, not of the last hundredth of a second.
    /// CA_COLOR_NO_WAIT.
    package static let immediate = OverlayOptions(rawValue: 8)
    /// All pixels are drawn in each frame. CA_DISABLE_DIRTY_REGIONS.
    package static let allDirty = OverlayOptions(rawValue: 4096)
    /// Color Misaligned Images: yellow over images that are stretched, magenta over those whose pixels lie between those of the
    /// surface. CA_COLOR_SUBPIXEL.
    package static let misaligned = OverlayOptions(rawValue: 16384)
    /// Color Offscreen-Rendered Yellow: what is drawn somewhere else first. CA_COLOR_OFFSCREEN.
    package static let offscreen = OverlayOptions(rawValue: 131_072)
    /// Color Hits Green and Misses Red: layers with `shouldRasterize` whose picture was there, or was not. CA_COLOR_CACHED.
    package static let hits = OverlayOptions(rawValue: 524_288)
    /// Color Layer Formats: what the pixels of images were. Without a number of Apple's.
    package static let formats = OverlayOptions(rawValue: 1 << 40)
    /// Color Compositing Fast-Path Blue: what the compositor fills without looking at what lies behind. Without a number of Apple's.
    package static let fastPath = OverlayOptions(rawValue: 1 << 41)

    /// Numbers about frames, as a panel over each: frame rate, frame times, hitches. Ours; what Xcode has is elsewhere.
    package static let hud = OverlayOptions(rawValue: 1 << 42)

    /// The options by the names that command lines have for them, in the order of Apple's menu, then our own.
    package static let names: [(name: String, option: OverlayOptions, menu: String)] = [
        ("blended", .blended, "Color Blended Layers"), ("hits", .hits, "Color Hits Green and Misses Red"),
        ("copied", .copied, "Color Copied Images"), ("formats", .formats, "Color Layer Formats"),
        ("immediate", .immediate, "Color Immediately"), ("misaligned", .misaligned, "Color Misaligned Images"),
        ("offscreen", .offscreen, "Color Offscreen-Rendered Yellow"),
        ("fastpath", .fastPath, "Color Compositing Fast-Path Blue"), ("updates", .updates, "Flash Updated Regions"),
        ("hud", .hud, "Frame Times"),
    ]

    /// Apple's variables of the environment, and one of ours, each with its option.
    package static let variables: [(name: String, option: OverlayOptions)] = [
        ("CA_COLOR_FLUSH", .updates), ("CA_COLOR_COPY", .copied), ("CA_COLOR_OPAQUE", .blended),
        ("CA_COLOR_NO_WAIT", .immediate), ("CA_DISABLE_DIRTY_REGIONS", .allDirty),
        ("CA_COLOR_SUBPIXEL", .misaligned), ("CA_COLOR_OFFSCREEN", .offscreen), ("CA_COLOR_CACHED", .hits),
        ("MICA_HUD", .hud),
    ]

    /// The options that an environment asks for: a variable that is there, and neither empty nor 0.
    package init(environment: [String: String]) {
        self = Self.variables.reduce(into: []) { options, variable in
            let value = environment[variable.name] ?? ""
            if !value.isEmpty, value != "0" { options.insert(variable.option) }
        }
    }

    /// The options of the process's environment, looked at once.
    package static let ofProcess = OverlayOptions(environment: ProcessInfo.processInfo.environment)
}
