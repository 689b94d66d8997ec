import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// A view that shows a part of its content, and scrolls to other parts.
///
/// The origin of its bounds, `contentOffset`, is the content's point at its top left corner. A finger drags the
/// content, which keeps moving when the finger is lifted. That movement is an animation of the layer: the render server
/// runs it at the display's rate, even while the program is busy. The program follows it at each refresh
/// (`contentOffset`, the delegate). docs/scrolling.md describes the rest.
///
/// *Units*: points.
open class UIScrollView: UIView {
    /// The observer of scrolling and zooming; nil for none.
    ///
    /// The overload is disfavoured, so that lists can have a `delegate` of their own protocol: Swift allows no override
    /// with another type, as Apple's headers do.
    @_disfavoredOverload open weak var delegate: (any UIScrollViewDelegate)?

    final var settings = ScrollSettings()
    /// The drag by a finger; nil for none.
    final var drag: ScrollDrag?
    /// The movement by itself; nil at rest.
    final var motion: ScrollMotion?
    /// The display link that follows `motion`.
    final var motionLink: CADisplayLink?
    /// The keys of the animations that draw `motion`.
    final var motionKeys: [String] = []
    final lazy var indicators = ScrollIndicators(self)
    final let pan = ScrollPanGestureRecognizer()
    final var zooming = ScrollZoom()
    final var followers = ScrollFollowers()
    /// Called when the content begins to move by itself, or goes on with other edges or another target: layers that
    /// follow it are given to `follow(_:kinks:map:)` then.
    package final var movementStarted: (() -> Void)?
    /// The last content size from constraints; nil while they give none.
    final var constrainedSize: CGSize?
    /// The scroll by two fingers on a touchpad; nil for none.
    final var wheel: ScrollWheel?
    final var refresh: UIRefreshControl?
    /// Whether this class itself is setting the offset, rather than a program.
    final var isMoving = false
    /// Changes the offset at which a drag ends, before the delegate is asked: a collection view's layout does. The
    /// velocity is in points a millisecond. Nil for no change.
    package final var choosesTarget: ((_ velocity: CGPoint, _ target: CGPoint) -> CGPoint)?

