import Foundation

/// Everything that a server knows of one layer but its links and animations.
///
/// `CALayer` keeps one, `init(layer:)` and `presentation()` copy it, a commit carries the changed part of it, and the
/// render tree holds a column of them. The first part is plain, what is animated most stands together at the start, so that
/// a frame of many layers reads few lines of memory of each; what most layers leave alone lies behind a reference that
/// is copied on write.
package struct LayerState: Sendable, Equatable {
    /// The layer's own coordinate space: origin and size, in points.
    package var bounds = CGRect.zero
    /// Where the anchor point lies, in the superlayer's space, in points.
    package var position = CGPoint.zero
    /// 0...1, clamped when drawn.
    package var opacity = 1.0
    /// The boolean properties.
    package var flags: LayerFlags = [
        .doubleSided, .allowsGroupOpacity, .allowsGroupBlending, .allowsEdgeAntialiasing,
    ]
    /// Depth of the layer in the superlayer's space.
    package var zPosition = 0.0
    /// The anchor in unit coordinates of `bounds`.
    package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    /// The anchor's depth, in points.
    package var anchorPointZ = 0.0
    /// Applied about the anchor point.
    package var transform = Matrix4.identity
    /// Applied to sublayers about the anchor point of this layer.
    package var sublayerTransform = Matrix4.identity
    /// Fills the rounded bounds, behind contents.
    package var backgroundColor: ColorValue?
    /// Radius of the corners, in points.
    package var cornerRadius = 0.0
    /// Which corners the radius applies to.
    package var maskedCorners = CornerMask.all
    /// Width of the border inside the bounds, in points.
    package var borderWidth = 0.0
    /// Colour of the border; nil draws none.
    package var borderColor: ColorValue? = .black
    /// The layer whose alpha masks this one.
    package var mask: LayerID?

    private var contentsStorage = Shared(ContentsState.default)
    private var timingStorage = Shared(TimingState.layer)
    private var shapeStorage = Self.defaultShape
    private var gradientStorage = Self.defaultGradient
    private var shadowStorage = Self.defaultShadow
    private var effectsStorage = Self.defaultEffects
    private var replicatorStorage = Self.defaultReplicator
    private var tiledStorage = Self.defaultTiled
    private var textStorage = Self.defaultText
    private var emitterStorage = Self.defaultEmitter

    /// Makes the state of a new CALayer: Apple's defaults.
    package init() {}

    /// The image and how it is placed.
    package var contents: ContentsState {
        get { contentsStorage.value }
        _modify { yield &contentsStorage.value }
    }
    /// Changes the image and how it is placed, in its box.
    package mutating func changeContents(_ body: (inout ContentsState) -> Void) { contentsStorage.change(body) }
    /// Changes what a shape layer draws, in its box.
    package mutating func changeShape(_ body: (inout ShapeState) -> Void) { shapeStorage.change(body) }
    /// Changes the shadow, in its box.
    package mutating func changeShadow(_ body: (inout ShadowState) -> Void) { shadowStorage.change(body) }
    /// The layer's own timing.
    package var timing: TimingState {
        get { timingStorage.value }
        set { timingStorage.value = newValue }
    }
    /// What a shape layer draws.
    package var shape: ShapeState {
        get { shapeStorage.value }
        _modify { yield &shapeStorage.value }
    }
    /// What a gradient layer draws.
    package var gradient: GradientState {
        get { gradientStorage.value }
        set { gradientStorage.value = newValue }
    }
    /// The shadow behind the layer.
    package var shadow: ShadowState {
        get { shadowStorage.value }
        _modify { yield &shadowStorage.value }
    }
    /// How the layer is filtered and combined with what is behind it.
    package var effects: EffectsState {
        get { effectsStorage.value }
        set { if newValue != effectsStorage.value { effectsStorage.value = newValue } }
    }
    /// Whether any effect may differ from its default; without looking far.
    package var hasEffects: Bool { !effectsStorage.isIdentical(to: Self.defaultEffects) }
    /// How a replicator layer copies its sublayers.
    package var replicator: ReplicatorState {
        get { replicatorStorage.value }
        set { replicatorStorage.value = newValue }
    }
    /// How a tiled layer is cut.
    package var tiled: TiledState {
        get { tiledStorage.value }
        set { tiledStorage.value = newValue }
    }
    /// Whether there are tiles; without looking far.
    package var hasTiles: Bool { !tiledStorage.isIdentical(to: Self.defaultTiled) && tiled.levels >= 1 }
    /// Whether the sublayers may be copied or coloured; without looking far.
    package var hasReplicator: Bool {
        !replicatorStorage.isIdentical(to: Self.defaultReplicator) && replicator != .default
    }
    /// Whether the sublayers lie in the superlayer's space, and the layer itself is no plane in it.
    package var joinsSpace: Bool {
        flags.contains(.transformLayer)
            || (flags.contains(.preservesDepth) && emitterStorage.isIdentical(to: Self.defaultEmitter))
    }
    /// What a text layer's client draws by.
    package var text: TextState {
        get { textStorage.value }
        set { textStorage.value = newValue }
    }
    /// What an emitter layer emits.
    package var emitter: EmitterState {
        get { emitterStorage.value }
        set { if newValue != emitterStorage.value { emitterStorage.value = newValue } }
    }
    /// Whether there is anything that emits or has emitted; without looking far.
    package var hasEmitter: Bool { !emitterStorage.isIdentical(to: Self.defaultEmitter) && emitter.cells != nil }
    private static let defaultEmitter = Shared(EmitterState.default)
    /// Whether there is a shadow to draw; without looking far.
    package var hasShadow: Bool { !shadowStorage.isIdentical(to: Self.defaultShadow) && shadow.opacity > 0 }
    /// Whether there is a path to draw; without looking far.
    package var hasShape: Bool { !shapeStorage.isIdentical(to: Self.defaultShape) && shape.path != nil }
    /// Whether there are colours to draw; without looking far.
    package var hasGradient: Bool { !gradientStorage.isIdentical(to: Self.defaultGradient) && gradient.colors != nil }
    private static let defaultShape = Shared(ShapeState.default)
    private static let defaultGradient = Shared(GradientState.default)
    private static let defaultShadow = Shared(ShadowState.default)
    private static let defaultEffects = Shared(EffectsState.default)
    private static let defaultTiled = Shared(TiledState.default)
    private static let defaultReplicator = Shared(ReplicatorState.default)
    private static let defaultText = Shared(TextState.default)

    /// Whether the layer's time is just its parent's.
    package var hasDefaultTiming: Bool {
        timingStorage.isIdentical(to: Self.defaultTiming) || timingStorage.value == .layer
    }
    private static let defaultTiming = LayerState().timingStorage
}

