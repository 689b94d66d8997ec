import CoreGraphics
import Foundation

/// Where a bar is; raw values are Apple's.
public enum UIBarPosition: Int, Sendable {
    /// Not given.
    case any = 0
    /// At the bottom of its container.
    case bottom = 1
    /// At the top of its container.
    case top = 2
    /// At the top of the window, with its background under the status bar.
    case topAttached = 3
}

/// The colours of a bar; raw values are Apple's.
public enum UIBarStyle: Int, Sendable {
    /// By the traits.
    case `default` = 0
    /// Dark, with light text.
    case black = 1
}

/// A view with a position as a bar.
@preconcurrency @MainActor public protocol UIBarPositioning: NSObjectProtocol {
    /// The position.
    var barPosition: UIBarPosition { get }
}

/// An object that gives a bar its position.
@preconcurrency @MainActor public protocol UIBarPositioningDelegate: NSObjectProtocol {
    /// The position of a bar.
    func position(for bar: any UIBarPositioning) -> UIBarPosition
}

extension UIBarPositioningDelegate {
    /// Not given.
    public func position(for bar: any UIBarPositioning) -> UIBarPosition { .any }
}

/// An object that gives a toolbar its position.
@preconcurrency @MainActor public protocol UIToolbarDelegate: UIBarPositioningDelegate {}

/// A bar with buttons, at the bottom of the window as a rule.
///
/// *Source*: Apple, UIToolbar; Human Interface Guidelines, "Toolbars".
open class UIToolbar: UIView, UIBarPositioning {
    /// The height without the safe area. *Units*: points. *Source*: pictures of iOS 13 to 18.
    package static let height: CGFloat = 44

    /// The object that gives the position; nil for the bottom.
    open weak var delegate: (any UIToolbarDelegate)?
    /// The position: the delegate's, or the bottom.
    open var barPosition: UIBarPosition {
        let said = delegate?.position(for: self) ?? .any
        return said == .any ? .bottom : said
    }
    /// The buttons, from left to right; nil for none.
    open var items: [UIBarButtonItem]? {
        didSet { setNeedsLayout() }
    }
    /// Sets the buttons; an animated change fades.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        guard animated else { return self.items = items }
        UIView.transition(with: self, duration: 0.2, options: .transitionCrossDissolve) { self.items = items }
    }

    /// The appearance while content is under the bar; the system's at first.
    open var standardAppearance = UIToolbarAppearance() {
        didSet {
            ownStandardAppearance = standardAppearance
            adopt(standardAppearance)
        }
    }
    /// `standardAppearance` if it was set.
    final var ownStandardAppearance: UIToolbarAppearance?
    /// The appearance in low bars: without effect, as bars have one height here.
    open var compactAppearance: UIToolbarAppearance?
    /// The appearance while the content's end is above the bar; nil for `standardAppearance`. A toolbar does not follow
    /// a scroll view here: it has `standardAppearance`.
    open var scrollEdgeAppearance: UIToolbarAppearance?
    /// The colours; by the traits at first.
    open var barStyle = UIBarStyle.default {
        didSet { overrideUserInterfaceStyle = barStyle == .black ? .dark : .unspecified }
    }
    /// The colour of the background; nil for the appearance's.
    open var barTintColor: UIColor? {
        didSet { setNeedsLayout() }
    }
    /// Whether the background lets content through; true at first. If false, it has the opaque colour.
    open var isTranslucent = true {
        didSet { setNeedsLayout() }
    }

    private var backgroundImages: [UIBarMetrics: UIImage] = [:]
    private var shadowImages: [UIBarPosition: UIImage] = [:]

    /// Sets the background picture. A toolbar has one position and one height here: pictures of any position, or of the
    /// bottom, and of default metrics are shown.
    open func setBackgroundImage(
        _ backgroundImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics
    ) {
        guard topOrBottom == .any || topOrBottom == barPosition else { return }
        backgroundImages[barMetrics] = backgroundImage
        setNeedsLayout()
    }
    /// The background picture; nil for none.
    open func backgroundImage(forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics) -> UIImage? {
        topOrBottom == .any || topOrBottom == barPosition ? backgroundImages[barMetrics] : nil
    }
    /// Sets the picture in place of the line; it is shown where a background picture is set, too. *Source*: Apple,
    /// UIToolbar.setShadowImage(_:forToolbarPosition:).
    open func setShadowImage(_ shadowImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition) {
        shadowImages[topOrBottom] = shadowImage
        setNeedsLayout()
    }
    /// The picture in place of the line; nil for none.
    open func shadowImage(forToolbarPosition topOrBottom: UIBarPosition) -> UIImage? { shadowImages[topOrBottom] }

    private let background = BarBackground(isAtBottom: true)
    private var shownButtons: [UIView] = []
    private static let margin: CGFloat = 16, spacing: CGFloat = 8

    /// Makes a bar without buttons.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        insertSubview(background, at: 0)
        adopt(standardAppearance)
    }

    /// Reads a bar from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        insertSubview(background, at: 0)
        adopt(standardAppearance)
        coder.readNib(self, as: UIToolbar.self)
    }

    override func archives(_ subview: UIView) -> Bool { super.archives(subview) && subview !== background }

    private func adopt(_ appearance: UIToolbarAppearance) {
        appearance.watch(self)
        setNeedsLayout()
    }

    /// The height of 44 points. *Source*: Apple, UIToolbar.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width.isFinite ? size.width : bounds.width, height: Self.height)
    }
    /// The height of 44 points.
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: Self.height)
    }

    /// Lays out the buttons: flexible spaces share the room that is left. Without a flexible space, buttons begin at the
    /// left.
    open override func layoutSubviews() {
        super.layoutSubviews()
        // A bar at the window's edge has its background under the safe area too.
        let below = max(
            0, min(safeAreaInsets.bottom, window.map { $0.bounds.maxY - convert(bounds, to: $0).maxY } ?? 0))
        background.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height + below)
        background.show(
            standardAppearance, isTranslucent: isTranslucent, image: backgroundImages[.default],
            shadow: shadowImages[barPosition] ?? shadowImages[.any], tint: barTintColor)
        let row = CGRect(
            x: Self.margin, y: 0, width: max(0, bounds.width - 2 * Self.margin), height: min(Self.height, bounds.height)
        )
        let all = items ?? []
        for item in all {
            item.adopt(
                self,
                style: item.style == .done
                    ? standardAppearance.doneButtonAppearance : standardAppearance.buttonAppearance)
        }
        let views = all.map(\.shown)
        let widths = all.map { $0.width(in: row.height) }
        let gaps = CGFloat(max(0, views.filter { $0 != nil }.count - 1)) * Self.spacing
        let springs = all.filter(\.isFlexibleSpace).count
        let spare = max(0, row.width - widths.reduce(0, +) - (springs == 0 ? gaps : 0)) / CGFloat(max(springs, 1))
        var x = row.minX
        var shown: [UIView] = []
        for (item, (view, width)) in zip(all, zip(views, widths)) {
            if item.isFlexibleSpace { x += spare }
            if let view {
                if view.superview !== self { addSubview(view) }
                let height = item.customView.map { min($0.bounds.height, row.height) } ?? row.height
                view.frame = CGRect(x: x, y: (row.height - height) / 2, width: width, height: height)
                shown.append(view)
            }
            x += width + (view != nil && springs == 0 ? Self.spacing : 0)
        }
        for view in shownButtons where !shown.contains(where: { $0 === view }) && view.superview === self {
            view.removeFromSuperview()
        }
        shownButtons = shown
    }
}
