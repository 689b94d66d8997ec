import CoreGraphics
import Foundation
import QuartzCore

/// A wheel of spokes behind the top of a scroll view's content. Pulling the content down uncovers it, and sends
/// `valueChanged`, for the program to refresh the content.
///
/// The control stays at the top of the visible area, so that the negative `frame.origin.y` is the distance of the pull.
/// *Source*: programs that read it there (jackrabbitmobile.com, "iOS Custom Pull to Refresh Control": "pullDistance =
/// MAX(0.0, -self.refreshControl.frame.origin.y)"). The size, the appearance and the length of the pull are our own,
/// modelled on iOS.
open class UIRefreshControl: UIControl {
    private static let height: CGFloat = 60, spokes = 8, radius: CGFloat = 10
    /// The distance by which the content is pulled down before it is refreshed, in points.
    private static let pull: CGFloat = 90
    private static let turn = 0.8

    /// The part that no content covers. It clips the wheel, so that the control is behind the content wherever it is
    /// among the views.
    private let curtain = ControlPart()
    private let wheel = CAReplicatorLayer()
    private let spoke = CALayer()
    private var label: UILabel?
    private var isReady = true

    /// Makes a control; its scroll view sets its frame.
    public convenience init() {
        self.init(frame: CGRect(x: 0, y: 0, width: 320, height: UIRefreshControl.height))
    }

    /// Makes a control with a frame, which its scroll view replaces.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// Reads a control from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        attributedTitle = coder.optionalObject(of: NSAttributedString.self, forKey: "UIAttributedTitle")
        coder.readNib(self, as: UIRefreshControl.self)
    }

    /// Writes the control into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let attributedTitle { coder.encode(attributedTitle, forKey: "UIAttributedTitle") }
    }

    private func setUp() {
        isUserInteractionEnabled = false
        (wheel.instanceCount, wheel.opacity) = (0, 0)
        wheel.instanceTransform = CATransform3DMakeRotation(2 * .pi / CGFloat(Self.spokes), 0, 0, 1)
        wheel.bounds = CGRect(x: 0, y: 0, width: 2 * Self.radius, height: 2 * Self.radius)
        spoke.bounds = CGRect(x: 0, y: 0, width: 2.5, height: 6)
        spoke.cornerRadius = 1.25
        spoke.position = CGPoint(x: Self.radius, y: 3)
        let none = NSNull()
        wheel.actions = ["instanceCount": none, "position": none, "instanceDelay": none, "opacity": none]
        spoke.actions = ["backgroundColor": none, "opacity": none]
        wheel.addSublayer(spoke)
        curtain.clipsToBounds = true
        curtain.layer.addSublayer(wheel)
        addSubview(curtain)
        showTint()
    }

    // MARK: Refreshing

    /// Whether the content is being refreshed; false at first.
    open private(set) var isRefreshing = false

    /// Shows that the content is being refreshed: adds the inset for the control, without scrolling.
    open func beginRefreshing() {
        guard !isRefreshing else { return }
        isRefreshing = true
        wheel.instanceCount = Self.spokes
        wheel.opacity = 1
        label?.alpha = 1
        // The spokes fade one after another, round and round.
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue) = (1, 0.25)
        fade.duration = Self.turn
        fade.repeatCount = .infinity
        wheel.instanceDelay = Self.turn / Double(Self.spokes)
        spoke.add(fade, forKey: "spin")
        scrollView?.setRefreshInset(Self.height)
    }

    /// Ends showing that the content is refreshed: removes the inset, and moves content that was pulled down back up.
    open func endRefreshing() {
        guard isRefreshing else { return }
        isRefreshing = false
        isReady = false
        spoke.removeAnimation(forKey: "spin")
        wheel.instanceDelay = 0
        scrollView?.setRefreshInset(0)
        follow()
    }

    /// A text below the spokes; nil for none.
    open var attributedTitle: NSAttributedString? {
        didSet {
            if let attributedTitle {
                let label = self.label ?? UILabel()
                self.label = label
                label.attributedText = attributedTitle
                label.textAlignment = .center
                label.alpha = isRefreshing ? 1 : CGFloat(wheel.opacity)
                if label.superview == nil { curtain.addSubview(label) }
            } else {
                label?.removeFromSuperview()
                label = nil
            }
            setNeedsLayout()
        }
    }

    private var scrollView: UIScrollView? { superview as? UIScrollView }

    /// Shows how far the content is pulled, and starts refreshing once it is far enough; once for each pull.
    func follow() {
        guard let scrollView else { return }
        lay(in: scrollView)
        let pulled = -(scrollView.contentOffset.y + scrollView.adjustedContentInset.top)
        if pulled <= 0 { isReady = true }
        guard !isRefreshing else { return }
        let part = min(max(pulled / Self.pull, 0), 1)
        wheel.instanceCount = isReady ? Int(part * CGFloat(Self.spokes)) : 0
        wheel.opacity = Float(part)
        label?.alpha = part
        guard isReady, isEnabled, scrollView.isDragging, pulled >= Self.pull else { return }
        isReady = false
        beginRefreshing()
        sendActions(for: .valueChanged)
    }

    // MARK: Looks

    /// Positions the control at the top of the visible area, below what the safe area and insets cover.
    func lay(in scrollView: UIScrollView) {
        let top = scrollView.adjustedContentInset.top - scrollView.settings.refreshInset
        let place = CGRect(
            x: 0, y: scrollView.contentOffset.y + top, width: scrollView.bounds.width, height: Self.height)
        if frame != place { frame = place }
        let uncovered = CGRect(x: 0, y: 0, width: place.width, height: min(max(-place.minY, 0), Self.height))
        if curtain.frame != uncovered { curtain.frame = uncovered }
    }

    /// Lays out the spokes in the middle, above the title.
    open override func layoutSubviews() {
        super.layoutSubviews()
        let middle = label == nil ? bounds.midY : bounds.midY - 8
        wheel.position = CGPoint(x: bounds.midX, y: middle)
        label?.frame = CGRect(x: 0, y: middle + Self.radius + 2, width: bounds.width, height: 16)
    }

    /// Shows the new tint colour.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        showTint()
    }

    override func adoptStyle() {
        super.adoptStyle()
        showTint()
    }

    /// Shows the control's own tint colour, or gray without one.
    private func showTint() { spoke.backgroundColor = resolved(rare?.tintColor ?? .systemGray) }
}

