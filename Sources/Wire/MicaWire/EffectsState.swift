import Foundation
import MicaPixels

/// How a layer and its sublayers are filtered and combined with what is behind them; most layers leave it alone.
///
/// *Source*: Apple, CALayer.h: filters, backgroundFilters, compositingFilter.
package struct EffectsState: Sendable, Equatable {
    /// The name of how the layer is combined with what is behind it; nil, or a name that is not known, lays it over.
    package var compositingFilter: String? {
        didSet { blend = compositingFilter.flatMap { BlendMode(name: $0) } ?? .sourceOver }
    }
    /// What the name says.
    package private(set) var blend = BlendMode.sourceOver
    /// What the layer and its sublayers go through, first to last.
    package var filters: [FilterState] = []
    /// What lies behind the layer goes through, first to last.
    package var backgroundFilters: [FilterState] = []

    /// Apple's defaults.
    package static let `default` = EffectsState()
}

extension BlendMode {
    /// The mode of one of Apple's strings; nil when it is none.
    ///
    /// With and without "BlendMode" or "Compositing" at the end, and with "CI" at the front, as Core Image names them.
    /// *Source*: Apple, Core Image Filter Reference, CICategoryCompositeOperation; the strings that programs give to
    /// `compositingFilter` (multiplyBlendMode, plusL, destIn and the like).
    package init?(name: String) {
        guard let mode = Self.byName[name] ?? Self.byName[Self.plain(name)] else { return nil }
        self = mode
    }

    private static func plain(_ name: String) -> String {
        var name = Substring(name)
        if name.hasPrefix("CI"), let first = name.dropFirst(2).first {
            return plain(first.lowercased() + name.dropFirst(3))
        }
        for suffix in ["BlendMode", "Compositing"] where name.hasSuffix(suffix) {
            name = name.dropLast(suffix.count)
            break
        }
        return String(name)
    }

    private static let byName: [String: BlendMode] = [
        "normal": .sourceOver, "sourceOver": .sourceOver, "clear": .clear, "copy": .copy, "sourceIn": .sourceIn,
        "sourceOut": .sourceOut, "sourceAtop": .sourceAtop, "destOver": .destinationOver, "destIn": .destinationIn,
        "destOut": .destinationOut, "destAtop": .destinationAtop, "destinationOver": .destinationOver,
        "destinationIn": .destinationIn, "destinationOut": .destinationOut, "destinationAtop": .destinationAtop,
        "xor": .xor, "plusL": .plusLighter, "plusLighter": .plusLighter, "addition": .plusLighter,
        "plusD": .plusDarker, "plusDarker": .plusDarker, "multiply": .multiply, "screen": .screen,
        "overlay": .overlay, "darken": .darken, "darkenSourceOver": .darken, "minimum": .darken, "lighten": .lighten,
        "lightenSourceOver": .lighten, "maximum": .lighten, "colorDodge": .colorDodge, "colorBurn": .colorBurn,
        "softLight": .softLight, "hardLight": .hardLight, "difference": .difference, "exclusion": .exclusion,
        "linearDodge": .linearDodge, "linearBurn": .linearBurn, "linearLight": .linearLight,
        "vividLight": .vividLight, "pinLight": .pinLight, "subtract": .subtract, "subtractS": .subtract,
        "subtractD": .subtractDestination, "divide": .divide, "hue": .hue, "saturation": .saturation,
        "color": .color, "luminosity": .luminosity,
    ]
}
