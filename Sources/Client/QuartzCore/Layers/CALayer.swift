import CoreGraphics
import Foundation
import MicaBase
import MicaWire

/// A node of a layer tree: a rectangle with a picture, a position and a time of its own, whose properties animate when
/// they change.
///
/// A layer consists of an identity, links to other layers, a delegate and one `LayerState`. Only one thread at a time
/// may use its properties. Changes are sent to the render server when the transaction ends. Subclasses override
/// `init()`, `init(layer:)` and `init?(coder:)`; the last two must also set stored properties that a subclass adds.
///
/// *Units*: points and seconds. *Space*: y down, unless `isGeometryFlipped`. *Source*: Apple, CALayer.h.
open class CALayer: NSObject, NSSecureCoding, CAMediaTiming {
    /// The identity under which the server knows the layer.
    package let id: LayerID
    /// The part of the layer that every change of a property reads and writes.
    package final var core = LayerCore()
    /// Held over changes of values with references, so that several threads may set properties.
    package final let lock = LayerLock()
    /// The animations in the order in which they apply.
    package final var animations: [LayerAnimation] = [] {
        didSet { core.isAnimated = !animations.isEmpty }
    }
    /// The superlayer, the sublayers and the mask.
    package final var links = LayerLinks()
    /// Values under keys that are not properties.
    package final var customValues: [String: Any] = [:]
    /// How the layer and its sublayers are laid out, and whether they need to be.
    package final var layout = LayerLayout()
    /// How the layer is drawn, and whether it needs to be.
    package final var drawing = LayerDisplay()
    /// The value that `contents` was set to.
    package final var contentsObject: Any?
    /// The layer that this is a snapshot of; nil for a layer of the model.
    package final var modelLayer: CALayer? {
        didSet { core.isSnapshot = modelLayer != nil }
    }

    // MARK: Creation

    /// Makes a layer with Apple's defaults.
    public override init() {
        id = LayerID.next()
        super.init()
        core.hasNoHooks = hasNoHooks
        if !core.hasNoHooks { adoptClassDefaults() }
    }

    /// Makes a copy of a layer for `presentation()`. Override it to copy properties that a subclass adds.
    ///
    /// For a presentation copy, values are copied; links, the delegate and animations are not. A program that calls it
    /// gets a new layer, to which neither geometry nor look are copied; only overrides copy their properties.
    ///
    /// *Source*: Apple, CALayer.init(layer:): "using this method in any other situation will produce undefined
    /// behavior"; the recording of yoavlt/LiquidLoader, Demo/grow-line.gif, whose `CAShapeLayer(layer: view.layer)`
    /// shows that such a copy has neither the position nor the background.
    public init(layer: Any) {
        id = LayerID.next()
        super.init()
        core.hasNoHooks = hasNoHooks
        guard let other = layer as? CALayer, other === ThreadState.current.copySource else { return }
        state = other.state
        state.mask = nil
        contentsObject = other.contentsObject
        customValues = other.customValues
        assigned = other.assigned
        layout = other.layout
        if layout.manager != nil { answerLayout() }
        drawing = other.drawing.settings
        name = other.name
        actions = other.actions
        style = other.style
    }

    deinit {
        if !links.sublayers.isEmpty || links.mask != nil { links.release() }
    }

