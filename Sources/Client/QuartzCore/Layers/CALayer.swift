import CoreGraphics
import Foundation
import MicaGeometry
import MicaRaster
import MicaWire

/// A rectangle of a tree that has a picture, a place and a time, and animates when its properties change.
///
/// A layer is identity, links to other layers, a delegate and one `LayerState`. Its properties are read and written on
/// any one thread at a time; what has changed crosses to the render server when the transaction ends. Subclasses
/// override `init()`, `init(layer:)` and `init?(coder:)`, the last two also when they add stored properties.
///
/// *Units*: points and seconds. *Space*: y down, unless `isGeometryFlipped`. *Source*: Apple, CALayer.h.
open class CALayer: NSObject, NSSecureCoding, CAMediaTiming {
    /// The identity that the server knows the layer by.
    package let id: LayerID
    /// What setting a property looks at and changes.
    package final var core = LayerCore()
    /// The animations in the order in which they apply.
    package final var animations: [LayerAnimation] = [] {
        didSet { core.isAnimated = !animations.isEmpty }
    }
    /// Superlayer, sublayers and mask.
    package final var links = LayerLinks()
    /// Values under keys that are not properties.
    package final var customValues: [String: Any] = [:]
    /// How the layer and its sublayers are laid out, and whether they need to be.
    package final var layout = LayerLayout()
    /// How the layer is drawn, and whether it needs to be.
    package final var drawing = LayerDisplay()
    /// What `contents` was set to.
    package final var contentsObject: Any?
    /// The layer that this is a snapshot of; nil for a layer of the model.
    package final var modelLayer: CALayer? {
        didSet { core.isSnapshot = modelLayer != nil }
    }

    // MARK: Creation

    /// Makes a layer with Apple's defaults.
    public override init() {
        MediaClock.markBuilding()
        id = LayerID.next()
        super.init()
        core.hasNoHooks = hasNoHooks
    }

    /// Makes a copy of a layer for `presentation()`, or for the program's own use; override it to copy properties that
    /// a subclass adds.
    ///
    /// Copied are the values, not links, delegate or animations.
    public init(layer: Any) {
        id = LayerID.next()
        super.init()
        core.hasNoHooks = hasNoHooks
        guard let other = layer as? CALayer else { return }
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

    /// Reads a layer, its sublayers and its mask from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        id = LayerID.next()
        super.init()
        core.hasNoHooks = hasNoHooks
        guard readArchive(coder) else { return nil }
    }

    /// Writes the layer, its sublayers and its mask into an archive; animations are not archived.
    open func encode(with coder: NSCoder) { writeArchive(coder) }

    /// True: archives of layers can be read securely.
    open class var supportsSecureCoding: Bool { true }

    // MARK: Model and presentation

    /// A copy of the layer as it is on the screen now, with animations applied; nil when the layer is not in a tree that
    /// has been committed.
    ///
    /// The copy is of the layer's class, and its superlayer, sublayers and mask are presentation layers too. Writing to
    /// it changes nothing but the copy.
    open func presentation() -> Self? { makePresentation() }

    /// The layer that a presentation layer is a copy of; any other layer is its own model.
    open func model() -> Self { modelLayer.flatMap { $0 as? Self } ?? self }

    /// The default of a property; override it for properties that a subclass adds. nil for other keys, and for the few
    /// properties that Apple names no default of: `bounds`, `position`, `minificationFilterBias`.
    open class func defaultValue(forKey key: String) -> Any? { standardValue(key) }

    /// Whether an archive holds the value under a key: one that was set; override it to leave values out.
    open func shouldArchiveValue(forKey key: String) -> Bool { isArchived(key) }

    // MARK: Geometry

    /// The layer's own coordinate space: its origin and size; a negative size is made positive. Animatable.
    ///
    /// A new size resizes sublayers by their `autoresizingMask`; a new size or origin asks for layout.
    open var bounds: CGRect {
        get { state.bounds }
        set { setBounds(newValue) }
    }

    /// Where the anchor point lies in the superlayer. Animatable.
    open var position: CGPoint {
        get { state.position }
        set { move(to: newValue) }
    }

    /// Depth in the superlayer; siblings are drawn in its order. Animatable.
    open var zPosition: CGFloat {
        get { CGFloat(state.zPosition) }
        set { change(.zPosition, if: state.zPosition != Double(newValue)) { $0.zPosition = Double(newValue) } }
    }