extension UIScrollView {
    /// The control that is shown while content is pulled down to refresh it; nil for none.
    public final var refreshControl: UIRefreshControl? {
        get { refresh }
        set {
            guard newValue !== refresh else { return }
            refresh?.removeFromSuperview()
            if settings.refreshInset != 0 { setRefreshInset(0) }
            refresh = newValue
            guard let newValue else { return }
            insertSubview(newValue, at: 0)
            newValue.lay(in: self)
            if newValue.isRefreshing { setRefreshInset(newValue.bounds.height) }
        }
    }

    /// Adds or removes the inset above the content for the control. A finger's drag continues from the shown offset;
    /// content that is out of range then moves back.
    func setRefreshInset(_ inset: CGFloat) {
        guard inset != settings.refreshInset else { return }
        let before = wantedOffset
        settings.refreshInset = inset
        let after = wantedOffset
        drag?.start.y += after.y - before.y
        if isDecelerating { return insetChanged(keepsTop: false) }
        let target = clamped(contentOffset)
        if drag == nil, motion == nil, target != contentOffset {
            let now = CACurrentMediaTime()
            start(
                ScrollMotion(
                    x: ScrollCourse(at: Double(contentOffset.x)),
                    y: .page(from: Double(contentOffset.y), velocity: 0, to: Double(target.y)), start: now,
                    kind: .quiet))
        }
        insetChanged(keepsTop: false)
    }
}
