import Foundation
import MicaBase

/// How a layer and its sublayers are filtered and blended with the pixels behind them; most layers have no effects.
///
/// *Source*: Apple, CALayer.h: filters, backgroundFilters, compositingFilter.
package struct EffectsState: Sendable, Equatable {
    /// The name of the mode that blends the layer with its backdrop; nil and unknown names mean source over.
    package var compositingFilter: String? {
        didSet { blend = compositingFilter.flatMap { BlendMode(name: $0) } ?? .sourceOver }
    }
    /// The mode that the name means.
    package private(set) var blend = BlendMode.sourceOver
    /// Applied to the layer and its sublayers, first to last.
    package var filters: [FilterState] = []
    /// Applied to the pixels behind the layer, first to last.
    package var backgroundFilters: [FilterState] = []

    /// Pixels per point of a rasterized layer.
    package var rasterizationScale = 1.0
    /// The edges that are anti-aliased.
    package var edges = EdgeMask.all
    /// Has no effect until there are surfaces of more than 8 bits.
    package var range = DynamicRangeState()

    /// Apple's defaults.
    package static let `default` = EffectsState()
}

extension EffectsState {
    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.compositingFilter, "compositingFilter", .optionalString(\.compositingFilter), .composition),
        row(.filters, "filters", .filters(\.filters), .composition, implicit: true),
        row(.backgroundFilters, "backgroundFilters", .filters(\.backgroundFilters), .composition),
        row(.edgeAntialiasingMask, "edgeAntialiasingMask", .bits(\.edges, within: .all), .content, animatable: false),
        row(.rasterizationScale, "rasterizationScale", .number(\.rasterizationScale), .composition),
        row(
            .preferredDynamicRange, "preferredDynamicRange", .name(\.range.preferred, otherwise: .standard), .content,
            animatable: false),
        row(
            .toneMapMode, "toneMapMode", .name(\.range.toneMapMode, otherwise: .automatic), .content, animatable: false),
        row(
            .wantsExtendedDynamicRangeContent, "wantsExtendedDynamicRangeContent", .bool(\.range.wantsExtended),
            .content, animatable: false),
        row(.contentsHeadroom, "contentsHeadroom", .number(\.range.headroom), .content, animatable: false),
    ]
}

/// A set of edges; bit for bit Apple's CAEdgeAntialiasingMask.
package struct EdgeMask: OptionSet, Sendable, Hashable {
    /// The bits, with Apple's values.
    package let rawValue: UInt8
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
    /// The edges at the least x and at the greatest x.
    package static let left = EdgeMask(rawValue: 1), right = EdgeMask(rawValue: 2)
    /// The edges at the least y and at the greatest y.
    package static let bottom = EdgeMask(rawValue: 4), top = EdgeMask(rawValue: 8)
    /// All four.
    package static let all: EdgeMask = [.left, .right, .bottom, .top]
}

/// A program's wishes about light beyond white.
package struct DynamicRangeState: Sendable, Equatable {
    /// Apple's string for how bright contents may be.
    package var preferred = Preferred.standard
    /// Apple's string for whether bright contents are brought into range.
    package var toneMapMode = ToneMapMode.automatic
    /// Whether contents beyond white are wanted.
    package var wantsExtended = false
    /// The greatest brightness of the contents, in multiples of white; 0 takes it from the contents.
    package var headroom = 0.0

    /// How bright contents may be. Raw values are Apple's strings.
    package enum Preferred: String, Sendable, CaseIterable {
        case automatic, standard, constrainedHigh, high
    }

    /// Whether bright contents are brought into range. Raw values are Apple's strings.
    package enum ToneMapMode: String, Sendable, CaseIterable {
        case automatic, never, ifSupported
    }
}

extension BlendMode {
    /// The mode that one of Apple's strings names; nil for other strings.
    ///
    /// Strings may have "BlendMode" or "Compositing" at the end, and "CI" at the front, as Core Image names them.
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
