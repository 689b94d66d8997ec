import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore

/// A view that shows a part of what is in it, and moves on to others.
///
/// Where its content is seen from is the origin of its bounds, `contentOffset`. A finger drags it, and it goes on by itself when the finger is
/// lifted: that movement is an animation of the layer, so that it runs in the render server, at the display's rate, whatever the program
/// does meanwhile. The program follows it at each refresh (`contentOffset`, the delegate). docs/scrolling.md tells the rest.
///
/// *Units*: points. *Source*: Apple, UIScrollView.
open class UIScrollView: UIView {
    /// Hears of what the view does. *Source*: Apple, UIScrollView.delegate.
    open weak var delegate: (any UIScrollViewDelegate)?

    final var settings = ScrollSettings()
    /// The finger that drags; nil for none.
    final var drag: ScrollDrag?
    /// How it moves by itself; nil where it rests.
    final var motion: ScrollMotion?
    /// What follows that.
    final var motionLink: CADisplayLink?
    /// The animations that draw it.
    final var motionKeys: [String] = []
    final lazy var indicators = ScrollIndicators(self)
    final let pan = ScrollPanGestureRecognizer()
    final var zooming = ScrollZoom()
    /// The content's size that constraints gave last; nil where they give none.
    final var constrainedSize: CGSize?
    /// Two fingers on a touchpad; nil for none.
    final var wheel: ScrollWheel?
    final var refresh: UIRefreshControl?
    /// Whether the offset is set by this class itself, and not by a program.
    final var isMoving = false

