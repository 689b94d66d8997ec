import Foundation
import MicaBase

/// Everything that a server knows of one layer except its links and animations.
///
/// `CALayer` has one, `init(layer:)` and `presentation()` copy it, a commit carries the changed part of it, and the
/// render tree holds a column of them. The values that most frames read and change are plain and lie side by side, so
/// that a copy is one of bytes. The values that most layers leave at their defaults lie in `LayerDetails`, behind a
/// reference that is nil until one of them is set.
package struct LayerState: Sendable, Equatable {
    /// The layer's own coordinate space: origin and size, in points.
    package var bounds = CGRect.zero
    /// The position of the anchor point in the superlayer's space, in points.
    package var position = CGPoint.zero
    /// 0...1, clamped when drawn.
    package var opacity = 1.0
    /// Depth of the layer in the superlayer's space.
    package var zPosition = 0.0
    /// The anchor point in unit coordinates of `bounds`.
    package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    /// The anchor point's depth, in points.
    package var anchorPointZ = 0.0
    /// Radius of the corners, in points.
    package var cornerRadius = 0.0
    /// Width of the border inside the bounds, in points.
    package var borderWidth = 0.0
    /// Fills the rounded bounds, behind contents.
    package var backgroundColor: ColorValue?
    /// The boolean properties.
    package var flags: LayerFlags = [
        .doubleSided, .allowsGroupOpacity, .allowsGroupBlending, .allowsEdgeAntialiasing,
    ]
    /// Which corners the radius applies to.
    package var maskedCorners = CornerMask.all
    /// The features of the details in use, so that to ask for them needs no look behind a reference.
    package internal(set) var features: LayerFeatures = []
    /// Whether any of these features is visible in a layer without sublayers and border.
    package internal(set) var showsDetails = false
    /// Applied about the anchor point.
    package var transform = Matrix4.identity
    /// The part of the contents' image that is shown, in unit coordinates of the image; here because it is often
    /// animated.
    package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// The state that most layers leave at its defaults; nil while all of it is.
    var details: Shared<LayerDetails>?

    /// Makes the state of a new CALayer: Apple's defaults.
    package init() {}

    /// Equal values, however they are stored.
    package static func == (a: LayerState, b: LayerState) -> Bool {
        a.bounds == b.bounds && a.position == b.position && a.opacity == b.opacity && a.zPosition == b.zPosition
            && a.anchorPoint == b.anchorPoint && a.anchorPointZ == b.anchorPointZ && a.cornerRadius == b.cornerRadius
            && a.borderWidth == b.borderWidth && a.backgroundColor == b.backgroundColor && a.flags == b.flags
            && a.maskedCorners == b.maskedCorners && a.transform == b.transform && a.contentsRect == b.contentsRect
            && ((a.details == nil && b.details == nil) || a.allDetails == b.allDetails)
    }
}

extension LayerState {
    /// The property `cornerCurve`: one of two names, stored as a flag.
    private static let cornerCurve = StoredValue<LayerState>(
        kind: .string, interpolation: .discrete,
        get: { .string($0.flags.contains(.continuousCorners) ? "continuous" : "circular") },
        set: { state, value in
            guard case .string(let v) = value else { return false }
            if v == "continuous" {
                state.flags.insert(.continuousCorners)
            } else {
                state.flags.remove(.continuousCorners)
            }
            return true
        })

    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.bounds, "bounds", .rect(\.bounds), .geometry, implicit: true),
        row(.position, "position", .point(\.position), .geometry, implicit: true),
        row(.zPosition, "zPosition", .number(\.zPosition), .geometry, implicit: true),
        row(.anchorPoint, "anchorPoint", .point(\.anchorPoint), .geometry, implicit: true),
        row(.anchorPointZ, "anchorPointZ", .number(\.anchorPointZ), .geometry, implicit: true),
        row(.transform, "transform", .transform(\.transform), .geometry, implicit: true),
        row(.sublayerTransform, "sublayerTransform", .transform(\.sublayerTransform), .geometry, implicit: true),
        row(.hidden, "hidden", .flag(.hidden), .composition, implicit: true),
        row(.doubleSided, "doubleSided", .flag(.doubleSided), .composition),
        row(.geometryFlipped, "geometryFlipped", .flag(.geometryFlipped), .geometry, animatable: false),
        row(.masksToBounds, "masksToBounds", .flag(.masksToBounds), .composition, implicit: true),
        row(.opaque, "opaque", .flag(.opaque), .content, animatable: false),
        row(.allowsGroupOpacity, "allowsGroupOpacity", .flag(.allowsGroupOpacity), .composition, animatable: false),
        row(.opacity, "opacity", .number(\.opacity), .composition, implicit: true, range: 0...1),
        row(.backgroundColor, "backgroundColor", .color(\.backgroundColor), .content, implicit: true),
        row(
            .cornerRadius, "cornerRadius", .number(\.cornerRadius), [.content, .composition], implicit: true,
            range: 0 ... .infinity),
        row(
            .maskedCorners, "maskedCorners", .bits(\.maskedCorners, within: .all), [.content, .composition],
            animatable: false),
        row(.borderWidth, "borderWidth", .number(\.borderWidth), .content, implicit: true),
        row(.borderColor, "borderColor", .color(\.borderColor), .content, implicit: true),
        row(.contentsRect, "contentsRect", .rect(\.contentsRect), .content, implicit: true),
        row(.mask, "mask", .layer(\.mask), .composition, animatable: false),
        row(.allowsGroupBlending, "allowsGroupBlending", .flag(.allowsGroupBlending), .composition, animatable: false),
        row(
            .preservesDepth, "preservesDepth", .flag(.preservesDepth), .composition, animatable: false,
            of: [.replicator, .emitter]),
        row(.transformLayer, "transformLayer", .flag(.transformLayer), .geometry, animatable: false, of: .none),
        row(.cornerCurve, "cornerCurve", cornerCurve, [.content, .composition], animatable: false),
        row(
            .allowsEdgeAntialiasing, "allowsEdgeAntialiasing", .flag(.allowsEdgeAntialiasing), .content,
            animatable: false),
        row(.shouldRasterize, "shouldRasterize", .flag(.shouldRasterize), .composition),
    ]
}