/// The boolean properties of a layer.
package struct LayerFlags: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: UInt16
    /// Makes a set from its bits.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
    /// Neither the layer nor its sublayers are drawn.
    package static let hidden = LayerFlags(rawValue: 1)
    /// Drawn when its back faces the viewer.
    package static let doubleSided = LayerFlags(rawValue: 2)
    /// Sublayers are laid out with y up.
    package static let geometryFlipped = LayerFlags(rawValue: 4)
    /// Contents and sublayers are clipped to the rounded bounds.
    package static let masksToBounds = LayerFlags(rawValue: 8)
    /// The program promises that the contents are opaque.
    package static let opaque = LayerFlags(rawValue: 16)
    /// Opacity applies to the layer and its sublayers as one image.
    package static let allowsGroupOpacity = LayerFlags(rawValue: 32)
    /// Sublayers with compositing filters are combined with what this layer has behind them only.
    package static let allowsGroupBlending = LayerFlags(rawValue: 64)
    /// The layer shows nothing of its own, and its sublayers lie in its superlayer's space: a CATransformLayer.
    package static let transformLayer = LayerFlags(rawValue: 0x2000)
    /// Round corners are of continuous curvature.
    package static let continuousCorners = LayerFlags(rawValue: 128)
    /// Edges that the edge mask names are softened.
    package static let allowsEdgeAntialiasing = LayerFlags(rawValue: 256)
    /// What the layer and its sublayers show is drawn once and kept.
    package static let shouldRasterize = LayerFlags(rawValue: 512)
    /// Sublayers or particles lie in the space of the superlayer, not in the layer's plane.
    package static let preservesDepth = LayerFlags(rawValue: 0x4000)
}

