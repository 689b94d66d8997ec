import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// A rectangle of a user interface: it shows a layer, hears of touches, and lays out the views in it.
///
/// The view is its layer's delegate. What is seen lives in the layer: `frame`, `bounds`, `center`, `transform`, `alpha`, `isHidden`,
/// `backgroundColor` and `clipsToBounds` read and write the layer's, so that a layer that a program changes by itself is what the view
/// says. Outside of animations a change of them is seen at once; inside of `UIView.animate` it is animated.
///
/// *Units*: points. *Space*: the view's own, y down, unless a member says that it is the superview's. *Source*: Apple, UIView.
@preconcurrency @MainActor open class UIView: UIResponder, @preconcurrency CALayerDelegate, @preconcurrency NSCoding {
    /// The class of the view's layer: CALayer, unless a subclass says another; one that is no layer counts as CALayer. *Source*: Apple,
    /// UIView.layerClass.
    open class var layerClass: AnyClass { CALayer.self }

    /// What the view shows; made with the view, of `layerClass`. *Source*: Apple, UIView.layer.
    public final let layer: CALayer
    /// What few views have.
    final var rare: RareViewValues?
    /// The views in the view, back to front.
    final var children: [UIView] = []
    /// The view that this one is in.
    final weak var parent: UIView?
    /// The controller that the view is the main one of.
    final weak var controller: UIViewController?
    /// What is either so or not.
    final var flags: ViewFlags = .standard

    // MARK: Making

    /// Makes a view with a frame in its superview's space; one with a number that is none is as if it were empty. *Source*: Apple,
    /// UIView.init(frame:).
    public init(frame: CGRect) {
        layer = Self.makeLayer()
        super.init()
        adoptLayer()
        if frame != .zero, frame.isUsable { layer.frame = frame }
    }

    /// Reads a view, its subviews, its frame and what it looks like from an archive. *Source*: Apple, UIView.init(coder:).
    public required init?(coder: NSCoder) {
        layer = Self.makeLayer()
        super.init()
        adoptLayer()
        readView(coder)
    }

    /// Makes a view without a size.
    public convenience override init() { self.init(frame: .zero) }

    /// Writes the view, its subviews, its frame and what it looks like into an archive. *Source*: Apple, NSCoding.
    open func encode(with coder: NSCoder) { writeView(coder) }

    /// Called when the view has come out of a nib or a storyboard, of which there are none yet. *Source*: Apple,
    /// NSObject.awakeFromNib().
    open func awakeFromNib() {}

    /// Called by Xcode for views that it shows; never here. *Source*: Apple, NSObject.prepareForInterfaceBuilder().
    open func prepareForInterfaceBuilder() {}

    // MARK: Geometry

    /// Where the view is in its superview: the smallest rectangle around it. Animatable. Where `transform` is no identity, setting it
    /// is of little use. One with a number that is none is refused, with a message. *Source*: Apple, UIView.frame.
    open var frame: CGRect {
        get { layer.frame }
        set { setFrame(newValue) }
    }

    /// The view's own space: its origin and size. Animatable. *Source*: Apple, UIView.bounds.
    open var bounds: CGRect {
        get { layer.bounds }
        set { setBounds(newValue) }
    }

    /// Where the view's middle (its layer's anchor point) is, in the superview's space. Animatable. *Source*: Apple, UIView.center.
    open var center: CGPoint {
        get { layer.position }
        set {
            guard newValue.x.isFinite, newValue.y.isFinite else { return Notices.sayUnusable("center", newValue) }
            layer.position = newValue
            tellLayout()
        }
    }

    /// Applied about the middle; the identity where the layer's leaves the plane. Animatable. *Source*: Apple, UIView.transform.
    open var transform: CGAffineTransform {
        get { layer.affineTransform() }
        set {
            guard newValue.isUsable else { return Notices.sayUnusable("transform", newValue) }
            layer.setAffineTransform(newValue)
        }
    }

    /// Applied about the middle, in space. Animatable. *Source*: Apple, UIView.transform3D.
    open var transform3D: CATransform3D {
        get { layer.transform }
        set { layer.transform = newValue }
    }

    /// The point of the bounds that `center` places and transforms turn about, in unit coordinates. *Source*: Apple,
    /// UIView.anchorPoint.
    open var anchorPoint: CGPoint {
        get { layer.anchorPoint }
        set { layer.anchorPoint = newValue }
    }

    /// Pixels per point of what the view draws; the window's until it is set; 0 stands for that again. *Source*: Apple,
    /// UIView.contentScaleFactor: "the scale factor associated with the screen currently displaying the view". Of a view with a layer whose
    /// pixels a program makes (`CAEAGLLayer`, `CAMetalLayer`) it is 1 until it is set. *Source*: Apple, "Supporting High-Resolution Screens In
    /// Views" ("decide whether you want to opt in"), QA1909; measured for layers of other classes, openradar 22595655.
    open var contentScaleFactor: CGFloat {
        get { layer.contentsScale }
        set {
            flags.set(.hasOwnScale, newValue > 0)
            layer.contentsScale = newValue > 0 ? newValue : screenScale
        }
    }

