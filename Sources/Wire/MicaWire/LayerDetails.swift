import MicaBase

/// The state that most layers leave at its defaults, each group of it behind a reference that is copied on write.
///
/// A `LayerState` holds it behind one more reference. The accessors of the state are here; they give the defaults where
/// there are no details.
@usableFromInline
struct LayerDetails: Sendable, Equatable {
    /// Applied to sublayers about the anchor point of the layer.
    var sublayerTransform = Matrix4.identity
    /// Colour of the border; nil draws none.
    var borderColor: ColorValue? = .black
    /// The layer whose alpha masks this one.
    var mask: LayerID?
    /// The contents, except their rectangle, which `LayerState` has itself.
    var contents = Shared(ContentsState.default)
    var timing = Self.noTiming
    var shape = Self.noShape
    var gradient = Self.noGradient
    var shadow = Self.noShadow
    var effects = Self.noEffects
    var replicator = Self.noReplicator
    var tiled = Self.noTiles
    var text = Shared(TextState.default)
    var emitter = Self.noEmitter
    var pattern = Self.noPattern

    /// Apple's defaults.
    static let `default` = LayerDetails()

    private static let noTiming = Shared(TimingState.layer)
    private static let noShape = Shared(ShapeState.default)
    private static let noGradient = Shared(GradientState.default)
    private static let noShadow = Shared(ShadowState.default)
    fileprivate static let noEffects = Shared(EffectsState.default)
    private static let noReplicator = Shared(ReplicatorState.default)
    private static let noTiles = Shared(TiledState.default)
    fileprivate static let noEmitter = Shared(EmitterState.default)
    private static let noPattern = Shared(PatternState.default)

    /// The features in use, as `findFeatures` found them last.
    private(set) var features: LayerFeatures = []

    /// Finds which features are in use; a box that was never written needs no look.
    mutating func findFeatures() {
        var found = LayerFeatures()
        func note(_ feature: LayerFeatures, _ isThere: Bool) { if isThere { found.insert(feature) } }
        note(.effects, !effects.isIdentical(to: Self.noEffects))
        note(.tiles, !tiled.isIdentical(to: Self.noTiles) && tiled.value.levels >= 1)
        note(
            .replicator, !replicator.isIdentical(to: Self.noReplicator) && replicator.value != ReplicatorState.default)
        if !emitter.isIdentical(to: Self.noEmitter) {
            note(.emission, true)
            note(.cells, emitter.value.cells != nil)
        }
        note(.shadow, !shadow.isIdentical(to: Self.noShadow) && shadow.value.opacity > 0)
        note(.shape, !shape.isIdentical(to: Self.noShape) && shape.value.path != nil)
        note(.gradient, !gradient.isIdentical(to: Self.noGradient) && gradient.value.colors != nil)
        note(.pattern, !pattern.isIdentical(to: Self.noPattern) && pattern.value.image != nil)
        note(.image, contents.value.image != nil || contents.value.crossFade != nil)
        let isPlaced = contents.value.gravity != .resize || !contents.value.transform.isIdentity
        note(.placedImage, isPlaced && found.contains(.image))
        note(.timing, !timing.isIdentical(to: Self.noTiming) && timing.value != TimingState.layer)
        note(.mask, mask != nil)
        note(.sublayerTransform, !sublayerTransform.isIdentity)
        features = found
    }
}

extension LayerState {
    /// The details, or the defaults where there are no details.
    var allDetails: LayerDetails { details?.value ?? .default }

    /// Changes the details, in a box that no other state holds.
    @inline(__always)
    fileprivate mutating func changeDetails(_ body: (inout LayerDetails) -> Void) {
        if details == nil { details = Shared(LayerDetails.default) }
        var found = LayerFeatures()
        details?.change {
            body(&$0)
            $0.findFeatures()
            found = $0.features
        }
        features = found
        showsDetails = !features.isDisjoint(with: .visible)
    }