/// The boolean properties of a layer.
package struct LayerFlags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    @inlinable package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
    /// Neither the layer nor its sublayers are drawn.
    @inlinable package static var hidden: LayerFlags { LayerFlags(rawValue: 1) }
    /// The layer is drawn also when its back faces the viewer.
    @inlinable package static var doubleSided: LayerFlags { LayerFlags(rawValue: 2) }
    /// Sublayers are laid out with y up.
    @inlinable package static var geometryFlipped: LayerFlags { LayerFlags(rawValue: 4) }
    /// Contents and sublayers are clipped to the rounded bounds.
    @inlinable package static var masksToBounds: LayerFlags { LayerFlags(rawValue: 8) }
    /// The program promises that the contents are opaque.
    @inlinable package static var opaque: LayerFlags { LayerFlags(rawValue: 16) }
    /// Opacity applies to the layer and its sublayers as one image.
    @inlinable package static var allowsGroupOpacity: LayerFlags { LayerFlags(rawValue: 32) }
    /// Sublayers with compositing filters are combined only with the pixels behind them in this layer.
    @inlinable package static var allowsGroupBlending: LayerFlags { LayerFlags(rawValue: 64) }
    /// The layer has no contents of its own, and its sublayers lie in its superlayer's space: a CATransformLayer.
    @inlinable package static var transformLayer: LayerFlags { LayerFlags(rawValue: 0x2000) }
    /// Round corners are of continuous curvature.
    @inlinable package static var continuousCorners: LayerFlags { LayerFlags(rawValue: 128) }
    /// Edges that the edge mask names are anti-aliased.
    @inlinable package static var allowsEdgeAntialiasing: LayerFlags { LayerFlags(rawValue: 256) }
    /// The layer and its sublayers are drawn once and cached (rasterized).
    @inlinable package static var shouldRasterize: LayerFlags { LayerFlags(rawValue: 512) }
    /// Sublayers or particles lie in the space of the superlayer, not in the layer's plane.
    @inlinable package static var preservesDepth: LayerFlags { LayerFlags(rawValue: 0x4000) }
}

/// Which of a layer's details differ from the defaults.
package struct LayerFeatures: OptionSet, Sendable {
    package let rawValue: UInt16
    @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Effects, which may not be at their defaults.
    @inlinable package static var effects: LayerFeatures { LayerFeatures(rawValue: 1) }
    /// Tiles.
    @inlinable package static var tiles: LayerFeatures { LayerFeatures(rawValue: 2) }
    /// Copies of the sublayers.
    @inlinable package static var replicator: LayerFeatures { LayerFeatures(rawValue: 4) }
    /// Emission, which may not be at its defaults.
    @inlinable package static var emission: LayerFeatures { LayerFeatures(rawValue: 8) }
    /// Cells that emit, or have emitted.
    @inlinable package static var cells: LayerFeatures { LayerFeatures(rawValue: 16) }
    /// A visible shadow.
    @inlinable package static var shadow: LayerFeatures { LayerFeatures(rawValue: 32) }
    /// A path.
    @inlinable package static var shape: LayerFeatures { LayerFeatures(rawValue: 64) }
    /// Colours of a gradient.
    @inlinable package static var gradient: LayerFeatures { LayerFeatures(rawValue: 128) }
    /// An image, or two during a cross-fade.
    @inlinable package static var image: LayerFeatures { LayerFeatures(rawValue: 256) }
    /// Timing of its own.
    @inlinable package static var timing: LayerFeatures { LayerFeatures(rawValue: 512) }
    /// A mask.
    @inlinable package static var mask: LayerFeatures { LayerFeatures(rawValue: 1024) }
    /// A transform that sublayers go through.
    @inlinable package static var sublayerTransform: LayerFeatures { LayerFeatures(rawValue: 2048) }
    /// An image whose rectangle may differ from the bounds.
    @inlinable package static var placedImage: LayerFeatures { LayerFeatures(rawValue: 4096) }
    /// A pattern behind the contents.
    @inlinable package static var pattern: LayerFeatures { LayerFeatures(rawValue: 8192) }
    /// The features that draw something besides the background and the border. A new kind of content belongs here: the
    /// sets below include it.
    @inlinable package static var drawn: LayerFeatures {
        [.tiles, .cells, .shadow, .shape, .gradient, .image, .pattern]
    }
    /// All that is visible of a layer without sublayers, besides its background and border.
    @inlinable package static var visible: LayerFeatures { [.drawn, .effects, .replicator, .emission, .mask] }
    /// The features that may make a layer without sublayers visible beyond its bounds: all but those known to stay
    /// within.
    @inlinable package static var unbounded: LayerFeatures {
        visible.subtracting([.gradient, .image, .pattern]).union(.placedImage)
    }
}