    /// Makes a scroll view with a frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUpScrolling()
    }

    /// Reads a scroll view from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUpScrolling()
        readScrollView(coder)
        coder.readNib(self, as: UIScrollView.self)
    }

    /// Writes the scroll view into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        writeScrollView(coder)
    }

    private func setUpScrolling() {
        clipsToBounds = true
        pan.scrollView = self
        pan.addTarget(self, action: Self.panAction)
        addGestureRecognizer(pan)
    }

    // MARK: Content

    /// The size of the content; zero at first.
    open var contentSize: CGSize {
        get { settings.contentSize }
        set {
            guard newValue.width.isFinite, newValue.height.isFinite else {
                return Notices.sayUnusable("contentSize", newValue)
            }
            guard newValue != settings.contentSize else { return }
            settings.contentSize = newValue
            contentChanged()
        }
    }

    /// The content's point at the view's top left corner: the origin of the bounds. Setting it rounds it to whole
    /// pixels of the screen; setting `bounds` does not. A deceleration continues from the set offset. *Source*: Apple,
    /// UIScrollView.contentOffset; for the rounding, `wholePixels(_:)`.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { bounds.origin = wholePixels(newValue) }
    }

    /// Scrolls to an offset, in about 0.3 s if animated; at once, it ends all movement. *Source*: Apple,
    /// UIScrollView.setContentOffset(_:animated:); programs widely rely on it to end movement.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        guard contentOffset.x.isFinite, contentOffset.y.isFinite else {
            return Notices.sayUnusable("contentOffset", contentOffset)
        }
        if animated, ViewAnimator.isEnabled { return scroll(to: contentOffset, .animation) }
        stopMoving()
        self.contentOffset = contentOffset
    }

    /// Scrolls by the least distance that makes a rectangle of the content visible; not at all if it is visible
    /// already.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        guard rect.isUsable else { return }
        let inset = adjustedContentInset
        func offset(
            _ low: CGFloat, _ high: CGFloat, _ now: CGFloat, _ size: CGFloat, _ before: CGFloat, _ after: CGFloat
        )
            -> CGFloat
        {
            let (first, last) = (now + before, now + size - after)
            // If the rectangle is too large, its beginning is shown.
            if low < first || high - low > last - first { return low >= first && high <= last ? now : low - before }
            return high > last ? high - size + after : now
        }
        let size = bounds.size
        let wanted = CGPoint(
            x: offset(rect.minX, rect.maxX, contentOffset.x, size.width, inset.left, inset.right),
            y: offset(rect.minY, rect.maxY, contentOffset.y, size.height, inset.top, inset.bottom))
        let target = clamped(wanted)
        if target != contentOffset { setContentOffset(target, animated: animated) }
    }

    /// The program's insets around the content, in points; zero at first.
    open var contentInset: UIEdgeInsets {
        get { settings.contentInset }
        set {
            guard newValue.isUsable else { return Notices.sayUnusable("contentInset", newValue) }
            guard newValue != settings.contentInset else { return }
            settings.contentInset = newValue
            insetChanged(keepsTop: false)
            rare?.observers?.check()
        }
    }

    /// The insets around the content, in points, with the safe area where it is added.
    open var adjustedContentInset: UIEdgeInsets { currentInset }

    /// `adjustedContentInset` has changed; an override calls super.
    open func adjustedContentInsetDidChange() {}

    /// When the safe area is added to the insets; `automatic` at first.
    open var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior {
        get { settings.adjustment }
        set {
            settings.adjustment = newValue
            insetChanged(keepsTop: true)
        }
    }

    // MARK: Dragging

    /// Whether a finger scrolls; true at first.
    open var isScrollEnabled: Bool {
        get { settings.flags.contains(.scrollEnabled) }
        set {
            settings.flags.set(.scrollEnabled, newValue)
            pan.isEnabled = newValue
        }
    }

    /// Whether a drag that begins along one axis stays on it; false at first.
    open var isDirectionalLockEnabled: Bool {
        get { settings.flags.contains(.directionalLock) }
        set { settings.flags.set(.directionalLock, newValue) }
    }

    /// Whether content passes its edges and bounces back; true at first.
    open var bounces: Bool {
        get { settings.flags.contains(.bounces) }
        set { settings.flags.set(.bounces, newValue) }
    }

    /// Whether it bounces vertically even if all of it is visible; false at first.
    open var alwaysBounceVertical: Bool {
        get { settings.flags.contains(.alwaysBounceVertical) }
        set {
            settings.flags.set(.alwaysBounceVertical, newValue)
            insetChanged(keepsTop: true)
        }
    }

    /// Whether it bounces horizontally even if all of it is visible; false at first.
    open var alwaysBounceHorizontal: Bool {
        get { settings.flags.contains(.alwaysBounceHorizontal) }
        set {
            settings.flags.set(.alwaysBounceHorizontal, newValue)
            insetChanged(keepsTop: true)
        }
    }

    /// Whether it rests only at multiples of its size; false at first.
    open var isPagingEnabled: Bool {
        get { settings.flags.contains(.paging) }
        set { settings.flags.set(.paging, newValue) }
    }

    /// The rate of slowing down; `normal` at first. A rate that is not between 0 and 1 is refused.
    open var decelerationRate: DecelerationRate {
        get { settings.rate }
        set {
            guard newValue.rawValue > 0, newValue.rawValue < 1 else {
                return Notices.say(
                    "UIScrollView: decelerationRate is between 0 and 1, not \(newValue.rawValue)",
                    key: "decelerationRate")
            }
            settings.rate = newValue
        }
    }

    /// Whether a finger is down, dragging or not.
    open var isTracking: Bool { pan.numberOfTouches > 0 && pan.isFollowing }
    /// Whether a finger is dragging.
    open var isDragging: Bool { drag != nil }
    /// Whether it is still moving after a drag.
    open var isDecelerating: Bool { motion?.kind == .deceleration }

    /// The recognizer of drags.
    open var panGestureRecognizer: UIPanGestureRecognizer { pan }

    // MARK: Touches of the content

    /// Whether the content gets a touch only after 0.15 s, unless it is a drag by then; true at first. *Source*: Apple,
    /// UIScrollView.delaysContentTouches; many report the 0.15 s.
    open var delaysContentTouches: Bool {
        get { settings.flags.contains(.delaysTouches) }
        set { settings.flags.set(.delaysTouches, newValue) }
    }

    /// Whether a touch that the content has got may become a drag; true at first.
    open var canCancelContentTouches: Bool {
        get { settings.flags.contains(.cancelsTouches) }
        set { settings.flags.set(.cancelsTouches, newValue) }
    }

    /// Whether a view of the content gets touches; true here.
    open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool { true }

    /// Whether a drag may cancel touches that a view has got; false for controls.
    open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

    /// Whether a drag or a pinch may begin.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer === pan { return shouldBeginDragging() }
        if gestureRecognizer === zooming.pinch { return canZoom }
        return super.gestureRecognizerShouldBegin(gestureRecognizer)
    }

    /// When a drag ends text editing; `none` at first.
    open var keyboardDismissMode: KeyboardDismissMode {
        get { settings.dismissMode }
        set { settings.dismissMode = newValue }
    }

    /// Whether the user can scroll it to its top; true at first. Here the home key does it, as there is no status bar
    /// to tap.
    open var scrollsToTop: Bool {
        get { settings.flags.contains(.scrollsToTop) }
        set { settings.flags.set(.scrollsToTop, newValue) }
    }

    // MARK: Indicators

    /// Whether the vertical indicator is shown; true at first.
    open var showsVerticalScrollIndicator: Bool {
        get { settings.flags.contains(.showsVertical) }
        set {
            settings.flags.set(.showsVertical, newValue)
            indicators.update()
        }
    }

    /// Whether the horizontal indicator is shown; true at first.
    open var showsHorizontalScrollIndicator: Bool {
        get { settings.flags.contains(.showsHorizontal) }
        set {
            settings.flags.set(.showsHorizontal, newValue)
            indicators.update()
        }
    }

    /// The colour of the indicators; `default` at first.
    open var indicatorStyle: IndicatorStyle {
        get { settings.indicatorStyle }
        set {
            settings.indicatorStyle = newValue
            indicators.adoptStyle()
        }
    }

    /// The insets of the vertical indicator, in points; zero at first.
    open var verticalScrollIndicatorInsets: UIEdgeInsets {
        get { settings.verticalIndicatorInsets }
        set {
            guard newValue.isUsable else { return }
            settings.verticalIndicatorInsets = newValue
            indicators.update()
        }
    }

    /// The insets of the horizontal indicator, in points; zero at first.
    open var horizontalScrollIndicatorInsets: UIEdgeInsets {
        get { settings.horizontalIndicatorInsets }
        set {
            guard newValue.isUsable else { return }
            settings.horizontalIndicatorInsets = newValue
            indicators.update()
        }
    }

    /// Sets the insets of both indicators; reads those of the vertical one.
    open var scrollIndicatorInsets: UIEdgeInsets {
        get { verticalScrollIndicatorInsets }
        set { (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets) = (newValue, newValue) }
    }

    /// Whether indicators stay within the safe area; true at first.
    open var automaticallyAdjustsScrollIndicatorInsets: Bool {
        get { settings.flags.contains(.adjustsIndicatorInsets) }
        set {
            settings.flags.set(.adjustsIndicatorInsets, newValue)
            indicators.update()
        }
    }

    /// When a list's index is shown: stored, without effect, as there are no lists yet.
    open var indexDisplayMode: IndexDisplayMode {
        get { settings.indexMode }
        set { settings.indexMode = newValue }
    }

    /// Shows the indicators for a short time.
    open func flashScrollIndicators() {
        indicators.show()
        indicators.fade(after: ScrollIndicators.flashDuration)
    }

    // MARK: Geometry

    /// The view's rectangle in its own space; its origin is the offset.
    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let old = super.bounds
            super.bounds = newValue
            boundsChanged(from: old)
        }
    }

    /// The view's rectangle in its superview's space.
    open override var frame: CGRect {
        get { super.frame }
        set {
            let old = super.bounds
            super.frame = newValue
            boundsChanged(from: old)
        }
    }

    /// Scrolls if the key is one that scrolls.
    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if let key = presses.first?.key, scroll(by: key) { return }
        super.pressesBegan(presses, with: event)
    }

    /// Lays out the subviews; also called for each new offset.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutContent()
    }

    /// The safe area has changed.
    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        insetChanged(keepsTop: true)
    }

    /// The window has changed; without one, movement ends.
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil { stopMoving() } else { insetChanged(keepsTop: true) }
    }

    override func adoptStyle() {
        super.adoptStyle()
        indicators.adoptStyle()
    }
}