    /// Whether a group of the details is a new layer's.
    fileprivate func hasOnly<Part>(_ group: KeyPath<LayerDetails, Shared<Part>>) -> Bool {
        details?.value[keyPath: group].isIdentical(to: LayerDetails.default[keyPath: group]) ?? true
    }

    /// Applied to sublayers about the anchor point of this layer.
    package var sublayerTransform: Matrix4 {
        get { details?.value.sublayerTransform ?? .identity }
        set { changeDetails { $0.sublayerTransform = newValue } }
    }
    /// Colour of the border; nil draws none.
    package var borderColor: ColorValue? {
        get { if let details { details.value.borderColor } else { .black } }
        set { changeDetails { $0.borderColor = newValue } }
    }
    /// The layer whose alpha masks this one.
    package var mask: LayerID? {
        get { details?.value.mask }
        set { if newValue != mask { changeDetails { $0.mask = newValue } } }
    }

    /// The image and how it is placed.
    package var contents: ContentsState {
        get {
            var contents = details?.value.contents.value ?? .default
            contents.rect = contentsRect
            return contents
        }
        set {
            contentsRect = newValue.rect
            changeContents {
                $0 = newValue
                $0.rect = ContentsState.default.rect
            }
        }
    }
    /// Changes the image and how it is placed, in its box; the rectangle is in `contentsRect` instead.
    package mutating func changeContents(_ body: (inout ContentsState) -> Void) {
        changeDetails { $0.contents.change(body) }
    }
    /// Changes the values of a shape layer, in their box.
    package mutating func changeShape(_ body: (inout ShapeState) -> Void) { changeDetails { $0.shape.change(body) } }
    /// Changes the values of a gradient layer, in their box.
    package mutating func changeGradient(_ body: (inout GradientState) -> Void) {
        changeDetails { $0.gradient.change(body) }
    }
    /// Changes the shadow, in its box.
    package mutating func changeShadow(_ body: (inout ShadowState) -> Void) { changeDetails { $0.shadow.change(body) } }
    /// The layer's own timing.
    package var timing: TimingState {
        get { details?.value.timing.value ?? .layer }
        set { changeDetails { $0.timing.value = newValue } }
    }
    /// The values of a shape layer.
    package var shape: ShapeState {
        get { details?.value.shape.value ?? .default }
        set { changeShape { $0 = newValue } }
    }
    /// The values of a gradient layer.
    package var gradient: GradientState {
        get { details?.value.gradient.value ?? .default }
        set { changeGradient { $0 = newValue } }
    }
    /// The shadow behind the layer.
    package var shadow: ShadowState {
        get { details?.value.shadow.value ?? .default }
        set { changeShadow { $0 = newValue } }
    }
    /// How the layer is filtered and blended with its backdrop.
    package var effects: EffectsState {
        get { details?.value.effects.value ?? .default }
        set {
            guard newValue != effects else { return }
            // Default values go back into the shared default box, so that `features` shows it.
            changeDetails { $0.effects = newValue == .default ? LayerDetails.noEffects : Shared(newValue) }
        }
    }
    /// How a replicator layer copies its sublayers.
    package var replicator: ReplicatorState {
        get { details?.value.replicator.value ?? .default }
        set { changeDetails { $0.replicator.value = newValue } }
    }
    /// How a tiled layer is cut.
    package var tiled: TiledState {
        get { details?.value.tiled.value ?? .default }
        set { changeDetails { $0.tiled.value = newValue } }
    }
    /// The properties that a text layer's client draws with.
    package var text: TextState {
        get { details?.value.text.value ?? .default }
        set { changeDetails { $0.text.value = newValue } }
    }
    /// The values of an emitter layer.
    package var emitter: EmitterState {
        get { details?.value.emitter.value ?? .default }
        set {
            guard newValue != emitter else { return }
            changeDetails { $0.emitter = newValue == .default ? LayerDetails.noEmitter : Shared(newValue) }
        }
    }

    /// The pattern of the background.
    package var pattern: PatternState {
        get { details?.value.pattern.value ?? .default }
        set { changeDetails { $0.pattern.value = newValue } }
    }