    /// Reads a layer, its sublayers and its mask from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        id = LayerID.next()
        super.init()
        core.hasNoHooks = hasNoHooks
        if !core.hasNoHooks { adoptClassDefaults() }
        guard readArchive(coder) else { return nil }
    }

    /// Writes the layer, its sublayers and its mask into an archive; animations are not archived.
    open func encode(with coder: NSCoder) { writeArchive(coder) }

    /// True: layers can be read from archives securely.
    open class var supportsSecureCoding: Bool { true }

    // MARK: Model and presentation

    /// A copy of the layer as it is shown on the screen now, with animations applied. It is nil when the layer is in no
    /// committed tree.
    ///
    /// The copy has the layer's class, and its superlayer, sublayers and mask are presentation layers too. Writing to
    /// the copy has no effect on the layer.
    open func presentation() -> Self? { makePresentation() }

    /// The layer that a presentation layer is a copy of; the layer itself when it is no presentation layer.
    open func model() -> Self { modelLayer.flatMap { $0 as? Self } ?? self }

    /// The default of a property: the value of one that was never set. Override it for properties that a subclass adds,
    /// or to begin with other values. It is nil for other keys, and for `bounds`, `position` and
    /// `minificationFilterBias`, for which Apple states no default.
    open class func defaultValue(forKey key: String) -> Any? { standardValue(key) }

    /// Whether an archive holds the value under a key: true for values that were set. Override it to leave values out.
    open func shouldArchiveValue(forKey key: String) -> Bool { isArchived(key) }

    // MARK: Geometry

    /// The origin and size of the layer's own coordinate space, in points. A negative size is made positive.
    /// Animatable.
    ///
    /// A new size resizes the sublayers by their `autoresizingMask`. A new size or origin also asks for layout.
    open var bounds: CGRect {
        get { state.bounds }
        set { setBounds(newValue) }
    }

    /// The position of the anchor point in the superlayer, in points. Animatable.
    open var position: CGPoint {
        get { state.position }
        set { move(to: newValue) }
    }

    /// The z coordinate of the layer in the superlayer; siblings are drawn in the order of it. Animatable.
    open var zPosition: CGFloat {
        get { CGFloat(state.zPosition) }
        set { change(.zPosition, if: state.zPosition != Double(newValue)) { $0.zPosition = Double(newValue) } }
    }

    /// The point of the bounds that lies at `position` and that transforms turn about, in unit coordinates. Animatable.
    open var anchorPoint: CGPoint {
        get { state.anchorPoint }
        set { change(.anchorPoint, if: state.anchorPoint != newValue) { $0.anchorPoint = newValue } }
    }

    /// The z coordinate of the anchor point. Animatable.
    open var anchorPointZ: CGFloat {
        get { CGFloat(state.anchorPointZ) }
        set { change(.anchorPointZ, if: state.anchorPointZ != Double(newValue)) { $0.anchorPointZ = Double(newValue) } }
    }

    /// The transform of the layer and its sublayers about the anchor point. Animatable.
    open var transform: CATransform3D {
        get { CATransform3D(state.transform) }
        set {
            let matrix = newValue.matrix
            change(.transform, if: state.transform != matrix) { $0.transform = matrix }
        }
    }

    /// `transform` as a map of the plane; the identity when `transform` leaves the plane, as measured on Apple's.
    open func affineTransform() -> CGAffineTransform {
        state.transform.isAffine ? CATransform3DGetAffineTransform(transform) : .identity
    }

    /// Sets `transform` to a map of the plane.
    open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    /// The smallest rectangle in the superlayer around the transformed bounds. Setting it sets `position` and the size
    /// of `bounds`. It is not animatable: animate `position` and `bounds` instead.
    open var frame: CGRect {
        get { derivedFrame }
        set { setDerivedFrame(newValue) }
    }

    /// Whether the layer and its sublayers are left out of the picture. Animatable.
    open var isHidden: Bool {
        get { state.flags.contains(.hidden) }
        set { setFlag(.hidden, .hidden, newValue) }
    }

    /// Whether the layer is drawn when its back faces the viewer; true by default. Animatable.
    open var isDoubleSided: Bool {
        get { state.flags.contains(.doubleSided) }
        set { setFlag(.doubleSided, .doubleSided, newValue) }
    }

    /// Whether the y axis of the sublayers' space points up.
    open var isGeometryFlipped: Bool {
        get { state.flags.contains(.geometryFlipped) }
        set { setFlag(.geometryFlipped, .geometryFlipped, newValue) }
    }

    /// Converts a point from another layer's space into this layer's; nil stands for the space around the root.
    ///
    /// Points go through the planes of the layers, with perspective. A plane that is seen on edge cannot be inverted,
    /// so its layer's transforms are left out. A point behind the viewer comes out mirrored.
    open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { CALayer.path(from: l, to: self).converted(p) }

    /// Converts a point from this layer's space into another's; nil stands for the space around the root.
    open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { CALayer.path(from: self, to: l).converted(p) }

    /// The smallest rectangle of this layer's space around a rectangle of another's. Only the part before the viewer
    /// counts; the result is null when all of it is behind the viewer.
    open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { CALayer.path(from: l, to: self).converted(r) }

    /// The smallest rectangle of another layer's space around a rectangle of this layer's, as for `convert(_:from:)`.
    open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { CALayer.path(from: self, to: l).converted(r) }

    /// Whether a point of the layer's own space lies within its bounds. The right and bottom edges are outside.
    open func contains(_ p: CGPoint) -> Bool { bounds.holds(p) }

    /// The front-most layer at a point, among this layer and all layers under it; nil when there is none.
    ///
    /// Hidden layers and layers whose hidden back faces the viewer are skipped. Parts that a layer clips away, or that
    /// lie outside its mask, are not hit. Opacity does not matter.
    ///
    /// *Space*: `p` is in the superlayer's.
    open func hitTest(_ p: CGPoint) -> CALayer? { layerHit(at: p) }

    /// Whether geometry is flipped an odd number of times from this layer up to the root.
    open func contentsAreFlipped() -> Bool {
        (superlayer?.contentsAreFlipped() ?? false) != isGeometryFlipped
    }

    /// The transform of the sublayers about the anchor point; perspective usually goes here. Animatable.
    open var sublayerTransform: CATransform3D {
        get { CATransform3D(state.sublayerTransform) }
        set {
            let matrix = newValue.matrix
            change(.sublayerTransform, if: state.sublayerTransform != matrix) { $0.sublayerTransform = matrix }
        }
    }

    // MARK: Tree

    /// The layer that this one is a sublayer or the mask of.
    open var superlayer: CALayer? { modelLayer == nil ? links.superlayer : modelLayer?.superlayer?.presentation() }

    /// The layers in front of this layer's contents, back to front; nil when there are none.
    open var sublayers: [CALayer]? {
        get { readSublayers() }
        set { replaceSublayers(newValue ?? []) }
    }

    /// Takes the layer out of its superlayer; a mask stops being one.
    open func removeFromSuperlayer() { detachFromSuperlayer() }

    /// Adds a layer in front of all sublayers, after taking it from its old superlayer.
    open func addSublayer(_ layer: CALayer) { insert(layer, at: links.sublayers.count) }

    /// Inserts a layer at an index of the sublayers; an index past the end counts as the end.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

    /// Inserts a layer behind a sublayer, or behind all when `sibling` is no sublayer.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) { insert(layer, below: sibling) }

    /// Inserts a layer in front of a sublayer, or in front of all when `sibling` is no sublayer.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) { insert(layer, above: sibling) }

    /// Replaces a sublayer with a layer; does nothing when `oldLayer` is no sublayer.
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, with: newLayer) }

    /// The layer whose alpha multiplies the alpha of this layer and its sublayers. It lies in this layer's space.
    open var mask: CALayer? {
        get { modelLayer == nil ? links.mask : modelLayer?.mask?.presentation() }
        set { setMask(newValue) }
    }

    /// Whether contents and sublayers are clipped to the bounds with their rounded corners. Animatable.
    open var masksToBounds: Bool {
        get { state.flags.contains(.masksToBounds) }
        set { setFlag(.masksToBounds, .masksToBounds, newValue) }
    }

    // MARK: Layout

    /// How the layer's frame follows its superlayer's size.
    open var autoresizingMask: CAAutoresizingMask {
        get { layout.autoresizingMask }
        set { layout.autoresizingMask = newValue }
    }

    /// Lays out the sublayers when the delegate does not; nil for none. The layer retains it.
    open var layoutManager: (any CALayoutManager)? {
        get { layout.manager }
        set {
            layout.manager = newValue
            if newValue != nil { answerLayout() }
            layoutChanged()
        }
    }

    /// Relations to the superlayer and to siblings, for CAConstraintLayoutManager to solve.
    open var constraints: [CAConstraint]? {
        get { layout.constraints }
        set {
            layout.constraints = newValue
            superlayer?.layoutChanged()
        }
    }

    /// Adds a relation to `constraints`.
    open func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }

    /// The size that the layer prefers for its frame: its layout manager's answer, or the frame's size.
    open func preferredFrameSize() -> CGSize { layout.manager?.preferredSize(of: self) ?? frame.size }

    /// Asks for the sublayers to be laid out before the next commit.
    open func setNeedsLayout() { markNeedsLayout() }

    /// Whether the sublayers have to be laid out.
    open func needsLayout() -> Bool { core.layout.isNeeded }

    /// Lays out now: goes up the superlayers as long as they need layout, then lays out from there downwards.
    open func layoutIfNeeded() { layOutTree() }

    /// Lays out the sublayers: asks the delegate, or else the layout manager. Override it to lay them out in another
    /// way.
    open func layoutSublayers() { layOutByDefault() }

    /// Tells each sublayer that this layer's size has changed, so that it can follow.
    open func resizeSublayers(withOldSize size: CGSize) {
        for layer in links.sublayers { layer.resize(withOldSuperlayerSize: size) }
    }

    /// Fits the frame to the superlayer's new size, by `autoresizingMask`.
    open func resize(withOldSuperlayerSize size: CGSize) { autoresize(from: size) }

    // MARK: Scrolling

    /// Scrolls the nearest CAScrollLayer, from this layer upwards, so that a point of this layer's space comes to the
    /// origin of the scroll layer's bounds.
    open func scroll(_ p: CGPoint) { scrollLayer?.scroll(to: convert(p, to: scrollLayer)) }

    /// Scrolls the nearest CAScrollLayer by the least amount that shows a rectangle of this layer's space.
    open func scrollRectToVisible(_ r: CGRect) { scrollLayer?.scroll(to: convert(r, to: scrollLayer)) }

    /// The part of the bounds that the nearest CAScrollLayer shows; all of the bounds when there is no scroll layer.
    open var visibleRect: CGRect { rectWithinScrollLayer }

    // MARK: Contents

    /// The layer's picture, a CGImage; nil for none. Animatable.
    ///
    /// - Precondition: nil or a CGImage.
    open var contents: Any? {
        get { contentsObject }
        set { setContents(newValue) }
    }

    /// The part of the image that is shown, in the image's unit coordinates. Animatable.
    open var contentsRect: CGRect {
        get { state.contentsRect }
        set { change(.contentsRect, if: contentsRect != newValue) { $0.contentsRect = newValue } }
    }

    /// How the image fits the bounds. An unknown gravity becomes `center`, as measured on Apple's.
    open var contentsGravity: CALayerContentsGravity {
        get { CALayerContentsGravity(rawValue: state.contents.gravity.rawValue) }
        set {
            let gravity = ContentsState.Gravity(rawValue: newValue.rawValue) ?? .center
            change(.contentsGravity, if: state.contents.gravity != gravity) { $0.contents.gravity = gravity }
        }
    }

    /// Pixels of the image per point. Gravities that resize ignore it. Animatable.
    open var contentsScale: CGFloat {
        get { CGFloat(state.contents.scale) }
        set { change(.contentsScale, if: contentsScale != newValue) { $0.contents.scale = Double(newValue) } }
    }

    /// The part of the image that stretches when it is resized, in the image's unit coordinates. Animatable.
    open var contentsCenter: CGRect {
        get { state.contents.center }
        set { change(.contentsCenter, if: contentsCenter != newValue) { $0.contents.center = newValue } }
    }

    /// The filter for drawing the image smaller. A filter unknown to Apple counts as `linear`.
    open var minificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(rawValue: state.contents.minificationFilter.rawValue) }
        set {
            let filter = ContentsState.Filter(rawValue: newValue.rawValue) ?? .linear
            change(.minificationFilter, if: state.contents.minificationFilter != filter) {
                $0.contents.minificationFilter = filter
            }
        }
    }

    /// The filter for drawing the image larger. A filter unknown to Apple counts as `linear`.
    open var magnificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(rawValue: state.contents.magnificationFilter.rawValue) }
        set {
            let filter = ContentsState.Filter(rawValue: newValue.rawValue) ?? .linear
            change(.magnificationFilter, if: state.contents.magnificationFilter != filter) {
                $0.contents.magnificationFilter = filter
            }
        }
    }

    /// Added to the mipmap level that the trilinear filter chooses. Animatable.
    open var minificationFilterBias: Float {
        get { Float(state.contents.minificationFilterBias) }
        set {
            change(.minificationFilterBias, if: minificationFilterBias != newValue) {
                $0.contents.minificationFilterBias = Double(newValue)
            }
        }
    }

    /// A promise that the layer's contents cover its bounds opaquely. The compositor may then draw nothing behind it.
    open var isOpaque: Bool {
        get { state.flags.contains(.opaque) }
        set { setFlag(.opaque, .opaque, newValue) }
    }

    // MARK: Drawing

    /// Whether a change of a property, or an animation of it, makes the layer draw its contents again. Override it for
    /// properties that a subclass draws from. False here, for every key.
    open class func needsDisplay(forKey key: String) -> Bool { false }

    /// Draws the layer and sets the picture as its contents. The delegate's `display(_:)` draws; without one,
    /// `draw(in:)` draws into pixels of the layer's own, and only the invalid part is drawn again.
    ///
    /// When nothing is drawn, no pixels are allocated and the contents stay. Commits call this for layers that need it,
    /// after layout. Override it to set `contents` in another way.
    open func display() { displayByDefault() }

    /// Draws the layer's contents: asks the delegate. Override it to draw.
    ///
    /// *Space*: the context's space is the layer's own. It is clipped to the invalid part, which has been cleared.
    open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

    /// Draws the layer and all layers under it into a context, as they are now. A layer of the model draws without
    /// animations; a presentation layer draws with them.
    ///
    /// The layer's own space is the context's user space; the layer's position and transform do not matter. The
    /// context's clip, alpha, blend mode and shadow apply as for an image. Pending layout and drawing are not done
    /// first.
    open func render(in ctx: CGContext) { renderTree(into: ctx) }

    /// Asks for the whole layer to be drawn before the next commit.
    open func setNeedsDisplay() { markNeedsDisplay(nil) }

    /// Asks for a part of the layer to be drawn before the next commit; the other pixels stay.
    open func setNeedsDisplay(_ r: CGRect) { markNeedsDisplay(r) }

    /// Whether the layer has to be drawn.
    open func needsDisplay() -> Bool { drawing.isNeeded }

    /// Draws the layer now if it needs it.
    open func displayIfNeeded() { displayNow() }

    /// Whether a change of `bounds` asks for the layer to be drawn.
    open var needsDisplayOnBoundsChange: Bool {
        get { drawing.redrawsOnBoundsChange }
        set { drawing.redrawsOnBoundsChange = newValue }
    }

    /// Whether drawing is recorded, and played back on another thread while the program goes on.
    ///
    /// `draw(in:)` itself is called on the thread that commits.
    open var drawsAsynchronously: Bool {
        get { drawing.drawsAsynchronously }
        set { drawing.drawsAsynchronously = newValue }
    }

    /// The format of the pixels that the layer is drawn into. A format unknown to Apple counts as `RGBA8Uint`.
    ///
    /// `RGBA16Float` is drawn in 8 bits, as `RGBA8Uint` and `automatic` are. `gray8Uint` has no alpha: pixels that are
    /// not drawn on are black.
    open var contentsFormat: CALayerContentsFormat {
        get { drawing.format }
        set { drawing.format = newValue.isKnown ? newValue : .RGBA8Uint }
    }

    // MARK: Appearance

    /// The colour or the pattern behind the contents, within the rounded corners; nil for none. Colours are animatable.
    ///
    /// A pattern's first cell is at the lower left corner of the bounds, with y up, as on iOS: a picture of
    /// `UIColor(patternImage:)` is upside down there, but upright as the background of a view.
    open var backgroundColor: CGColor? {
        get { patternColor ?? state.backgroundColor.map { CGColor(value: $0) } }
        set {
            let value = setPattern(of: newValue) ? nil : newValue?.value
            change(.backgroundColor, if: state.backgroundColor != value) { $0.backgroundColor = value }
        }
    }

    /// The radius of the corners of background and border, and of the clip with `masksToBounds`, in points. Animatable.
    open var cornerRadius: CGFloat {
        get { CGFloat(state.cornerRadius) }
        set { change(.cornerRadius, if: cornerRadius != newValue) { $0.cornerRadius = Double(newValue) } }
    }

    /// The corners that the radius applies to; bits other than the four corners are dropped.
    open var maskedCorners: CACornerMask {
        get { CACornerMask(rawValue: UInt(state.maskedCorners.rawValue)) }
        set {
            let corners = CornerMask(rawValue: UInt8(newValue.rawValue & 15))
            change(.maskedCorners, if: state.maskedCorners != corners) { $0.maskedCorners = corners }
        }
    }

    /// The shape of the corners. A curve unknown to Apple counts as `circular`.
    open var cornerCurve: CALayerCornerCurve {
        get { state.flags.contains(.continuousCorners) ? .continuous : .circular }
        set {
            let isContinuous = newValue == .continuous
            change(.cornerCurve, if: state.flags.contains(.continuousCorners) != isContinuous) {
                if isContinuous { $0.flags.insert(.continuousCorners) } else { $0.flags.remove(.continuousCorners) }
            }
        }
    }

    /// How far a corner of this curve reaches along its sides, as a multiple of the radius.
    ///
    /// *Source*: measured on Apple's, dev/api/quartzcore-api.tsv.
    open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
        curve == .continuous ? CGFloat(Path.continuousExpansion) : 1
    }

    /// The width of the border, in points. It lies inside the bounds, in front of contents and sublayers. Animatable.
    open var borderWidth: CGFloat {
        get { CGFloat(state.borderWidth) }
        set { change(.borderWidth, if: borderWidth != newValue) { $0.borderWidth = Double(newValue) } }
    }

    /// The colour of the border; nil for none. Animatable.
    open var borderColor: CGColor? {
        get { state.borderColor.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.borderColor, if: state.borderColor != value) { $0.borderColor = value }
        }
    }

    /// A factor for the alpha of the layer and its sublayers, 0...1. Animatable.
    open var opacity: Float {
        get { Float(state.opacity) }
        set { change(.opacity, if: opacity != newValue) { $0.opacity = Double(newValue) } }
    }

    /// Whether opacity applies to the layer and its sublayers as one image, rather than to each.
    open var allowsGroupOpacity: Bool {
        get { state.flags.contains(.allowsGroupOpacity) }
        set { setFlag(.allowsGroupOpacity, .allowsGroupOpacity, newValue) }
    }

    // MARK: Shadow

    /// The colour of the shadow; nil for none. Animatable.
    open var shadowColor: CGColor? {
        get { state.shadow.color.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.shadowColor, if: state.shadow.color != value) { $0.shadow.color = value }
        }
    }

    /// A factor for the alpha of the shadow, 0...1; 0 for no shadow. Animatable.
    open var shadowOpacity: Float {
        get { Float(state.shadow.opacity) }
        set { change(.shadowOpacity, if: shadowOpacity != newValue) { $0.shadow.opacity = Double(newValue) } }
    }

    /// The offset of the shadow from the layer, in the layer's own space. Animatable.
    open var shadowOffset: CGSize {
        get { state.shadow.offset }
        set { change(.shadowOffset, if: shadowOffset != newValue) { $0.shadow.offset = newValue } }
    }

    /// The blur of the shadow: the standard deviation of the Gaussian, in points. Animatable.
    open var shadowRadius: CGFloat {
        get { CGFloat(state.shadow.radius) }
        set { change(.shadowRadius, if: shadowRadius != newValue) { $0.shadow.radius = Double(newValue) } }
    }

    /// The outline that casts the shadow, filled by the winding rule. With nil, the visible parts of the layer and its
    /// sublayers cast it. Animatable, but without an implicit animation.
    open var shadowPath: CGPath? {
        get { state.shadow.path.map { CGPath(path: $0) } }
        set {
            let path = newValue?.path
            change(.shadowPath, if: state.shadow.path != path) { $0.shadow.path = path }
        }
    }

    // MARK: Rasterisation and edges

    /// Whether the layer with its sublayers is drawn once, into a picture that is cached and shown until they change.
    /// Animatable.
    open var shouldRasterize: Bool {
        get { state.flags.contains(.shouldRasterize) }
        set { setFlag(.shouldRasterize, .shouldRasterize, newValue) }
    }

    /// Pixels per point of the picture of `shouldRasterize`, before the screen's scale. Animatable.
    open var rasterizationScale: CGFloat {
        get { CGFloat(state.effects.rasterizationScale) }
        set {
            change(.rasterizationScale, if: rasterizationScale != newValue) {
                $0.effects.rasterizationScale = Double(newValue)
            }
        }
    }

    /// The edges of the bounds that are antialiased; bits other than the four edges are dropped.
    open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { CAEdgeAntialiasingMask(rawValue: UInt32(state.effects.edges.rawValue)) }
        set {
            let edges = EdgeMask(rawValue: UInt8(newValue.rawValue & 15))
            change(.edgeAntialiasingMask, if: state.effects.edges != edges) { $0.effects.edges = edges }
        }
    }

    /// Whether edges are antialiased at all; true, as on macOS.
    open var allowsEdgeAntialiasing: Bool {
        get { state.flags.contains(.allowsEdgeAntialiasing) }
        set { setFlag(.allowsEdgeAntialiasing, .allowsEdgeAntialiasing, newValue) }
    }

    // MARK: Dynamic range

    /// How bright contents may be. It is stored, and has no effect until there are surfaces of more than 8 bits. A
    /// value unknown to Apple counts as `standard`.
    open var preferredDynamicRange: CALayer.DynamicRange {
        get { DynamicRange(rawValue: state.effects.range.preferred.rawValue) }
        set {
            let range = DynamicRangeState.Preferred(rawValue: newValue.rawValue) ?? .standard
            change(.preferredDynamicRange, if: state.effects.range.preferred != range) {
                $0.effects.range.preferred = range
            }
        }
    }

    /// Whether contents are tone-mapped into the range of the screen: stored, without effect. A value unknown to Apple
    /// counts as `automatic`.
    open var toneMapMode: CALayer.ToneMapMode {
        get { ToneMapMode(rawValue: state.effects.range.toneMapMode.rawValue) }
        set {
            let mode = DynamicRangeState.ToneMapMode(rawValue: newValue.rawValue) ?? .automatic
            change(.toneMapMode, if: state.effects.range.toneMapMode != mode) { $0.effects.range.toneMapMode = mode }
        }
    }

    /// Whether contents brighter than white are wanted: stored, without effect.
    open var wantsExtendedDynamicRangeContent: Bool {
        get { state.effects.range.wantsExtended }
        set {
            change(.wantsExtendedDynamicRangeContent, if: wantsExtendedDynamicRangeContent != newValue) {
                $0.effects.range.wantsExtended = newValue
            }
        }
    }

    /// The brightest value of the contents, as a multiple of white; 0 reads it from the contents. Stored, without
    /// effect.
    open var contentsHeadroom: CGFloat {
        get { CGFloat(state.effects.range.headroom) }
        set {
            change(.contentsHeadroom, if: contentsHeadroom != newValue) {
                $0.effects.range.headroom = Double(newValue)
            }
        }
    }

    // MARK: Filters

    /// How the finished layer is combined with the part of its superlayer behind it: one of Apple's names, such as
    /// "multiplyBlendMode" or "destIn"; nil for source over. Animatable.
    ///
    /// An unknown name has no effect. Pixels behind the superlayer are not involved, and the root layer has nothing
    /// behind it.
    ///
    /// - Precondition: nil or a String.
    open var compositingFilter: Any? {
        get { storedValue("compositingFilter") ?? state.effects.compositingFilter }
        set { setCompositingFilter(newValue) }
    }

    /// Filters for the layer with its sublayers, first to last: values of Mica's LayerFilter. Animatable; inputs
    /// have paths such as `filters.NAME.inputRadius`.
    ///
    /// - Precondition: nil or LayerFilters.
    open var filters: [Any]? {
        get { givenFilters(.filters) }
        set { setFilters(newValue, .filters) }
    }

    /// Filters for the pixels behind the layer, within its rounded corners, first to last: values of Mica's
    /// LayerFilter. Animatable; inputs have paths such as `backgroundFilters.NAME.inputRadius`.
    ///
    /// - Precondition: nil or LayerFilters.
    open var backgroundFilters: [Any]? {
        get { givenFilters(.backgroundFilters) }
        set { setFilters(newValue, .backgroundFilters) }
    }

    // MARK: Time

    /// The time of the superlayer, in seconds, at which the layer's own time is `timeOffset`.
    open var beginTime: CFTimeInterval {
        get { state.timing.beginTime }
        set { change(.beginTime, if: beginTime != newValue) { $0.timing.beginTime = newValue } }
    }

    /// The length of the layer's time in seconds; infinite by default, as measured on Apple's.
    open var duration: CFTimeInterval {
        get { state.timing.duration }
        set { change(.duration, if: duration != newValue) { $0.timing.duration = newValue } }
    }

    /// The rate of the layer's time and of all layers under it; 0 stops it.
    open var speed: Float {
        get { Float(state.timing.speed) }
        set { change(.speed, if: speed != newValue) { $0.timing.speed = Double(newValue) } }
    }

    /// Seconds added to the layer's time.
    open var timeOffset: CFTimeInterval {
        get { state.timing.timeOffset }
        set { change(.timeOffset, if: timeOffset != newValue) { $0.timing.timeOffset = newValue } }
    }

    /// The number of times that the layer's duration repeats.
    open var repeatCount: Float {
        get { Float(state.timing.repeatCount) }
        set { change(.repeatCount, if: repeatCount != newValue) { $0.timing.repeatCount = Double(newValue) } }
    }

    /// The seconds for which the layer's duration repeats.
    open var repeatDuration: CFTimeInterval {
        get { state.timing.repeatDuration }
        set { change(.repeatDuration, if: repeatDuration != newValue) { $0.timing.repeatDuration = newValue } }
    }

    /// Whether the layer's duration plays backwards after it has played forwards.
    open var autoreverses: Bool {
        get { state.timing.autoreverses }
        set { change(.autoreverses, if: autoreverses != newValue) { $0.timing.autoreverses = newValue } }
    }

    /// The layer's time outside its duration. A mode unknown to Apple counts as `removed`.
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(rawValue: state.timing.fillMode.name) }
        set {
            let mode = TimingState.FillMode(name: newValue.rawValue) ?? .removed
            change(.fillMode, if: state.timing.fillMode != mode) { $0.timing.fillMode = mode }
        }
    }

    /// Converts a time of another layer into this layer's; with nil, an absolute time such as `CACurrentMediaTime()`.
    open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
        convertedTime(t, from: l, to: self)
    }

    /// Converts a time of this layer into another layer's; with nil, into an absolute time.
    open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { convertedTime(t, from: self, to: l) }

    // MARK: Actions and animations

    /// The action of an event for which delegate, `actions` and `style` have none; nil here. Override it in a subclass.
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

    /// Finds the action of an event. It asks the delegate, `actions`, `style` and the class, then the implicit
    /// animation.
    open func action(forKey event: String) -> (any CAAction)? { searchAction(event) }

    /// Actions by event; NSNull stops the search.
    open var actions: [String: any CAAction]?

    /// Values for keys that the layer has no value for. "actions" holds actions by event. "style" holds another such
    /// dictionary, which is searched when this one has no value.
    ///
    /// Properties that were never set on the layer take their values from here too, at once and without animation.
    open var style: [AnyHashable: Any]? {
        didSet { applyStyle(insteadOf: oldValue) }
    }

    /// Adds a copy of an animation. It replaces any animation under the same key.
    ///
    /// A duration of 0 becomes the transaction's, or 0.25 s. A begin time of 0 becomes the time of the commit.
    open func add(_ anim: CAAnimation, forKey key: String?) { addAnimation(anim, key) }

    /// Removes all animations.
    open func removeAllAnimations() { removeEveryAnimation() }

    /// Removes the animation under a key, if there is one.
    open func removeAnimation(forKey key: String) { removeAnimation(key) }

    /// The keys of the animations in the order in which they apply; nil when there are none.
    open func animationKeys() -> [String]? {
        let keys = animations.compactMap { $0.isAnonymous ? nil : $0.key }
        return keys.isEmpty ? nil : keys
    }

    /// The animation under a key; nil when there is none. Changing the object has no effect.
    open func animation(forKey key: String) -> CAAnimation? {
        animations.first { $0.key == key && !$0.isAnonymous }?.object
    }

    // MARK: Other

    /// A name for the program's own use.
    open var name: String? {
        get { lock.locked { storedName } }
        set { lock.locked { storedName = newValue } }
    }
    private final var storedName: String?

    /// Decides actions, drawing and layout for the layer. Not retained.
    open weak var delegate: (any CALayerDelegate)? {
        didSet { if delegate != nil { answerLayout() } }
    }

    // MARK: Overridden within this module

    /// The public classes whose properties the layer has.
    package class var classes: LayerClasses { .any }

    /// Removes and returns the changes of the layer's tiles since the last commit.
    package func takeTileEdits() -> [TileEdit] { [] }

    /// Called when the layer has entered or left a tree that a server draws; `context` is its tree, or nil.
    package func treeChanged() {}

    // MARK: Key-value coding

    /// The value of a property or under any other key. Structures come as NSValue, numbers as NSNumber.
    open func value(forKey key: String) -> Any? { readValue(key) }

    /// Sets a property through its accessor, or stores a value under any other key.
    ///
    /// - Precondition: the value of a property has the property's type.
    open func setValue(_ value: Any?, forKey key: String) { writeValue(value, key) }

    /// The value at a path such as `position.x`, `transform.rotation.z`, `mask.opacity` or `sublayers.NAME.opacity`.
    open func value(forKeyPath keyPath: String) -> Any? { readValue(path: keyPath) }

    /// Sets the value at a path, such as `position.x`.
    ///
    /// - Precondition: the value has the type of the property or component that the path names.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { writeValue(value, path: keyPath) }
}