/// A set of corners; bit for bit Apple's CACornerMask.
///
/// *Space*: "min Y" is where y is smallest in the layer's own space: the top edge unless geometry is flipped.
package struct CornerMask: OptionSet, Sendable, Hashable {
    /// The bits, with Apple's values.
    package let rawValue: UInt8
    /// Makes a set from its bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
    /// The corner at the least x and y.
    package static let minXMinY = CornerMask(rawValue: 1)
    /// The corner at the greatest x and the least y.
    package static let maxXMinY = CornerMask(rawValue: 2)
    /// The corner at the least x and the greatest y.
    package static let minXMaxY = CornerMask(rawValue: 4)
    /// The corner at the greatest x and y.
    package static let maxXMaxY = CornerMask(rawValue: 8)
    /// All four.
    package static let all: CornerMask = [.minXMinY, .maxXMinY, .minXMaxY, .maxXMaxY]
}

/// An image in a layer and how it is placed and sampled.
package struct ContentsState: Sendable, Equatable {
    /// The image; nil shows nothing.
    package var image: ImageResource?
    /// The part of the image that is shown, in unit coordinates of the image.
    package var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// The stretchable part, in unit coordinates of the image.
    package var center = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// Pixels of the image per point.
    package var scale = 1.0
    /// How the image fits the bounds.
    package var gravity = Gravity.resize
    /// The filter when the image is drawn smaller.
    package var minificationFilter = Filter.linear
    /// The filter when the image is drawn larger.
    package var magnificationFilter = Filter.linear
    /// Added to the mip level with the trilinear filter.
    package var minificationFilterBias = 0.0
    /// Multiplies the image's components; nil leaves them.
    package var multiplyColor: ColorValue?
    /// Whether the image's alpha takes the place of its colours.
    package var isStencil = false
    /// What the place of the image goes through, in the layer's space.
    package var transform = Matrix4.identity
    /// What is shown in place of the image while an animation of it is between two; never sent.
    package var crossFade: ImageCrossFade?

    /// Apple's defaults.
    package static let `default` = ContentsState()

    /// How an image fits the bounds. Raw values are Apple's strings.
    package enum Gravity: String, Sendable, CaseIterable {
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
        case resize, resizeAspect, resizeAspectFill
    }

    /// How an image is sampled. Raw values are Apple's strings.
    package enum Filter: String, Sendable, CaseIterable {
        case nearest, linear, trilinear
    }
}

/// Two images of which one gives way to the other.
package struct ImageCrossFade: Sendable, Equatable {
    /// The image that goes; nil is nothing.
    package var from: ImageResource?
    /// The image that comes; nil is nothing.
    package var to: ImageResource?
    /// How much of the second there is, between 0 and 1.
    package var fraction: Double

    /// Makes a cross-fade.
    package init(from: ImageResource?, to: ImageResource?, fraction: Double) {
        (self.from, self.to, self.fraction) = (from, to, fraction)
    }
}

/// A value behind a reference, shared until one of its holders writes.
package struct Shared<Value: Sendable & Equatable>: Sendable, Equatable {
    /// Where the value lies; seen by other modules for inlining alone.
    // Safe because: the value is only written while one `Shared` alone holds the storage, which only that one's owner can do.
    @usableFromInline
    package final class Storage: @unchecked Sendable {
        @usableFromInline var value: Value
        @usableFromInline init(_ value: Value) { self.value = value }
    }
    @usableFromInline var storage: Storage

    /// Wraps a value.
    package init(_ value: Value) {
        storage = Storage(value)
    }

    /// The value; a write makes a new box where others hold this one, so that they keep what they have.
    package var value: Value {
        get { storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// Changes the value in its box, which is a new one where others hold this one.
    ///
    /// Without a coroutine for each level on the way to the value, so that nothing is allocated for its frame.
    @inlinable @inline(__always)
    package mutating func change(_ body: (inout Value) -> Void) {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
        body(&storage.value)
    }

    /// Whether both share one box.
    package func isIdentical(to other: Shared) -> Bool { storage === other.storage }

    /// Equal boxes or equal values.
    package static func == (a: Shared, b: Shared) -> Bool { a.storage === b.storage || a.value == b.value }
}