    // MARK: Features, without reading the details

    /// Whether any effect may differ from its default.
    package var hasEffects: Bool { features.contains(.effects) }
    /// Whether there are tiles.
    package var hasTiles: Bool { features.contains(.tiles) }
    /// Whether the sublayers may be copied or coloured.
    package var hasReplicator: Bool { features.contains(.replicator) }
    /// Whether the sublayers lie in the superlayer's space, in which the layer itself is no plane.
    package var joinsSpace: Bool {
        flags.contains(.transformLayer) || (flags.contains(.preservesDepth) && !features.contains(.emission))
    }
    /// Whether there are cells that emit or have emitted.
    package var hasEmitter: Bool { features.contains(.cells) }
    /// Whether there is a shadow to draw.
    package var hasShadow: Bool { features.contains(.shadow) }
    /// Whether there is a path to draw.
    package var hasShape: Bool { features.contains(.shape) }
    /// Whether there are colours to draw.
    package var hasGradient: Bool { features.contains(.gradient) }
    /// Whether there is a pattern to draw.
    package var hasPattern: Bool { features.contains(.pattern) }
    /// Whether there is an image to draw, or two during a cross-fade.
    package var hasImage: Bool { features.contains(.image) }
    /// Whether the layer's time is its parent's.
    package var hasDefaultTiming: Bool { !features.contains(.timing) }
    /// Whether sublayers go through a transform of their own.
    package var hasSublayerTransform: Bool { features.contains(.sublayerTransform) }
}

// MARK: Parts with rows in the property table

extension LayerState: StatePart {
    static func part(of state: LayerState) -> LayerState { state }
    static func change(_ state: inout LayerState, _ body: (inout LayerState) -> Void) { body(&state) }
    static func isUntouched(in state: LayerState) -> Bool { false }
}

extension TimingState: DetailPart { static var group: DetailGroup<Self> { \.timing } }
extension ShapeState: DetailPart { static var group: DetailGroup<Self> { \.shape } }
extension GradientState: DetailPart { static var group: DetailGroup<Self> { \.gradient } }
extension ShadowState: DetailPart { static var group: DetailGroup<Self> { \.shadow } }
extension ReplicatorState: DetailPart { static var group: DetailGroup<Self> { \.replicator } }
extension TiledState: DetailPart { static var group: DetailGroup<Self> { \.tiled } }
extension TextState: DetailPart { static var group: DetailGroup<Self> { \.text } }
extension PatternState: DetailPart { static var group: DetailGroup<Self> { \.pattern } }

extension ContentsState: DetailPart {
    static var group: DetailGroup<Self> { \.contents }
    /// Including the rectangle, which `LayerState` has itself.
    static func part(of state: LayerState) -> ContentsState { state.contents }
}

extension EffectsState: DetailPart {
    static var group: DetailGroup<Self> { \.effects }
    /// By the accessor, which puts default values back into the shared default box.
    static func change(_ state: inout LayerState, _ body: (inout EffectsState) -> Void) { body(&state.effects) }
}

extension EmitterState: DetailPart {
    static var group: DetailGroup<Self> { \.emitter }
    /// By the accessor, as for effects.
    static func change(_ state: inout LayerState, _ body: (inout EmitterState) -> Void) { body(&state.emitter) }
}

/// The path to a group of the details.
typealias DetailGroup<Part: StatePart> = WritableKeyPath<LayerDetails, Shared<Part>>

/// A part that is one group of the details.
protocol DetailPart: StatePart {
    /// The path to the group.
    static var group: DetailGroup<Self> { get }
}

extension DetailPart {
    static func part(of state: LayerState) -> Self { state.allDetails[keyPath: group].value }
    static func change(_ state: inout LayerState, _ body: (inout Self) -> Void) {
        state.changeDetails { $0[keyPath: group].change(body) }
    }
    static func isUntouched(in state: LayerState) -> Bool { state.hasOnly(group) }
}