    /// The point of the bounds that `position` places and transforms turn about, in unit coordinates. Animatable.
    open var anchorPoint: CGPoint {
        get { state.anchorPoint }
        set { change(.anchorPoint, if: state.anchorPoint != newValue) { $0.anchorPoint = newValue } }
    }

    /// The depth of the anchor point. Animatable.
    open var anchorPointZ: CGFloat {
        get { CGFloat(state.anchorPointZ) }
        set { change(.anchorPointZ, if: state.anchorPointZ != Double(newValue)) { $0.anchorPointZ = Double(newValue) } }
    }

    /// Applied about the anchor point. Animatable.
    open var transform: CATransform3D {
        get { CATransform3D(state.transform) }
        set {
            let matrix = newValue.matrix
            change(.transform, if: state.transform != matrix) { $0.transform = matrix }
        }
    }

    /// `transform` as a map of the plane; the identity when it leaves the plane, as measured on Apple's.
    open func affineTransform() -> CGAffineTransform {
        state.transform.isAffine ? CATransform3DGetAffineTransform(transform) : .identity
    }

    /// Sets `transform` to a map of the plane.
    open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    /// The smallest rectangle in the superlayer around the transformed bounds; setting it sets `position` and the size of
    /// `bounds`. Not animatable: animate those instead.
    open var frame: CGRect {
        get { derivedFrame }
        set { setDerivedFrame(newValue) }
    }

    /// Whether the layer and its sublayers are not drawn. Animatable.
    open var isHidden: Bool {
        get { state.flags.contains(.hidden) }
        set { setFlag(.hidden, .hidden, newValue) }
    }

    /// Whether the layer is drawn when its back faces the viewer. Animatable.
    open var isDoubleSided: Bool {
        get { state.flags.contains(.doubleSided) }
        set { setFlag(.doubleSided, .doubleSided, newValue) }
    }

    /// Whether sublayers are placed with y up.
    open var isGeometryFlipped: Bool {
        get { state.flags.contains(.geometryFlipped) }
        set { setFlag(.geometryFlipped, .geometryFlipped, newValue) }
    }

    /// A point of another layer's space in this one's; nil stands for the space around the root.
    ///
    /// Points go through the planes of the layers, with perspective. Where a layer's plane is seen on edge there is no way
    /// back to it, and its transforms are left out; a point behind the viewer comes out mirrored.
    open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { CALayer.path(from: l, to: self).converted(p) }

    /// A point of this layer's space in another's; nil stands for the space around the root.
    open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { CALayer.path(from: self, to: l).converted(p) }

    /// The smallest rectangle of this layer's space around one of another's, of which only what lies before the viewer
    /// counts; null when none of it does.
    open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { CALayer.path(from: l, to: self).converted(r) }

    /// The smallest rectangle of another layer's space around one of this layer's.
    open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { CALayer.path(from: self, to: l).converted(r) }

    /// Whether a point of the layer's own space lies within its bounds; their far edges lie outside.
    open func contains(_ p: CGPoint) -> Bool { bounds.holds(p) }

    /// The front-most layer at a point, of this one and all under it; nil when there is none.
    ///
    /// Hidden layers and those that turn a back that is not drawn are passed over; what a layer clips away, and what lies
    /// outside its mask, is not found. Opacity does not matter.
    ///
    /// *Space*: `p` is in the superlayer's.
    open func hitTest(_ p: CGPoint) -> CALayer? { layerHit(at: p) }

    /// Whether an odd number of layers from this one upwards have flipped geometry.
    open func contentsAreFlipped() -> Bool {
        (superlayer?.contentsAreFlipped() ?? false) != isGeometryFlipped
    }

    /// Applied to sublayers about the anchor point; the usual place for perspective. Animatable.
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

    /// The layers above this one, back to front; nil when there are none.
    open var sublayers: [CALayer]? {
        get { readSublayers() }
        set { replaceSublayers(newValue ?? []) }
    }

    /// Takes the layer out of its superlayer, or from being its mask.
    open func removeFromSuperlayer() { detachFromSuperlayer() }

