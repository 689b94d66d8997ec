import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// A rectangle of a user interface: it shows a layer, gets touches, and lays out its subviews.
///
/// The view is its layer's delegate. The visible state is in the layer: `frame`, `bounds`, `center`, `transform`,
/// `alpha`, `isHidden`, `backgroundColor` and `clipsToBounds` read and write the layer's values, so a change that a
/// program makes to the layer is a change of the view. Outside `UIView.animate`, a change shows at once; inside, it is
/// animated.
///
/// *Units*: points. *Space*: the view's own, y down, unless a member says the superview's.
@preconcurrency @MainActor open class UIView: UIResponder, @preconcurrency CALayerDelegate, @preconcurrency NSCoding {
    /// The class of the view's layer: CALayer, unless a subclass gives another. A class of no layer counts as CALayer.
    open class var layerClass: AnyClass { CALayer.self }

    /// The view's layer, made with the view, of class `layerClass`. An override may return it as of that class.
    open var layer: CALayer { madeLayer }
    /// The layer, for UIKit's own ways that are taken often.
    final let madeLayer: CALayer
    /// Values that few views set; nil while none is set.
    final var rare: RareViewValues?
    /// The subviews, back to front.
    final var children: [UIView] = []
    /// The superview.
    final weak var parent: UIView?
    /// The controller whose main view this is.
    final weak var controller: UIViewController?
    /// The boolean values.
    final var flags: ViewFlags = .standard

    // MARK: Making

    /// Makes a view with a frame in its superview's space; a frame with NaN or an infinite number counts as empty.
    public init(frame: CGRect) {
        madeLayer = Self.makeLayer()
        super.init()
        adoptLayer()
        if frame != .zero, frame.isUsable { layer.frame = frame }
    }

    /// Reads a view, its subviews, its frame and its appearance from an archive.
    public required init?(coder: NSCoder) {
        madeLayer = Self.makeLayer()
        super.init()
        adoptLayer()
        readView(coder)
        coder.readNib(self, as: UIView.self)
    }

    /// Makes a view with an empty frame.
    public convenience override init() { self.init(frame: Self.takeFrame()) }

    /// Whether a subview goes into archives: one that the program added. A view's own parts are made anew.
    func archives(_ subview: UIView) -> Bool { !(subview is ControlPart) && !(subview is any OwnPart) }

    /// Writes the view, its subviews, its frame and its appearance into an archive.
    open func encode(with coder: NSCoder) { writeView(coder) }

    /// The view's class, address, frame, and other values that are not a new view's. *Source*: NSObject.description;
    /// the form is UIKit's.
    nonisolated open override var description: String {
        assumeMainActor { logLine }
    }

    // MARK: Geometry

    /// The smallest rectangle around the view, in the superview's space. Animatable. Setting it is of little use unless
    /// `transform` is the identity. A frame with NaN or an infinite number is refused, with a message.
    open var frame: CGRect {
        get { madeLayer.frame }
        set { setFrame(newValue) }
    }

    /// The view's rectangle in its own space. Animatable.
    open var bounds: CGRect {
        get { madeLayer.bounds }
        set { setBounds(newValue) }
    }

    /// The position of the layer's anchor point, the view's middle at first, in the superview's space. Animatable.
    open var center: CGPoint {
        get { madeLayer.position }
        set {
            guard newValue.x.isFinite, newValue.y.isFinite else { return Notices.sayUnusable("center", newValue) }
            layer.position = newValue
            tellLayout()
            rare?.observers?.check()
        }
    }

    /// Applied about the anchor point. Reads as the identity if the layer's transform is not two-dimensional.
    /// Animatable.
    open var transform: CGAffineTransform {
        get { madeLayer.affineTransform() }
        set {
            guard newValue.isUsable else { return Notices.sayUnusable("transform", newValue) }
            layer.setAffineTransform(newValue)
        }
    }

    /// Applied about the anchor point, in three dimensions. Animatable.
    open var transform3D: CATransform3D {
        get { madeLayer.transform }
        set { layer.transform = newValue }
    }

    /// The point of the bounds, in unit coordinates, that lies at `center` and that transforms turn about.
    open var anchorPoint: CGPoint {
        get { layer.anchorPoint }
        set { layer.anchorPoint = newValue }
    }