    /// A point of this view's space in another's; nil stands for the window's. *Source*: Apple, UIView.convert(_:to:).
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        layer.convert(point, to: (view ?? coordinateRoot).layer)
    }

    /// A point of another view's space in this one's; nil stands for the window's. *Source*: Apple, UIView.convert(_:from:).
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        layer.convert(point, from: (view ?? coordinateRoot).layer)
    }

    /// The smallest rectangle of another view's space around one of this view's; nil stands for the window's. *Source*: Apple,
    /// UIView.convert(_:to:).
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        layer.convert(rect, to: (view ?? coordinateRoot).layer)
    }

    /// The smallest rectangle of this view's space around one of another's; nil stands for the window's. *Source*: Apple,
    /// UIView.convert(_:from:).
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        layer.convert(rect, from: (view ?? coordinateRoot).layer)
    }

    // MARK: What it looks like

    /// What lies behind the view's content; nil for nothing. Animatable. *Source*: Apple, UIView.backgroundColor.
    open var backgroundColor: UIColor? {
        get { rare?.backgroundColor ?? layer.backgroundColor.map { UIColor(cgColor: $0) } }
        set {
            if newValue?.isDynamic == true || rare?.backgroundColor != nil { makeRare().backgroundColor = newValue }
            layer.backgroundColor = newValue.map { $0.isDynamic ? resolved($0) : $0.cgColor }
            updateOpacity()
        }
    }

    /// How opaque the view is with all in it, 0 to 1. Animatable. *Source*: Apple, UIView.alpha.
    open var alpha: CGFloat {
        get { CGFloat(layer.opacity) }
        set { layer.opacity = newValue.isNaN ? 0 : Float(min(max(newValue, 0), 1)) }
    }

    /// Whether the view and all in it are neither seen nor touched. *Source*: Apple, UIView.isHidden.
    open var isHidden: Bool {
        get { layer.isHidden }
        set {
            guard newValue != layer.isHidden else { return }
            layer.isHidden = newValue
            if flags.contains(.isArranged) { (parent as? UIStackView)?.visibilityChanged() }
        }
    }

    /// Whether what the view draws leaves nothing transparent; true at first. *Source*: Apple, UIView.isOpaque.
    open var isOpaque: Bool {
        get { flags.contains(.opaque) }
        set {
            flags.set(.opaque, newValue)
            updateOpacity()
        }
    }

    /// Whether what lies outside of the bounds is not shown. *Source*: Apple, UIView.clipsToBounds.
    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }

    /// Whether the view's pixels are cleared before `draw(_:)`; true at first. *Source*: Apple, UIView.clearsContextBeforeDrawing.
    open var clearsContextBeforeDrawing: Bool {
        get { flags.contains(.clears) }
        set { flags.set(.clears, newValue) }
    }

    /// How what the view shows follows a new size. *Source*: Apple, UIView.contentMode: `scaleToFill` at first.
    open var contentMode: ContentMode {
        get { rare?.contentMode ?? firstContentMode }
        set {
            guard newValue != contentMode else { return }
            makeRare().contentMode = newValue
            layer.contentsGravity = newValue.gravity
            layer.needsDisplayOnBoundsChange = newValue == .redraw
            setNeedsLayout()
        }
    }

    /// The content mode of a new view.
    var firstContentMode: ContentMode { .scaleToFill }

    /// The view whose alpha multiplies this one's, placed in this view's bounds; it is in no other view. *Source*: Apple, UIView.mask.
    open var mask: UIView? {
        get { rare?.mask }
        set { setMaskView(newValue) }
    }

    /// The colour of what in the view can be used, taken from the superview where none was set, and from the system at the top; greyed
    /// where `tintAdjustmentMode` is dimmed. Setting nil takes the superview's. *Source*: Apple, UIView.tintColor.
    open var tintColor: UIColor! {
        get { effectiveTintColor }
        set {
            if rare?.tintColor == nil, newValue == nil { return }
            makeRare().tintColor = newValue
            tellTintColorChange()
        }
    }

    /// Whether the tint's colour is greyed; reading never gives `automatic`. *Source*: Apple, UIView.tintAdjustmentMode.
    open var tintAdjustmentMode: TintAdjustmentMode {
        get { effectiveTintAdjustmentMode }
        set {
            guard newValue != rare?.tintAdjustmentMode ?? .automatic else { return }
            makeRare().tintAdjustmentMode = newValue
            tellTintColorChange()
        }
    }

    /// The tint's colour has changed, here or in a superview that this one takes it from. *Source*: Apple, UIView.tintColorDidChange().
    open func tintColorDidChange() {}

    // MARK: Drawing

    /// Draws the view into the current context; nothing here, and there is no need to call it from a subclass of UIView itself.
    ///
    /// - Parameter rect: The part that is to be drawn: all of the bounds the first time. *Space*: the view's.
    ///
    /// *Source*: Apple, UIView.draw(_:).
    open func draw(_ rect: CGRect) {}

    /// Asks for all of the view to be drawn anew. *Source*: Apple, UIView.setNeedsDisplay().
    open func setNeedsDisplay() { layer.setNeedsDisplay() }

    /// Asks for a part of the view to be drawn anew. *Source*: Apple, UIView.setNeedsDisplay(_:).
    open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

    // MARK: Tree

    /// The view that this one is in. *Source*: Apple, UIView.superview.
    open var superview: UIView? { parent }
    /// The views in this one, back to front. *Source*: Apple, UIView.subviews.
    open var subviews: [UIView] { children }
    /// The window that the view is in; nil for none. *Source*: Apple, UIView.window.
    open var window: UIWindow? {
        var view: UIView? = self
        while let current = view {
            if let window = current as? UIWindow { return window }
            view = current.parent
        }
        return nil
    }

    /// Puts a view in front of all in this one, taking it from where it was; a view that would be in itself stays, with a message.
    /// *Source*: Apple, UIView.addSubview(_:).
    open func addSubview(_ view: UIView) { insert(view, .top) }

    /// Puts a view at an index of those in this one; an index past an end counts as that end. *Source*: Apple,
    /// UIView.insertSubview(_:at:).
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, .index(index)) }

    /// Puts a view right behind another in this one; in front of all where there is no such. *Source*: Apple,
    /// UIView.insertSubview(_:belowSubview:).
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        insert(view, .below(siblingSubview))
    }

    /// Puts a view right in front of another in this one; in front of all where there is no such. *Source*: Apple,
    /// UIView.insertSubview(_:aboveSubview:).
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        insert(view, .above(siblingSubview))
    }

    /// Moves a view of this one in front of all others. *Source*: Apple, UIView.bringSubviewToFront(_:).
    open func bringSubviewToFront(_ view: UIView) {
        guard view.parent === self else { return }
        reorder(view, to: children.count)
    }

    /// Moves a view of this one behind all others. *Source*: Apple, UIView.sendSubviewToBack(_:).
    open func sendSubviewToBack(_ view: UIView) {
        guard view.parent === self else { return }
        reorder(view, to: 0)
    }

    /// Exchanges two views of this one; an index that there is not changes nothing. *Source*: Apple,
    /// UIView.exchangeSubview(at:withSubviewAt:).
    open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        guard index1 != index2, children.indices.contains(index1), children.indices.contains(index2) else { return }
        let (low, high) = (children[min(index1, index2)], children[max(index1, index2)])
        let highIndex = max(index1, index2)
        reorder(high, to: min(index1, index2))
        reorder(low, to: highIndex + 1)
    }

    /// Takes the view out of its superview. *Source*: Apple, UIView.removeFromSuperview().
    open func removeFromSuperview() { detach() }

    /// Whether the view is another or lies anywhere in it. *Source*: Apple, UIView.isDescendant(of:).
    open func isDescendant(of view: UIView) -> Bool {
        var current: UIView? = self
        while let next = current {
            if next === view { return true }
            current = next.parent
        }
        return false
    }

    /// The view with a tag, of this one and all in it: itself, then each subview with all in it, in their order; nil where there is
    /// none. *Source*: Apple, UIView.viewWithTag(_:).
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in children {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// A number for the program's own use; 0 at first. *Source*: Apple, UIView.tag.
    open var tag: Int {
        get { rare?.tag ?? 0 }
        set { makeRare().tag = newValue }
    }

    /// A name by which a program's state is kept from launch to launch: held for the program's own use, as no state is kept here. *Source*:
    /// Apple, UIView.restorationIdentifier.
    open var restorationIdentifier: String? {
        get { rare?.restorationIdentifier }
        set { makeRare().restorationIdentifier = newValue }
    }

    /// A view was added. *Source*: Apple, UIView.didAddSubview(_:).
    open func didAddSubview(_ subview: UIView) {}
    /// A view is about to be taken out. *Source*: Apple, UIView.willRemoveSubview(_:).
    open func willRemoveSubview(_ subview: UIView) {}
    /// The view is about to get another superview, or none. *Source*: Apple, UIView.willMove(toSuperview:).
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// The view has got another superview, or none. *Source*: Apple, UIView.didMoveToSuperview().
    open func didMoveToSuperview() {}
    /// The view is about to get another window, or none. *Source*: Apple, UIView.willMove(toWindow:).
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// The view has got another window, or none. *Source*: Apple, UIView.didMoveToWindow().
    open func didMoveToWindow() {}

    // MARK: Layout

    /// Asks for the subviews to be laid out before the next picture. *Source*: Apple, UIView.setNeedsLayout().
    open func setNeedsLayout() { layer.setNeedsLayout() }

    /// Lays out now what asked for it, from the top of an unbroken line of superviews that did. *Source*: Apple,
    /// UIView.layoutIfNeeded().
    open func layoutIfNeeded() {
        LayoutUpdates.run(around: self)
        layoutEngine?.update()
        layer.layoutIfNeeded()
    }

    /// Lays out the subviews: those without a translated mask get the frames that constraints say. *Source*: Apple, UIView.layoutSubviews().
    open func layoutSubviews() { applyLayout() }

    /// The size that suits the view best where there is as much room; the bounds' here. *Source*: Apple, UIView.sizeThatFits(_:).
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    /// Gives the view the size that suits it best, its top left corner where it is. *Source*: Apple, UIView.sizeToFit().
    open func sizeToFit() {
        let corner = frame.origin
        let size = sizeThatFits(bounds.size)
        bounds.size = size
        if layer.transform.matrix.isIdentity { frame.origin = corner }
    }

    /// The size that the view has by its content, `noIntrinsicMetric` for a side that its content does not say. *Source*: Apple,
    /// UIView.intrinsicContentSize.
    open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }

    /// The content, and with it the intrinsic size, has changed: the superview is laid out anew. *Source*: Apple,
    /// UIView.invalidateIntrinsicContentSize().
    open func invalidateIntrinsicContentSize() {
        parent?.setNeedsLayout()
        tellLayout(contentChanged: true)
    }

    /// Whether the subviews' frames follow the view's size by their masks; true at first. *Source*: Apple,
    /// UIView.autoresizesSubviews.
    open var autoresizesSubviews: Bool {
        get { flags.contains(.resizesSubviews) }
        set { flags.set(.resizesSubviews, newValue) }
    }

    /// What gives way when the superview gets another size; nothing at first, which keeps the distances to the left and the top, and
    /// the size. *Source*: Apple, UIView.autoresizingMask.
    open var autoresizingMask: AutoresizingMask {
        get { rare?.autoresizingMask ?? [] }
        set { makeRare().autoresizingMask = newValue }
    }

    /// Whether the view's frame stands as constraints, so that constraints of others can name it; true at first. Where it is false, constraints say
    /// where the view is, and its mask counts no more once one names it. *Source*: Apple,
    /// UIView.translatesAutoresizingMaskIntoConstraints.
    open var translatesAutoresizingMaskIntoConstraints: Bool {
        get { flags.contains(.translatesMask) }
        set {
            guard newValue != flags.contains(.translatesMask) else { return }
            flags.set(.translatesMask, newValue)
            guard LayoutEngine.isInUse, layoutState != nil else { return }
            layoutEngine?.contentChanged(of: self)
            // A frame that was set last may be another than constraints say, which is no change that the solver would tell.
            if !newValue { superviewNeedsLayout(false) }
        }
    }

    // MARK: Constraints

    /// Whether views of the class need constraints to be laid out, so that `updateConstraints()` is called though there are none yet; false here.
    /// *Source*: Apple, UIView.requiresConstraintBasedLayout.
    open class var requiresConstraintBasedLayout: Bool { false }

    /// Updates the constraints of the view: called before layout, of subviews first, once and whenever it was asked for. An override calls super at
    /// its end. *Source*: Apple, UIView.updateConstraints().
    open func updateConstraints() {}

    /// Asks for `updateConstraints()` before the next layout. *Source*: Apple, UIView.setNeedsUpdateConstraints().
    open func setNeedsUpdateConstraints() {
        flags.remove(.hasUpdatedConstraints)
        LayoutUpdates.want()
        setNeedsLayout()
    }

    /// Whether `updateConstraints()` is to be called. *Source*: Apple, UIView.needsUpdateConstraints().
    open func needsUpdateConstraints() -> Bool { !flags.contains(.hasUpdatedConstraints) }

    /// Has the view and all in it update their constraints now, where it was asked for. *Source*: Apple,
    /// UIView.updateConstraintsIfNeeded().
    open func updateConstraintsIfNeeded() { LayoutUpdates.run(self) }

    /// How far what constraints mean lies inside of the frame, by edge; nothing here. *Source*: Apple, UIView.alignmentRectInsets.
    open var alignmentRectInsets: UIEdgeInsets { .zero }

    /// What constraints mean of a frame. *Source*: Apple, UIView.alignmentRect(forFrame:).
    open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }

    /// The frame of what constraints mean. *Source*: Apple, UIView.frame(forAlignmentRect:).
    open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect {
        let insets = alignmentRectInsets
        return alignmentRect.inset(
            by: UIEdgeInsets(top: -insets.top, left: -insets.left, bottom: -insets.bottom, right: -insets.right))
    }

    /// The view whose first baseline is this one's; itself here. *Source*: Apple, UIView.forFirstBaselineLayout.
    open var forFirstBaselineLayout: UIView { self }
    /// The view whose last baseline is this one's; itself here. *Source*: Apple, UIView.forLastBaselineLayout.
    open var forLastBaselineLayout: UIView { self }

    /// How far baselines are from the top and from the bottom, in points; nothing where there is no text.
    var baselineOffsets: (first: CGFloat, last: CGFloat) { (0, 0) }
    /// Whether the content is as high as its width has it be.
    var contentHeightFollowsWidth: Bool { false }
    /// The content's height at a width, in points.
    func contentHeight(forWidth width: CGFloat) -> CGFloat { intrinsicContentSize.height }
    /// With which the content resists being made larger, unless a program says another.
    var defaultHuggingPriority: UILayoutPriority { .defaultLow }

    /// How much the content resists being made larger along an axis. *Source*: Apple, UIView.contentHuggingPriority(for:): 250.
    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        contentPriority(\.hugging, axis) ?? defaultHuggingPriority
    }

    /// Says how much the content resists being made larger along an axis. *Source*: Apple, UIView.setContentHuggingPriority(_:for:).
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        if axis == .horizontal { makeLayout().hugging.0 = priority } else { makeLayout().hugging.1 = priority }
        tellLayout(contentChanged: true)
    }

    /// How much the content resists being made smaller along an axis. *Source*: Apple, UIView.contentCompressionResistancePriority(for:):
    /// 750.
    open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        contentPriority(\.compression, axis) ?? .defaultHigh
    }

    /// Says how much the content resists being made smaller along an axis. *Source*: Apple,
    /// UIView.setContentCompressionResistancePriority(_:for:).
    open func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        if axis == .horizontal { makeLayout().compression.0 = priority } else { makeLayout().compression.1 = priority }
        tellLayout(contentChanged: true)
    }

    /// The size that the constraints in the view give it, as near to a target as can be had at no cost. *Source*: Apple,
    /// UIView.systemLayoutSizeFitting(_:).
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
    }

    /// The size that the constraints in the view give it, where a target's sides are wanted with priorities. *Source*: Apple,
    /// UIView.systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:).
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        fittingSize(targetSize, horizontalFittingPriority, verticalFittingPriority)
    }

    /// How far content is to keep from the edges; 8 points at first, and what is not safe where that counts. *Source*: Apple,
    /// UIView.layoutMargins.
    open var layoutMargins: UIEdgeInsets {
        get { effectiveLayoutMargins }
        set {
            makeRare().layoutMargins = newValue
            layoutMarginsDidChange()
            setNeedsLayout()
        }
    }

    /// Whether the margins are at least the superview's, where the view comes near its edges; false at first. *Source*: Apple,
    /// UIView.preservesSuperviewLayoutMargins.
    open var preservesSuperviewLayoutMargins: Bool {
        get { flags.contains(.preservesMargins) }
        set { flags.set(.preservesMargins, newValue) }
    }

    /// Whether the margins begin at the safe area; true at first. *Source*: Apple, UIView.insetsLayoutMarginsFromSafeArea.
    open var insetsLayoutMarginsFromSafeArea: Bool {
        get { flags.contains(.insetsMargins) }
        set { flags.set(.insetsMargins, newValue) }
    }

    /// The margins have changed. *Source*: Apple, UIView.layoutMarginsDidChange().
    open func layoutMarginsDidChange() {}

    /// What of the view is covered by bars, from its edges inwards: what of the superview's reaches into it, and what its controller
    /// adds. Without a window none. *Source*: Apple, UIView.safeAreaInsets.
    open var safeAreaInsets: UIEdgeInsets { effectiveSafeAreaInsets }

    /// What is covered by bars has changed. *Source*: Apple, UIView.safeAreaInsetsDidChange().
    open func safeAreaInsetsDidChange() {}

    // MARK: Direction

    /// Whether the content goes from left to right, whatever the language. Programs ask for it; nothing else does here.
    /// *Source*: Apple, UIView.semanticContentAttribute.
    open var semanticContentAttribute: UISemanticContentAttribute {
        get { rare?.semanticContent ?? .unspecified }
        set { makeRare().semanticContent = newValue }
    }

    /// The direction that content has: from left to right unless the other one is forced, as languages are not asked for here.
    /// *Source*: Apple, UIView.userInterfaceLayoutDirection(for:).
    open class func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        attribute == .forceRightToLeft ? .rightToLeft : .leftToRight
    }

    /// The direction that the view's content has. *Source*: Apple, UIView.effectiveUserInterfaceLayoutDirection.
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        Self.userInterfaceLayoutDirection(for: semanticContentAttribute)
    }

    // MARK: Accessibility

    // Kept, and read by tests, programs and `AccessibilityTree`: there is no screen reader here.

    /// Whether the view is told of as one thing: true of controls and labels, false of others, unless it was said. *Source*: Apple,
    /// UIAccessibility.isAccessibilityElement; UIAccessibility.h: "default on UIKit controls == YES".
    open var isAccessibilityElement: Bool {
        get { rare?.accessibility.isElement ?? standardIsAccessibilityElement }
        set { makeRare().accessibility.isElement = newValue }
    }
    /// Whether views of the class are told of as one thing.
    var standardIsAccessibilityElement: Bool { false }

    /// What the view is, in a word or two: what a button or a label shows, unless it was said. *Source*: Apple,
    /// UIAccessibility.accessibilityLabel; UIAccessibility.h: "default on UIKit controls == derived from the title".
    open var accessibilityLabel: String? {
        get { rare?.accessibility.label ?? standardAccessibilityLabel }
        set { makeRare().accessibility.label = newValue }
    }
    /// What the view is by what it shows.
    var standardAccessibilityLabel: String? { nil }

    /// What happens when it is used. *Source*: Apple, UIAccessibility.accessibilityHint.
    open var accessibilityHint: String? {
        get { rare?.accessibility.hint }
        set { makeRare().accessibility.hint = newValue }
    }

    /// What it has now: a control's value, unless it was said. *Source*: Apple, UIAccessibility.accessibilityValue; UIAccessibility.h:
    /// "default on UIKit controls == values for appropriate controls".
    open var accessibilityValue: String? {
        get { rare?.accessibility.value ?? standardAccessibilityValue }
        set { makeRare().accessibility.value = newValue }
    }
    /// What a control has now, in words.
    var standardAccessibilityValue: String? { nil }

    /// How tests find it. *Source*: Apple, UIAccessibilityIdentification.accessibilityIdentifier.
    open var accessibilityIdentifier: String? {
        get { rare?.accessibility.identifier }
        set { makeRare().accessibility.identifier = newValue }
    }

    /// Of what kind it is: what characterizes a control, none of others, unless it was said. *Source*: Apple,
    /// UIAccessibility.accessibilityTraits.
    open var accessibilityTraits: UIAccessibilityTraits {
        get { rare?.accessibility.traits ?? standardAccessibilityTraits }
        set { makeRare().accessibility.traits = newValue }
    }
    /// What characterizes views of the class.
    var standardAccessibilityTraits: UIAccessibilityTraits { .none }

    /// Where it is: the view's frame, unless it was said. *Space*: the window's, which is the screen's here. *Source*: Apple,
    /// UIAccessibility.accessibilityFrame: "default on UIViews == the frame of the view".
    open var accessibilityFrame: CGRect {
        get { rare?.accessibility.frame ?? convert(bounds, to: nil) }
        set { makeRare().accessibility.frame = newValue }
    }

    /// Where a touch uses it: the middle of its frame, unless it was said. *Space*: the window's. *Source*: Apple,
    /// UIAccessibility.accessibilityActivationPoint.
    open var accessibilityActivationPoint: CGPoint {
        get {
            let frame = accessibilityFrame
            return rare?.accessibility.activationPoint ?? CGPoint(x: frame.midX, y: frame.midY)
        }
        set { makeRare().accessibility.activationPoint = newValue }
    }

    /// The language of what is told, by its code; nil for the person's. *Source*: Apple, UIAccessibility.accessibilityLanguage.
    open var accessibilityLanguage: String? {
        get { rare?.accessibility.language }
        set { makeRare().accessibility.language = newValue }
    }

    /// Whether only what is in the view is told of; false at first. *Source*: Apple, UIAccessibility.accessibilityViewIsModal.
    open var accessibilityViewIsModal: Bool {
        get { rare?.accessibility.isModal ?? false }
        set { makeRare().accessibility.isModal = newValue }
    }

    /// Whether nothing in the view is told of; false at first. *Source*: Apple, UIAccessibility.accessibilityElementsHidden.
    open var accessibilityElementsHidden: Bool {
        get { rare?.accessibility.isHidden ?? false }
        set { makeRare().accessibility.isHidden = newValue }
    }

    /// Whether what is in the view is told of together, wherever it is; false at first. *Source*: Apple,
    /// UIAccessibility.shouldGroupAccessibilityChildren.
    open var shouldGroupAccessibilityChildren: Bool {
        get { rare?.accessibility.groupsChildren ?? false }
        set { makeRare().accessibility.groupsChildren = newValue }
    }

    /// What is told of in place of the subviews, in order; nil for the subviews. *Source*: Apple,
    /// UIAccessibilityContainer.accessibilityElements.
    open var accessibilityElements: [Any]? {
        get { rare?.accessibility.elements ?? standardAccessibilityElements }
        set { makeRare().accessibility.elements = newValue }
    }
    /// What a control tells of that it has no view for.
    var standardAccessibilityElements: [Any]? { nil }

    /// How many elements it says that it has; 0 where it leaves that to its subviews. *Source*: Apple,
    /// UIAccessibilityContainer.accessibilityElementCount().
    open func accessibilityElementCount() -> Int { accessibilityElements?.count ?? 0 }

    /// One of the elements that it says that it has; nil past the end. *Source*: Apple,
    /// UIAccessibilityContainer.accessibilityElement(at:).
    open func accessibilityElement(at index: Int) -> Any? {
        guard let elements = accessibilityElements, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Where an element stands among those; NSNotFound where it does not. *Source*: Apple,
    /// UIAccessibilityContainer.index(ofAccessibilityElement:).
    open func index(ofAccessibilityElement element: Any) -> Int {
        accessibilityElements?.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
    }

    /// Uses the view, as a tap would: whether it did; false here. *Source*: Apple, UIAccessibilityAction.accessibilityActivate().
    @discardableResult
    open func accessibilityActivate() -> Bool { false }

    /// Gives up what the view shows, such as an alert: whether it did; false here. *Source*: Apple,
    /// UIAccessibility.accessibilityPerformEscape().
    open func accessibilityPerformEscape() -> Bool { false }

    /// Takes its value a step up; nothing here. *Source*: Apple, UIAccessibility.accessibilityIncrement().
    open func accessibilityIncrement() {}

    /// Takes its value a step down; nothing here. *Source*: Apple, UIAccessibility.accessibilityDecrement().
    open func accessibilityDecrement() {}

    // MARK: Touches

    /// The recognizers of the view; nil when there are none. *Source*: Apple, UIView.gestureRecognizers.
    open var gestureRecognizers: [UIGestureRecognizer]? {
        get { rare?.gestureRecognizers }
        set {
            for old in rare?.gestureRecognizers ?? [] { removeGestureRecognizer(old) }
            for new in newValue ?? [] { addGestureRecognizer(new) }
        }
    }

    /// Adds a recognizer, which is taken from any other view that it is on. *Source*: Apple, UIView.addGestureRecognizer(_:).
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        if gestureRecognizer.view === self { return }
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        gestureRecognizer.view = self
        makeRare().gestureRecognizers = (rare?.gestureRecognizers ?? []) + [gestureRecognizer]
    }

    /// Removes a recognizer; nothing where it is not on this view. *Source*: Apple, UIView.removeGestureRecognizer(_:).
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        guard gestureRecognizer.view === self else { return }
        gestureRecognizer.abort()
        gestureRecognizer.view = nil
        let left = (rare?.gestureRecognizers ?? []).filter { $0 !== gestureRecognizer }
        rare?.gestureRecognizers = left.isEmpty ? nil : left
    }

    /// Whether a recognizer may begin now: true, unless a subclass says otherwise. *Source*: Apple,
    /// UIView.gestureRecognizerShouldBegin(_:).
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// Whether the view and all in it are touched at all; true at first. *Source*: Apple, UIView.isUserInteractionEnabled.
    open var isUserInteractionEnabled: Bool {
        get { flags.contains(.interactive) }
        set { flags.set(.interactive, newValue) }
    }

    /// Whether the view hears of more than one touch at a time; false at first. *Source*: Apple, UIView.isMultipleTouchEnabled.
    open var isMultipleTouchEnabled: Bool {
        get { flags.contains(.multipleTouch) }
        set { flags.set(.multipleTouch, newValue) }
    }

    /// Whether no other view hears of touches while this one does; false at first. *Source*: Apple, UIView.isExclusiveTouch.
    open var isExclusiveTouch: Bool {
        get { flags.contains(.exclusiveTouch) }
        set { flags.set(.exclusiveTouch, newValue) }
    }

    /// The front-most view at a point, of this one and all in it; nil where the point is outside, or the view is hidden, not to be
    /// touched, or less opaque than 0.01. What lies outside of a superview's bounds is never found, clipped or not.
    ///
    /// *Source*: Apple, UIView.hitTest(_:with:).
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, Float(alpha) >= 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        for view in children.reversed() {
            if let found = view.hitTest(view.convert(point, from: self), with: event) { return found }
        }
        return self
    }

    /// Whether a point lies in the view: in its bounds, whose far edges lie outside. *Source*: Apple, UIView.point(inside:with:).
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { layer.contains(point) }

    /// Whether the view may have the focus of the keyboard; false here. *Source*: Apple, UIFocusItem.canBecomeFocused.
    open var canBecomeFocused: Bool { false }

    /// Whether the view has the focus of the keyboard. *Source*: Apple, UIFocusItem.isFocused.
    open var isFocused: Bool { window?.keys.focused === self }

    /// The focus has come to the view, or left it. *Source*: Apple, UIFocusEnvironment.didUpdateFocus(in:with:), without its coordinator:
    /// nothing is animated here.
    open func didUpdateFocus(in context: UIFocusUpdateContext) {}

    /// Makes the first responder resign, if it is this view or lies in it; true where there is none such, or it has resigned, by force
    /// too. *Source*: Apple, UIView.endEditing(_:).
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool {
        guard let window, let responder = window.firstResponder as? UIView, responder.isDescendant(of: self) else {
            return true
        }
        if responder.resignFirstResponder() { return true }
        if force { window.firstResponder = nil }
        return force
    }

    /// The controller that the view is the main one of, or the superview. *Source*: Apple, UIResponder.next.
    open override var next: UIResponder? { controller ?? parent }

    // MARK: Traits

    /// What the screen, the system and the person want: those of the window, with what views and controllers between override.
    /// *Source*: Apple, UITraitEnvironment.traitCollection.
    open var traitCollection: UITraitCollection {
        rare?.overriddenTraits(over: inheritedTraits) ?? inheritedTraits
    }

    /// The traits are others. *Source*: Apple, UITraitEnvironment.traitCollectionDidChange(_:).
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// Whether the view and all in it are light or dark whatever the system is; `unspecified` at first. *Source*: Apple,
    /// UIView.overrideUserInterfaceStyle.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { rare?.interfaceStyle ?? .unspecified }
        set {
            guard newValue != overrideUserInterfaceStyle else { return }
            UIView.overridesTraits = true
            changeTraits { makeRare().interfaceStyle = newValue }
        }
    }

    /// What depends on light and dark is another now.
    func adoptStyle() {
        if let color = rare?.backgroundColor {
            layer.backgroundColor = resolved(color)
            updateOpacity()
        }
        if Self.drawsItself { setNeedsDisplay() }
    }

    // MARK: The layer's delegate

    /// The action of a change of the layer: NSNull, which is none, outside of animations; inside what animates it. *Source*: Apple,
    /// UIView.action(for:forKey:).
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        ViewAnimator.action(of: self, layer, event)
    }

    /// Lays out the subviews: calls `layoutSubviews()`, and before and after it the controller's methods. *Source*: Apple,
    /// UIView.layoutSublayers(of:).
    open func layoutSublayers(of layer: CALayer) {
        guard layer === self.layer else { return }
        LayoutUpdates.run(around: self)
        withOwnTraits {
            controller?.viewWillLayoutSubviews()
            applyLayout()
            layoutSubviews()
            controller?.viewDidLayoutSubviews()
        }
    }

    /// Tells the layer that it is to be drawn by `draw(_:in:)`; a subclass that overrides this sets the layer's contents. *Source*:
    /// Apple, CALayerDelegate.display(_:).
    open func display(_ layer: CALayer) { layer.drawing.isUnanswered = true }

    /// Called before the layer is drawn. *Source*: Apple, CALayerDelegate.layerWillDraw(_:).
    open func layerWillDraw(_ layer: CALayer) {}

    /// Draws the layer: makes the context the current one, and calls `draw(_:)`. *Source*: Apple, UIView.draw(_:in:).
    open func draw(_ layer: CALayer, in ctx: CGContext) {
        guard layer === self.layer else { return }
        withOwnTraits { drawContent(in: ctx) }
    }

    // MARK: Pictures

    /// A view that shows what this one does now; nil where it has no size. *Source*: Apple, UIView.snapshotView(afterScreenUpdates:).
    ///
    /// - Parameter afterUpdates: Whether what has changed and was not yet shown is in it; without, it is in it here, too.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        resizableSnapshotView(from: bounds, afterScreenUpdates: afterUpdates, withCapInsets: .zero)
    }

    /// A view that shows a part of what this one does now; nil where it has no size. *Source*: Apple,
    /// UIView.resizableSnapshotView(from:afterScreenUpdates:withCapInsets:).
    ///
    /// - Parameter capInsets: What keeps its size when the picture is stretched, from the edges inwards.
    open func resizableSnapshotView(
        from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
    ) -> UIView? {
        snapshot(of: rect, capInsets)
    }

    /// Draws the view with all in it into the current context, stretched over a rectangle of it; false without a context or a size.
    /// *Source*: Apple, UIView.drawHierarchy(in:afterScreenUpdates:).
    @discardableResult
    open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool { drawTree(in: rect) }
}