    /// Makes a scroll view with a frame. *Source*: Apple, UIView.init(frame:).
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUpScrolling()
    }

    /// Reads a scroll view from an archive. *Source*: Apple, UIView.init(coder:).
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUpScrolling()
        readScrollView(coder)
    }

    /// Writes the scroll view into an archive. *Source*: Apple, NSCoding.
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

    /// The size of what is in the view; zero at first. *Source*: Apple, UIScrollView.contentSize.
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

    /// The point of the content at the view's top left corner: the origin of the bounds. What is set is rounded to whole pixels of the
    /// screen; `bounds` takes others. Setting it while the view moves by itself has it go on from there. *Source*: Apple,
    /// UIScrollView.contentOffset; `wholePixels` names that of the rounding.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { bounds.origin = wholePixels(newValue) }
    }

    /// Goes to an offset: at once, which ends all movement, or in about 0.3 s. *Source*: Apple,
    /// UIScrollView.setContentOffset(_:animated:); that it ends the movement is widely used.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        guard contentOffset.x.isFinite, contentOffset.y.isFinite else {
            return Notices.sayUnusable("contentOffset", contentOffset)
        }
        if animated, ViewAnimator.isEnabled { return scroll(to: contentOffset, .animation) }
        stopMoving()
        self.contentOffset = contentOffset
    }

    /// Scrolls by as little as shows a rectangle of the content; not at all where it is seen already. *Source*: Apple,
    /// UIScrollView.scrollRectToVisible(_:animated:).
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        guard rect.isUsable else { return }
        let inset = adjustedContentInset
        func offset(
            _ low: CGFloat, _ high: CGFloat, _ now: CGFloat, _ size: CGFloat, _ before: CGFloat, _ after: CGFloat
        )
            -> CGFloat
        {
            let (first, last) = (now + before, now + size - after)
            // A rectangle that is too large shows its beginning.
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

    /// What is added around the content; nothing at first. *Source*: Apple, UIScrollView.contentInset.
    open var contentInset: UIEdgeInsets {
        get { settings.contentInset }
        set {
            guard newValue.isUsable else { return Notices.sayUnusable("contentInset", newValue) }
            guard newValue != settings.contentInset else { return }
            settings.contentInset = newValue
            insetChanged(keepsTop: false)
        }
    }

    /// What is added around the content, safe area included where that counts. *Source*: Apple, UIScrollView.adjustedContentInset.
    open var adjustedContentInset: UIEdgeInsets { currentInset }

    /// `adjustedContentInset` is another; an override calls super. *Source*: Apple, UIScrollView.adjustedContentInsetDidChange().
    open func adjustedContentInsetDidChange() {}

    /// When the safe area counts; `automatic` at first. *Source*: Apple, UIScrollView.contentInsetAdjustmentBehavior.
    open var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior {
        get { settings.adjustment }
        set {
            settings.adjustment = newValue
            insetChanged(keepsTop: true)
        }
    }

    // MARK: Dragging

    /// Whether a finger scrolls; true at first. *Source*: Apple, UIScrollView.isScrollEnabled.
    open var isScrollEnabled: Bool {
        get { settings.flags.contains(.scrollEnabled) }
        set {
            settings.flags.set(.scrollEnabled, newValue)
            pan.isEnabled = newValue
        }
    }

    /// Whether a drag that begins along one axis stays on it; false at first. *Source*: Apple, UIScrollView.isDirectionalLockEnabled.
    open var isDirectionalLockEnabled: Bool {
        get { settings.flags.contains(.directionalLock) }
        set { settings.flags.set(.directionalLock, newValue) }
    }

    /// Whether content goes past its edges and comes back; true at first. *Source*: Apple, UIScrollView.bounces.
    open var bounces: Bool {
        get { settings.flags.contains(.bounces) }
        set { settings.flags.set(.bounces, newValue) }
    }

    /// Whether it bounces up and down where all of it is seen; false at first. *Source*: Apple, UIScrollView.alwaysBounceVertical.
    open var alwaysBounceVertical: Bool {
        get { settings.flags.contains(.alwaysBounceVertical) }
        set {
            settings.flags.set(.alwaysBounceVertical, newValue)
            insetChanged(keepsTop: true)
        }
    }

    /// Whether it bounces to the left and the right where all of it is seen; false at first. *Source*: Apple,
    /// UIScrollView.alwaysBounceHorizontal.
    open var alwaysBounceHorizontal: Bool {
        get { settings.flags.contains(.alwaysBounceHorizontal) }
        set {
            settings.flags.set(.alwaysBounceHorizontal, newValue)
            insetChanged(keepsTop: true)
        }
    }

    /// Whether it comes to rest at multiples of its size only; false at first. *Source*: Apple, UIScrollView.isPagingEnabled.
    open var isPagingEnabled: Bool {
        get { settings.flags.contains(.paging) }
        set { settings.flags.set(.paging, newValue) }
    }

    /// How it slows down; `normal` at first. A rate that is not between 0 and 1 is refused. *Source*: Apple, UIScrollView.decelerationRate.
    open var decelerationRate: DecelerationRate {
        get { settings.rate }
        set {
            guard newValue.rawValue > 0, newValue.rawValue < 1 else {
                return Notices.say("UIScrollView: a rate is between 0 and 1: \(newValue)", key: "decelerationRate")
            }
            settings.rate = newValue
        }
    }

    /// Whether a finger is down, dragging or not. *Source*: Apple, UIScrollView.isTracking.
    open var isTracking: Bool { pan.numberOfTouches > 0 && pan.isFollowing }
    /// Whether a finger drags. *Source*: Apple, UIScrollView.isDragging.
    open var isDragging: Bool { drag != nil }
    /// Whether it goes on by itself after a drag. *Source*: Apple, UIScrollView.isDecelerating.
    open var isDecelerating: Bool { motion?.kind == .deceleration }

    /// Recognizes drags. *Source*: Apple, UIScrollView.panGestureRecognizer.
    open var panGestureRecognizer: UIPanGestureRecognizer { pan }

    // MARK: Touches of the content

    /// Whether the content hears of a touch only after a time, in which it may turn out to be a drag; true at first. *Source*: Apple,
    /// UIScrollView.delaysContentTouches; the 0.15 s are told by many.
    open var delaysContentTouches: Bool {
        get { settings.flags.contains(.delaysTouches) }
        set { settings.flags.set(.delaysTouches, newValue) }
    }

    /// Whether a touch that the content has heard of may become a drag; true at first. *Source*: Apple,
    /// UIScrollView.canCancelContentTouches.
    open var canCancelContentTouches: Bool {
        get { settings.flags.contains(.cancelsTouches) }
        set { settings.flags.set(.cancelsTouches, newValue) }
    }

    /// Whether a view of the content is to hear of touches; true here. *Source*: Apple, UIScrollView.touchesShouldBegin(_:with:in:).
    open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool { true }

    /// Whether touches may be taken from a view that has heard of them, to drag: not from controls. *Source*: Apple,
    /// UIScrollView.touchesShouldCancel(in:).
    open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

    /// Whether a drag or a pinch may begin. *Source*: Apple, UIView.gestureRecognizerShouldBegin(_:).
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer === pan { return shouldBeginDragging() }
        if gestureRecognizer === zooming.pinch { return canZoom }
        return super.gestureRecognizerShouldBegin(gestureRecognizer)
    }

    /// When a drag ends the editing of text; `none` at first. *Source*: Apple, UIScrollView.keyboardDismissMode.
    open var keyboardDismissMode: KeyboardDismissMode {
        get { settings.dismissMode }
        set { settings.dismissMode = newValue }
    }

    /// Whether a person may have it scroll to its top: with the key to the line's beginning here, as there is no status bar to tap; true at
    /// first. *Source*: Apple, UIScrollView.scrollsToTop.
    open var scrollsToTop: Bool {
        get { settings.flags.contains(.scrollsToTop) }
        set { settings.flags.set(.scrollsToTop, newValue) }
    }

    // MARK: Indicators

    /// Whether it is shown how far down the content is seen; true at first. *Source*: Apple, UIScrollView.showsVerticalScrollIndicator.
    open var showsVerticalScrollIndicator: Bool {
        get { settings.flags.contains(.showsVertical) }
        set {
            settings.flags.set(.showsVertical, newValue)
            indicators.update()
        }
    }

    /// Whether it is shown how far to the right the content is seen; true at first. *Source*: Apple,
    /// UIScrollView.showsHorizontalScrollIndicator.
    open var showsHorizontalScrollIndicator: Bool {
        get { settings.flags.contains(.showsHorizontal) }
        set {
            settings.flags.set(.showsHorizontal, newValue)
            indicators.update()
        }
    }

    /// What colour the indicators have; `default` at first. *Source*: Apple, UIScrollView.indicatorStyle.
    open var indicatorStyle: IndicatorStyle {
        get { settings.indicatorStyle }
        set {
            settings.indicatorStyle = newValue
            indicators.adoptStyle()
        }
    }

    /// How far the vertical indicator stays from the edges; nothing at first. *Source*: Apple,
    /// UIScrollView.verticalScrollIndicatorInsets.
    open var verticalScrollIndicatorInsets: UIEdgeInsets {
        get { settings.verticalIndicatorInsets }
        set {
            guard newValue.isUsable else { return }
            settings.verticalIndicatorInsets = newValue
            indicators.update()
        }
    }

    /// How far the horizontal indicator stays from the edges; nothing at first. *Source*: Apple,
    /// UIScrollView.horizontalScrollIndicatorInsets.
    open var horizontalScrollIndicatorInsets: UIEdgeInsets {
        get { settings.horizontalIndicatorInsets }
        set {
            guard newValue.isUsable else { return }
            settings.horizontalIndicatorInsets = newValue
            indicators.update()
        }
    }

    /// Both at once; reading gives those of the vertical one. *Source*: Apple, UIScrollView.scrollIndicatorInsets.
    open var scrollIndicatorInsets: UIEdgeInsets {
        get { verticalScrollIndicatorInsets }
        set { (verticalScrollIndicatorInsets, horizontalScrollIndicatorInsets) = (newValue, newValue) }
    }

    /// Whether indicators stay within the safe area; true at first. *Source*: Apple,
    /// UIScrollView.automaticallyAdjustsScrollIndicatorInsets.
    open var automaticallyAdjustsScrollIndicatorInsets: Bool {
        get { settings.flags.contains(.adjustsIndicatorInsets) }
        set {
            settings.flags.set(.adjustsIndicatorInsets, newValue)
            indicators.update()
        }
    }

    /// Whether a list's index is shown; kept, as there are no lists yet. *Source*: Apple, UIScrollView.indexDisplayMode.
    open var indexDisplayMode: IndexDisplayMode {
        get { settings.indexMode }
        set { settings.indexMode = newValue }
    }

    /// Shows the indicators for a short time. *Source*: Apple, UIScrollView.flashScrollIndicators().
    open func flashScrollIndicators() {
        indicators.show()
        indicators.fade(after: ScrollIndicators.flashDuration)
    }

    // MARK: Geometry

    /// The view's own space: its origin is the offset. *Source*: Apple, UIView.bounds.
    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let old = super.bounds
            super.bounds = newValue
            boundsChanged(from: old)
        }
    }

    /// Where the view is in its superview. *Source*: Apple, UIView.frame.
    open override var frame: CGRect {
        get { super.frame }
        set {
            let old = super.bounds
            super.frame = newValue
            boundsChanged(from: old)
        }
    }

    /// Scrolls, where the key is one that does. *Source*: Apple, UIResponder.pressesBegan(_:with:).
    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if let key = presses.first?.key, scroll(by: key) { return }
        super.pressesBegan(presses, with: event)
    }

    /// Lays out the subviews; called at each new offset, too. *Source*: Apple, UIView.layoutSubviews().
    open override func layoutSubviews() {
        super.layoutSubviews()
        layoutContent()
    }

    /// What bars cover has changed. *Source*: Apple, UIView.safeAreaInsetsDidChange().
    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        insetChanged(keepsTop: true)
    }

    /// The view has got another window, or none: without one nothing moves. *Source*: Apple, UIView.didMoveToWindow().
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil { stopMoving() } else { insetChanged(keepsTop: true) }
    }

    override func adoptStyle() {
        super.adoptStyle()
        indicators.adoptStyle()
    }
}