    /// Puts a layer in front of all sublayers, taking it from where it was.
    open func addSublayer(_ layer: CALayer) { insert(layer, at: links.sublayers.count) }

    /// Puts a layer at an index of the sublayers; an index past the end counts as the end.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

    /// Puts a layer behind a sublayer, or behind all when there is none such.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) { insert(layer, below: sibling) }

    /// Puts a layer in front of a sublayer, or in front of all when there is none such.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) { insert(layer, above: sibling) }

    /// Puts a layer in place of a sublayer; nothing happens when that is no sublayer.
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, with: newLayer) }

    /// The layer whose alpha multiplies this one's and its sublayers'; placed in this layer's bounds.
    open var mask: CALayer? {
        get { modelLayer == nil ? links.mask : modelLayer?.mask?.presentation() }
        set { setMask(newValue) }
    }

    /// Whether contents and sublayers are clipped to the bounds with their round corners. Animatable.
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

    /// Lays out the sublayers when no delegate does; nil for none. Kept alive.
    open var layoutManager: (any CALayoutManager)? {
        get { layout.manager }
        set {
            layout.manager = newValue
            if newValue != nil { answerLayout() }
            layoutChanged()
        }
    }

    /// Relations to the superlayer and to siblings that CAConstraintLayoutManager keeps.
    open var constraints: [CAConstraint]? {
        get { layout.constraints }
        set {
            layout.constraints = newValue
            superlayer?.layoutChanged()
        }
    }

    /// Adds a relation to those that there are.
    open func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }

    /// The size that the layer would like its frame to have: its layout manager's answer, or the frame's size.
    open func preferredFrameSize() -> CGSize { layout.manager?.preferredSize(of: self) ?? frame.size }

    /// Asks for the sublayers to be laid out before the next commit.
    open func setNeedsLayout() { markNeedsLayout() }

    /// Whether the sublayers are to be laid out.
    open func needsLayout() -> Bool { core.layout.isNeeded }

    /// Lays out now what needs it: from the top of an unbroken line of superlayers that need it, and all under it.
    open func layoutIfNeeded() { layOutTree() }

    /// Lays out the sublayers: asks the delegate or, if it does not say how, the layout manager. Override it to do it.
    open func layoutSublayers() { layOutByDefault() }

    /// Tells the sublayers that this layer has got another size.
    open func resizeSublayers(withOldSize size: CGSize) {
        for layer in links.sublayers { layer.resize(withOldSuperlayerSize: size) }
    }

    /// Fits the frame to the superlayer's new size, by `autoresizingMask`.
    open func resize(withOldSuperlayerSize size: CGSize) { autoresize(from: size) }

    // MARK: Scrolling

    /// Moves the nearest CAScrollLayer, upwards from this layer itself, so that a point of this layer's space comes to its
    /// bounds' origin.
    open func scroll(_ p: CGPoint) { scrollLayer?.scroll(to: convert(p, to: scrollLayer)) }

    /// Moves the nearest CAScrollLayer as little as shows a rectangle of this layer's space.
    open func scrollRectToVisible(_ r: CGRect) { scrollLayer?.scroll(to: convert(r, to: scrollLayer)) }

    /// The part of the bounds that the nearest CAScrollLayer shows; all of them when there is none.
    open var visibleRect: CGRect { rectWithinScrollLayer }

    // MARK: Contents

    /// What the layer shows: a CGImage; nil for nothing. Animatable.
    ///
    /// - Precondition: nil or a CGImage.
    open var contents: Any? {
        get { contentsObject }
        set { setContents(newValue) }
    }

    /// The part of the image that is shown, in unit coordinates of it. Animatable.
    open var contentsRect: CGRect {
        get { state.contentsRect }
        set { change(.contentsRect, if: contentsRect != newValue) { $0.contentsRect = newValue } }
    }

    /// How the image fits the bounds; one that is not known becomes `center`, as measured on Apple's.
    open var contentsGravity: CALayerContentsGravity {
        get { CALayerContentsGravity(rawValue: state.contents.gravity.rawValue) }
        set {
            let gravity = ContentsState.Gravity(rawValue: newValue.rawValue) ?? .center
            change(.contentsGravity, if: state.contents.gravity != gravity) { $0.contents.gravity = gravity }
        }
    }

    /// Pixels of the image per point; gravities that resize do not look at it. Animatable.
    open var contentsScale: CGFloat {
        get { CGFloat(state.contents.scale) }
        set { change(.contentsScale, if: contentsScale != newValue) { $0.contents.scale = Double(newValue) } }
    }

    /// The part of the image that stretches when it is resized, in unit coordinates of it. Animatable.
    open var contentsCenter: CGRect {
        get { state.contents.center }
        set { change(.contentsCenter, if: contentsCenter != newValue) { $0.contents.center = newValue } }
    }

    /// The filter for drawing the image smaller; one that Apple does not know counts as `linear`.
    open var minificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(rawValue: state.contents.minificationFilter.rawValue) }
        set {
            let filter = ContentsState.Filter(rawValue: newValue.rawValue) ?? .linear
            change(.minificationFilter, if: state.contents.minificationFilter != filter) {
                $0.contents.minificationFilter = filter
            }
        }
    }

    /// The filter for drawing the image larger; one that Apple does not know counts as `linear`.
    open var magnificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(rawValue: state.contents.magnificationFilter.rawValue) }
        set {
            let filter = ContentsState.Filter(rawValue: newValue.rawValue) ?? .linear
            change(.magnificationFilter, if: state.contents.magnificationFilter != filter) {
                $0.contents.magnificationFilter = filter
            }
        }
    }

    /// Added to the mipmap level with the trilinear filter. Animatable.
    open var minificationFilterBias: Float {
        get { Float(state.contents.minificationFilterBias) }
        set {
            change(.minificationFilterBias, if: minificationFilterBias != newValue) {
                $0.contents.minificationFilterBias = Double(newValue)
            }
        }
    }

    /// A promise that what the layer draws covers its bounds opaquely; the compositor may then draw nothing behind it.
    open var isOpaque: Bool {
        get { state.flags.contains(.opaque) }
        set { setFlag(.opaque, .opaque, newValue) }
    }

    // MARK: Drawing

    /// Whether a change of a property, or an animation of it, has the layer drawn anew; override it for properties that a
    /// subclass draws by. False here, for every key.
    open class func needsDisplay(forKey key: String) -> Bool { false }

    /// Draws the layer and makes the picture its contents: by the delegate's `display(_:)` or, where the delegate has none,
    /// by `draw(in:)` into pixels of the layer's own, of which only the invalid ones are drawn anew.
    ///
    /// Where nothing is drawn there are no pixels, and the contents stay. Commits call this for layers that need it, after
    /// layout; override it to set `contents` in another way.
    open func display() { displayByDefault() }

    /// Draws the layer's contents: asks the delegate. Override it to draw.
    ///
    /// *Space*: the context's is the layer's own; it is limited to what is invalid, which was cleared.
    open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

    /// Draws the layer and all under it into a context, as they are now: without animations, and what a presentation layer
    /// shows with them.
    ///
    /// The layer's own space is the context's user space, whatever its position and transform; the context's clip, alpha,
    /// blend mode and shadow count as for an image. Layers that need layout or to be drawn are not asked to do it.
    open func render(in ctx: CGContext) { renderTree(into: ctx) }

    /// Asks for the whole layer to be drawn before the next commit.
    open func setNeedsDisplay() { markNeedsDisplay(nil) }

    /// Asks for a part of the layer to be drawn before the next commit; the rest keeps its pixels.
    open func setNeedsDisplay(_ r: CGRect) { markNeedsDisplay(r) }

    /// Whether the layer is to be drawn.
    open func needsDisplay() -> Bool { drawing.isNeeded }

    /// Draws the layer now if it needs it.
    open func displayIfNeeded() { displayNow() }

    /// Whether other bounds ask for the layer to be drawn.
    open var needsDisplayOnBoundsChange: Bool {
        get { drawing.redrawsOnBoundsChange }
        set { drawing.redrawsOnBoundsChange = newValue }
    }

    /// Whether what `draw(in:)` does is taken down, and done on another thread while the program goes on.
    ///
    /// `draw(in:)` itself is called on the thread that commits.
    open var drawsAsynchronously: Bool {
        get { drawing.drawsAsynchronously }
        set { drawing.drawsAsynchronously = newValue }
    }

    /// The format of the pixels that the layer is drawn into; one that Apple does not know counts as `RGBA8Uint`.
    ///
    /// `RGBA16Float` is drawn in 8 bits, as `RGBA8Uint` and `automatic` are. In `gray8Uint` there is no alpha: what nobody
    /// draws on is black.
    open var contentsFormat: CALayerContentsFormat {
        get { drawing.format }
        set { drawing.format = newValue.isKnown ? newValue : .RGBA8Uint }
    }

    // MARK: Appearance

    /// The colour behind the contents, in the round corners; nil for none. Animatable.
    open var backgroundColor: CGColor? {
        get { state.backgroundColor.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.backgroundColor, if: state.backgroundColor != value) { $0.backgroundColor = value }
        }
    }

    /// Radius of the corners of background and border, and of the clip when `masksToBounds`. Animatable.
    open var cornerRadius: CGFloat {
        get { CGFloat(state.cornerRadius) }
        set { change(.cornerRadius, if: cornerRadius != newValue) { $0.cornerRadius = Double(newValue) } }
    }

    /// The corners that the radius applies to; bits beyond the four are dropped.
    open var maskedCorners: CACornerMask {
        get { CACornerMask(rawValue: UInt(state.maskedCorners.rawValue)) }
        set {
            let corners = CornerMask(rawValue: UInt8(newValue.rawValue & 15))
            change(.maskedCorners, if: state.maskedCorners != corners) { $0.maskedCorners = corners }
        }
    }

    /// The shape of the corners; a curve that Apple does not know counts as `circular`.
    open var cornerCurve: CALayerCornerCurve {
        get { state.flags.contains(.continuousCorners) ? .continuous : .circular }
        set {
            let isContinuous = newValue == .continuous
            change(.cornerCurve, if: state.flags.contains(.continuousCorners) != isContinuous) {
                if isContinuous { $0.flags.insert(.continuousCorners) } else { $0.flags.remove(.continuousCorners) }
            }
        }
    }

    /// How far a corner of a curve reaches along its sides, in radii.
    ///
    /// *Source*: measured on Apple's, dev/api/quartzcore-api.tsv.
    open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
        curve == .continuous ? CGFloat(Path.continuousExpansion) : 1
    }

    /// Width of a border inside the bounds and in front of contents and sublayers. Animatable.
    open var borderWidth: CGFloat {
        get { CGFloat(state.borderWidth) }
        set { change(.borderWidth, if: borderWidth != newValue) { $0.borderWidth = Double(newValue) } }
    }

    /// Colour of the border; nil for none. Animatable.
    open var borderColor: CGColor? {
        get { state.borderColor.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.borderColor, if: state.borderColor != value) { $0.borderColor = value }
        }
    }

    /// Multiplies the alpha of the layer and its sublayers, 0...1. Animatable.
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

    /// Colour of the shadow; nil for none. Animatable.
    open var shadowColor: CGColor? {
        get { state.shadow.color.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.shadowColor, if: state.shadow.color != value) { $0.shadow.color = value }
        }
    }

    /// Multiplies the alpha of the shadow, 0...1; 0 for no shadow. Animatable.
    open var shadowOpacity: Float {
        get { Float(state.shadow.opacity) }
        set { change(.shadowOpacity, if: shadowOpacity != newValue) { $0.shadow.opacity = Double(newValue) } }
    }

    /// How far the shadow is from the layer, in the layer's own space. Animatable.
    open var shadowOffset: CGSize {
        get { state.shadow.offset }
        set { change(.shadowOffset, if: shadowOffset != newValue) { $0.shadow.offset = newValue } }
    }

    /// How far the shadow is blurred: the standard deviation of the Gaussian. Animatable.
    open var shadowRadius: CGFloat {
        get { CGFloat(state.shadow.radius) }
        set { change(.shadowRadius, if: shadowRadius != newValue) { $0.shadow.radius = Double(newValue) } }
    }

    /// The outline that throws the shadow, filled by winding; nil for what the layer and its sublayers show. Animatable,
    /// but not by itself.
    open var shadowPath: CGPath? {
        get { state.shadow.path.map { CGPath(path: $0) } }
        set {
            let path = newValue?.path
            change(.shadowPath, if: state.shadow.path != path) { $0.shadow.path = path }
        }
    }

    // MARK: Rasterisation and edges

    /// Whether what the layer and its sublayers show is drawn once, and shown again while it stays the same. Animatable.
    open var shouldRasterize: Bool {
        get { state.flags.contains(.shouldRasterize) }
        set { setFlag(.shouldRasterize, .shouldRasterize, newValue) }
    }

    /// Pixels per point of what is drawn once; for pictures as sharp as before the screen's scale. Animatable.
    open var rasterizationScale: CGFloat {
        get { CGFloat(state.effects.rasterizationScale) }
        set {
            change(.rasterizationScale, if: rasterizationScale != newValue) {
                $0.effects.rasterizationScale = Double(newValue)
            }
        }
    }

    /// Which edges of the bounds are softened where they cover pixels in part; bits beyond the four are dropped.
    open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { CAEdgeAntialiasingMask(rawValue: UInt32(state.effects.edges.rawValue)) }
        set {
            let edges = EdgeMask(rawValue: UInt8(newValue.rawValue & 15))
            change(.edgeAntialiasingMask, if: state.effects.edges != edges) { $0.effects.edges = edges }
        }
    }

    /// Whether edges are softened at all; true, as on macOS.
    open var allowsEdgeAntialiasing: Bool {
        get { state.flags.contains(.allowsEdgeAntialiasing) }
        set { setFlag(.allowsEdgeAntialiasing, .allowsEdgeAntialiasing, newValue) }
    }

    // MARK: Dynamic range

    /// How bright contents may be: stored, without effect until there are surfaces of more than 8 bits; one that Apple does
    /// not know counts as `standard`.
    open var preferredDynamicRange: CALayer.DynamicRange {
        get { DynamicRange(rawValue: state.effects.range.preferred.rawValue) }
        set {
            let range = DynamicRangeState.Preferred(rawValue: newValue.rawValue) ?? .standard
            change(.preferredDynamicRange, if: state.effects.range.preferred != range) {
                $0.effects.range.preferred = range
            }
        }
    }

    /// Whether contents are brought into the range of the screen: stored, without effect; one that Apple does not know
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

    /// How many times white contents go to; 0 takes it from them: stored, without effect.
    open var contentsHeadroom: CGFloat {
        get { CGFloat(state.effects.range.headroom) }
        set {
            change(.contentsHeadroom, if: contentsHeadroom != newValue) {
                $0.effects.range.headroom = Double(newValue)
            }
        }
    }

    // MARK: Filters

    /// How the layer, finished, is combined with what its superlayer has behind it: one of Apple's names, such as
    /// "multiplyBlendMode" or "destIn"; nil for source over. Animatable.
    ///
    /// A name that is not known has no effect. What is behind the superlayer has no part in it. The root layer has nothing
    /// behind it.
    ///
    /// - Precondition: nil or a String.
    open var compositingFilter: Any? {
        get { storedValue("compositingFilter") ?? state.effects.compositingFilter }
        set { setCompositingFilter(newValue) }
    }

    /// What the layer and its sublayers go through, first to last: values of MicaExtras' LayerFilter. Animatable, inputs by
    /// paths such as `filters.NAME.inputRadius`.
    ///
    /// - Precondition: nil or LayerFilters.
    open var filters: [Any]? {
        get { givenFilters(.filters) }
        set { setFilters(newValue, .filters) }
    }

    /// What lies behind the layer goes through, within its round corners, first to last: values of MicaExtras' LayerFilter.
    /// Animatable, inputs by paths such as `backgroundFilters.NAME.inputRadius`.
    ///
    /// - Precondition: nil or LayerFilters.
    open var backgroundFilters: [Any]? {
        get { givenFilters(.backgroundFilters) }
        set { setFilters(newValue, .backgroundFilters) }
    }

    // MARK: Time

    /// When the layer's time is `timeOffset`, in the superlayer's time.
    open var beginTime: CFTimeInterval {
        get { state.timing.beginTime }
        set {
            MediaClock.markBuilding()
            change(.beginTime, if: beginTime != newValue) { $0.timing.beginTime = newValue }
        }
    }

    /// Infinite on a layer, as measured on Apple's.
    open var duration: CFTimeInterval {
        get { state.timing.duration }
        set { change(.duration, if: duration != newValue) { $0.timing.duration = newValue } }
    }

    /// The rate of the layer's time, and of all under it; 0 stops it.
    open var speed: Float {
        get { Float(state.timing.speed) }
        set { change(.speed, if: speed != newValue) { $0.timing.speed = Double(newValue) } }
    }

    /// Added to the layer's time.
    open var timeOffset: CFTimeInterval {
        get { state.timing.timeOffset }
        set { change(.timeOffset, if: timeOffset != newValue) { $0.timing.timeOffset = newValue } }
    }

    /// How often the layer's duration repeats.
    open var repeatCount: Float {
        get { Float(state.timing.repeatCount) }
        set { change(.repeatCount, if: repeatCount != newValue) { $0.timing.repeatCount = Double(newValue) } }
    }

    /// For how long the layer's duration repeats.
    open var repeatDuration: CFTimeInterval {
        get { state.timing.repeatDuration }
        set { change(.repeatDuration, if: repeatDuration != newValue) { $0.timing.repeatDuration = newValue } }
    }

    /// Whether the layer's duration plays backwards after forwards.
    open var autoreverses: Bool {
        get { state.timing.autoreverses }
        set { change(.autoreverses, if: autoreverses != newValue) { $0.timing.autoreverses = newValue } }
    }

    /// What the layer's time does outside its duration; a mode that Apple does not know counts as `removed`.
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(rawValue: state.timing.fillMode.name) }
        set {
            let mode = TimingState.FillMode(name: newValue.rawValue) ?? .removed
            change(.fillMode, if: state.timing.fillMode != mode) { $0.timing.fillMode = mode }
        }
    }

    /// The layer's time at a time of another layer; of nil at an absolute one, such as `CACurrentMediaTime()`.
    open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
        convertedTime(t, from: l, to: self)
    }

    /// A time of this layer as another layer's; as an absolute one for nil.
    open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { convertedTime(t, from: self, to: l) }

    // MARK: Actions and animations

    /// The action of an event when neither delegate, `actions` nor style know one; nil here. Override it in a subclass.
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

    /// Looks for the action of an event: the delegate, `actions`, `style`, the class, and then the implicit animation.
    open func action(forKey event: String) -> (any CAAction)? { searchAction(event) }

    /// Actions by event; NSNull stops the search.
    open var actions: [String: any CAAction]?

    /// Values of keys that have none of their own: "actions" holds actions by event, "style" another such dictionary that is
    /// looked in when this one does not know.
    ///
    /// Properties that were never set on the layer take their values from here too, at once and without animation.
    open var style: [AnyHashable: Any]? {
        didSet { applyStyle(insteadOf: oldValue) }
    }

    /// Adds a copy of an animation, in place of any under the same key.
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

    /// The animation under a key. Changing it has no effect.
    open func animation(forKey key: String) -> CAAnimation? {
        animations.first { $0.key == key && !$0.isAnonymous }?.object
    }

    // MARK: Other

    /// A name for the program's own use.
    open var name: String?

    /// Who is asked for actions. Not kept alive.
    open weak var delegate: (any CALayerDelegate)? {
        didSet { if delegate != nil { answerLayout() } }
    }

    // MARK: What subclasses of this module add

    /// The classes whose properties the layer has.
    package class var classes: LayerClasses { .any }

    /// Takes out what has changed in the layer's tiles since the last commit.
    package func takeTileEdits() -> [TileEdit] { [] }

    /// Hears that the layer has come into a tree that a server draws, or has left one: `context` says which.
    package func treeChanged() {}

    // MARK: Key-value coding

    /// The value of a property or of any other key; structures come as NSValue, numbers as NSNumber.
    open func value(forKey key: String) -> Any? { readValue(key) }

    /// Sets a property, through its accessor, or a value under any other key.
    ///
    /// - Precondition: the value of a property has the property's type.
    open func setValue(_ value: Any?, forKey key: String) { writeValue(value, key) }

    /// The value at a path such as `position.x`, `transform.rotation.z`, `mask.opacity` or `sublayers.NAME.opacity`.
    open func value(forKeyPath keyPath: String) -> Any? { readValue(path: keyPath) }

    /// Sets the value at a path.
    ///
    /// - Precondition: the value has the type of what the path names.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { writeValue(value, path: keyPath) }
}

extension LayerAccessor {
    /// The accessors of CALayer.
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
        // Their objects are not made of values: they are read as the state has them.
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