    /// Pixels per point of what the view draws: the window's until it is set; setting 0 takes the window's again.
    /// *Source*: Apple, UIView.contentScaleFactor: "the scale factor associated with the screen currently displaying
    /// the view".
    ///
    /// A view whose layer's pixels a program makes (`CAEAGLLayer`, `CAMetalLayer`) has 1 until it is set. *Source*:
    /// Apple, "Supporting High-Resolution Screens In Views" ("decide whether you want to opt in"), QA1909; measured for
    /// layers of other classes, openradar 22595655.
    open var contentScaleFactor: CGFloat {
        get { layer.contentsScale }
        set {
            flags.set(.hasOwnScale, newValue > 0)
            layer.contentsScale = newValue > 0 ? newValue : screenScale
        }
    }

    /// Converts a point from this view's space to another's; nil stands for the window's.
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        layer.convert(point, to: (view ?? coordinateRoot).layer)
    }

    /// Converts a point from another view's space to this one's; nil stands for the window's.
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        layer.convert(point, from: (view ?? coordinateRoot).layer)
    }

    /// Converts a rectangle from this view's space to another's, as the smallest rectangle around it there; nil stands
    /// for the window's.
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        layer.convert(rect, to: (view ?? coordinateRoot).layer)
    }

    /// Converts a rectangle from another view's space to this one's, as the smallest rectangle around it here; nil
    /// stands for the window's.
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        layer.convert(rect, from: (view ?? coordinateRoot).layer)
    }

    // MARK: What it looks like

    /// The colour behind the view's content; nil for none. Animatable.
    open var backgroundColor: UIColor? {
        get { rare?.backgroundColor ?? layer.backgroundColor.map { UIColor(cgColor: $0) } }
        set {
            if newValue?.isDynamic == true || rare?.backgroundColor != nil { makeRare().backgroundColor = newValue }
            showBackground(newValue)
            updateOpacity()
        }
    }

    /// Sets the layer's background; a pattern is upright, unlike a layer's own.
    final func showBackground(_ color: UIColor?) {
        layer.backgroundColor = color.map { $0.isDynamic ? resolved($0) : $0.cgColor }
        layer.turnPatternUpright()
    }

    /// The opacity of the view with its subviews, 0 to 1. Animatable.
    open var alpha: CGFloat {
        get { CGFloat(madeLayer.opacity) }
        set { layer.opacity = newValue.isNaN ? 0 : Float(min(max(newValue, 0), 1)) }
    }

    /// Whether the view and its subviews are neither drawn nor touched; false at first.
    open var isHidden: Bool {
        get { madeLayer.isHidden }
        set {
            guard newValue != layer.isHidden else { return }
            layer.isHidden = newValue
            rare?.observers?.check()
            if flags.contains(.isArranged) { (parent as? UIStackView)?.visibilityChanged() }
        }
    }

    /// Whether the view's drawing covers all of its bounds with opaque colour; true at first.
    open var isOpaque: Bool {
        get { flags.contains(.opaque) }
        set {
            flags.set(.opaque, newValue)
            updateOpacity()
        }
    }

    /// Whether content outside the bounds is clipped; false at first.
    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }

    /// Whether the view's pixels are cleared before `draw(_:)`; true at first.
    open var clearsContextBeforeDrawing: Bool {
        get { flags.contains(.clears) }
        set { flags.set(.clears, newValue) }
    }

    /// How the view's content follows a new size; `scaleToFill` at first.
    open var contentMode: ContentMode {
        get { rare?.contentMode ?? firstContentMode }
        set {
            guard newValue != contentMode else { return }
            makeRare().contentMode = newValue
            layer.contentsGravity = gravity(of: newValue)
            layer.needsDisplayOnBoundsChange = newValue == .redraw
            setNeedsLayout()
        }
    }

    /// The content mode of a new view.
    var firstContentMode: ContentMode { .scaleToFill }

    /// How the layer places a picture that has another size than the view.
    func gravity(of mode: ContentMode) -> CALayerContentsGravity { mode.gravity }

    /// The view whose alpha multiplies this one's, placed in this view's bounds. It is a subview of none.
    open var mask: UIView? {
        get { rare?.mask }
        set { setMaskView(newValue) }
    }

    /// The colour of interactive parts. If it was not set, it is the superview's, or the system's at the root; it is
    /// grey while `tintAdjustmentMode` is dimmed. Setting nil takes the superview's.
    open var tintColor: UIColor! {
        get { effectiveTintColor }
        set {
            if rare?.tintColor == nil, newValue == nil { return }
            makeRare().tintColor = newValue
            tellTintColorChange()
        }
    }

    /// Whether the tint colour is grey; reads as `normal` or `dimmed`.
    open var tintAdjustmentMode: TintAdjustmentMode {
        get { effectiveTintAdjustmentMode }
        set {
            guard newValue != rare?.tintAdjustmentMode ?? .automatic else { return }
            makeRare().tintAdjustmentMode = newValue
            tellTintColorChange()
        }
    }

    /// The tint colour has changed, here or in the superview that it comes from.
    open func tintColorDidChange() {}

    // MARK: Drawing

    /// Draws the view into the current context; does nothing here, so a direct subclass of UIView need not call super.
    ///
    /// - Parameter rect: The part to draw: all of the bounds the first time. *Space*: the view's.
    open func draw(_ rect: CGRect) {}

    /// Asks for the whole view to be drawn anew.
    open func setNeedsDisplay() { layer.setNeedsDisplay() }

    /// Asks for a part of the view to be drawn anew.
    open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

    // MARK: Tree

    /// The view that this one is a subview of; nil for none.
    open var superview: UIView? { parent }
    /// The views in this one, back to front.
    open var subviews: [UIView] { children }
    /// The window that the view is in; nil for none.
    open var window: UIWindow? {
        var view: UIView? = self
        while let current = view {
            if let window = current as? UIWindow { return window }
            view = current.parent
        }
        return nil
    }

    /// Adds a view in front of all subviews, after removing it from its old superview. A view that would lie within
    /// itself stays, with a message.
    open func addSubview(_ view: UIView) { insert(view, .top) }

    /// Inserts a view at an index of the subviews; an index out of range counts as the nearer end.
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, .index(index)) }

    /// Inserts a view right behind a subview; in front of all if that is no subview.
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        insert(view, .below(siblingSubview))
    }

    /// Inserts a view right in front of a subview; in front of all if that is no subview.
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        insert(view, .above(siblingSubview))
    }

    /// Moves a subview in front of all others.
    open func bringSubviewToFront(_ view: UIView) {
        guard view.parent === self else { return }
        reorder(view, to: children.count)
    }

    /// Moves a subview behind all others.
    open func sendSubviewToBack(_ view: UIView) {
        guard view.parent === self else { return }
        reorder(view, to: 0)
    }

    /// Exchanges two subviews; an index out of range changes nothing.
    open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        guard index1 != index2, children.indices.contains(index1), children.indices.contains(index2) else { return }
        let (low, high) = (children[min(index1, index2)], children[max(index1, index2)])
        let highIndex = max(index1, index2)
        reorder(high, to: min(index1, index2))
        reorder(low, to: highIndex + 1)
    }

    /// Takes the view out of its superview.
    open func removeFromSuperview() { detach() }

    /// Whether this is the view, or lies anywhere in it.
    open func isDescendant(of view: UIView) -> Bool {
        var current: UIView? = self
        while let next = current {
            if next === view { return true }
            current = next.parent
        }
        return false
    }

    /// The first view with a tag: this one, then each subview and the views in it, in order; nil for none.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in children {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// A number for the program's own use; 0 at first.
    open var tag: Int {
        get { rare?.tag ?? 0 }
        set { makeRare().tag = newValue }
    }

    /// A name under which a program's state is restored at its next launch. Held for the program's own use: no state is
    /// restored here.
    open var restorationIdentifier: String? {
        get { rare?.restorationIdentifier }
        set { makeRare().restorationIdentifier = newValue }
    }

    /// A subview was added; does nothing here.
    open func didAddSubview(_ subview: UIView) {}
    /// A subview is about to be removed; does nothing here.
    open func willRemoveSubview(_ subview: UIView) {}
    /// The view is about to get another superview, or none.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// The view has got another superview, or none.
    open func didMoveToSuperview() {}
    /// The view is about to get another window, or none.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// The view has got another window, or none.
    open func didMoveToWindow() {}

    // MARK: Layout

    /// Asks for layout before the next frame.
    open func setNeedsLayout() { layer.setNeedsLayout() }

    /// Does pending layout now, from the topmost view of the unbroken chain of superviews that asked for it.
    open func layoutIfNeeded() {
        LayoutUpdates.run(around: self)
        layoutEngine?.update()
        layer.layoutIfNeeded()
    }

    /// Lays out the subviews: constraints set the frames of those without a translated mask.
    open func layoutSubviews() { applyLayout() }

    /// The size that suits the view best, given the room; the size of the bounds here.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    /// Gives the view the size that suits it best; its top left corner stays.
    open func sizeToFit() {
        let corner = frame.origin
        let size = sizeThatFits(bounds.size)
        bounds.size = size
        if layer.transform.matrix.isIdentity { frame.origin = corner }
    }

    /// The size of the view's content; `noIntrinsicMetric` for a side that the content does not determine.
    open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }

    /// The content, and so the intrinsic size, has changed: lays the superview out anew.
    open func invalidateIntrinsicContentSize() {
        parent?.setNeedsLayout()
        tellLayout(contentChanged: true)
    }

    /// Whether subviews follow the view's size by their autoresizing masks; true at first.
    open var autoresizesSubviews: Bool {
        get { flags.contains(.resizesSubviews) }
        set { flags.set(.resizesSubviews, newValue) }
    }

    /// The parts that change with the superview's size; none at first, which keeps the size and the distances to the
    /// left and the top.
    open var autoresizingMask: AutoresizingMask {
        get { rare?.autoresizingMask ?? [] }
        set { makeRare().autoresizingMask = newValue }
    }

    /// Whether the view's frame counts as constraints, so that constraints of other views can refer to it; true at
    /// first. If false, constraints set the frame, and the mask no longer counts once a constraint names the view.
    open var translatesAutoresizingMaskIntoConstraints: Bool {
        get { flags.contains(.translatesMask) }
        set {
            guard newValue != flags.contains(.translatesMask) else { return }
            flags.set(.translatesMask, newValue)
            guard LayoutEngine.isInUse, layoutState != nil else { return }
            layoutEngine?.contentChanged(of: self)
            // The frame may differ from what constraints say, and the solver reports only changes of its own.
            if !newValue { superviewNeedsLayout(false) }
        }
    }

    // MARK: Constraints

    /// Whether views of the class need constraints, so that `updateConstraints()` is called even while there are none;
    /// false here.
    open class var requiresConstraintBasedLayout: Bool { false }

    /// Updates the view's constraints. Called before layout, subviews first, once and then whenever it is asked for. An
    /// override calls super last.
    open func updateConstraints() {}

    /// Asks for `updateConstraints()` before the next layout.
    open func setNeedsUpdateConstraints() {
        flags.remove(.hasUpdatedConstraints)
        LayoutUpdates.want()
        setNeedsLayout()
    }

    /// Whether `updateConstraints()` will be called before the next layout.
    open func needsUpdateConstraints() -> Bool { !flags.contains(.hasUpdatedConstraints) }

    /// Updates pending constraints of the view and all views in it now.
    open func updateConstraintsIfNeeded() { LayoutUpdates.run(self) }

    /// The distances from the frame's edges in to the rectangle that constraints use, in points; 0 here.
    open var alignmentRectInsets: UIEdgeInsets { .zero }

    /// The rectangle that constraints use for a frame.
    open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }

    /// The frame for a rectangle that constraints use.
    open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect {
        let insets = alignmentRectInsets
        return alignmentRect.inset(
            by: UIEdgeInsets(top: -insets.top, left: -insets.left, bottom: -insets.bottom, right: -insets.right))
    }

    /// The view whose first baseline counts as this one's; itself here.
    open var forFirstBaselineLayout: UIView { self }
    /// The view whose last baseline counts as this one's; itself here.
    open var forLastBaselineLayout: UIView { self }
    /// The view whose baselines count as this one's, by an old name: `forLastBaselineLayout`.
    open func forBaselineLayout() -> UIView { forLastBaselineLayout }

    /// The distances of the first baseline from the top and of the last from the bottom, in points; 0 without text.
    var baselineOffsets: (first: CGFloat, last: CGFloat) { measured?.measuredBaselines ?? (0, 0) }
    /// How far the baselines of the first and the last line lie below the view's middle, in points; nil for a view whose lines are
    /// not centred, and so have distances from its edges.
    var centredBaselines: (first: CGFloat, last: CGFloat)? { nil }
    /// Whether the content's height depends on its width.
    var contentHeightFollowsWidth: Bool { measured?.heightFollowsWidth ?? false }
    /// The content's height at a width, in points.
    func contentHeight(forWidth width: CGFloat) -> CGFloat {
        measured?.measuredHeight(forWidth: width) ?? intrinsicContentSize.height
    }
    private var measured: (any MeasuredContent)? { flags.contains(.measured) ? self as? any MeasuredContent : nil }
    /// The priority with which the content resists growing, unless a program sets another.
    var defaultHuggingPriority: UILayoutPriority { .defaultLow }

    /// The priority with which the content resists growing along an axis; 250 at first.
    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        contentPriority(\.hugging, axis) ?? defaultHuggingPriority
    }

    /// Sets the priority with which the content resists growing along an axis.
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        if axis == .horizontal { makeLayout().hugging.0 = priority } else { makeLayout().hugging.1 = priority }
        tellLayout(contentChanged: true)
    }

    /// The priority with which the content resists shrinking along an axis; 750 at first.
    open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        contentPriority(\.compression, axis) ?? .defaultHigh
    }

    /// Sets the priority with which the content resists shrinking along an axis.
    open func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        if axis == .horizontal { makeLayout().compression.0 = priority } else { makeLayout().compression.1 = priority }
        tellLayout(contentChanged: true)
    }

    /// The size that the constraints within the view give it, as near to a target as they allow.
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
    }

    /// The size that the constraints within the view give it, if the target's sides have these priorities.
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        fittingSize(targetSize, horizontalFittingPriority, verticalFittingPriority)
    }

    /// The margins of the content, in points: 8 at first, of a controller's view the system's minimum, plus the unsafe part where
    /// `insetsLayoutMarginsFromSafeArea` is true.
    open var layoutMargins: UIEdgeInsets {
        get { effectiveLayoutMargins }
        set {
            makeRare().layoutMargins = newValue
            layoutMarginsDidChange()
            setNeedsLayout()
        }
    }

    /// The margins of the content by the direction of text, in points: `layoutMargins` by another name of its sides.
    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get { directional(layoutMargins) }
        set { layoutMargins = sides(newValue) }
    }

    /// Whether the margins are at least the superview's near its edges; false at first.
    open var preservesSuperviewLayoutMargins: Bool {
        get { flags.contains(.preservesMargins) }
        set { flags.set(.preservesMargins, newValue) }
    }

    /// Whether margins are measured from the safe area; true at first.
    open var insetsLayoutMarginsFromSafeArea: Bool {
        get { flags.contains(.insetsMargins) }
        set { flags.set(.insetsMargins, newValue) }
    }

    /// The margins have changed.
    open func layoutMarginsDidChange() {}

    /// How far bars cover the view from its edges, in points: the superview's insets as far as they reach into the
    /// view, plus those that its controller adds. Zero without a window.
    open var safeAreaInsets: UIEdgeInsets { effectiveSafeAreaInsets }

    /// The safe area has changed.
    open func safeAreaInsetsDidChange() {}

    // MARK: Direction

    /// The direction of the content, whatever the language; unspecified at first. Controls and constraints follow it.
    /// It is the view's own: the views in it keep theirs.
    open var semanticContentAttribute: UISemanticContentAttribute {
        get { rare?.semanticContent ?? .unspecified }
        set { makeRare().semanticContent = newValue }
    }

    /// The direction of content with an attribute, in the application's direction.
    open class func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        userInterfaceLayoutDirection(for: attribute, relativeTo: LaunchSettings.current.direction)
    }

    /// The direction of content with an attribute, in an interface of a direction. Playback and places in space go from
    /// left to right in every interface. *Source*: Apple, UISemanticContentAttribute.
    open class func userInterfaceLayoutDirection(
        for semanticContentAttribute: UISemanticContentAttribute,
        relativeTo layoutDirection: UIUserInterfaceLayoutDirection
    ) -> UIUserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        case .forceRightToLeft: .rightToLeft
        case .forceLeftToRight, .playback, .spatial: .leftToRight
        default: layoutDirection
        }
    }

    /// The direction of the view's content: by its attribute, and by the direction in its traits. *Source*: Apple,
    /// UIView.effectiveUserInterfaceLayoutDirection.
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        var direction = LaunchSettings.current.direction
        if UIView.overridesTraits {
            direction = traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
        }
        return Self.userInterfaceLayoutDirection(for: semanticContentAttribute, relativeTo: direction)
    }

    // MARK: Accessibility

    // These values are stored, and read by tests, programs, `AccessibilityTree` and assistive technologies (docs/accessibility.md).

    /// Whether the view is an element of accessibility; unless it was set, true for controls and labels, false for
    /// others. *Source*: Apple, UIAccessibility.isAccessibilityElement; UIAccessibility.h: "default on UIKit controls
    /// == YES".
    open var isAccessibilityElement: Bool {
        get {
            isAccessibilityElementBlock.map { $0() } ?? rare?.accessibility.isElement ?? standardIsAccessibilityElement
        }
        set { makeRare().accessibility.isElement = newValue }
    }
    /// `isAccessibilityElement` unless it was set.
    var standardIsAccessibilityElement: Bool { false }

    /// A word or two that name the view; unless it was set, the text of a button or a label. *Source*: Apple,
    /// UIAccessibility.accessibilityLabel; UIAccessibility.h: "default on UIKit controls == derived from the title".
    open var accessibilityLabel: String? {
        get { accessibilityLabelBlock.map { $0() } ?? rare?.accessibility.label ?? standardAccessibilityLabel }
        set { makeRare().accessibility.label = newValue }
    }
    /// `accessibilityLabel` unless it was set: the text that the view shows.
    var standardAccessibilityLabel: String? { nil }

    /// The effect of using the view, in words; nil for none.
    open var accessibilityHint: String? {
        get { accessibilityHintBlock.map { $0() } ?? rare?.accessibility.hint }
        set { makeRare().accessibility.hint = newValue }
    }

    /// The present value, in words; unless it was set, a control's value. *Source*: Apple,
    /// UIAccessibility.accessibilityValue; UIAccessibility.h: "default on UIKit controls == values for appropriate
    /// controls".
    open var accessibilityValue: String? {
        get { accessibilityValueBlock.map { $0() } ?? rare?.accessibility.value ?? standardAccessibilityValue }
        set { makeRare().accessibility.value = newValue }
    }
    /// `accessibilityValue` unless it was set.
    var standardAccessibilityValue: String? { nil }

    /// The name by which tests find the view.
    open var accessibilityIdentifier: String? {
        get { accessibilityIdentifierBlock.map { $0() } ?? rare?.accessibility.identifier }
        set { makeRare().accessibility.identifier = newValue }
    }

    /// The view's traits; unless they were set, those of a control's kind, and none for other views.
    open var accessibilityTraits: UIAccessibilityTraits {
        get { accessibilityTraitsBlock.map { $0() } ?? rare?.accessibility.traits ?? standardAccessibilityTraits }
        set { makeRare().accessibility.traits = newValue }
    }
    /// `accessibilityTraits` unless they were set.
    var standardAccessibilityTraits: UIAccessibilityTraits { .none }

    /// The view's rectangle: its frame unless it was set. *Space*: the window's, which is the screen's here. *Source*:
    /// Apple, UIAccessibility.accessibilityFrame: "default on UIViews == the frame of the view".
    open var accessibilityFrame: CGRect {
        get { accessibilityFrameBlock.map { $0() } ?? rare?.accessibility.frame ?? convert(bounds, to: nil) }
        set { makeRare().accessibility.frame = newValue }
    }

    /// The point where a touch uses the view: the middle of `accessibilityFrame` unless it was set. *Space*: the
    /// window's.
    open var accessibilityActivationPoint: CGPoint {
        get { accessibilityActivationPointBlock.map { $0() } ?? rare?.accessibility.activationPoint ?? frameMiddle }
        set { makeRare().accessibility.activationPoint = newValue }
    }
    private final var frameMiddle: CGPoint {
        let frame = accessibilityFrame
        return CGPoint(x: frame.midX, y: frame.midY)
    }

    /// The language of the view's accessibility texts, as a code; nil for the user's.
    open var accessibilityLanguage: String? {
        get { accessibilityLanguageBlock.map { $0() } ?? rare?.accessibility.language }
        set { makeRare().accessibility.language = newValue }
    }

    /// Whether the view keeps its colours where the system inverts those of the screen; false at first. No screen is
    /// inverted here.
    open var accessibilityIgnoresInvertColors: Bool {
        get { rare?.accessibility.keepsColors ?? false }
        set { makeRare().accessibility.keepsColors = newValue }
    }

    /// Whether the elements outside the view are left out; false at first.
    open var accessibilityViewIsModal: Bool {
        get { accessibilityViewIsModalBlock.map { $0() } ?? rare?.accessibility.isModal ?? false }
        set { makeRare().accessibility.isModal = newValue }
    }

    /// Whether the elements in the view are left out; false at first.
    open var accessibilityElementsHidden: Bool {
        get { accessibilityElementsHiddenBlock.map { $0() } ?? rare?.accessibility.isHidden ?? false }
        set { makeRare().accessibility.isHidden = newValue }
    }

    /// Whether the elements in the view are read together, wherever they are; false at first.
    open var shouldGroupAccessibilityChildren: Bool {
        get {
            accessibilityShouldGroupAccessibilityChildrenBlock.map { $0() } ?? rare?.accessibility.groupsChildren
                ?? false
        }
        set { makeRare().accessibility.groupsChildren = newValue }
    }

    /// The elements that stand in for the subviews, in order; nil for the subviews themselves.
    open var accessibilityElements: [Any]? {
        get { accessibilityElementsBlock.map { $0() } ?? rare?.accessibility.elements ?? standardAccessibilityElements }
        set { makeRare().accessibility.elements = newValue }
    }
    /// The elements of a control's parts that have no view.
    var standardAccessibilityElements: [Any]? { nil }

    /// Scrolls the view for a screen reader's user; returns whether it did: false here.
    open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
    /// Does the most important thing for a screen reader's user; returns whether it did: false here.
    open func accessibilityPerformMagicTap() -> Bool { false }

    /// What a screen reader's user may do with the view besides using it; nil at first.
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get {
            accessibilityCustomActionsBlock.map { $0() as? [UIAccessibilityCustomAction] }
                ?? rare?.accessibility.actions
        }
        set { makeRare().accessibility.actions = newValue }
    }

    /// The ways to go from one part of the view to the next; nil at first.
    open var accessibilityCustomRotors: [UIAccessibilityCustomRotor]? {
        get { rare?.accessibility.rotors }
        set { makeRare().accessibility.rotors = newValue }
    }

    /// Whether a long press shows the view in the large content viewer; false at first.
    open var showsLargeContentViewer: Bool {
        get { rare?.accessibility.large.isShown ?? false }
        set { makeRare().accessibility.large.isShown = newValue }
    }
    /// The viewer's text: that of a label or a button, or nil, unless it was set.
    open var largeContentTitle: String? {
        get { rare?.accessibility.large.title ?? standardLargeContent.title }
        set { makeRare().accessibility.large.title = newValue }
    }
    /// The viewer's image: that of a button or an image view, or nil, unless it was set.
    open var largeContentImage: UIImage? {
        get { rare?.accessibility.large.image ?? standardLargeContent.image }
        set { makeRare().accessibility.large.image = newValue }
    }

    /// The number of `accessibilityElements`; 0 if they are nil.
    open func accessibilityElementCount() -> Int { accessibilityElements?.count ?? 0 }

    /// One of `accessibilityElements`; nil for an index out of range.
    open func accessibilityElement(at index: Int) -> Any? {
        guard let elements = accessibilityElements, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The index of an element in `accessibilityElements`; NSNotFound if it is not one.
    open func index(ofAccessibilityElement element: Any) -> Int {
        accessibilityElements?.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
    }

    /// Uses the view, as a tap would; returns whether it did; false here.
    @discardableResult
    open func accessibilityActivate() -> Bool { false }

    /// Dismisses what the view shows, such as an alert; returns whether it did; false here.
    open func accessibilityPerformEscape() -> Bool { false }

    /// An assistive technology has moved to the view.
    open func accessibilityElementDidBecomeFocused() {}
    /// An assistive technology has left the view.
    open func accessibilityElementDidLoseFocus() {}
    /// Whether an assistive technology is at the view.
    open func accessibilityElementIsFocused() -> Bool { ScreenReading.shared.cursor === self }

    /// Raises the view's value by a step; does nothing here.
    open func accessibilityIncrement() {}

    /// Lowers the view's value by a step; does nothing here.
    open func accessibilityDecrement() {}

    // MARK: Touches

    /// The view's gesture recognizers; nil while there are none.
    open var gestureRecognizers: [UIGestureRecognizer]? {
        get { rare?.gestureRecognizers }
        set {
            for old in rare?.gestureRecognizers ?? [] { removeGestureRecognizer(old) }
            for new in newValue ?? [] { addGestureRecognizer(new) }
        }
    }

    /// Adds a recognizer, after removing it from its old view.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        if gestureRecognizer.view === self { return }
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        gestureRecognizer.view = self
        makeRare().gestureRecognizers = (rare?.gestureRecognizers ?? []) + [gestureRecognizer]
    }

    /// Removes a recognizer; does nothing if it is on another view.
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        guard gestureRecognizer.view === self else { return }
        gestureRecognizer.abort()
        gestureRecognizer.view = nil
        let left = (rare?.gestureRecognizers ?? []).filter { $0 !== gestureRecognizer }
        rare?.gestureRecognizers = left.isEmpty ? nil : left
    }

    /// Whether a recognizer may begin now; true here.
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// Whether the view and its subviews take touches; true at first.
    open var isUserInteractionEnabled: Bool {
        get { flags.contains(.interactive) }
        set { flags.set(.interactive, newValue) }
    }

    /// Whether the view takes more than one touch at a time; false at first.
    open var isMultipleTouchEnabled: Bool {
        get { flags.contains(.multipleTouch) }
        set { flags.set(.multipleTouch, newValue) }
    }

    /// Whether no other view gets touches while this one has some; false at first.
    open var isExclusiveTouch: Bool {
        get { flags.contains(.exclusiveTouch) }
        set { flags.set(.exclusiveTouch, newValue) }
    }

    /// The front-most view at a point, among this one and all views in it. Nil if the point is outside, or the view is
    /// hidden, takes no touches, or has an alpha below 0.01. A view is not found outside its superview's bounds,
    /// clipped or not.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, Float(alpha) >= 0.01, rare?.touchlessAnimators ?? 0 == 0,
            self.point(inside: point, with: event)
        else { return nil }
        for view in children.reversed() {
            if let found = view.hitTest(view.hitPoint(point, from: self), with: event) { return found }
        }
        return self
    }

    /// Whether a point lies in the bounds, without their right and bottom edges.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { layer.contains(point) }

    /// Whether the view may have the keyboard's focus; false here.
    open var canBecomeFocused: Bool { false }

    /// Whether the view has the keyboard's focus.
    open var isFocused: Bool { window?.keys.focused === self }

    /// The view has got or lost the focus. *Source*: Apple, UIFocusEnvironment.didUpdateFocus(in:with:), without its
    /// coordinator: nothing is animated here.
    open func didUpdateFocus(in context: UIFocusUpdateContext) {}

    /// Makes the first responder resign if it is this view or lies in it. True if there is none, or it has resigned.
    /// With `force` it loses that role even if it refuses, and the result is true.
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool {
        guard let window, let responder = window.firstResponder as? UIView, responder.isDescendant(of: self) else {
            return true
        }
        if responder.resignFirstResponder() { return true }
        if force { window.firstResponder = nil }
        return force
    }

    /// The controller whose main view this is, or else the superview.
    open override var next: UIResponder? { controller ?? parent }

    // MARK: Traits

    /// The traits of the window, with the overrides of the views and controllers between.
    open var traitCollection: UITraitCollection {
        // Read once: each view asks the one around it.
        let inherited = inheritedTraits
        return rare?.overriddenTraits(over: inherited) ?? inherited
    }

    /// The traits have changed.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// The style of the view and all views in it, light or dark, whatever the system's; `unspecified` at first.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { rare?.interfaceStyle ?? .unspecified }
        set {
            guard newValue != overrideUserInterfaceStyle else { return }
            UIView.overridesTraits = true
            changeTraits { makeRare().interfaceStyle = newValue }
        }
    }

    /// The smallest size of text of the view and all views in it; nil, as at first, for any.
    open var minimumContentSizeCategory: UIContentSizeCategory? {
        get { rare?.leastTextSize }
        set { changeTextSizes { $0.leastTextSize = newValue } }
    }

    /// The largest size of text of the view and all views in it; nil, as at first, for any. If it is less than the
    /// smallest, that one counts.
    open var maximumContentSizeCategory: UIContentSizeCategory? {
        get { rare?.mostTextSize }
        set { changeTextSizes { $0.mostTextSize = newValue } }
    }

    /// The limits of the size of text of the view and of the views that it is in, for a debugger.
    open var appliedContentSizeCategoryLimitsDescription: String { textSizeLimits }

    /// Light has changed to dark, or dark to light: resolves colours anew.
    func adoptStyle() {
        if let color = rare?.backgroundColor {
            showBackground(color)
            updateOpacity()
        }
        if Self.drawsItself { setNeedsDisplay() }
    }

    // MARK: The layer's delegate

    /// The action for a change of the layer: an animation inside `UIView.animate`, NSNull (no action) outside.
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        ViewAnimator.action(of: self, layer, event)
    }

    /// Lays out the subviews: calls `layoutSubviews()` between the controller's two methods.
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

    /// Has the layer drawn by `draw(_:in:)`. A subclass may override it to set the layer's contents instead.
    open func display(_ layer: CALayer) { layer.drawing.isUnanswered = true }

    /// Called before the layer is drawn.
    open func layerWillDraw(_ layer: CALayer) {}

    /// Draws the layer: calls `draw(_:)` with the context as the current one.
    open func draw(_ layer: CALayer, in ctx: CGContext) {
        guard layer === self.layer else { return }
        withOwnTraits { drawContent(in: ctx) }
    }

    // MARK: Pictures

    /// A view that shows a picture of this one as it is now; nil if this one is empty.
    ///
    /// - Parameter afterUpdates: Whether the picture has the values that are set; otherwise those that are shown now, in
    ///   the middle of animations.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        resizableSnapshotView(from: bounds, afterScreenUpdates: afterUpdates, withCapInsets: .zero)
    }

    /// A view that shows a picture of a part of this one as it is now; nil if the part is empty.
    ///
    /// - Parameter capInsets: The edges, in points, that keep their size when the picture is stretched.
    open func resizableSnapshotView(
        from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
    ) -> UIView? {
        snapshot(of: rect, capInsets, afterUpdates: afterUpdates)
    }

    /// Draws the view with its subviews into the current context, stretched to a rectangle, as a screen shows them:
    /// with depth, filters and blurs, which `CALayer.render(in:)` leaves out. False without a context or a size.
    ///
    /// - Parameter afterUpdates: Whether the values that are set count; otherwise those that are shown now.
    @discardableResult
    open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        drawTree(in: rect, afterUpdates: afterUpdates)
    }
}