extension LayerAccessor {
    static let layer: [LayerAccessor] = [
        .rect(.bounds, \CALayer.bounds),
        .point(.position, \CALayer.position),
        .number(.zPosition, \CALayer.zPosition),
        .point(.anchorPoint, \CALayer.anchorPoint),
        .number(.anchorPointZ, \CALayer.anchorPointZ),
        .transform(.transform, \CALayer.transform),
        .transform(.sublayerTransform, \CALayer.sublayerTransform),
        .bool(.hidden, \CALayer.isHidden),
        .bool(.doubleSided, \CALayer.isDoubleSided),
        .bool(.geometryFlipped, \CALayer.isGeometryFlipped),
        .bool(.masksToBounds, \CALayer.masksToBounds),
        .bool(.opaque, \CALayer.isOpaque),
        .bool(.allowsGroupOpacity, \CALayer.allowsGroupOpacity),
        .number(.opacity, \CALayer.opacity),
        .color(.backgroundColor, \CALayer.backgroundColor),
        .number(.cornerRadius, \CALayer.cornerRadius),
        .name(.cornerCurve, \CALayer.cornerCurve),
        .number(.borderWidth, \CALayer.borderWidth),
        .color(.borderColor, \CALayer.borderColor),
        .rect(.contentsRect, \CALayer.contentsRect),
        .name(.contentsGravity, \CALayer.contentsGravity),
        .number(.contentsScale, \CALayer.contentsScale),
        .rect(.contentsCenter, \CALayer.contentsCenter),
        .name(.minificationFilter, \CALayer.minificationFilter),
        .name(.magnificationFilter, \CALayer.magnificationFilter),
        .number(.minificationFilterBias, \CALayer.minificationFilterBias),
        .number(.beginTime, \CALayer.beginTime),
        .number(.duration, \CALayer.duration),
        .number(.speed, \CALayer.speed),
        .number(.timeOffset, \CALayer.timeOffset),
        .number(.repeatCount, \CALayer.repeatCount),
        .number(.repeatDuration, \CALayer.repeatDuration),
        .bool(.autoreverses, \CALayer.autoreverses),
        .name(.fillMode, \CALayer.fillMode),
        .color(.shadowColor, \CALayer.shadowColor),
        .number(.shadowOpacity, \CALayer.shadowOpacity),
        .size(.shadowOffset, \CALayer.shadowOffset),
        .number(.shadowRadius, \CALayer.shadowRadius),
        .path(.shadowPath, \CALayer.shadowPath),
        .bool(.allowsEdgeAntialiasing, \CALayer.allowsEdgeAntialiasing),
        .bool(.shouldRasterize, \CALayer.shouldRasterize),
        .number(.rasterizationScale, \CALayer.rasterizationScale),
        .name(.preferredDynamicRange, \CALayer.preferredDynamicRange),
        .name(.toneMapMode, \CALayer.toneMapMode),
        .bool(.wantsExtendedDynamicRangeContent, \CALayer.wantsExtendedDynamicRangeContent),
        .number(.contentsHeadroom, \CALayer.contentsHeadroom),
        .objects(.filters, \CALayer.filters, .filters),
        .objects(.backgroundFilters, \CALayer.backgroundFilters, .filters),
        .number(.maskedCorners, \CALayer.maskedCorners, { Double($0.rawValue) }) {
            CACornerMask(rawValue: UInt(max(0, min(15, $0))))
        },
        .number(.edgeAntialiasingMask, \CALayer.edgeAntialiasingMask, { Double($0.rawValue) }) {
            CAEdgeAntialiasingMask(rawValue: UInt32(max(0, min(15, $0))))
        },
        // These objects do not consist of numbers: the getter reads them from the state.
        LayerAccessor(property: .mask, get: { $0.state[.mask] }, set: { _, _ in false }),
        LayerAccessor(property: .contents, get: { $0.state[.contents] }) { layer, value in
            switch value {
            case .image(let image): layer.contents = CGImage(resource: image)
            case .none: layer.contents = nil
            default: return false
            }
            return true
        },
        LayerAccessor(property: .compositingFilter, get: { $0.state[.compositingFilter] }) { layer, value in
            switch value {
            case .string(let name): layer.compositingFilter = name.isEmpty ? nil : name
            case .none: layer.compositingFilter = nil
            default: return false
            }
            return true
        },
    ]
}
